import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from './connect.ts'
import type { Database, Db } from './tables.ts'

/** The tables to copy. Deferred indices and changes concern only their own database. */
type TableName = Exclude<keyof Database, 'deferred_indices' | 'changes'>

/** Every table: the key that orders its rows, and the columns that the engine generates. */
const TABLES: Record<TableName, { key: 'id' | 'hash' | 'day'; generated?: readonly string[] }> = {
  users: { key: 'id', generated: ['name', 'status'] },
  registrations: { key: 'id', generated: ['name'] },
  roles: { key: 'id' },
  permissions: { key: 'id' },
  taxonomy_types: { key: 'id' },
  taxonomies: { key: 'id' },
  user_roles: { key: 'id' },
  role_permissions: { key: 'id' },
  user_taxonomies: { key: 'id' },
  tokens: { key: 'id' },
  codes: { key: 'hash' },
  idempotency_keys: { key: 'hash' },
  idempotency_parts: { key: 'id' },
  attempts: { key: 'hash' },
  known_places: { key: 'hash' },
  imports: { key: 'hash' },
  daily_counts: { key: 'day' },
}

export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

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
async function* rowsOf(db: Db, table: TableName): AsyncGenerator<Row[]> {
  const { key } = TABLES[table]
  let last: unknown
  for (;;) {
    const from = sql`select * from ${sql.table(table)}`
    const next = last === undefined ? sql`` : sql`where ${sql.ref(key)} > ${last}`
    const { rows } = await sql<Row>`${from} ${next} order by ${sql.ref(key)} limit ${ROWS_PER_BATCH}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_BATCH) return
    last = rows.at(-1)?.[key]
  }
}

const textOf = (row: Row) =>
  JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Reads a whole table. */
export async function summaryOf(db: Db, table: TableName): Promise<Summary> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of rowsOf(db, table)) {
    for (const row of rows) hash.update(textOf(row)).update('\n')
    count += rows.length
  }
  return { count, checksum: hash.digest('hex') }
}

export const countOf = async (db: Db, table: TableName): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Copies every table into an empty database of the same schema, in one transaction on each side.
 * @param watch returns the progress display of a table
 */
export function copyTables(
  from: Db,
  to: Connection,
  watch: (table: TableName) => Promise<{ at: (count: number) => void; end: () => void }>,
): Promise<void> {
  return to.fill(async (db) => {
    for (const table of TABLE_NAMES) {
      const view = await watch(table)
      let count = 0
      for await (const rows of rowsOf(from, table)) {
        await db
          .insertInto(table)
          .values(rows.map((row) => stored(table, row)) as never)
          .execute()
        count += rows.length
        view.at(count)
      }
      view.end()
    }
  })
}

function stored(table: TableName, row: Row): Row {
  const { generated = [] } = TABLES[table]
  return Object.fromEntries(Object.entries(row).filter(([name]) => !generated.includes(name)))
}
