import { type TProperties, type TSchema, Type } from 'typebox'
import { nothing } from '../../contract/fields.ts'
import { inTransaction } from '../access/context.ts'
import { forbidden } from '../errors.ts'
import type { Call, Endpoint } from '../http/endpoint.ts'
import { pageOf } from '../http/page.ts'
import { refuseStale } from './concurrency.ts'
import { readInclude } from './include.ts'
import { listParameters, readListQuery, type Trashed } from './list-query.ts'
import { embedAuthors } from './present.ts'
import { readById, readOne, selectForWrite } from './read.ts'
import { readPage } from './read-page.ts'
import { linkEndpoints, relationReads } from './relation-routes.ts'
import type { AnyRow, Resource } from './resource.ts'
import {
  hasOwner,
  itemSchema,
  listInput,
  pageOfItems,
  pageRequest,
  selectorOf,
  slugFor,
} from './route-parts.ts'
import { embedChildren } from './tree.ts'
import { operationsOf } from './write.ts'

/** Every operation of a resource, in the order of the contract's tables. */
export function resourceEndpoints(resource: Resource): Endpoint[] {
  return [
    ...(resource.schemas.create ? [createEndpoint(resource, resource.schemas.create)] : []),
    listEndpoint(resource),
    readEndpoint(resource),
    ...(resource.schemas.update ? [updateEndpoint(resource, resource.schemas.update)] : []),
    removeEndpoint(resource),
    restoreEndpoint(resource),
    ...relationReads(resource),
    ...linkEndpoints(resource),
    ...(resource.endpoints?.(resource) ?? []),
  ]
}

const GET_POST = ['GET', 'POST'] as const

/** Names of a record that are read and never written: refused as such, not as unknown. */
const readOnlyNames = ({ schemas }: Resource): ReadonlySet<string> =>
  new Set(Object.keys(schemas.item.properties))

function createEndpoint(resource: Resource, input: TSchema): Endpoint {
  const inItem = Type.Object({ item: itemSchema(resource) })
  // The contract's sample of the role create has the record directly in data.
  const isDoubled = resource.name === 'roles'
  return {
    name: `${resource.name}.create`,
    methods: GET_POST,
    path: `/api/${resource.name}/create`,
    tag: resource.name,
    summary: `Create a ${resource.singular}`,
    access: { needs: [slugFor('create', resource)] },
    input,
    unknown: 'refuse',
    nullIsAbsent: true,
    readOnly: readOnlyNames(resource),
    status: 201,
    data: isDoubled ? Type.Intersect([itemSchema(resource), inItem]) : inItem,
    messages: ['Saved successfully.'],
    refusals: [409],
    handle: async ({ ctx, input }) => {
      const values = (await resource.prepare?.(ctx, input)) ?? input
      const id = await inTransaction(ctx, (ctx) => operationsOf(resource).create(ctx, resource, values))
      const item = await readById(ctx, resource, id)
      return { data: isDoubled ? { ...item, item } : { item }, messages: ['Saved successfully.'] }
    },
  }
}

function listEndpoint(resource: Resource): Endpoint {
  const page = pageOfItems(resource)
  const isVaried = resource.name === 'permissions'
  return {
    name: `${resource.name}.list`,
    methods: GET_POST,
    path: `/api/${resource.name}`,
    tag: resource.name,
    summary: `List ${resource.name}`,
    description: 'Newest first unless `sort` says otherwise.',
    access: { needs: [slugFor('read', resource)] },
    input: listInput(resource),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: Type.Object({ list: page }),
    ...(isVaried && { variant: page }),
    refusals: [],
    handle: async (call) => {
      const page = await listPage(call, resource)
      return { data: call.isVariant2 && isVaried ? page : { list: page } }
    },
  }
}

async function listPage(call: Call, resource: Resource) {
  const { ctx, input, filters } = call
  const query = await readListQuery(ctx, resource, input, filters)
  const { records, total } = await readPage(ctx, resource, query, readInclude(ctx, resource, query.include))
  if (query.withChildren) await embedChildren(ctx, resource, records, query.trashed)
  return pageOf(records, total, pageRequest(call, query))
}

const trashedInput = Type.Object({ trashed: listParameters.trashed, include: listParameters.include })

