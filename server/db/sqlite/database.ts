import { type AggregateOptions, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Row } from '../engine.ts'

/** Declared types that SQLite stores as integers or text, and how to decode their values. */
const READERS: Record<string, (value: unknown) => unknown> = {
  BOOLEAN: (value) => value !== 0,
  JSON: (value) => JSON.parse(value as string),
}

/** Only filters that clients compose make more statements than this. */
const MAX_STATEMENTS = 500

/** How long a statement waits for another process to finish its write. */
const LOCK_WAIT_MS = 5000
const RETRY_MS = 50

/**
 * Switches a new file to WAL mode. If two processes do so at the same time, SQLite fails one of them with "locked" at
 * once, whatever the timeout.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  for (let tries = LOCK_WAIT_MS / RETRY_MS; ; tries--) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (tries === 0 || !isLocked(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}

/** The page cache of each connection, in KiB; the operating system caches much more of the file. */
const CACHE_KIB = {
  reader: 16_384,
  /** Pages beyond this are written to the log before the commit, which then waits for less. */
  writer: 8192,
  /** A long read scans far more than this, but only once. */
  thread: 8192,
}

/**
 * Rows of a million users touch pages all over the indices. The pages are checkpointed once for many batches (400 MB of
 * log), not once per batch: four times as fast. The cache holds 128 MB of them.
 */
const IN_BULK = 'pragma synchronous = normal; pragma wal_autocheckpoint = 100000; pragma cache_size = -131072'

export interface OpenOptions {
  readOnly: boolean
  /** See {@link EngineOptions}. */
  inBulk?: boolean
  /** The connection belongs to a worker thread. */
  isOfThread?: boolean
  /** Called each time that `fold` runs, once per row; an error that it throws ends the statement. */
  onFold?: () => void
}

/** Opens a database file; every statement is prepared once and reused. */
export function openDatabase(
  file: string,
  { readOnly, inBulk = false, isOfThread = false, onFold }: OpenOptions,
): PreparingDatabase {
  const database = new DatabaseSync(file, { readOnly })
  if (!readOnly) useWriteAheadLog(database)
  database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}; pragma foreign_keys = on; pragma synchronous = full;
    pragma cache_size = -${CACHE_KIB[isOfThread ? 'thread' : readOnly ? 'reader' : 'writer']}`)
  if (inBulk) database.exec(IN_BULK)
  database.function('fold', { deterministic: true }, (value) => {
    onFold?.()
    return typeof value === 'string' ? value.toLowerCase() : value
  })
  database.aggregate('id_list', idListAggregate)
  return new PreparingDatabase(database, readOnly)
}

/** A list of ids is one value, eight bytes per id: one row per id would cost ten times as much. */
const idListAggregate = {
  start: (): number[] => [],
  step: (ids: number[], id: number) => {
    ids.push(id)
    return ids
  },
  result: (ids: number[]) => new Uint8Array(new Float64Array(ids).buffer),
} as unknown as AggregateOptions

/** A connection that prepares each statement once and reuses it. */
export class PreparingDatabase {
  readonly #database: DatabaseSync
  readonly #begin: string
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync, readOnly: boolean) {
    this.#database = database
    // A transaction that begins with a read can fail at its first write if two processes write.
    this.#begin = readOnly ? 'begin' : 'begin immediate'
  }

  prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql === 'begin' ? this.#begin : sql)
    const prepared = new PreparedStatement(statement)
    if (this.#statements.size >= MAX_STATEMENTS) {
      this.#statements.delete(this.#statements.keys().next().value as string)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }

  /** Uses its own statement, since a concurrent call may run the cached one. */
  iterate(sql: string, parameters: readonly unknown[]): IterableIterator<Row> {
    return new PreparedStatement(this.#database.prepare(sql)).iterate(parameters)
  }

  /** Runs a statement that fails at once if another process has the lock: SQLite would wait with the event loop blocked. */
  withoutWaiting(run: () => void): void {
    this.prepare('pragma busy_timeout = 0').all([])
    try {
      run()
    } finally {
      this.prepare(`pragma busy_timeout = ${LOCK_WAIT_MS}`).all([])
    }
  }

  /** Whether a transaction is open. SQLite may end it by itself: it rolls back a transaction that meets a full disk. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

class PreparedStatement {
  /** It returns rows. */
  readonly isReader: boolean
  readonly #statement: StatementSync
  readonly #read: (row: Row) => Row

  constructor(statement: StatementSync) {
    this.#statement = statement
    const columns = statement.columns()
    this.isReader = columns.length > 0
    // A text index has row ids beyond what a number can be, and Node gives the last one with each result.
    if (!this.isReader) statement.setReadBigInts(true)
    this.#read = rowReader(columns)
  }

  /** The first column of the first row. */
  first(): unknown {
    for (const value of Object.values(this.#statement.get() ?? {})) return value
  }

  all(parameters: readonly unknown[]): Row[] {
    const rows = this.#statement.all(...bound(parameters)) as Row[]
    for (const row of rows) this.#read(row)
    return rows
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...bound(parameters))
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<Row> {
    for (const row of this.#statement.iterate(...bound(parameters))) yield this.#read(row as Row)
  }
}

function rowReader(columns: ReturnType<StatementSync['columns']>): (row: Row) => Row {
  const converted = columns.flatMap(({ name, type }) => {
    const read = type === null ? undefined : READERS[type]
    return read ? [{ name, read }] : []
  })
  if (converted.length === 0) return (row) => row
  return (row) => {
    for (const { name, read } of converted) if (row[name] !== null) row[name] = read(row[name])
    return row
  }
}

function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value))
      return JSON.stringify(value)
    return value as SQLInputValue
  })
}

/** SQLite's extended result code; undefined for other errors. */
export function resultCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' ? errcode : undefined
}

export const SQLITE_BUSY = 5

/** SQLITE_LOCKED: another statement of the same connection. */
const SQLITE_LOCKED = 6

export const isLocked = (error: unknown): boolean =>
  [SQLITE_BUSY, SQLITE_LOCKED].includes((resultCode(error) ?? 0) & 0xff)
