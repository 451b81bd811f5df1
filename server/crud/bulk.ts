import { setImmediate as nextTurn } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { refuseIfAuthorityEnded } from '../access/authority.ts'
import { type Ctx, inTransaction, refuseIfGone } from '../access/context.ts'
import { accessInBulk } from '../access/matrix.ts'
import { A_TURN } from '../db/chunks.ts'
import { lockMatching } from '../db/row-locks.ts'
import { type Detail, invalid, invalidField, notFound, Refusal } from '../errors.ts'
import type { Call, Endpoint } from '../http/endpoint.ts'
import { KNOWN_EVERYWHERE } from '../http/known.ts'
import { type Fields, isFields } from '../http/parameters.ts'
import { type Reader, reader } from '../http/validate.ts'
import { fewAtOnce } from '../secrets/few-at-once.ts'
import { readByIds } from './read.ts'
import { type AnyRow, nounOf, type Resource } from './resource.ts'
import { itemSchema, readOnlyNames } from './route-parts.ts'
import { FIRST_ROWS } from './rows-in-slices.ts'
import { anyTable, storedRows } from './store.ts'
import { lockTree, movesInTree } from './tree.ts'
import { operationsOf } from './write.ts'

/** Items of one bulk call. */
export const MAX_ITEMS = 1000

/** Creating many, changing many and deleting many: each item by the rules of the single operation, all or nothing. */
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
  unknown: 'refuse' as const,
  input: Type.Object({}),
})

const itemsData = (resource: Resource) => Type.Object({ items: Type.Array(itemSchema(resource)) })

function createMany(resource: Resource, schema: TSchema): Endpoint {
  const read = itemReader(resource, schema, true)
  return {
    ...shared(resource),
    name: `${resource.name}.createMany`,
    methods: ['POST'],
    summary: `Create many ${resource.name}`,
    description: `The body is an array of at most ${MAX_ITEMS} items. All are created, or none.`,
    access: accessInBulk(resource.name, 'create'),
    when: (_sent, body) => Array.isArray(body),
    items: schema,
    status: 201,
    data: itemsData(resource),
    messages: ['Saved successfully.'],
    refusals: [409],
    prepare: async (call) => {
      const items = await sealItems(call, resource, readItems(itemsOf(call.body), read))
      await reserveFor(call, items)
      return items
    },
    handle: async (call) => {
      const items = await eachInTransaction(
        call,
        call.prepared as Fields[],
        (ctx, values) => operationsOf(resource).create(ctx, resource, values),
        (ctx, ids) => readWritten(call, ctx, resource, ids),
      )
      return { data: { items }, messages: ['Saved successfully.'] }
    },
  }
}

const KEYS = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1 })),
  uuid: Type.Optional(Type.String({ format: 'uuid' })),
})

interface Change {
  key: Fields
  changes: Fields
}

function updateMany(resource: Resource, schema: TSchema): Endpoint {
  const read = itemReader(resource, schema, false)
  const readKey = reader(KEYS, { unknown: 'ignore' })
  const readChange = ({ id, uuid, ...changes }: Fields): Fields => {
    const key = readKey({ id, uuid })
    if (key.id == null && key.uuid == null) throw invalidField('id', 'required', 'id or uuid is required.')
    return { key, changes: read(changes) }
  }
  return {
    ...shared(resource),
    name: `${resource.name}.updateMany`,
    methods: ['PUT', 'PATCH'],
    summary: `Change many ${resource.name}`,
    description: `The body is an array of at most ${MAX_ITEMS} items \`{id or uuid, …changes}\`. All are changed, or none.`,
    access: accessInBulk(resource.name, 'update'),
    items: Type.Intersect([KEYS, schema]),
    data: itemsData(resource),
    messages: ['Saved'],
    refusals: [404, 409],
    prepare: async (call) => {
      const items = readItems(itemsOf(call.body), readChange) as unknown as Change[]
      const sealed = await sealItems(
        call,
        resource,
        items.map(({ changes }) => changes),
      )
      await reserveFor(call, items)
      return items.map(({ key }, index) => ({ key, changes: sealed[index] }))
    },
    handle: async (call) => {
      const items = call.prepared as Change[]
      const lock = async (ctx: Ctx) => {
        if (items.some(({ changes }) => movesInTree(changes))) await lockTree(ctx, resource)
        await lockItems(
          ctx,
          resource,
          items.map(({ key }) => key),
        )
      }
      const update = async (ctx: Ctx, { key, changes }: Change) => {
        const row = await rowOf(ctx, resource, key)
        await operationsOf(resource).update(ctx, resource, row, changes)
        return row.id
      }
      const answer = (ctx: Ctx, ids: number[]) => readWritten(call, ctx, resource, ids)
      return {
        data: { items: await eachInTransaction(call, items, update, answer, lock) },
        messages: ['Saved'],
      }
    },
  }
}

