import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { postgresDerived } from './migrations/0005-postgres.ts'
import { type Derived, SEARCHED } from './migrations/0005-search-and-totals.ts'
import { sqliteDerived } from './migrations/0005-sqlite.ts'
import { isPostgres } from './postgres.ts'

/**
 * Runs what writes a large part of a table, in a transaction of the caller's, without keeping its index of texts; it is
 * made anew afterwards. Worth it from some tenth of the table's rows on: a million are indexed in 7 s, row by row in 20.
 */
export async function withoutTextIndex<T>(
  db: Db,
  table: keyof typeof SEARCHED,
  run: () => Promise<T>,
): Promise<T> {
  const derived = isPostgres(db) ? postgresDerived : sqliteDerived
  const { drop, make, fill, keep }: Derived = derived.search(table, SEARCHED[table])
  for (const statement of drop) await sql.raw(statement).execute(db)
  const result = await run()
  for (const statement of [...make, ...fill, ...keep]) await sql.raw(statement).execute(db)
  return result
}
