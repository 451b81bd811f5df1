import { sql } from 'kysely'
import { perDb } from './per-db.ts'
import { cachedUntilWrite } from './queries/direct.ts'
import { prepared, slot } from './queries/prepared.ts'
import type { Db, RecordTableName } from './tables.ts'

/** What triggers keep of a table, without counting: the same version means that nothing in it has changed. */
export interface TableState {
  live: number
  trashed: number
  version: number
}

interface Sums extends TableState {
  parts: number
}

const sum = (column: string) => sql<number>`coalesce(cast(sum(${sql.ref(column)}) as bigint), 0)`
const sumOfTable = (column: string) =>
  sql<number>`coalesce(cast(sum(case when name = ${slot('name')} then ${sql.ref(column)} end) as bigint), 0)`
const parts = sql<number>`count(*)`.as('parts')

const stateQuery = prepared<Sums>((db) =>
  db
    .selectFrom('table_states' as never)
    .where('name' as never, '=', slot('name'))
    .select([sum('live').as('live'), sum('trashed').as('trashed'), sum('version').as('version'), parts]),
)

const stateAmongAllQuery = prepared<Sums>((db) =>
  db
    .selectFrom('table_states' as never)
    .select([
      sumOfTable('live').as('live'),
      sumOfTable('trashed').as('trashed'),
      sum('version').as('version'),
      parts,
    ]),
)

/** The state of a table. */
export const tableState = (db: Db, table: RecordTableName): Promise<TableState> =>
  cachedUntilWrite(`state ${table}`, db, () => stateBy(stateQuery, db, table))

/** The same, with a version of all tables together: for what is read from several. */
export const tableStateAmongAll = (db: Db, table: RecordTableName): Promise<TableState> =>
  cachedUntilWrite(`state ${table} among all`, db, () => stateBy(stateAmongAllQuery, db, table))

const membersQuery = prepared<Sums>((db) =>
  db
    .selectFrom('table_states' as never)
    .where('name' as never, 'in', ['users', 'user_roles', 'user_taxonomies'] as never)
    .select([
      sumOfTable('live').as('live'),
      sumOfTable('trashed').as('trashed'),
      // Grows as users and their links come and go, not as they change.
      sum('moves').as('version'),
      parts,
    ]),
)

/** The state of users, with a version of who there is and what they are linked with. */
export const membersState = (db: Db): Promise<TableState> =>
  cachedUntilWrite('state of members', db, () => stateBy(membersQuery, db, 'users'))

async function stateBy(query: typeof stateQuery, db: Db, table: RecordTableName): Promise<TableState> {
  const [state] = (await query(db, { name: table })) as [Sums]
  compactIfMany(db, state.parts)
  return state
}

/** PostgreSQL keeps a state in parts, one for each write since they were last added up. */
const MANY_PARTS = 200

/** Adds them up where somebody has just read many of them. */
export function compactIfMany(db: Db, parts: number): void {
  if (parts > MANY_PARTS && !db.isTransaction) void compact(db)
}

const compaction = perDb(() => ({ isRunning: false }))

/** Makes one of the parts of a state, and of a count of members, which nobody who reads can tell from the many. Others may be at it too. */
async function compact(db: Db): Promise<void> {
  const state = compaction(db)
  if (state.isRunning) return
  state.isRunning = true
  try {
    await sql`with taken as (
        delete from table_states where id in (select id from table_states for update skip locked) returning *)
      insert into table_states (name, live, trashed, version, moves)
        select name, sum(live), sum(trashed), sum(version), sum(moves) from taken group by name`.execute(db)
    await sql`with taken as (
        delete from member_counts where id in (
          select id from member_counts where (links, record) in (
            select links, record from member_counts group by links, record having count(*) > 1)
          for update skip locked) returning *)
      insert into member_counts (links, record, count)
        select links, record, sum(count) from taken group by links, record`.execute(db)
  } catch {
    // The parts are still there; the next reader tries again.
  } finally {
    state.isRunning = false
  }
}
