import { type AggregateOptions, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Effect, effectOf, type WriteTracker } from '../changes/changes.ts'

/** Declared types that SQLite keeps as integers or text, and what reading one gives. */
const READERS: Record<string, (value: unknown) => unknown> = {
  BOOLEAN: (value) => value !== 0,
  JSON: (value) => JSON.parse(value as string),
}

/** More statements than the service has are only made by filters that clients compose. */
const MAX_STATEMENTS = 500

export type Row = Record<string, unknown>

/** How long a statement waits for another process to finish its write. */
const LOCK_WAIT_MS = 5000
const RETRY_MS = 50

/**
 * Turns a new file to WAL, once. Where two processes do so at the same moment, SQLite tells one of them that the file
 * is locked without waiting, whatever the timeout.
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

/** Each connection's own share of the file that it keeps in memory, in KiB; the system keeps much more of it. */
const CACHE_KIB = {
  reader: 16_384,
  /** What it has no room for is in the log before the commit, which waits for the less. */
  writer: 8192,
  /** They go through far more than that, once. */
  thread: 8192,
}

/**
 * Rows of a million users touch pages all over the indices. They are written back to the file once for many batches
 * (400 MB of journal), not once for each: four times as fast. The cache holds 128 MB of them.
 */
const IN_BULK = 'pragma synchronous = normal; pragma wal_autocheckpoint = 100000; pragma cache_size = -131072'

export interface OpenOptions {
  readOnly: boolean
  /** See {@link EngineOptions}. */
  inBulk?: boolean
  /** One of the threads beside the event loop. */
  isOfThread?: boolean
  /** Told of what is written. */
  writeTracker?: WriteTracker | undefined
  /** Told each time that `fold` is called, which is once a row; what it throws ends the statement. */
  onFold?: () => void
}

/** A database file, every statement prepared once and reused. */
export function openDatabase(
  file: string,
  { readOnly, inBulk = false, isOfThread = false, writeTracker, onFold }: OpenOptions,
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
  return new PreparingDatabase(database, { readOnly, writeTracker })
}

/** A list of ids is one value, eight bytes each: a row for each would cost ten times as much. */
const idListAggregate = {
  start: (): number[] => [],
  step: (ids: number[], id: number) => {
    ids.push(id)
    return ids
  },
  result: (ids: number[]) => new Uint8Array(new Float64Array(ids).buffer),
} as unknown as AggregateOptions

/** A connection, every statement on it prepared once and reused. */
export class PreparingDatabase {
  readonly #database: DatabaseSync
  readonly #writeTracker: WriteTracker | undefined
  readonly #begin: string
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(
    database: DatabaseSync,
    { readOnly, writeTracker }: Pick<OpenOptions, 'readOnly' | 'writeTracker'>,
  ) {
    this.#database = database
    this.#writeTracker = writeTracker
    // A transaction that begins as a reader and then writes can fail half-way where two processes write.
    this.#begin = readOnly ? 'begin' : 'begin immediate'
  }

  prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql === 'begin' ? this.#begin : sql)
    const prepared = new PreparedStatement(statement, effectOf(sql), this.#writeTracker)
    if (this.#statements.size >= MAX_STATEMENTS) {
      this.#statements.delete(this.#statements.keys().next().value as string)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }

  /** On a statement of its own, since others may run the same one meanwhile. */
  iterate(sql: string, parameters: readonly unknown[]): IterableIterator<Row> {
    return new PreparedStatement(this.#database.prepare(sql), effectOf(sql), undefined).iterate(parameters)
  }

  /** Between `begin` and its end, which may be SQLite's own: it undoes what meets a full disk. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

class PreparedStatement {
  /** It gives rows. */
  readonly isReader: boolean
  readonly #statement: StatementSync
  readonly #effect: Effect
  readonly #writeTracker: WriteTracker | undefined
  readonly #read: (row: Row) => Row

  constructor(statement: StatementSync, effect: Effect, writeTracker: WriteTracker | undefined) {
    this.#statement = statement
    this.#effect = effect
    this.#writeTracker = writeTracker
    const columns = statement.columns()
    this.isReader = columns.length > 0
    this.#read = rowReader(columns)
  }

  /** The first column of the first row. */
  first(): unknown {
    for (const value of Object.values(this.#statement.get() ?? {})) return value
  }

  all(parameters: readonly unknown[]): Row[] {
    const rows = this.#statement.all(...bound(parameters)) as Row[]
    this.#writeTracker?.track(this.#effect, rows.length > 0, parameters)
    for (const row of rows) this.#read(row)
    return rows
  }

  run(parameters: readonly unknown[]) {
    const result = this.#statement.run(...bound(parameters))
    this.#writeTracker?.track(this.#effect, Number(result.changes) > 0, parameters)
    return result
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

/** SQLite's extended result code; undefined for errors that are not SQLite's. */
export function resultCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' ? errcode : undefined
}

export const SQLITE_BUSY = 5

/** SQLITE_LOCKED: another statement of the same connection. */
const SQLITE_LOCKED = 6

export const isLocked = (error: unknown): boolean =>
  [SQLITE_BUSY, SQLITE_LOCKED].includes((resultCode(error) ?? 0) & 0xff)
