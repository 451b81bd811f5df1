import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, type LogEvent, sql } from 'kysely'
import { migrate, schemaVersion } from './migrate.ts'
import { columnTypes, sqliteDialect } from './sqlite.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

/** A database, open. All the service knows of the engine behind it. */
export interface Connection {
  db: Db
  /** @returns the names of the migrations applied @throws NewerDatabaseError */
  migrate(): Promise<string[]>
  schemaVersion(): Promise<number>
  /** Writes a consistent copy to a file that does not exist yet, while others read and write. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}

export interface ConnectOptions {
  /** Told of every statement, for logs at debug level and for tests that count them. */
  onQuery?: (event: LogEvent) => void
}

/** The database could not be opened; the message is for people. */
export class ConnectError extends Error {}

/** `sqlite:path/to/file.db`, relative to the working directory; `sqlite::memory:` for a test. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const file = url.slice('sqlite:'.length)
  const db = new Kysely<Database>({
    dialect: openSqlite(file),
    ...(options.onQuery && { log: options.onQuery }),
  })
  return {
    db,
    migrate: () => migrate(db, columnTypes),
    schemaVersion: () => schemaVersion(db),
    copyTo: async (target) => {
      await sql`vacuum into ${target}`.execute(db)
    },
    close: () => db.destroy(),
  }
}

function openSqlite(file: string) {
  try {
    if (file !== ':memory:') mkdirSync(dirname(resolve(file)), { recursive: true })
    return sqliteDialect(file)
  } catch (error) {
    throw new ConnectError(`Cannot open the database ${file}: ${(error as Error).message}.`, { cause: error })
  }
}

export { isUniqueViolation } from './sqlite.ts'
