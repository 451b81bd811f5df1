import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { scanDb } from '../../db/queries/long-reads.ts'
import { preparedByShape, readByShape } from '../../db/queries/prepared.ts'
import { compactIfMany, membersState } from '../../db/table-states.ts'
import type { Db } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'
import type { AnyDatabase } from '../define/resource.ts'
import { keptLists } from './kept-lists.ts'
import { PER_PAGE } from './list-query.ts'

/** Links of users, which triggers count, and the column that the counts are kept by. */
export const COUNTED_LINKS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
type UserLinks = keyof typeof COUNTED_LINKS

/** Where users are counted: while others wait, as long as they are few. */
export const wayToCount = async (db: Db): Promise<Db> => scanDb(db, await membersState(db))

/** How many live users are linked with any record of each set: counted once, until users or links come or go. */
export async function countMembers(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  // What a transaction has written may be rolled back; after a write, what is kept is out of date.
  const isRead = ctx.db.isTransaction || ctx.isAfterWrite === true
  const version = isRead ? 0 : (await membersState(ctx.db)).version
  const unknown = new Map<string, { set: number[]; count: PromiseWithResolvers<number> }>()
  const { members } = keptLists(ctx.db)
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
  // Some may be counted by others; whether theirs fail is theirs to tell as well as ours.
  all.catch(() => undefined)
  await countAll(ctx, links, [...unknown.values()])
  return all
}

const keys = new WeakMap<readonly number[], string>()

/** Written out once: a set may be of a thousand, and asked about for each record of a page. */
function keyOf(links: UserLinks, set: readonly number[]): string {
  const key = keys.get(set) ?? `${links} ${set}`
  keys.set(set, key)
  return key
}

type Asked = { set: number[]; count: PromiseWithResolvers<number> }

/** Sets that one statement counts. */
const SETS = 40

async function countAll(ctx: Ctx, links: UserLinks, asked: readonly Asked[]): Promise<void> {
  const [ofOne, ofMany] = [
    asked.filter(({ set }) => set.length === 1),
    asked.filter(({ set }) => set.length > 1),
  ]
  try {
    for (const some of chunks(ofOne)) await readCounts(ctx.db, links, some)
    if (ofMany.length === 0) return
    const state = await membersState(ctx.db)
    const db = scanDb(ctx.db, state)
    for (const some of chunks(ofMany, 10_000 / SETS)) await countSets(db, links, state.trashed, some)
  } catch (error) {
    for (const { count } of asked) count.reject(error)
  }
}

const countsOfOnes = preparedByShape<{ record: number; count: number; parts: number }>()

/** Of one record it is kept: see migration 0009. */
async function readCounts(db: Db, links: UserLinks, asked: readonly Asked[]): Promise<void> {
  const ids = asked.map(({ set: [id] }) => id)
  const key = ids.length <= PER_PAGE ? String(ids.length) : undefined
  const build = ({ links, ...ids }: Fields) =>
    (db as AnyDatabase)
      .selectFrom('member_counts')
      .where('links', '=', links)
      .where('record', 'in', Object.values(ids))
      .groupBy('record')
      .select(['record', sql`sum(count)`.as('count'), sql`count(*)`.as('parts')])
  const rows = await readByShape(countsOfOnes, db, { key, values: { ...ids, links } }, build)
  compactIfMany(db, Math.max(0, ...rows.map(({ parts }) => Number(parts))))
  const counts = new Map(rows.map(({ record, count }) => [Number(record), Number(count)]))
  for (const { set, count } of asked) count.resolve(counts.get(set[0] as number) ?? 0)
}

async function countSets(db: Db, links: UserLinks, trashed: number, asked: readonly Asked[]): Promise<void> {
  const counts = asked.map(
    ({ set }, index) =>
      sql`select cast(${index} as integer) as place, ${countOf(db, links, set, trashed)} as count`,
  )
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  for (const { place, count } of rows) asked[place]?.count.resolve(Number(count))
}

/**
 * All who are linked, less those in the trash: their links are looked at one by one, or those of everyone in the trash,
 * whichever are fewer. Never at users themselves, a million of whom are not in memory.
 */
function countOf(db: Db, links: UserLinks, set: number[], trashed: number): RawBuilder<number> {
  const [table, column] = [sql.table(links), sql.ref(COUNTED_LINKS[links])]
  const isIn = isAmong(db, column, set)
  const linked = sql`select count(*) from (select user_id from ${table} where ${isIn} group by user_id) members`
  const inTrash = sql`select id from users where deleted_at is not null`
  // By the user (+): by the records, links would be looked for once for each of the set.
  return sql`(select linked - case when linked <= ${trashed}
    then (select count(distinct user_id) from ${table} where ${isIn} and user_id in (${inTrash}))
    else (select count(distinct user_id) from (${inTrash}) gone cross join ${table} where user_id = gone.id and +${isIn})
    end from (select (${linked}) as linked) counted)`
}
