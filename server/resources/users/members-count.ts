import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { PER_PAGE } from '../../crud/query/list-query.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { beginSharedRead, forSharedRead, isLongRead, scanDb } from '../../db/queries/long-reads.ts'
import { preparedByShape, readByShape } from '../../db/queries/prepared.ts'
import { stateOfRows } from '../../db/table-states.ts'
import type { Db } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'

/** Link tables of users that triggers count, with the column by which they count. */
const COUNTED_LINKS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
type UserLinks = keyof typeof COUNTED_LINKS

const MEMBER_TABLES = ['users', ...(Object.keys(COUNTED_LINKS) as UserLinks[])] as const

/** The state of users, with a version of which users and links exist. */
const membersState = (ctx: Ctx) => stateOfRows(ctx, MEMBER_TABLES)

/** The connection for counting users: the event loop's own while there are few users. */
export const dbForCounting = async (ctx: Ctx): Promise<Db> => scanDb(ctx, await membersState(ctx))

/** For each set, counts the live users linked with any of its records. Cached until users or links are added or removed. */
export async function countMembers(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  if (!ctx.records) return countAll(ctx, links, sets)
  const keys = sets.map((set) => keyOf(links, set))
  const { records } = ctx
  let state = await membersState(ctx)
  const isUnknown = (set: readonly number[], index: number) =>
    set.length > 1 && !records.isReady(keys[index] as string, state.version)
  if (isLongRead(state) && sets.some(isUnknown)) {
    await beginSharedRead(ctx, records)
    state = await membersState(ctx)
  }
  return records.cachedEach(keys, state.version, (positions) =>
    countAll(
      forSharedRead(ctx),
      links,
      positions.map((position) => sets[position] as number[]),
    ),
  )
}

const keys = new WeakMap<readonly number[], string>()

/** Memoized for sets of several ids: one may have a thousand, and be counted for each record of a page. */
function keyOf(links: UserLinks, set: readonly number[]): string {
  if (set.length === 1) return `members ${links} ${set[0]}`
  const key = keys.get(set) ?? `members ${links} ${set}`
  keys.set(set, key)
  return key
}

/** Sets per statement. */
const SETS_PER_STATEMENT = 40

async function countAll(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  const singles = sets.flatMap(([id, another]) => (id === undefined || another !== undefined ? [] : [id]))
  const counts = new Map<number[], number>()
  const ofSingles = new Map<number, number>()
  for (const ids of chunks([...new Set(singles)]))
    for (const [id, count] of await readCounts(ctx.db, links, ids)) ofSingles.set(id, count)
  const multiples = [...new Set(sets.filter(({ length }) => length > 1))]
  if (multiples.length > 0) {
    const state = await membersState(ctx)
    const db = await scanDb(ctx, state)
    for (const some of chunks(multiples, 10_000 / SETS_PER_STATEMENT)) {
      const read = await countSets(db, links, state.trashed, some)
      for (const [index, count] of read.entries()) counts.set(some[index] as number[], count)
    }
  }
  return sets.map((set) => counts.get(set) ?? ofSingles.get(set[0] as number) ?? 0)
}

/** The stored count of one record, as a value of SQL. */
export const storedCountOf = (links: UserLinks, id: string): RawBuilder<number> =>
  sql`(select coalesce(sum(count), 0) from member_counts where links = ${links} and record = ${sql.ref(id)})`

const singleCounts = preparedByShape<{ record: number; count: number }>()

/** Counts for single records are stored: see migration 0009. @returns the counts that are not 0, by id */
async function readCounts(db: Db, links: UserLinks, ids: readonly number[]): Promise<[number, number][]> {
  const key = ids.length <= PER_PAGE ? String(ids.length) : undefined
  const build = ({ links, ...ids }: Fields) =>
    db
      .selectFrom('member_counts')
      .where('links', '=', links as UserLinks)
      .where('record', 'in', Object.values(ids) as number[])
      .groupBy('record')
      .select((eb) => ['record', eb.fn.sum<number>('count').as('count')])
  const rows = await readByShape(singleCounts, db, { key, values: { ...ids, links } }, build)
  return rows.map(({ record, count }) => [Number(record), Number(count)])
}

/** @returns a count for each set */
async function countSets(
  db: Db,
  links: UserLinks,
  trashed: number,
  sets: readonly number[][],
): Promise<number[]> {
  const selects = sets.map(
    (set, index) =>
      sql`select cast(${index} as integer) as place, ${countOf(db, links, set, trashed)} as count`,
  )
  const { rows } = await sql<{
    place: number
    count: number
  }>`${sql.join(selects, sql` union all `)}`.execute(db)
  const counts = new Map(rows.map(({ place, count }) => [Number(place), Number(count)]))
  return sets.map((_, index) => counts.get(index) as number)
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
  // Materialized: PostgreSQL would count once for each use of the count.
  return sql`(with counted as materialized (select (${linked}) as linked) select linked - case when linked <= ${trashed}
    then (select count(distinct user_id) from ${table} where ${isIn} and user_id in (${inTrash}))
    else (select count(distinct user_id) from (${inTrash}) gone cross join ${table} where user_id = gone.id and +${isIn})
    end from counted)`
}
