import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { PER_PAGE } from '../../crud/query/list-query.ts'
import { VersionedCache } from '../../crud/query/versioned-cache.ts'
import { perDb } from '../../db/per-db.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { scanDb } from '../../db/queries/long-reads.ts'
import { preparedByShape, readByShape } from '../../db/queries/prepared.ts'
import { stateOfRows } from '../../db/table-states.ts'
import type { Db } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'

/** Link tables of users that triggers count, with the column by which they count. */
const COUNTED_LINKS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
type UserLinks = keyof typeof COUNTED_LINKS

const MEMBER_TABLES = ['users', ...(Object.keys(COUNTED_LINKS) as UserLinks[])] as const

/** The state of users, with a version of which users and links exist. */
const membersState = (db: Db) => stateOfRows(db, MEMBER_TABLES)

/** The connection for counting users: the event loop's own while there are few users. */
export const dbForCounting = async (db: Db): Promise<Db> => scanDb(db, await membersState(db))

const cacheOf = perDb(() => new VersionedCache<number>(() => 0))

/** For each set, counts the live users linked with any of its records. Cached until users or links are added or removed. */
export async function countMembers(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  // Never cache uncommitted counts; after a write, cached counts are stale.
  const isCached = !ctx.db.isTransaction && !ctx.isAfterWrite
  const version = isCached ? (await membersState(ctx.db)).version : 0
  const missing = new MissingCounts()
  const countOf = (set: number[]) => {
    if (set.length === 0) return 0
    const key = keyOf(links, set)
    const read = () => missing.add(key, set)
    return isCached ? cacheOf(ctx.db).get(key, version, read) : read()
  }
  const counts = Promise.all(sets.map(countOf))
  // Some counts are shared with concurrent requests. If the read fails, this promise must not reject unhandled.
  counts.catch(() => undefined)
  await missing.read(ctx.db, links)
  return counts
}

const keys = new WeakMap<readonly number[], string>()

/** Memoized: a set may have a thousand ids and be counted for each record of a page. */
function keyOf(links: UserLinks, set: readonly number[]): string {
  const key = keys.get(set) ?? `${links} ${set}`
  keys.set(set, key)
  return key
}

type MissingCount = PromiseWithResolvers<number> & { set: number[] }

/** Sets per statement. */
const SETS_PER_STATEMENT = 40

/** The counts that are not in the cache, to be read together. */
class MissingCounts {
  readonly #byKey = new Map<string, MissingCount>()

  /** The count that {@link read} will read. */
  add(key: string, set: number[]): Promise<number> {
    const count = this.#byKey.get(key) ?? { ...Promise.withResolvers<number>(), set }
    this.#byKey.set(key, count)
    return count.promise
  }

  async read(db: Db, links: UserLinks): Promise<void> {
    const counts = [...this.#byKey.values()]
    try {
      const isSingle = ({ set }: MissingCount) => set.length === 1
      await readStoredCounts(db, links, counts.filter(isSingle))
      await countSets(
        db,
        links,
        counts.filter((count) => !isSingle(count)),
      )
    } catch (error) {
      for (const { reject } of counts) reject(error)
    }
  }
}

const singleCounts = preparedByShape<{ record: number; count: number }>()

/** Counts for single records are stored: see migration 0009. */
async function readStoredCounts(db: Db, links: UserLinks, counts: readonly MissingCount[]): Promise<void> {
  for (const some of chunks(counts)) {
    const ids = some.map(({ set: [id] }) => id)
    const key = ids.length <= PER_PAGE ? String(ids.length) : undefined
    const build = ({ links, ...ids }: Fields) =>
      db
        .selectFrom('member_counts')
        .where('links', '=', links as UserLinks)
        .where('record', 'in', Object.values(ids) as number[])
        .groupBy('record')
        .select((eb) => ['record', eb.fn.sum<number>('count').as('count')])
    const rows = await readByShape(singleCounts, db, { key, values: { ...ids, links } }, build)
    const stored = new Map(rows.map(({ record, count }) => [Number(record), Number(count)]))
    for (const { set, resolve } of some) resolve(stored.get(set[0] as number) ?? 0)
  }
}

async function countSets(db: Db, links: UserLinks, counts: readonly MissingCount[]): Promise<void> {
  if (counts.length === 0) return
  const state = await membersState(db)
  const readDb = scanDb(db, state)
  for (const some of chunks(counts, 10_000 / SETS_PER_STATEMENT)) {
    const selects = some.map(
      ({ set }, index) =>
        sql`select cast(${index} as integer) as position, ${countOf(db, links, set, state.trashed)} as count`,
    )
    const union = sql<{ position: number; count: number }>`${sql.join(selects, sql` union all `)}`
    const { rows } = await union.execute(readDb)
    for (const { position, count } of rows) some[position]?.resolve(Number(count))
  }
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
