import { Type } from 'typebox'
import { nothing } from '../../../contract/fields.ts'
import { accessTo } from '../../access/matrix.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { isFields } from '../../values/fields.ts'
import { nounOf, type Resource } from '../define/resource.ts'
import { operationsOf } from '../write/write.ts'
import { writeOne } from './write-routes.ts'

interface ByTable {
  create: Endpoint | undefined
  read: Endpoint
  update: Endpoint | undefined
}

/** The generic routes of one record: the operations of the contract's tables on other paths and methods. */
export function genericEndpoints(resource: Resource, { create, read, update }: ByTable): Endpoint[] {
  const path = `/api/${resource.name}/:id`
  return [
    ...(create ? [createOne(resource, create)] : []),
    byId(read, { name: `${resource.name}.get`, methods: ['GET'], path }),
    ...(update ? [byId(update, { name: `${resource.name}.change`, methods: ['PUT', 'PATCH'], path })] : []),
    destroyEndpoint(resource, path),
  ]
}

/** The variant by `{id}` of an endpoint whose path has a `{column}/{value}`. */
const byId = (endpoint: Endpoint, changed: Pick<Endpoint, 'name' | 'methods' | 'path'>): Endpoint => ({
  ...endpoint,
  ...changed,
  summary: `${endpoint.summary} by id`,
})

/** A body with the required attribute creates a record; any other body lists records. */
function createOne(resource: Resource, create: Endpoint): Endpoint {
  const [required] = create.input.required ?? []
  return {
    ...create,
    name: `${resource.name}.createOne`,
    methods: ['POST'],
    path: `/api/${resource.name}`,
    when: (_sent, body) => isFields(body) && body[required as string] !== undefined,
  }
}

function destroyEndpoint(resource: Resource, path: string): Endpoint {
  return defineEndpoint({
    name: `${resource.name}.destroy`,
    methods: ['DELETE'],
    path,
    tag: resource.name,
    summary: `Delete a ${nounOf(resource)} permanently`,
    description: 'Live or soft-deleted. Its own links go with it; references to it become null.',
    access: accessTo(resource, 'destroy'),
    effect: 'write',
    input: Type.Object({}),
    unknown: 'refuse',
    data: nothing,
    messages: ['Action was successful'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const { destroy } = operationsOf(resource)
      await writeOne(call, resource, (ctx, row) => destroy(ctx, resource, row), {
        trashed: 'true',
        restructures: true,
        endsAuthority: true,
      })
      return { data: [], messages: ['Action was successful'] }
    },
  })
}