function removeMany(resource: Resource): Endpoint {
  return {
    ...shared(resource),
    name: `${resource.name}.deleteMany`,
    methods: ['DELETE'],
    summary: `Soft-delete many ${resource.name}`,
    description: `\`{"ids": […]}\`, an array, or \`ids=1,2\`: at most ${MAX_ITEMS} ids or uuids. All are deleted, or none.`,
    access: accessInBulk(resource.name, 'delete'),
    items: Type.Union([Type.Integer(), Type.String()], { examples: [42] }),
    data: Type.Array(Type.Unknown()),
    messages: ['Action was successful'],
    refusals: [404, 409],
    handle: async (call) => {
      const keys = idsOf(call).map((id): Fields => (typeof id === 'number' ? { id } : { uuid: id }))
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
  }
}

const itemReader = (resource: Resource, schema: TSchema, nullIsAbsent: boolean): Reader =>
  reader(schema, {
    unknown: 'refuse',
    known: KNOWN_EVERYWHERE,
    readOnly: readOnlyNames(resource),
    nullIsAbsent,
  })

/** @throws Refusal 422 for an empty list, or one too long */
export function itemsOf(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new Refusal(400, 'malformed', 'The body must be an array of items.')
  return bounded(body)
}

function bounded<T>(items: T[]): T[] {
  if (items.length === 0) throw invalidField('items', 'required', 'Name at least one.')
  if (items.length > MAX_ITEMS)
    throw invalidField('items', 'out_of_range', `At most ${MAX_ITEMS} items at once.`)
  return items
}

/** So many faults, and those of the item at hand: a small request shall not have a large answer. */
const MAX_FAULTS = 1000

/** Reads every item, and tells the faults of all of them. */
export function readItems(items: unknown[], read: Reader): Fields[] {
  const details: Detail[] = []
  const values = items.map((item, index) => {
    if (details.length >= MAX_FAULTS) return {}
    if (!isFields(item)) {
      details.push({
        field: String(index),
        code: 'invalid_type',
        message: `${index} must be an object of fields.`,
      })
      return {}
    }
    try {
      return read(item)
    } catch (error) {
      details.push(...atItem(error, index).details)
      return {}
    }
  })
  if (details.length > 0) throw invalid(details)
  return values
}

/** Seals the secrets of all items, which may take seconds: only as long as somebody waits for it who may have it done. */
async function sealItems({ ctx }: Call, { prepare }: Resource, items: Fields[]): Promise<Fields[]> {
  if (!prepare) return items
  const seal = (item: Fields, index: number) =>
    prepare(item, ctx).catch((error) => Promise.reject(atItem(error, index)))
  return fewAtOnce(items, seal, async () => {
    refuseIfGone(ctx)
    await refuseIfAuthorityEnded(ctx)
  })
}

/** Locks the records of a bulk write in one order: two calls that name the same ones in another order don't deadlock. */
async function lockItems(ctx: Ctx, { table }: Resource, keys: Fields[]): Promise<void> {
  const eb = anyTable()
  const valuesOf = (name: string) => keys.flatMap((key) => key[name] ?? [])
  const named = eb.or([eb('id', 'in', valuesOf('id')), eb('uuid', 'in', valuesOf('uuid'))])
  await lockMatching(ctx.db, table, named)
}

/** Before the transaction, which must not wait: the answer to many items may be a large one. */
const reserveFor = async (call: Call, items: readonly unknown[]): Promise<void> => {
  if (items.length > FIRST_ROWS) await call.budget().reserve()
}

/** What was written, within the transaction: where it is too much to answer, nothing is. */
const readWritten = (call: Call, ctx: Ctx, resource: Resource, ids: number[]): Promise<Fields[]> =>
  readByIds(ctx, resource, ids, ids.length > FIRST_ROWS ? call.budget() : undefined)

/**
 * Runs the single operation for each item, in one transaction; what goes wrong names its item.
 * @param finish reads what is answered of the records written
 * @param lock takes the locks that all of them need
 */
function eachInTransaction<T, Result>(
  call: Call,
  items: T[],
  run: (ctx: Ctx, item: T) => Promise<number>,
  finish: (ctx: Ctx, ids: number[]) => Promise<Result>,
  lock?: (ctx: Ctx) => Promise<void>,
): Promise<Result> {
  return inTransaction(call.ctx, async (ctx) => {
    await lock?.(ctx)
    const ids: number[] = []
    for (const [index, item] of items.entries()) {
      if (index % A_TURN.records === 0) await nextTurn()
      ids.push(await run(ctx, item).catch((error) => Promise.reject(atItem(error, index))))
    }
    return finish(ctx, ids)
  })
}

/** The same refusal, pointing at the item. Other errors are rethrown as they are. */
function atItem(error: unknown, index: number): Refusal {
  if (!(error instanceof Refusal)) throw error
  const { status, code, message, details, headers } = error
  const own = details.length > 0 ? details : [{ field: '', code, message }]
  const pointed = own.map((detail) => {
    const field = detail.field === '' ? String(index) : `${index}.${detail.field}`
    return { ...detail, field, message: `Item ${index}: ${detail.message}` }
  })
  return new Refusal(status, code, message, { details: pointed, headers, cause: error })
}

async function rowOf(ctx: Ctx, resource: Resource, key: Fields): Promise<AnyRow> {
  const eb = anyTable()
  const keys = Object.entries(key).map(([name, value]) => eb(name, '=', value))
  const [row] = await storedRows(ctx, resource.table, eb.and([...keys, eb('deleted_at', 'is', null)]), {
    limit: 1,
  })
  if (!row) throw notFound(`No ${nounOf(resource)} matches.`)
  return row
}

function idsOf({ body, sent }: Call): (number | string)[] {
  const given = Array.isArray(body) ? body : sent.ids
  if (given === undefined || given === null || given === '') {
    throw invalidField('ids', 'required', 'Name at least one id: ids=1,2 or {"ids": [1, 2]}.')
  }
  const ids = [given].flat().flatMap((id) => (typeof id === 'string' ? id.split(',') : [id]))
  return bounded(ids).map((id, index) => readId(id, index))
}

function readId(id: unknown, index: number): number | string {
  const text = typeof id === 'number' || typeof id === 'string' ? String(id).trim().toLowerCase() : ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (/^[0-9a-f-]{36}$/.test(text)) return text
  throw invalidField(String(index), 'invalid_type', `Item ${index} must be an id or a uuid.`)
}
