import { sql } from 'kysely'
import type { RecordCache } from './cache/record-cache.ts'
import { prepared, preparedByShape, slot } from './queries/prepared.ts'
import type { Db, LinkTableName, RecordTableName } from './tables.ts'

/** Numbers of records, which triggers maintain for each table. */
export interface TableState {
  live: number
  trashed: number
}

/** What states are read from. Every `Ctx` is one. */
interface Source {
  db: Db
  /** Keeps states until the next write; absent in transactions. */
  records?: RecordCache | undefined
}

const sum = (column: string) => sql<number>`coalesce(cast(sum(${sql.ref(column)}) as bigint), 0)`
const sumOfTable = (column: string) =>
  sql<number>`coalesce(cast(sum(case when name = ${slot('name')} then ${sql.ref(column)} end) as bigint), 0)`

const stateQuery = prepared<TableState>((db) =>
  db
    .selectFrom('table_states')
    .where('name', '=', slot('name'))
    .select([sum('live').as('live'), sum('trashed').as('trashed')]),
)

/** The state of a table. */
export const tableState = ({ db, records }: Source, table: RecordTableName): Promise<TableState> => {
  const read = async () => (await stateQuery(db, { name: table }))[0] as TableState
  return records?.cached(`state ${table}`, records.version(table), read) ?? read()
}

interface StateOfRows extends TableState {
  /** Grows when rows of the tables are added or removed, not when they change. */
  version: number
}

const rowsQueries = preparedByShape<StateOfRows>()

/** The state of the first of these tables, with a version of which rows they all have. */
export const stateOfRows = (
  { db, records }: Source,
  tables: readonly [RecordTableName, ...LinkTableName[]],
): Promise<StateOfRows> => {
  const read = async () => {
    const query = rowsQueries(db, `${tables}`, (db) =>
      db
        .selectFrom('table_states')
        .where('name', 'in', tables)
        .select([
          sumOfTable('live').as('live'),
          sumOfTable('trashed').as('trashed'),
          sum('moves').as('version'),
        ]),
    )
    return (await query(db, { name: tables[0] }))[0] as StateOfRows
  }
  return records?.cached(`state of rows ${tables}`, records.version(undefined), read) ?? read()
}

/**
 * PostgreSQL stores a state in parts, one for each write since the last compaction; reads add them up. Nothing reads the
 * column `version` any more. It stays: to drop it means to replace every trigger that writes states, and saves no
 * measurable time.
 */
const MANY_PARTS = 200

/**
 * Merges the parts of each state and member count into one, if there are many; the sums stay the same. Several processes
 * may do so at once: each skips the parts that another one merges.
 */
export async function compactCounters(db: Db): Promise<void> {
  const { rows } = await sql<{ parts: number }>`select count(*) as parts from table_states`.execute(db)
  if (Number(rows[0]?.parts) <= MANY_PARTS) return
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
}
