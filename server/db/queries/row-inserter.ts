import type { Database, Db } from '../tables.ts'
import { sent } from '../transactions/sent-statements.ts'
import { preparedByShape, slot } from './prepared.ts'

/** Rows per statement. Few sizes, since each has a prepared statement. */
const ROWS_PER_STATEMENT = [64, 8, 1]

/** Rows that callers insert before the event loop serves others. */
export const MOST_INSERTED_AT_ONCE = 64

type AnyRow = Readonly<Record<string, unknown>>

/**
 * Inserts many rows with few prepared statements: building a statement for them costs more than running it. Rows without a column
 * get null.
 * @param finish waits for a statement, which has begun; omitted: see {@link sent}
 */
export function rowInserter(
  table: keyof Database,
  finish: (db: Db, statement: Promise<unknown>) => Promise<unknown> = sent,
) {
  const statements = preparedByShape()
  // The set only grows.
  const columns = new Set<string>()
  return async (db: Db, rows: readonly AnyRow[]): Promise<void> => {
    for (const row of rows) for (const name of Object.keys(row)) columns.add(name)
    const names = [...columns]
    let done = 0
    for (const size of ROWS_PER_STATEMENT) {
      const insert = statements(db, `${names.length} columns, ${size} rows`, (db) =>
        db.insertInto(table).values(slotsOfRows(names, size)),
      )
      for (; rows.length - done >= size; done += size) {
        const values = rows.slice(done, done + size).flatMap((row) => names.map((name) => row[name] ?? null))
        await finish(db, insert(db, values as unknown as Record<string, unknown>))
      }
    }
  }
}

/** Slots are numbered row by row: their values are a list. */
const slotsOfRows = (names: string[], size: number) =>
  Array.from({ length: size }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, slot(String(row * names.length + index))])),
  )
