import { perDb } from '../../db/per-db.ts'
import { hasQuickIdLists, readIds } from '../../db/queries/id-lists.ts'
import { longReadDb } from '../../db/queries/long-reads.ts'
import type { Found } from '../../db/search/text-index.ts'
import type { Db, LinkTableName } from '../../db/tables.ts'
import type { AnyDatabase, DerivedRelation } from '../define/resource.ts'
import {
  findTexts,
  isByIdAlone,
  isLong,
  isPlain,
  type List,
  selectFound,
  selectIds,
  totalOf,
} from './list.ts'
import { limitTo } from './store.ts'
import { VersionedCache } from './versioned-cache.ts'

/** A cached list; valid until a table that it reads changes. */
interface CachedList {
  total: number
  /** At most the first `FIRST_IDS` ids, in order. */
  first: Float64Array
  /** When the entry expires although nothing is written: the next expiry of a link. */
  until?: string | undefined
  /** Number of pages requested beyond the first ids. */
  deepReads: number
}

/** Number of ids cached with a list's total. The ids of longer lists have a cache of their own, `allIds`. */
const FIRST_IDS = 10_000

/** The list caches of one database. */
interface ListCaches {
  lists: VersionedCache<CachedList>
  /** All ids of lists whose deep pages are read. */
  allIds: VersionedCache<Float64Array>
}

const listCaches = perDb<ListCaches>(() => ({
  lists: new VersionedCache<CachedList>(({ first }) => first.length),
  allIds: new VersionedCache<Float64Array>((ids) => ids.length),
}))

export interface PageIds {
  ids: number[]
  total: number
}

/** The ids of a page and the list's total; cached until the data changes. */
export async function pageIds(list: List, offset: number, count: number): Promise<PageIds> {
  const { ctx } = list
  const db = isLong(list) ? longReadDb(ctx.db) : ctx.db
  const { lists } = listCaches(ctx.db)
  const read = () => readFirst(db, list)
  // Never cache uncommitted rows.
  const cached = ctx.db.isTransaction ? await read() : await readCached(list, lists, keyOf(db, list), read)
  const { total, first } = cached
  const end = Math.min(offset + count, total)
  if (offset >= end) return { ids: [], total }
  if (end <= first.length) return { ids: [...first.subarray(offset, end)], total }
  return { ids: await deepPageIds(db, list, cached, offset, end), total }
}

async function readCached(
  list: List,
  lists: ListCaches['lists'],
  key: string,
  read: () => Promise<CachedList>,
) {
  const { state, ctx } = list
  const cached = await lists.get(key, state.version, read)
  if (cached.until === undefined || ctx.now() < cached.until) return cached
  lists.delete(key)
  return lists.get(key, state.version, read)
}

/** The cache key of a list: independent of the page and of the time. */
const keyOf = (db: Db, list: List): string => {
  const timeless = { ...list, ctx: { ...list.ctx, now: () => 'now' } }
  const { sql, parameters } = selectIds(db, timeless, { isExact: false }).compile()
  return `${sql} ${JSON.stringify(parameters)}`
}

async function readFirst(db: Db, list: List): Promise<CachedList> {
  const found = await foundFor(db, list)
  if (found.isEmpty) return { total: 0, first: new Float64Array(), deepReads: 0 }
  const relation = list.scope?.relation
  const until = relation?.kind === 'derived' ? await nextExpiry(db, relation, list.ctx.now()) : undefined
  const first = await readIds(db, limitTo(selectIds(db, list, found), FIRST_IDS + 1))
  if (first.length <= FIRST_IDS) return { total: first.length, first, deepReads: 0, until }
  const total = isPlain(list) ? totalOf(list) : await countFound(db, list, found)
  return { total, first, deepReads: 0, until }
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
async function nextExpiry(db: Db, { derivedFrom }: DerivedRelation, now: string): Promise<string> {
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
async function deepPageIds(
  db: Db,
  list: List,
  cached: CachedList,
  offset: number,
  end: number,
): Promise<number[]> {
  cached.deepReads += 1
  if (
    cached.deepReads > 1 &&
    cached.until === undefined &&
    hasQuickIdLists(db) &&
    !list.ctx.db.isTransaction
  ) {
    const { allIds } = listCaches(list.ctx.db)
    const read = async () => readIds(db, limitTo(selectIds(db, list, await foundFor(db, list)), cached.total))
    const all = await allIds.get(keyOf(db, list), list.state.version, read)
    return [...all.subarray(offset, end)]
  }
  const found = await foundFor(db, list)
  const isFromEnd = offset > cached.total / 2
  const query = isFromEnd ? selectIds(db, reversed(list), found) : selectIds(db, list, found)
  const start = isFromEnd ? cached.total - end : offset
  const ids = await readIds(db, limitTo(query, end - offset, start))
  return isFromEnd ? [...ids.reverse()] : [...ids]
}

function reversed(list: List): List {
  const orders = list.query.orders.map((order) => ({
    ...order,
    direction: order.direction === 'asc' ? ('desc' as const) : ('asc' as const),
  }))
  return { ...list, query: { ...list.query, orders } }
}
