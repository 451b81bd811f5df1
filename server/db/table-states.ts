import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { prepared, slot } from './prepared.ts'
import type { LinkTableName, RecordTableName } from './tables.ts'

/** What triggers keep of a table, without counting: the same version means that nothing in it has changed. */
export interface TableState {
  live: number
  trashed: number
  version: number
}

interface Sums extends TableState {
  parts: number
}

const sums = (db: Db) =>
  db
    .selectFrom('table_states' as never)
    .select([
      sql<number>`coalesce(cast(sum(live) as bigint), 0)`.as('live'),
      sql<number>`coalesce(cast(sum(trashed) as bigint), 0)`.as('trashed'),
      sql<number>`coalesce(cast(sum(version) as bigint), 0)`.as('version'),
      sql<number>`count(*)`.as('parts'),
    ])

const ofOne = prepared<Sums>((db) => sums(db).where('name' as never, '=', slot('name')))
const ofAll = prepared<Sums>((db) => sums(db))

/** The state of a table; of all tables together, for what is read from several. */
export async function tableState(db: Db, table: RecordTableName | 'all'): Promise<TableState> {
  const [state] = (await (table === 'all' ? ofAll(db, {}) : ofOne(db, { name: table }))) as [Sums]
  if (state.parts > MANY_PARTS && !db.isTransaction) void addUp(db)
  return state
}

/** PostgreSQL keeps a state in parts, one for each write since they were last added up. */
const MANY_PARTS = 500

const addingUp = new WeakSet<Db>()

/** Makes one of a state's parts, which nobody who reads can tell from the many. Others may be at it too. */
async function addUp(db: Db): Promise<void> {
  if (addingUp.has(db)) return
  addingUp.add(db)
  try {
    await sql`with taken as (
        delete from table_states where id in (select id from table_states for update skip locked) returning *)
      insert into table_states (name, live, trashed, version)
        select name, sum(live), sum(trashed), sum(version) from taken group by name`.execute(db)
  } catch {
    // The parts are still there; the next reader tries again.
  } finally {
    addingUp.delete(db)
  }
}

export type CountedTable = RecordTableName | LinkTableName
