import type { Ctx } from '../../access/context.ts'
import { hasQuickIdLists, readIds } from '../../db/queries/id-lists.ts'
import { longReadDb } from '../../db/queries/long-reads.ts'
import type { Found } from '../../db/search/text-index.ts'
import type { Db, LinkTableName } from '../../db/tables.ts'
import type { AnyDatabase, DerivedRelation } from '../define/resource.ts'
import {
  findTexts,
  type Identity,
  identityOf,
  isByIdAlone,
  isLong,
  isPlain,
  type List,
  selectFound,
  selectIds,
  totalOf,
} from './list.ts'
import { limitTo } from './store.ts'

export interface PageIds {
  ids: number[]
  total: number
  /** When the list changes although nothing is written: the next expiry of a link. */
  until?: string | undefined
}

/** The beginning of a list. */
interface Beginning {
  total: number
  /** At most the first `FIRST_IDS` ids, in order. */
  first: Float64Array
  until?: string | undefined
  /** Number of pages requested beyond the first ids. */
  deepPages: number
}

/** Number of ids read with a list's total. */
const FIRST_IDS = 10_000

/** The ids of a page and the list's total. */
export async function pageIds(list: List, offset: number, count: number): Promise<PageIds> {
  const beginning = await beginningOf(list)
  const { total, first, until } = beginning
  const end = Math.min(offset + count, total)
  if (offset >= end) return { ids: [], total, until }
  if (end <= first.length) return { ids: [...first.subarray(offset, end)], total, until }
  return { ids: await deepPageIds(list, beginning, offset, end), total, until }
}

const dbFor = async (list: List): Promise<Db> => (isLong(list) ? longReadDb(list.ctx) : list.ctx.db)

const keyOfFirst = (key: string) => `first ids ${key}`

async function beginningOf(list: List): Promise<Beginning> {
  const { ctx, resource, query, scope } = list
  const read = async () => readFirst(await dbFor(list), list)
  if (!ctx.records) return read()
  const { key, version } = identityOf(ctx.records, resource, query, scope)
  return ctx.records.cachedUntil(keyOfFirst(key), version, ctx.now, read, ({ first }) => first.byteLength)
}

/** Whether {@link pageIds} needs a long read for the ids before this position. */
export const beginsWithLongRead = (list: List, { key, version }: Identity, end: number): boolean =>
  isLong(list) && (end > FIRST_IDS || !list.ctx.records?.isReady(keyOfFirst(key), version))

async function readFirst(db: Db, list: List): Promise<Beginning> {
  const found = await foundFor(db, list)
  if (found.isEmpty) return { total: 0, first: new Float64Array(), deepPages: 0 }
  const until = await endOf(list)
  const first = await readIds(db, limitTo(selectIds(db, list, found), FIRST_IDS + 1))
  if (first.length <= FIRST_IDS) return { total: first.length, first, deepPages: 0, until }
  const total = isPlain(list) ? totalOf(list) : await countFound(db, list, found)
  return { total, first, deepPages: 0, until }
}

/** When the list changes although nothing is written. */
async function endOf({ ctx, scope, query }: List): Promise<string | undefined> {
  const relation = scope?.relation
  const derivedFrom = [
    ...new Set([
      ...(query.expiringLinks ?? []),
      ...(relation?.kind === 'derived' ? relation.derivedFrom : []),
    ]),
  ]
  return ctx.records && derivedFrom.length > 0 ? nextExpiry(ctx, { derivedFrom }) : undefined
}

/**
 * Chooses between the text index and a scan. For a sort order other than the index's, all its matches must be sorted; a
 * scan in the sort order can stop early if many records contain the text.
 */
async function foundFor(db: Db, list: List): Promise<Found> {
  const found = await findTexts(db, list)
  if (found.table === undefined || found.isEmpty || isByIdAlone(list)) return found
  const all = list.state.live + list.state.trashed
  const count = await countFound(db, list, found)
  return count * count <= FIRST_IDS * all ? found : { isExact: false }
}

/** When the next link expires from which the relation is derived; year 9999 if none does. */
export async function nextExpiry(
  { db, records, now }: Ctx,
  { derivedFrom }: Pick<DerivedRelation, 'derivedFrom'>,
): Promise<string> {
  const read = async () => ({ until: await readNextExpiry(db, derivedFrom, now()) })
  const key = `next expiry ${derivedFrom}`
  const { until } = await (records?.cachedUntil(key, records.version(undefined), now, read) ?? read())
  return until
}

async function readNextExpiry(db: Db, derivedFrom: readonly LinkTableName[], now: string): Promise<string> {
  const nextOf = (table: LinkTableName) =>
    db
      .selectFrom(table)
      .where('expires_at', '>', now)
      .select((eb) => eb.fn.min('expires_at').as('at'))
  const rows = await derivedFrom
    .map(nextOf)
    .reduce((all, one) => all.unionAll(one))
    .execute()
  const times = rows.map(({ at }) => at).filter((at) => at !== null)
  return times.sort()[0] ?? '9999'
}

async function countFound(db: Db, list: List, found: Found): Promise<number> {
  const { count } = await selectFound(db, list, found)
    .select((eb: AnyDatabase) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ids beyond the first ones: the first read skips rows from the nearer end; the second one caches all ids. */
async function deepPageIds(list: List, beginning: Beginning, offset: number, end: number): Promise<number[]> {
  const { ctx, resource, query, scope } = list
  const db = await dbFor(list)
  beginning.deepPages += 1
  if (ctx.records && beginning.deepPages > 1 && beginning.until === undefined && hasQuickIdLists(db)) {
    const { key, version } = identityOf(ctx.records, resource, query, scope)
    const read = async () =>
      readIds(db, limitTo(selectIds(db, list, await foundFor(db, list)), beginning.total))
    const all = await ctx.records.cached(`all ids ${key}`, version, read, ({ byteLength }) => byteLength)
    return [...all.subarray(offset, end)]
  }
  const found = await foundFor(db, list)
  const isFromEnd = offset > beginning.total / 2
  const select = isFromEnd ? selectIds(db, reversed(list), found) : selectIds(db, list, found)
  const start = isFromEnd ? beginning.total - end : offset
  const ids = await readIds(db, limitTo(select, end - offset, start))
  return isFromEnd ? [...ids.reverse()] : [...ids]
}

function reversed(list: List): List {
  const orders = list.query.orders.map((order) => ({
    ...order,
    direction: order.direction === 'asc' ? ('desc' as const) : ('asc' as const),
  }))
  return { ...list, query: { ...list.query, orders } }
}
