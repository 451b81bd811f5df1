import { Type } from 'typebox'
import type { Subject } from '../../../contract/permissions.ts'
import { accessTo } from '../../access/matrix.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../values/page.ts'
import { recordOf } from '../../values/read-record.ts'
import { nounOf, type Resource, type ResourceRegistry } from '../define/resource.ts'
import { listParameters, readListQuery } from '../query/list-query.ts'
import { includeSchema } from '../query/parameter-schemas.ts'
import { addChildren } from '../read/children.ts'
import { addAuthors } from '../read/complete.ts'
import { readInclude } from '../read/include.ts'
import { readOne } from '../read/read.ts'
import { readPage } from '../read/read-page.ts'
import { bulkEndpoints } from './bulk.ts'
import { genericEndpoints } from './generic-routes.ts'
import { readJoinedPage } from './joined-page.ts'
import { relationReads } from './relation-routes.ts'
import { relationshipEndpoints } from './relationship-routes.ts'
import {
  GET_POST,
  itemSchema,
  listInput,
  pageOfItems,
  pageRequest,
  selectorOf,
  withColumn,
} from './route-parts.ts'
import { createEndpoint, removeEndpoint, restoreEndpoint, updateEndpoint } from './write-routes.ts'

/** The endpoints that only one resource has, by its name. */
export type OwnEndpoints = Partial<Record<Subject, (resource: Resource) => Endpoint[]>>

/** All endpoints of the resources. */
export const resourceEndpoints = (registry: ResourceRegistry, own: OwnEndpoints): Endpoint[] =>
  registry.all.flatMap((resource) => endpointsOf(registry, resource, own[resource.name]?.(resource) ?? []))

/** The contract's own routes of a resource, and the generic ones. */
function endpointsOf(registry: ResourceRegistry, resource: Resource, own: Endpoint[]): Endpoint[] {
  const { create, update } = resource.schemas
  const byTable = {
    create: create && createEndpoint(resource, create),
    read: readEndpoint(registry, resource),
    update: update && updateEndpoint(resource, update),
  }
  const endpoints = [
    ...(byTable.create ? [byTable.create] : []),
    ...own.filter(({ when }) => when),
    // On POST, the body decides between create and list; the list comes last, as the default.
    ...bulkEndpoints(resource),
    ...genericEndpoints(resource, byTable),
    listEndpoint(registry, resource),
    byTable.read,
    ...(byTable.update ? [byTable.update] : []),
    removeEndpoint(resource),
    restoreEndpoint(resource),
    ...relationReads(registry, resource),
    ...own.filter(({ when }) => !when),
    ...relationshipEndpoints(registry, resource),
  ]
  return endpoints.map((endpoint) => withColumn(endpoint, resource))
}

function listEndpoint(registry: ResourceRegistry, resource: Resource): Endpoint {
  const page = pageOfItems(resource)
  const isVaried = resource.shapes?.listVariant2 === 'page'
  return defineEndpoint({
    name: `${resource.name}.list`,
    methods: GET_POST,
    path: `/api/${resource.name}`,
    tag: resource.name,
    summary: `List ${resource.name}`,
    description: 'Newest first unless `sort` says otherwise.',
    access: accessTo(resource, 'list'),
    effect: 'read',
    input: listInput(registry, resource),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: Type.Object({ list: page }),
    ...(isVaried && { variant: page }),
    refusals: [],
    isRecords: true,
    handle: async (call) => {
      const page = await listPage(call, resource)
      return { data: call.isVariant2 && isVaried ? page : { list: page } }
    },
  })
}

async function listPage(call: Call, resource: Resource) {
  const { ctx, input, filters } = call
  const query = await readListQuery(ctx, resource, input, filters)
  const tree = query.include === undefined ? undefined : readInclude(ctx, resource, query.include)
  const budget = call.budget()
  if (!tree && !query.withChildren) {
    const { records, total } = await readJoinedPage(ctx, resource, query, budget)
    return pageOf(records, total, pageRequest(call, query))
  }
  const { records, total } = await readPage(ctx, resource, query, { tree, budget })
  if (query.withChildren) await addChildren(ctx, resource, records.map(recordOf), query.trashed, budget)
  return pageOf(records, total, pageRequest(call, query))
}

function readEndpoint(registry: ResourceRegistry, resource: Resource): Endpoint {
  return defineEndpoint({
    name: `${resource.name}.read`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value`,
    tag: resource.name,
    summary: `Get a ${nounOf(resource)}`,
    description: 'Where several match, the one with the lowest id.',
    access: accessTo(resource, 'read'),
    effect: 'read',
    input: Type.Object({
      trashed: listParameters.trashed,
      include: Type.Optional(includeSchema(registry, resource)),
    }),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: itemSchema(resource),
    refusals: [404],
    isRecords: true,
    handle: async (call) => {
      const { ctx, input } = call
      const { include, trashed } = input
      const tree = include === undefined ? undefined : readInclude(ctx, resource, include)
      const { record, version } = await readOne(ctx, resource, selectorOf(call), {
        tree,
        budget: call.budget(),
        ...(trashed && { trashed }),
      })
      await addAuthors(ctx, record)
      return { data: record, version }
    },
  })
}
