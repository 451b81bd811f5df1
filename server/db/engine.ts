import type { Dialect, Kysely, KyselyPlugin } from 'kysely'
import type { ColumnTypes } from './migrations/index.ts'
import type { Database } from './tables.ts'

/** What tells one kind of database from another. All else of the service is the same on each. */
export interface Engine {
  dialect: Dialect
  columnTypes: ColumnTypes
  plugins: KyselyPlugin[]
  /** The file it is kept in, where it is one. */
  file: string | undefined
  /** Runs while no other process does the same to this database. */
  exclusively<T>(db: Kysely<Database>, run: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /** Runs, in one transaction, what fills empty tables in any order: references are checked when it is done. */
  fill<T>(db: Kysely<Database>, run: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /** Has indices made when the table is filled; an engine that fills it as fast with them does nothing. */
  defer(db: Kysely<Database>, indices: readonly string[]): Promise<void>
  /** Writes a consistent copy to a file that is empty or not there, while others read and write. */
  copyTo(db: Kysely<Database>, file: string): Promise<void>
}

export interface EngineOptions {
  /** Refuse to make a database that is not there. */
  mustExist?: boolean
  /** Change nothing, not even the journal's mode; for copies. Implies `mustExist`. */
  readOnly?: boolean
  /**
   * For one command that writes much, and can go on where it stopped. A commit does not wait for the disk: a machine
   * that loses its power loses the last ones, whole, as if they had not been made.
   */
  inBulk?: boolean
}

/** The database could not be opened; the message is for people. */
export class ConnectError extends Error {}
