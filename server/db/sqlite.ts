import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Changes, Follower } from './changes.ts'
import { ConnectError, type Engine, type EngineOptions } from './engine.ts'
import type { ColumnTypes } from './migrations/index.ts'
import { type Connections, TwoConnectionDialect } from './sqlite-driver.ts'
import { PreparingDatabase } from './sqlite-statements.ts'

export const columnTypes: ColumnTypes = {
  id: 'integer primary key autoincrement',
  ref: 'integer',
  int: 'integer',
  text: 'text',
  time: 'text',
  flag: 'BOOLEAN',
  json: 'JSON',
  refersAhead: true,
  tellsOthers: false,
  before: [],
}

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
  const changes = new Changes()
  const connections = openFile(file, options, changes)
  return {
    dialect: new TwoConnectionDialect(connections),
    columnTypes,
    plugins: [],
    file: file === IN_MEMORY ? undefined : resolve(file),
    changes,
    isAware: awareOf(connections.writer, changes),
    ...(connections.reader && { read: (sql, values) => connections.reader?.prepare(sql).all(values) ?? [] }),
    // Each of its transactions is alone already.
    exclusively: (db, run) => run(db),
    fill,
    copyTo: async (db, target) => {
      await sql`vacuum into ${target}`.execute(db)
    },
  }
}

/**
 * Notices what other processes wrote: the number changes with their commits, not with ours. Asked once a turn of the
 * event loop, since what is read in a turn was sent before it began.
 */
function awareOf(writer: PreparingDatabase, changes: Changes): () => boolean {
  const statement = writer.prepare('pragma data_version')
  let known = statement.first()
  let isFresh = false
  return () => {
    if (isFresh) return true
    isFresh = true
    setImmediate(() => {
      isFresh = false
    })
    try {
      const version = statement.first()
      if (version !== known) changes.noteAll()
      known = version
      return true
    } catch {
      // Whoever reads it will say what is wrong with it.
      isFresh = false
      return false
    }
  }
}

function openWriter(file: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly })
  if (!readOnly) useWriteAheadLog(database)
  database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}; pragma foreign_keys = on; pragma synchronous = full`)
  return withFold(database)
}

/** In WAL mode it sees what was committed, and waits for no transaction. */
function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec(
    `pragma busy_timeout = ${LOCK_WAIT_MS}; pragma query_only = on; pragma cache_size = -${READER_CACHE_KIB}`,
  )
  return withFold(database)
}

const READER_CACHE_KIB = 32 * 1024

function withFold(database: DatabaseSync): DatabaseSync {
  database.function('fold', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  )
  return database
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

function openFile(
  file: string,
  { mustExist = false, readOnly = false }: EngineOptions,
  changes: Changes,
): Connections {
  if (mustExist || readOnly) requireFile(file)
  else if (file !== IN_MEMORY) makeFolder(dirname(resolve(file)))
  try {
    const writer = new PreparingDatabase(openWriter(file, readOnly), new Follower(changes))
    const hasReader = file !== IN_MEMORY && !readOnly
    return { writer, reader: hasReader ? new PreparingDatabase(openReader(file)) : undefined }
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
