import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { chunks } from '../db/chunks.ts'
import type { Db } from '../db/connect.ts'
import { longReads } from '../db/long-reads.ts'
import { membersState } from '../db/table-states.ts'
import { keptLists } from './kept-lists.ts'

const LINKS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
type UserLinks = keyof typeof LINKS

/** Users that are counted while others wait. */
const MOST_INLINE = 5000

/** Where users are counted: while others wait, as long as they are few. */
export async function wayToCount(db: Db): Promise<Db> {
  const { live, trashed } = await membersState(db)
  return live + trashed > MOST_INLINE ? longReads(db) : db
}

/** How many live users are linked with any record of each set: counted once, until users or links come or go. */
export async function countMembers(ctx: Ctx, links: UserLinks, sets: readonly number[][]): Promise<number[]> {
  const { version, trashed } = await membersState(ctx.db)
  const db = await wayToCount(ctx.db)
  const unknown = new Map<string, { set: number[]; count: PromiseWithResolvers<number> }>()
  const { members } = keptLists(ctx.db)
  const counts = sets.map((set) => {
    if (set.length === 0) return 0
    const key = `${links} ${set}`
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

/** Those who are linked, one by one; or all of them, less those in the trash: whichever are fewer. */
function countOf(links: UserLinks, set: number[], trashed: number): RawBuilder<number> {
  const [table, column] = [sql.table(links), sql.ref(LINKS[links])]
  const isIn = sql`${column} in (${sql.join(set)})`
  const isLinked = sql`${table}.user_id = users.id and ${isIn}`
  const linked =
    set.length === 1
      ? sql`select count(*) from ${table} where ${isIn}`
      : sql`select count(*) from (select user_id from ${table} where ${isIn} group by user_id) members`
  return sql`(select case when linked <= ${trashed}
    then (select count(distinct users.id) from ${table} cross join users where users.deleted_at is null and ${isLinked})
    else linked - (select count(distinct users.id) from users cross join ${table}
      where users.deleted_at is not null and ${isLinked})
    end from (select (${linked}) as linked) counted)`
}
