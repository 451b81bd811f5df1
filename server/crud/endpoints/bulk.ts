import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Type } from 'typebox'
import { described, MAX_ID, nothing, type ObjectSchema } from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import { accessInBulk } from '../../access/matrix.ts'
import { inTransaction } from '../../access/transaction.ts'
import { BATCH_SIZES } from '../../db/queries/chunks.ts'
import { lockMatching } from '../../db/transactions/row-locks.ts'
import { invalidField, notFound } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { IGNORED_BY_WRITES } from '../../http/request/ignored-by-writes.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import type { ReadRecord } from '../../values/read-record.ts'
import { type Reader, reader } from '../../values/validate.ts'
import { type AnyRow, nounOf, type RecordWrite, type Resource, type Where } from '../define/resource.ts'
import { anyTable, storedRows } from '../query/store.ts'
import { readByIds } from '../read/read.ts'
import { FIRST_RECORDS } from '../read/records.ts'
import { lockTree, movesInTree } from '../write/tree.ts'
import { operationsOf } from '../write/write.ts'
import { atItem, idsToDelete, itemsOf, MAX_ITEMS, readItems, sealItems } from './bulk-items.ts'
import { itemSchema, readOnlyNames } from './route-parts.ts'

/** Bulk create, update and delete: each item by the rules of the single operation, in one transaction. */
export function bulkEndpoints(resource: Resource): Endpoint[] {
  const { create, update } = resource.schemas
  return [
    ...(create ? [createMany(resource, create)] : []),
    ...(update ? [updateMany(resource, update)] : []),
    removeMany(resource),
  ]
}

const shared = (resource: Resource) => ({
  path: `/api/${resource.name}`,
  tag: resource.name,
  effect: 'write' as const,
  unknown: 'refuse' as const,
  input: Type.Object({}),
})

const itemsData = (resource: Resource) =>
  Type.Object({ items: Type.Array(itemSchema(resource), { maxItems: MAX_ITEMS }) })

function createMany(resource: Resource, schema: ObjectSchema): Endpoint {
  const read = itemReader(resource, schema, true)
  return defineEndpoint({
    ...shared(resource),
    name: `${resource.name}.createMany`,
    methods: ['POST'],
    summary: `Create many ${resource.name}`,
    description: `The body is an array of at most ${MAX_ITEMS} items. All are created, or none.`,
    access: accessInBulk(resource, 'create'),
    when: (_sent, body) => Array.isArray(body),
    items: schema,
    status: 201,
    data: itemsData(resource),
    messages: ['Saved successfully.'],
    refusals: [409],
    prepare: async (call) => {
      const items = await sealItems(call.ctx, resource, readItems(itemsOf(call.body), read))
      await reserveFor(call, items)
      return items
    },
    handle: async (call) => {
      const values = call.prepared
      const items = await eachInTransaction(
        call,
        values,
        async (ctx, values) => idOf(await operationsOf(resource).create(ctx, resource, values)),
        (ctx, ids) => writtenItems(call, ctx, resource, ids),
        async (ctx) => resource.reserve?.(ctx, values),
      )
      return { data: { items }, messages: ['Saved successfully.'] }
    },
  })
}

/** What {@link idsToDelete} accepts. */
const ID_OR_UUID = '^(?:[0-9]{1,15}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$'

const KEYS = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1, ...described({ maximum: MAX_ID }) })),
  uuid: Type.Optional(Type.String({ format: 'uuid' })),
})

/** An update with the key of its record. Two schemas: most tools support "either is required" only as a union. */
const changeBy = (
  key: 'id' | 'uuid',
  { properties, examples, ...update }: ObjectSchema & { examples?: object[] },
) => ({
  ...update,
  $id: `${(update as { $id?: string }).$id}By${key === 'id' ? 'Id' : 'Uuid'}`,
  properties: { ...KEYS.properties, ...properties },
  required: [key],
  examples: examples?.map((example) => ({ [key]: EXAMPLE_KEYS[key], ...example })),
})

const EXAMPLE_KEYS = { id: 42, uuid: '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57' }

interface Change {
  key: Fields
  changes: Fields
}

function updateMany(resource: Resource, schema: ObjectSchema): Endpoint {
  const read = itemReader(resource, schema, false)
  const readKey = reader(KEYS, { unknown: 'ignore' })
  const readChange = ({ id, uuid, ...changes }: Fields): Change => {
    const key = readKey({ id, uuid })
    if (key.id == null && key.uuid == null) throw invalidField('id', 'required', say`id or uuid is required.`)
    return { key, changes: read(changes) }
  }
  return defineEndpoint({
    ...shared(resource),
    name: `${resource.name}.updateMany`,
    methods: ['PUT', 'PATCH'],
    summary: `Change many ${resource.name}`,
    description: `The body is an array of at most ${MAX_ITEMS} items \`{id or uuid, …changes}\`. All are changed, or none.`,
    access: accessInBulk(resource, 'update'),
    items: Type.Union([changeBy('id', schema), changeBy('uuid', schema)]),
    data: itemsData(resource),
    messages: ['Saved'],
    refusals: [404, 409],
    prepare: async (call) => {
      const items = readItems(itemsOf(call.body), readChange)
      const sealed = await sealItems(
        call.ctx,
        resource,
        items.map(({ changes }) => changes),
      )
      await reserveFor(call, items)
      return items.map(({ key }, index) => ({ key, changes: sealed[index] as Fields }))
    },
    handle: async (call) => {
      const items = call.prepared
      const lock = async (ctx: Ctx) => {
        if (items.some(({ changes }) => movesInTree(resource, changes))) await lockTree(ctx, resource)
        await lockItems(
          ctx,
          resource,
          items.map(({ key }) => key),
        )
      }
      const update = async (ctx: Ctx, { key, changes }: Change) => {
        const row = await rowOf(ctx, resource, key)
        return idOf(await operationsOf(resource).update(ctx, resource, row, changes))
      }
      const answer = (ctx: Ctx, ids: number[]) => writtenItems(call, ctx, resource, ids)
      return {
        data: { items: await eachInTransaction(call, items, update, answer, lock) },
        messages: ['Saved'],
      }
    },
  })
}

