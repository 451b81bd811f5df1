import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from './connect.ts'
import { dialectOf } from './dialect.ts'
import { type NumberedEntry, numberCopied, readNumbered } from './queries/numbered-entries.ts'
import type { Database, Db } from './tables.ts'

/** Derived by triggers from the other tables, or of concern to their own database only. */
const NOT_COPIED = [
  'schema_migrations',
  'table_states',
  'member_counts',
  'deferred_indices',
  'changes',
  'pending_search_rows',
  'audit_numbers',
  'webhook_dispatch',
]

export interface CopiedTable {
  name: keyof Database
  /** The primary key, which orders its rows. */
  key: string
  /** Columns that the engine generates. */
  generated: readonly string[]
}

/**
 * The tables to copy: all that the database has, except the derived ones. They are in the order in which migrations create
 * them: the users before their links, which triggers count by the users that are there.
 */
export async function tablesOf(db: Db): Promise<CopiedTable[]> {
  const { rows } = await dialectOf(db).tableColumns.execute(db)
  return [...Map.groupBy(rows, ({ table }) => table)]
    .filter(([name]) => !NOT_COPIED.includes(name))
    .map(([name, columns]) => ({
      name: name as keyof Database,
      key: columns.find(({ is_key }) => is_key)?.column as string,
      generated: columns.filter(({ is_generated }) => is_generated).map(({ column }) => column),
    }))
}

/** A summary of a table: two tables with equal summaries have equal rows. */
export interface Summary {
  count: number
  /** SHA-256 of all rows in order, hex. */
  checksum: string
}

type Row = Record<string, unknown>

/** Rows of one batch. */
const ROWS_PER_BATCH = 500

/** All rows of a table in batches, ordered by key. */
async function* rowsOf(db: Db, { name, key }: CopiedTable): AsyncGenerator<Row[]> {
  let last: unknown
  for (;;) {
    const from = sql`select * from ${sql.table(name)}`
    const next = last === undefined ? sql`` : sql`where ${sql.ref(key)} > ${last}`
    const rows =
      name === 'audit_entries'
        ? ((await readNumbered(db, (last as number | undefined) ?? 0, ROWS_PER_BATCH)).map(
            renumbered,
          ) as Row[])
        : (await sql<Row>`${from} ${next} order by ${sql.ref(key)} limit ${ROWS_PER_BATCH}`.execute(db)).rows
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_BATCH) return
    last = rows.at(-1)?.[key]
  }
}

/** In a copy, the number of an entry is also its id. */
const renumbered = ({ number, ...entry }: NumberedEntry) => ({ ...entry, id: number })

const textOf = (row: Row) =>
  JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Reads a whole table. */
export async function summaryOf(db: Db, table: CopiedTable): Promise<Summary> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of rowsOf(db, table)) {
    for (const row of rows) hash.update(textOf(row)).update('\n')
    count += rows.length
  }
  return { count, checksum: hash.digest('hex') }
}

export const countOf = async (db: Db, { name }: Pick<CopiedTable, 'name'>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What the installation of a new database says: since when it keeps the past, and who it is. */
const OF_NEW = ['past.since', 'database.id']

/** Whether nothing was ever stored. */
export async function isNew(db: Db, tables: readonly CopiedTable[]): Promise<boolean> {
  for (const table of tables) {
    const count = await countOf(db, table)
    if (count > (table.name === 'installation' ? OF_NEW.length : 0)) return false
  }
  return true
}

/**
 * Copies these tables into a new database of the same schema, in one transaction on each side.
 * @param watch returns the progress display of a table
 */
export function copyTables(
  tables: readonly CopiedTable[],
  from: Db,
  to: Connection,
  watch: (table: CopiedTable) => Promise<{ at: (count: number) => void; end: () => void }>,
): Promise<void> {
  return to.fill(async (db) => {
    // What the source says holds for its copy.
    await db.deleteFrom('installation').execute()
    for (const table of tables) {
      const view = await watch(table)
      let count = 0
      for await (const rows of rowsOf(from, table)) {
        await db
          .insertInto(table.name)
          .values(rows.map((row) => stored(table, row)) as never)
          .execute()
        count += rows.length
        view.at(count)
      }
      view.end()
    }
    await numberCopied(db)
  })
}

function stored({ generated }: CopiedTable, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !generated.includes(name)))
}
