import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { deferIndices } from './deferred.ts'
import { ConnectError, type Engine, type EngineOptions } from './engine.ts'
import type { ColumnTypes } from './migrations/index.ts'

/** Declared types that SQLite keeps as integers or text, and what reading one gives. */
const READERS: Record<string, (value: unknown) => unknown> = {
  BOOLEAN: (value) => value !== 0,
  JSON: (value) => JSON.parse(value as string),
}

export const columnTypes: ColumnTypes = {
  id: 'integer primary key autoincrement',
  ref: 'integer',
  int: 'integer',
  text: 'text',
  time: 'text',
  flag: 'BOOLEAN',
  json: 'JSON',
  refersAhead: true,
  before: [],
}

/** More statements than the service has are only made by filters that clients compose. */
const MAX_STATEMENTS = 500

type Row = Record<string, unknown>

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

const IN_MEMORY = ':memory:'

/** @param url `sqlite:path/to/file.db`, relative to the working directory; `sqlite::memory:` for a test */
export function openSqlite(url: string, options: EngineOptions): Engine {
  const file = url.slice('sqlite:'.length)
  return {
    dialect: openFile(file, options),
    columnTypes,
    plugins: [],
    file: file === IN_MEMORY ? undefined : resolve(file),
    // Each of its transactions is alone already.
    exclusively: (db, run) => run(db),
    fill,
    defer,
    copyTo: async (db, target) => {
      await sql`vacuum into ${target}`.execute(db)
    },
  }
}

const defer: Engine['defer'] = async (db, indices) => {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'index' and name in (${sql.join(indices)})`.execute(db)
  await deferIndices(db, rows)
}

const fill: Engine['fill'] = async (db, run) => {
  // Not to be changed within a transaction.
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    return await db.transaction().execute(async (db) => {
      const result = await run(db)
      const { rows } = await sql`pragma foreign_key_check`.execute(db)
      if (rows.length > 0) throw new Error(`${rows.length} references lead nowhere.`)
      return result
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

function openFile(file: string, options: EngineOptions) {
  const { mustExist = false, readOnly = false } = options
  if (mustExist || readOnly) requireFile(file)
  else if (file !== IN_MEMORY) makeFolder(dirname(resolve(file)))
  try {
    return sqliteDialect(file, options)
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

/**
 * Rows of a million users touch pages all over the indices. They are written back to the file once for many batches
 * (400 MB of journal), not once for each: four times as fast. The cache holds 128 MB of them.
 */
const IN_BULK = 'pragma synchronous = normal; pragma wal_autocheckpoint = 100000; pragma cache_size = -131072'

/** Kysely's SQLite dialect on `node:sqlite`, every statement prepared once and reused. */
function sqliteDialect(file: string, { readOnly = false, inBulk = false }: EngineOptions) {
  const database = new DatabaseSync(file, { readOnly })
  if (!readOnly) useWriteAheadLog(database)
  database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}; pragma foreign_keys = on; pragma synchronous = full`)
  if (inBulk) database.exec(IN_BULK)
  database.function('fold', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  )
  return new SqliteDialect({ database: new PreparingDatabase(database, readOnly) })
}

class PreparingDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync
  readonly #begin: string
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync, readOnly: boolean) {
    this.#database = database
    // A transaction that begins as a reader and then writes can fail half-way where two processes write.
    this.#begin = readOnly ? 'begin' : 'begin immediate'
  }

  prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new PreparedStatement(this.#database.prepare(sql === 'begin' ? this.#begin : sql))
    if (this.#statements.size >= MAX_STATEMENTS) {
      this.#statements.delete(this.#statements.keys().next().value as string)
    }
    this.#statements.set(sql, statement)
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

class PreparedStatement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync
  readonly #read: (row: Row) => Row

  constructor(statement: StatementSync) {
    this.#statement = statement
    const columns = statement.columns()
    this.reader = columns.length > 0
    this.#read = rowReader(columns)
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
function resultCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' ? errcode : undefined
}

const SQLITE_BUSY = 5

const isLocked = (error: unknown) => ((resultCode(error) ?? 0) & 0xff) === SQLITE_BUSY

/** SQLITE_CONSTRAINT_UNIQUE or SQLITE_CONSTRAINT_PRIMARYKEY. */
export function isUniqueViolation(error: unknown): boolean {
  const code = resultCode(error)
  return code === 2067 || code === 1555
}

/** By primary result code (the low byte): https://sqlite.org/rescode.html */
const FAULTS: Record<number, string> = {
  [SQLITE_BUSY]: 'it is locked by another program',
  6: 'it is locked by another program',
  8: 'it cannot be written',
  10: 'the disk cannot be read or written',
  11: 'the file is damaged; restore a backup',
  13: 'the disk is full',
  14: 'the file cannot be opened: it may be a folder, or not yours to read and write',
  26: 'the file is not a database',
}

/** What keeps the database from being used at all; undefined for errors of a single statement. */
export function databaseFault(error: unknown): string | undefined {
  const code = resultCode(error)
  return code === undefined ? undefined : FAULTS[code & 0xff]
}
