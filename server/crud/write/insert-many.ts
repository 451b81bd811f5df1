import type { Ctx } from '../../access/context.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { Fields } from '../../values/fields.ts'
import type { AnyDatabase, Resource } from '../define/resource.ts'

/** Rows per statement. Few sizes, since each has a prepared statement. */
const SIZES = [64, 8, 1]

/**
 * Inserts many new records, made by {@link newRow}, with few prepared statements. The caller checks unique values in the
 * same transaction.
 */
export function rowInserter({ table }: Resource) {
  const statements = preparedByShape()
  // The set only grows: rows without a column get null.
  const columns = new Set<string>()
  return async (ctx: Ctx, rows: readonly Fields[]): Promise<void> => {
    for (const row of rows) for (const name of Object.keys(row)) columns.add(name)
    const names = [...columns]
    let done = 0
    for (const size of SIZES) {
      const insert = statements(ctx.db, `${names.length} columns, ${size} rows`, (db) =>
        (db as AnyDatabase).insertInto(table).values(placesFor(names, size)),
      )
      for (; rows.length - done >= size; done += size) {
        const values = rows.slice(done, done + size).flatMap((row) => names.map((name) => row[name] ?? null))
        await insert(ctx.db, values as unknown as Fields)
      }
    }
  }
}

/** Slots are numbered row by row: their values are a list. */
const placesFor = (names: string[], size: number) =>
  Array.from({ length: size }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, slot(String(row * names.length + index))])),
  )
