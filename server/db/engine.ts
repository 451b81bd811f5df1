import type { Dialect, Kysely, KyselyPlugin } from 'kysely'
import type { FeedPoll } from './changes/change-feed.ts'
import type { Changes } from './changes/changes.ts'
import type { ColumnTypes } from './migrations/migration.ts'
import type { Database } from './tables.ts'
import type { WriteHealth } from './write-health.ts'

export type Row = Record<string, unknown>

/** What all processes that share a database committed, look by look. */
export interface CommitFeed {
  /** Has a listener told of each look from now on. */
  onPoll: (listener: (look: FeedPoll) => void) => void
  /** All that was committed until a second ago is known. */
  isFresh: () => boolean
  /** All that was committed before the call is known when it resolves. */
  ask: () => Promise<void>
}

/** What tells one kind of database from another. All else of the service is the same on each. */
export interface Engine {
  dialect: Dialect
  columnTypes: ColumnTypes
  plugins: KyselyPlugin[]
  /** Another way to the same database, for reads that may take long; each is refused beyond the limit. */
  longReads: ((limitMs: number) => Dialect) | undefined
  /** Connections on which transactions run; absent where there is one writer. */
  writes?: { dialect: Dialect; connections: number }
  /** The file it is kept in, where it is one. */
  file: string | undefined
  /** What this process, and those it is told of, have changed of what is kept in memory. */
  changes: Changes
  /** Brings `changes` up to date. @returns whether others' writes are known of: if not, memory is not to be trusted */
  syncChanges: () => boolean
  /** What others commit; absent where it is noticed as it happens. */
  commitFeed?: CommitFeed
  /** The same of a transaction that has just begun, where the database has one at a time; left out where it has many. */
  syncChangesInTransaction?: () => boolean
  /** Grows with every write to the database, by whomever; left out where others' are not known of at once. */
  writeCount?: () => number
  /** Runs a compiled `select` outside of any transaction, without going through Kysely. */
  read?: (sql: string, parameters: readonly unknown[]) => Row[] | Promise<Row[]>
  /** @throws unless the database answers and has room; whether writes succeed is for {@link WriteHealth} to say */
  requireReady: () => Promise<void>
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
  /** How long a list may take to read; tests don't wait that long. */
  longestReadMs?: number
  /**
   * For one command that writes much, and can go on where it stopped. A commit does not wait for the disk: a machine
   * that loses its power loses the last ones, whole, as if they had not been made.
   */
  inBulk?: boolean
  /** Told when writes begin to be refused because of the database, with the fault, and when they are accepted again. */
  onWriteFault?: (fault: unknown) => void
}

/** What an engine is opened with. */
export interface OpenEngine extends EngineOptions {
  /** To be told how writes end. */
  health: WriteHealth
}

/** The database could not be opened; the message is for people. */
export class ConnectError extends Error {}
