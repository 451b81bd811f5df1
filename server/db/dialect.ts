import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Database, Db, RecordTableName } from './tables.ts'

/**
 * What differs between the engines in SQL, errors and concurrency: one object for each, in its folder. What opening a
 * database gives is its `Engine`. Kysely's adapter carries the dialect, since a database shares it with its transactions.
 */
export interface EngineDialect {
  /** Statements that a connection takes at once, without waiting for the results of those before. */
  pipelineDepth: number
  /** A statement runs in this thread: it blocks the event loop until it ends. */
  blocksEventLoop: boolean
  /** All ids of a large table are read quickly. */
  hasQuickIdLists: boolean
  /** How concurrent transactions keep apart; absent on an engine with one writer. */
  concurrentWrites?: ConcurrentWrites
  /** What positions of this database have in common, and those of no other. */
  identity: RawBuilder<{ identity: string }>
  errors: EngineErrors
  /** The ids of a column as one value, null if there are none, and how to decode it. */
  idList: { of: (column: RawBuilder<unknown>) => RawBuilder<unknown>; read: (value: unknown) => Float64Array }
  /** Ids as one value to bind: many may exceed the engine's limit of values. */
  idsValue: (ids: readonly number[]) => string
  /** Whether a column has one of the ids of such a value. */
  isInIdsValue: (column: Expression<unknown>, value: unknown) => RawBuilder<SqlBool>
  /** Texts as the rows `asked.value`, bound as one value: the statement is the same for any number. */
  textRows: (texts: readonly string[]) => RawBuilder<unknown>
  /** The columns of all tables, in the order in which the tables were created. */
  tableColumns: RawBuilder<TableColumn>
  /** The references to clear in batches before a record is deleted. */
  referencesToClear: (db: Db, table: RecordTableName) => Promise<readonly Reference[]>
  /**
   * Rewrites a part of the text index of a table, in which deleted texts can be found until then. Absent if the engine does so by
   * itself. @param isFirst begins anew @returns whether more may be left
   */
  forgetDeletedTexts?: (db: Db, table: RecordTableName, isFirst: boolean) => Promise<boolean>
  /** Finds rows by parts of their texts. */
  findParts: (
    db: Db,
    table: RecordTableName,
    parts: readonly Part[],
    options: { trashed: Trashed; all: number },
  ) => Promise<Found>
}

export const dialectOf = (db: Kysely<Database>): EngineDialect =>
  (db.getExecutor().adapter as unknown as { dialect: EngineDialect }).dialect

/** An advisory lock: `space` and `bucket` are its key. */
export interface LockKey {
  space: number
  bucket: number
  mode: 'shared' | 'exclusive'
}

/** Expressions of a select list, evaluated from left to right. A transaction holds its locks until it ends. */
export interface ConcurrentWrites {
  /** Waits for the lock. */
  lock: (key: LockKey) => RawBuilder<unknown>
  /** Takes the lock if it is free, and is true then. */
  tryLock: (key: LockKey) => RawBuilder<unknown>
  /** Stores the user who writes, for the rows of `changes`. */
  setAuthor: (id: number) => RawBuilder<unknown>
  /** Entries of the audit trail get their ids before the order of commits is known, and numbers afterwards. */
  entryNumbers: EntryNumbers
  /** The transaction was rolled back because of concurrent ones and may be retried. */
  isConflict: (error: unknown) => boolean
}

export interface EntryNumbers {
  /** The last id that was given to an entry, whether or not it is committed. */
  lastId: RawBuilder<{ id: number }>
  /** Gives the next numbers to the first committed entries in ranges of ids that have none. */
  give: (ranges: readonly IdRange[], options: NumberingOptions) => RawBuilder<Numbered>
  /** The position of the log, read once for a statement. It is not before any commit that the statement sees. */
  position: RawBuilder<number>
}

/** Ids, with both ends. */
export interface IdRange {
  first: number
  last: number
}

export interface NumberingOptions {
  /** All entries up to this id have a number. */
  settled: number
  /** The time of the numbers, unless the last one is later. */
  at: string
  /** Entries that are read. */
  most: number
}

/** What giving numbers has found. */
export interface Numbered {
  /** How many numbers were given. */
  count: number
  /** How many entries were read. If these are all it may read, there may be more after them. */
  read: number
  /** The ids of the entries that were read, in order. */
  found: IdRange[]
  /** See `AuditNumberTable`. */
  settled: number
  /** All transactions before it had ended. */
  xmin: string
  /** Of this transaction: all that have an id already have a smaller one. */
  xid: string
}

export interface EngineErrors {
  isUniqueViolation: (error: unknown) => boolean
  /** The unique index or constraint that was violated, if the error names it. */
  violatedConstraint: (error: unknown) => string | undefined
  /** A text that the engine cannot store: no record contains it. */
  isUnstorableText: (error: unknown) => boolean
  /** Why the database cannot be used at all; undefined for errors of a single statement. */
  databaseFault: (error: unknown) => string | undefined
  /** The next write fails as well. */
  isLastingFault: (error: unknown) => boolean
}

export interface TableColumn {
  table: string
  column: string
  is_key: number | boolean
  is_generated: number | boolean
}

/** A column that holds the id of a record. */
export interface Reference {
  table: string
  column: string
  /** Its rows are deleted with the record; otherwise the column becomes null. */
  isOwned: boolean
}

/** A text to find in indexed columns. */
export interface Part {
  /** At least one of them must contain it. */
  columns: readonly string[]
  /** Folded like the columns. */
  text: string
  /** The record also matches if it has this id. */
  id?: number | undefined
}

export type Trashed = 'false' | 'true' | 'only'

/** How to find candidate rows that may contain all parts. */
export interface Found {
  /** The index table, joined before the table of the records. */
  table?: string
  /** The id of the record of a row of the index. */
  recordId?: RawBuilder<number>
  where?: Expression<SqlBool>
  /** The order of the records in the index. */
  order?: Expression<unknown>
  /** All candidates match: their texts need no check. */
  isExact: boolean
  /** No row matches. */
  isEmpty?: boolean
}
