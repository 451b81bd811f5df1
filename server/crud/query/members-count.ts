import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { scanDb } from '../../db/queries/long-reads.ts'
import { preparedByShape, readByShape } from '../../db/queries/prepared.ts'
import { membersState } from '../../db/table-states.ts'
import type { Db } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'
import type { AnyDatabase } from '../define/resource.ts'
import { listCaches } from './list-caches.ts'
import { PER_PAGE } from './list-query.ts'

/** Link tables of users that triggers count, with the column by which they count. */
export const COUNTED_LINKS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
type UserLinks = keyof typeof COUNTED_LINKS

/** The connection for counting users: the event loop's own while there are few users. */
export const dbForCounting = async (db: Db): Promise<Db> => scanDb(db, await membersState(db))

/** For each set, counts the live users linked with any of its records. Cached until users or links are added or removed. */
export async function countMembers(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  // Never cache uncommitted counts; after a write, cached counts are stale.
  const isRead = ctx.db.isTransaction || ctx.isAfterWrite === true
  const version = isRead ? 0 : (await membersState(ctx.db)).version
  const unknown = new Map<string, { set: number[]; count: PromiseWithResolvers<number> }>()
  const { members } = listCaches(ctx.db)
  const counts = sets.map((set) => {
    if (set.length === 0) return 0
    const key = keyOf(links, set)
    const read = () => {
      const count = unknown.get(key)?.count ?? Promise.withResolvers<number>()
      unknown.set(key, { set, count })
      return count.promise
    }
    return isRead ? read() : members.get(key, version, read)
  })
  const all = Promise.all(counts)
  // Some counts are shared with concurrent requests. If countAll throws, this promise must not reject unhandled.
  all.catch(() => undefined)
  await countAll(ctx, links, [...unknown.values()])
  return all
}

const keys = new WeakMap<readonly number[], string>()

/** Memoized: a set may have a thousand ids and be counted for each record of a page. */
function keyOf(links: UserLinks, set: readonly number[]): string {
  const key = keys.get(set) ?? `${links} ${set}`
  keys.set(set, key)
  return key
}

type PendingCount = { set: number[]; count: PromiseWithResolvers<number> }

/** Sets per statement. */
const SETS_PER_STATEMENT = 40

async function countAll(ctx: Ctx, links: UserLinks, pending: readonly PendingCount[]): Promise<void> {
  const [singles, multiples] = [
    pending.filter(({ set }) => set.length === 1),
    pending.filter(({ set }) => set.length > 1),
  ]
  try {
    for (const some of chunks(singles)) await readCounts(ctx.db, links, some)
    if (multiples.length === 0) return
    const state = await membersState(ctx.db)
    const db = scanDb(ctx.db, state)
    for (const some of chunks(multiples, 10_000 / SETS_PER_STATEMENT))
      await countSets(db, links, state.trashed, some)
  } catch (error) {
    for (const { count } of pending) count.reject(error)
  }
}

const singleCounts = preparedByShape<{ record: number; count: number }>()

/** Counts for single records are stored: see migration 0009. */
async function readCounts(db: Db, links: UserLinks, pending: readonly PendingCount[]): Promise<void> {
  const ids = pending.map(({ set: [id] }) => id)
  const key = ids.length <= PER_PAGE ? String(ids.length) : undefined
  const build = ({ links, ...ids }: Fields) =>
    (db as AnyDatabase)
      .selectFrom('member_counts')
      .where('links', '=', links)
      .where('record', 'in', Object.values(ids))
      .groupBy('record')
      .select(['record', sql`sum(count)`.as('count')])
  const rows = await readByShape(singleCounts, db, { key, values: { ...ids, links } }, build)
  const counts = new Map(rows.map(({ record, count }) => [Number(record), Number(count)]))
  for (const { set, count } of pending) count.resolve(counts.get(set[0] as number) ?? 0)
}

async function countSets(
  db: Db,
  links: UserLinks,
  trashed: number,
  pending: readonly PendingCount[],
): Promise<void> {
  const counts = pending.map(
    ({ set }, index) =>
      sql`select cast(${index} as integer) as place, ${countOf(db, links, set, trashed)} as count`,
  )
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  for (const { place, count } of rows) pending[place]?.count.resolve(Number(count))
}

/**
 * Counts all linked users and subtracts those in the trash. Checks either the linked users or all trashed users,
 * whichever are fewer. Never reads the users table as a whole: a million rows are not in memory.
 */
function countOf(db: Db, links: UserLinks, set: number[], trashed: number): RawBuilder<number> {
  const [table, column] = [sql.table(links), sql.ref(COUNTED_LINKS[links])]
  const isIn = isAmong(db, column, set)
  const linked = sql`select count(*) from (select user_id from ${table} where ${isIn} group by user_id) members`
  const inTrash = sql`select id from users where deleted_at is not null`
  // The unary + forces the index by user: with the index by record, each record of the set would be looked up separately.
  return sql`(select linked - case when linked <= ${trashed}
    then (select count(distinct user_id) from ${table} where ${isIn} and user_id in (${inTrash}))
    else (select count(distinct user_id) from (${inTrash}) gone cross join ${table} where user_id = gone.id and +${isIn})
    end from (select (${linked}) as linked) counted)`
}
