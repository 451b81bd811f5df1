import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../server/db/tables.ts'
import type { BenchEngine } from '../engines/engine.ts'

type Row = Record<string, unknown>

/** Both engines accept more values per statement. */
const MAX_VALUES = 30_000
const MAX_ROWS = 1000

/**
 * Inserts rows, many per statement, whose text is built once. Plain inserts, so that triggers run for each row. Every
 * row has the columns of the first.
 */
export async function insertAll(
  db: Db,
  { placeholder }: BenchEngine,
  table: string,
  rows: Iterable<Row>,
): Promise<void> {
  let columns: string[] = []
  let text = ''
  let [size, pending]: [number, unknown[]] = [0, []]
  const statementOf = (count: number) => {
    const values = Array.from({ length: count }, (_, row) => {
      const places = columns.map((_, column) => placeholder(row * columns.length + column + 1))
      return `(${places.join(', ')})`
    })
    return `insert into ${table} (${columns.join(', ')}) values ${values.join(', ')}`
  }
  const write = (text: string, values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values))
  for (const row of rows) {
    if (size === 0) {
      columns = Object.keys(row)
      size = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns.length))
      text = statementOf(size)
    }
    for (const column of columns) pending.push(row[column])
    if (pending.length === size * columns.length) {
      await write(text, pending)
      pending = []
    }
  }
  if (pending.length > 0) await write(statementOf(pending.length / columns.length), pending)
}

/** Drops the indices while the tables are filled and creates them afterwards, which is much faster than row by row. */
export async function withoutIndices(db: Db, engine: BenchEngine, run: () => Promise<void>): Promise<void> {
  const indices = await engine.indices(db as never)
  for (const { name } of indices) await sql`drop index ${sql.ref(name)}`.execute(db)
  await run()
  for (const { statement } of indices) await sql.raw(statement).execute(db)
}