function removeMany(resource: Resource): Endpoint {
  return defineEndpoint({
    ...shared(resource),
    name: `${resource.name}.deleteMany`,
    methods: ['DELETE'],
    summary: `Soft-delete many ${resource.name}`,
    description: `\`{"ids": […]}\`, an array, or \`ids=1,2\`: at most ${MAX_ITEMS} ids or uuids. All are deleted, or none.`,
    access: accessInBulk(resource, 'delete'),
    items: Type.Union(
      [Type.Integer({ minimum: 1, maximum: 1e15 - 1 }), Type.String({ pattern: ID_OR_UUID })],
      { examples: [42] },
    ),
    data: nothing,
    messages: ['Action was successful'],
    refusals: [404, 409],
    handle: async (call) => {
      const keys = idsToDelete(call.body, call.sent).map(
        (id): Fields => (typeof id === 'number' ? { id } : { uuid: id }),
      )
      const lock = async (ctx: Ctx) => {
        await lockTree(ctx, resource)
        await lockItems(ctx, resource, keys)
      }
      const remove = async (ctx: Ctx, key: Fields) => {
        const row = await rowOf(ctx, resource, key)
        await operationsOf(resource).remove(ctx, resource, row, { cascade: false })
        return row.id
      }
      await eachInTransaction(call, keys, remove, async () => undefined, lock)
      return { data: [], messages: ['Action was successful'] }
    },
  })
}

/** Reads the fields of one item of a bulk call. */
export const itemReader = (resource: Resource, schema: ObjectSchema, nullIsAbsent: boolean): Reader =>
  reader(schema, {
    unknown: 'refuse',
    known: IGNORED_BY_WRITES,
    readOnly: readOnlyNames(resource),
    nullIsAbsent,
  })

/** Locks the records of a bulk write in one order, so that concurrent calls with the same records don't deadlock. */
const lockItems = ({ db }: Ctx, { table }: Resource, keys: Fields[]): Promise<void> =>
  lockMatching(db, table, namedBy(keys))

function namedBy(keys: readonly Fields[]): Where {
  const eb = anyTable()
  const valuesOf = (name: string) => keys.flatMap((key) => key[name] ?? [])
  return eb.or([eb('id', 'in', valuesOf('id')), eb('uuid', 'in', valuesOf('uuid'))])
}

/** Reserves memory for a large response before the transaction, which must not wait for it. */
const reserveFor = async (call: Call, items: readonly unknown[]): Promise<void> => {
  if (items.length > FIRST_RECORDS) await call.budget().reserve()
}

/** Reads the written records within the transaction, so that a response that is too large rolls back the write. */
const writtenItems = (call: Call, ctx: Ctx, resource: Resource, ids: number[]): Promise<ReadRecord[]> =>
  readByIds(ctx, resource, ids, ids.length > FIRST_RECORDS ? call.budget() : undefined)

/**
 * Runs the single operation for each item, in one transaction; a refusal names its item.
 * @param finish reads the written records for the response
 * @param before acquires locks for all items, and prepares their writes
 */
function eachInTransaction<T, Result>(
  call: Call,
  items: T[],
  run: (ctx: Ctx, item: T) => Promise<number>,
  finish: (ctx: Ctx, ids: number[]) => Promise<Result>,
  before?: (ctx: Ctx) => Promise<void>,
): Promise<Result> {
  const runEach = async (ctx: Ctx) => {
    await before?.(ctx)
    const ids: number[] = []
    for (const [index, item] of items.entries()) {
      if (index % BATCH_SIZES.records === 0) await yieldToEventLoop()
      ids.push(await run(ctx, item).catch((error) => Promise.reject(atItem(error, index))))
    }
    return finish(ctx, ids)
  }
  return inTransaction(call.ctx, runEach, { isLong: true })
}

/** Waits for the write, whose refusal names its item. */
const idOf = async ({ result }: RecordWrite): Promise<number> => (await result).id

async function rowOf(ctx: Ctx, resource: Resource, key: Fields): Promise<AnyRow> {
  const eb = anyTable()
  const keys = Object.entries(key).map(([name, value]) => eb(name, '=', value))
  const [row] = await storedRows(ctx, resource.table, eb.and([...keys, eb('deleted_at', 'is', null)]), {
    limit: 1,
  })
  if (!row) throw notFound(say`No ${nounOf(resource)} matches.`)
  return row
}
