import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Kysely, type LogEvent, sql } from 'kysely'
import { migrate, requireCurrent, schemaVersion } from './migrate.ts'
import { columnTypes, databaseFault, sqliteDialect } from './sqlite.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

/** A database, open. All the service knows of the engine behind it. */
export interface Connection {
  db: Db
  /** The file it is kept in, where it is one. */
  file: string | undefined
  /** @returns the names of the migrations applied @throws NewerDatabaseError */
  migrate(): Promise<string[]>
  schemaVersion(): Promise<number>
  /** @throws NewerDatabaseError, OutdatedDatabaseError unless the schema is this version's */
  requireCurrent(): Promise<void>
  /** Writes a consistent copy to a file that is empty or not there, while others read and write. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}

export interface ConnectOptions {
  /** Told of every statement, for logs at debug level and for tests that count them. */
  onQuery?: (event: LogEvent) => void
  /** Refuse to make a database that is not there. */
  mustExist?: boolean
  /** Change nothing, not even the journal's mode; for copies. Implies `mustExist`. */
  readOnly?: boolean
}

/** The database could not be opened; the message is for people. */
export class ConnectError extends Error {}

const IN_MEMORY = ':memory:'

/** `sqlite:path/to/file.db`, relative to the working directory; `sqlite::memory:` for a test. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const file = url.slice('sqlite:'.length)
  const db = new Kysely<Database>({
    dialect: openSqlite(file, options),
    ...(options.onQuery && { log: options.onQuery }),
  })
  return {
    db,
    file: file === IN_MEMORY ? undefined : resolve(file),
    migrate: () => migrate(db, columnTypes),
    schemaVersion: () => schemaVersion(db),
    requireCurrent: () => requireCurrent(db),
    copyTo: async (target) => {
      await sql`vacuum into ${target}`.execute(db)
    },
    close: () => db.destroy(),
  }
}

function openSqlite(file: string, { mustExist = false, readOnly = false }: ConnectOptions) {
  if (mustExist || readOnly) requireFile(file)
  else if (file !== IN_MEMORY) makeFolder(dirname(resolve(file)))
  try {
    return sqliteDialect(file, { readOnly })
  } catch (error) {
    const reason = databaseFault(error) ?? (error as Error).message
    throw new ConnectError(`Cannot open the database ${file}: ${reason}.`, { cause: error })
  }
}

function requireFile(file: string): void {
  if (existsSync(file)) return
  throw new ConnectError(
    `There is no database at ${file}. \`rolecall serve\` and \`rolecall migrate\` make it.`,
  )
}

/** Made for its owner alone: what is kept in it concerns nobody else on the machine. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = (error as Error).message
    throw new ConnectError(`Cannot make the database's folder ${folder}: ${reason}.`, { cause: error })
  }
}

export { databaseFault, isUniqueViolation } from './sqlite.ts'
