import { DatabaseSync } from 'node:sqlite'

/** Opens a database file beside the service, as any other program could. */
export function using<T>(file: string, run: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file)
  try {
    return run(database)
  } finally {
    database.close()
  }
}

/** The rows of a query, as plain objects. */
export const rowsOf = (file: string, sql: string): Record<string, unknown>[] =>
  using(file, (database) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row })),
  )
