import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { chunks } from '../db/chunks.ts'
import type { Db } from '../db/connect.ts'
import { wayThrough } from '../db/long-reads.ts'
import { membersState } from '../db/table-states.ts'
import { keptLists } from './kept-lists.ts'

const LINKS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
type UserLinks = keyof typeof LINKS

/** Where users are counted: while others wait, as long as they are few. */
export const wayToCount = async (db: Db): Promise<Db> => wayThrough(db, await membersState(db))

/** How many live users are linked with any record of each set: counted once, until users or links come or go. */
export async function countMembers(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  const state = await membersState(ctx.db)
  const { version, trashed } = state
  const db = wayThrough(ctx.db, state)
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
    // What a transaction has written may never come to be.
    return ctx.db.isTransaction ? read() : members.get(key, version, read)
  })
  const all = Promise.all(counts)
  // Some may be counted by others; whether theirs fail is theirs to tell as well as ours.
  all.catch(() => undefined)
  await countAll(db, links, trashed, [...unknown.values()])
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

async function countAll(db: Db, links: UserLinks, trashed: number, asked: Asked[]): Promise<void> {
  for (const some of chunks(asked, 10_000 / SETS)) {
    const counts = some.map(
      ({ set }, index) =>
        sql`select cast(${index} as integer) as place, ${countOf(links, set, trashed)} as count`,
    )
    try {
      const { rows } = await sql<{
        place: number
        count: number
      }>`${sql.join(counts, sql` union all `)}`.execute(db)
      for (const { place, count } of rows) some[place]?.count.resolve(Number(count))
    } catch (error) {
      for (const { count } of asked) count.reject(error)
      return
    }
  }
}

/**
 * All who are linked, less those in the trash: their links are looked at one by one, or those of everyone in the trash,
 * whichever are fewer. Never at users themselves, a million of whom are not in memory.
 */
function countOf(links: UserLinks, set: number[], trashed: number): RawBuilder<number> {
  const [table, column] = [sql.table(links), sql.ref(LINKS[links])]
  const isIn = sql`${column} in (${sql.join(set)})`
  const linked =
    set.length === 1
      ? sql`select count(*) from ${table} where ${isIn}`
      : sql`select count(*) from (select user_id from ${table} where ${isIn} group by user_id) members`
  const inTrash = sql`select id from users where deleted_at is not null`
  // By the user (+): by the records, links would be looked for once for each of the set.
  return sql`(select linked - case when linked <= ${trashed}
    then (select count(distinct user_id) from ${table} where ${isIn} and user_id in (${inTrash}))
    else (select count(distinct user_id) from (${inTrash}) gone cross join ${table} where user_id = gone.id and +${isIn})
    end from (select (${linked}) as linked) counted)`
}
