import { Kysely, type LogEvent } from 'kysely'
import { restoreIndices } from './deferred.ts'
import type { EngineOptions } from './engine.ts'
import { migrate, requireCurrent, schemaVersion } from './migrate.ts'
import * as postgres from './postgres.ts'
import * as sqlite from './sqlite.ts'
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
  /** Runs, in one transaction, what fills empty tables in any order: references are checked when it is done. */
  fill<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** Drops indices that the engine is better without while their table is filled. A start makes them again too. */
  defer(indices: readonly string[]): Promise<void>
  restoreDeferred(): Promise<void>
  /** Writes a consistent copy to a file that is empty or not there, while others read and write. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}

export interface ConnectOptions extends EngineOptions {
  /** Told of every statement, for logs at debug level and for tests that count them. */
  onQuery?: (event: LogEvent) => void
}

const IS_POSTGRES = /^postgres(ql)?:/

/** @param url `sqlite:path/to/file.db`, `sqlite::memory:` or `postgres://…` @throws ConnectError */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const engine = IS_POSTGRES.test(url) ? postgres.openPostgres(url) : sqlite.openSqlite(url, options)
  const db = new Kysely<Database>({
    dialect: engine.dialect,
    plugins: engine.plugins,
    ...(options.onQuery && { log: options.onQuery }),
  })
  return {
    db,
    file: engine.file,
    migrate: () =>
      engine.exclusively(db, async (db) => {
        const applied = await migrate(db, engine.columnTypes)
        await restoreIndices(db)
        return applied
      }),
    schemaVersion: () => schemaVersion(db),
    requireCurrent: () => requireCurrent(db),
    fill: (run) => engine.fill(db, run),
    defer: (indices) => engine.defer(db, indices),
    restoreDeferred: () => engine.exclusively(db, restoreIndices),
    copyTo: (target) => engine.copyTo(db, target),
    close: () => db.destroy(),
  }
}

export const isUniqueViolation = (error: unknown): boolean =>
  sqlite.isUniqueViolation(error) || postgres.isUniqueViolation(error)

/** What keeps the database from being used at all; undefined for errors of a single statement. */
export const databaseFault = (error: unknown): string | undefined =>
  sqlite.databaseFault(error) ?? postgres.databaseFault(error)

export { ConnectError } from './engine.ts'
