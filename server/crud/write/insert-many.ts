import type { Ctx } from '../../access/context.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { Fields } from '../../values/fields.ts'
import type { AnyDatabase, Resource } from '../define/resource.ts'

/** Rows of one statement. Few sizes: each is a statement that stays prepared. */
const SIZES = [64, 8, 1]

/**
 * What stores many new records, as {@link newRow} makes them, by few statements that are built once. Whether unique
 * values are taken is for the caller to ask, in the same transaction.
 */
export function rowInserter({ table }: Resource) {
  const statements = preparedByShape()
  // They only grow: rows that lack one have null there.
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

/** Places are numbered, row by row: their values are a list. */
const placesFor = (names: string[], size: number) =>
  Array.from({ length: size }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, slot(String(row * names.length + index))])),
  )
