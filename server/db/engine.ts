import type { Dialect, Kysely, KyselyPlugin } from 'kysely'
import type { Changes } from './changes/changes.ts'
import type { ColumnTypes } from './migrations/migration.ts'
import type { Database, Db } from './tables.ts'
import type { WriteHealth } from './write-health.ts'

/** On SQLite, the isolation level of a transaction that shares its commit with no other. */
export const ALONE = 'serializable'

export type Row = Record<string, unknown>

/** Read replicas of a database. */
export interface ReadReplicas {
  /**
   * Reads from a replica that shows all writes of the user, else from the primary. Call it once `allChanges` has resolved
   * with true.
   */
  read: <T>(userId: number, primary: Db, run: (db: Db) => Promise<T> | T) => Promise<T>
  close: () => Promise<void>
}

/** What opening a database of either kind provides. What differs in its statements is in `dialect.ts`. */
export interface Engine {
  dialect: Dialect
  columnTypes: ColumnTypes
  plugins: KyselyPlugin[]
  /** Separate connections to the same database for long reads, as many as run at once; each statement is refused beyond the limit. */
  longReads: { atOnce: number; dialect: (limitMs: number) => Dialect } | undefined
  /** Connections on which transactions run; absent if there is one writer. */
  writes?: { dialect: Dialect; connections: number }
  /** The database file, if it is one. */
  file: string | undefined
  /** Changes of cached data by this process and, as far as known, by other processes. */
  changes: Changes
  /** Brings `changes` up to date. @returns false if writes of other processes may be missing: do not use the cache then */
  syncChanges: () => boolean
  /** Resolves when `changes` has told of all commits before the call; to false if it may have missed some. */
  allChanges: () => Promise<boolean>
  /** How far the database has come: a number that grows with each write. */
  progress: {
    /** At least that of the last commit of this process. */
    written: () => number
    /** Resolves, once `changes` has told of all commits before the call, to what these are; to undefined if it may have missed some. */
    known: () => Promise<number | undefined>
  }
  /** Resolves when all commits that can be read now, also those of other processes, are on the disk. */
  flushed: () => Promise<void>
  /** Wakes the numbering of other processes; absent if entries need no numbers. */
  recorded?: {
    /** Call it after a commit with entries of the audit trail. */
    tell: () => void
    onTold: (listener: () => void) => void
  }
  /** Opens read replicas; absent if the engine has none. */
  replicas?: (
    urls: readonly string[],
    options: {
      openDb: (reading: Reading) => Db
      onFault: ((replica: string, error: unknown) => void) | undefined
    },
  ) => ReadReplicas
  /**
   * For a transaction that has just begun: whether `changes` tells of everything that affects the access of these users, which
   * transactions that share its commit may have changed. Absent if the database runs several transactions at a time.
   */
  isAccessUnchanged?: ((userIds: readonly number[]) => boolean) | undefined
  /** Runs a compiled `select` outside of any transaction, bypassing Kysely. */
  read?: (sql: string, parameters: readonly unknown[]) => Row[] | Promise<Row[]>
  /** @throws unless the database answers and has disk space; {@link WriteHealth} knows whether writes succeed */
  requireReady: () => Promise<void>
  /** Work that the engine needs at intervals. */
  jobs: readonly { name: string; intervalMs: number; run: (db: Kysely<Database>) => Promise<void> }[]
  /** Runs a function under a lock that is exclusive among all processes of this database. */
  exclusively<T>(db: Kysely<Database>, run: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /** Fills empty tables in one transaction, in any order: references are checked at its end. */
  fill<T>(db: Kysely<Database>, run: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /** Defers indices until the table is filled; does nothing on an engine that fills it as fast with them. */
  defer(db: Kysely<Database>, indices: readonly string[]): Promise<void>
  restoreDeferred(db: Kysely<Database>): Promise<void>
  /** Writes a consistent copy to a new or empty file, without blocking reads and writes. */
  copyTo(db: Kysely<Database>, file: string): Promise<void>
}

/** What a connection that only reads provides. */
export type Reading = Pick<Engine, 'dialect' | 'plugins' | 'read'>

export interface EngineOptions {
  /** Refuse to create a missing database. */
  mustExist?: boolean
  /** Change nothing, not even the journal mode; for copies. Implies `mustExist`. */
  readOnly?: boolean
  /** The time limit of a long read; tests use a shorter one. */
  longestReadMs?: number
  /**
   * For a resumable command that writes a lot. A commit does not wait for the disk: a power failure loses the last
   * transactions, each one completely.
   */
  inBulk?: boolean
  /** Called with the fault when writes begin to fail because of the database, and with undefined when they succeed again. */
  onWriteFault?: (fault: unknown) => void
}

/** The options that open an engine. */
export interface OpenEngine extends EngineOptions {
  /** Notified of the outcome of writes. */
  health: WriteHealth
}

/** The database could not be opened. The message is for people. */
export class ConnectError extends Error {}