function readEndpoint(resource: Resource): Endpoint {
  return {
    name: `${resource.name}.read`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value`,
    tag: resource.name,
    summary: `Get a ${resource.singular}`,
    description: 'Where several match, the one with the lowest id.',
    access: { needs: [slugFor('read', resource)], own: hasOwner(resource) },
    input: trashedInput,
    unknown: 'ignore',
    nullIsAbsent: true,
    data: itemSchema(resource),
    refusals: [404],
    handle: async (call) => {
      const { ctx, input } = call
      const tree = readInclude(ctx, resource, input.include as string | undefined)
      const trashed = input.trashed as Trashed | undefined
      const { record, version } = await readOne(ctx, resource, selectorOf(call), {
        tree,
        ...(trashed && { trashed }),
      })
      await embedAuthors(ctx, record)
      return { data: record, version }
    },
  }
}

function updateEndpoint(resource: Resource, input: TSchema): Endpoint {
  return {
    name: `${resource.name}.update`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value/update`,
    tag: resource.name,
    summary: `Update a ${resource.singular}`,
    description: 'The given fields change, the others stay. An empty value clears a field that may be null.',
    access: { needs: [slugFor('update', resource)], own: hasOwner(resource) },
    input,
    unknown: 'refuse',
    readOnly: readOnlyNames(resource),
    data: itemSchema(resource),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const { ctx, input } = call
      refuseForeignFields(call, resource)
      const changes = (await resource.prepare?.(ctx, input)) ?? input
      const id = await writeOne(call, resource, (ctx, row) =>
        operationsOf(resource).update(ctx, resource, row, changes),
      )
      return { data: await readById(ctx, resource, id), messages: ['Saved'] }
    },
  }
}

/** Without the permission, a caller changes some fields of their own record. @throws Refusal 403 */
function refuseForeignFields({ ownOnly, input }: Call, { ownFields = [] }: Resource): void {
  if (!ownOnly) return
  const foreign = Object.keys(input).filter((name) => !ownFields.includes(name))
  if (foreign.length > 0) throw forbidden(ownOnly, `Changing ${foreign.join(', ')} needs`)
}

/** Finds the record a write is meant for and changes it, in one transaction. @returns its id */
export function writeOne(
  call: Call,
  resource: Resource,
  write: (ctx: Call['ctx'], row: AnyRow) => Promise<void>,
  trashed: 'false' | 'only' = 'false',
): Promise<number> {
  return inTransaction(call.ctx, async (ctx) => {
    const row = await selectForWrite(ctx, resource, selectorOf(call), trashed)
    refuseStale(call.request.headers['if-match'], row.version)
    await write(ctx, row)
    return row.id
  })
}

const cascadeField = (description: string): TProperties => ({
  cascade: Type.Optional(Type.Boolean({ default: false, description })),
})

function removeEndpoint(resource: Resource): Endpoint {
  return {
    name: `${resource.name}.delete`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value/delete`,
    tag: resource.name,
    summary: `Soft-delete a ${resource.singular}`,
    access: { needs: [slugFor('delete', resource)] },
    input: Type.Object(resource.isTree ? cascadeField('Takes the records below it along.') : {}),
    unknown: 'refuse',
    nullIsAbsent: true,
    data: nothing,
    messages: ['Action was successful'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const options = { cascade: call.input.cascade === true }
      await writeOne(call, resource, (ctx, row) => operationsOf(resource).remove(ctx, resource, row, options))
      return { data: [], messages: ['Action was successful'] }
    },
  }
}

function restoreEndpoint(resource: Resource): Endpoint {
  return {
    name: `${resource.name}.restore`,
    methods: GET_POST,
    path: `/api/${resource.name}/:column/:value/restore`,
    tag: resource.name,
    summary: `Restore a soft-deleted ${resource.singular}`,
    access: { needs: ['can-restore-records', slugFor('delete', resource)] },
    input: Type.Object(resource.isTree ? cascadeField('Brings back all that its deletion took along.') : {}),
    unknown: 'refuse',
    nullIsAbsent: true,
    data: itemSchema(resource),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const options = { cascade: call.input.cascade === true }
      const restore = (ctx: Call['ctx'], row: AnyRow) =>
        operationsOf(resource).restore(ctx, resource, row, options)
      const id = await writeOne(call, resource, restore, 'only')
      return { data: await readById(call.ctx, resource, id), messages: ['Saved'] }
    },
  }
}
