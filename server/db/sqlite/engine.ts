import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import { currentPoll } from '../../event-loop.ts'
import { Changes } from '../changes/changes.ts'
import { ALONE, ConnectError, type Engine, type OpenEngine } from '../engine.ts'
import type { ColumnTypes } from '../migrations/migration.ts'
import { CommittedChanges } from './changes.ts'
import { openDatabase, type PreparingDatabase } from './database.ts'
import { type Deferrable, deferIndices, restoreIndices } from './deferred-indices.ts'
import { type Connections, TwoConnectionDialect } from './driver.ts'
import { databaseFault } from './faults.ts'
import { OpenFiles } from './open-files.ts'
import { READING_THREADS, readingDialect } from './reading-pool.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export const columnTypes: ColumnTypes = {
  engine: 'sqlite',
  id: 'integer primary key autoincrement',
  ref: 'integer',
  int: 'integer',
  text: 'text',
  time: 'text',
  flag: 'BOOLEAN',
  json: 'JSON',
  nullsFirst: '',
  refersAhead: true,
  tellsOthers: false,
  before: [],
}

const IN_MEMORY = ':memory:'

/** Whether only one connection can see the database: in memory, or a file without a name. */
const isUnshared = (file: string) => file === IN_MEMORY || file === ''

/** @param url `sqlite:path/to/file.db`, relative to the working directory; `sqlite::memory:` for a test */
export function openSqlite(url: string, options: OpenEngine): Engine {
  const file = url.slice('sqlite:'.length)
  const changes = new Changes()
  const { committed, ...connections } = openFile(file, options, changes)
  const syncChanges = syncOncePerPoll(committed)
  // Every write has an entry in the audit trail.
  const lastEntry = () => Number((connections.reader ?? connections.writer).prepare(LAST_ENTRY).first() ?? 0)
  return {
    dialect: new TwoConnectionDialect(connections),
    longReads: isUnshared(file)
      ? undefined
      : { atOnce: READING_THREADS, dialect: (limitMs) => readingDialect(resolve(file), limitMs) },
    columnTypes,
    plugins: [],
    file: isUnshared(file) ? undefined : resolve(file),
    changes,
    syncChanges,
    allChanges: async () => syncChanges(),
    progress: {
      written: lastEntry,
      known: async () => (syncChanges() ? lastEntry() : undefined),
    },
    // Without a log of ours, SQLite flushes in each commit.
    flushed: async () => connections.log?.flushed(),
    // The commits of other processes were read when the transaction began.
    isAccessUnchanged: (userIds) => !committed.hasUncommittedAccess(userIds),
    ...(connections.reader && { read: (sql, values) => connections.reader?.prepare(sql).all(values) ?? [] }),
    requireReady: async () => {
      connections.log?.requireHealthy()
      connections.files?.requireUnreplacedNow()
      connections.writer.prepare('select 1').all([])
      await connections.files?.requireRoom()
    },
    jobs: [],
    // SQLite runs one transaction at a time anyway.
    exclusively: (db, run) => run(db),
    fill,
    defer,
    restoreDeferred: async (db) => {
      await restoreIndices(db)
      // A process of an earlier version may have noted rows for the text index, which only a commit of this one indexes.
      const transaction = await connections.transactions.begin(true)
      await transaction.commit(true)
    },
    copyTo: async (db, target) => {
      await sql`vacuum into ${target}`.execute(db)
    },
  }
}

const LAST_ENTRY = `select seq from sqlite_sequence where name = 'audit_entries'`

/**
 * Reads the commits of other processes once per poll of the event loop, since all requests found by a poll were sent before it.
 */
function syncOncePerPoll(committed: CommittedChanges): () => boolean {
  let checkedPoll = -1
  return () => {
    const poll = currentPoll()
    if (checkedPoll === poll) return true
    try {
      committed.noteOthers()
      checkedPoll = poll
      return true
    } catch {
      // The next read of the database reports the error.
      return false
    }
  }
}

const defer: Engine['defer'] = async (db, indices) => {
  const { rows } = await sql<Deferrable>`select name, sql from sqlite_master
    where type = 'index' and name in (${sql.join(indices)})`.execute(db)
  await deferIndices(db, rows)
}

const fill: Engine['fill'] = async (db, run) => {
  // SQLite ignores it within a transaction.
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    return await db
      .transaction()
      .setIsolationLevel(ALONE)
      .execute(async (db) => {
        const result = await run(db)
        const { rows } = await sql`pragma foreign_key_check`.execute(db)
        if (rows.length > 0) throw new Error(`${rows.length} rows refer to records that do not exist.`)
        return result
      })
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

function openFile(
  file: string,
  { mustExist = false, readOnly = false, inBulk = false, health, onWriteFault }: OpenEngine,
  changes: Changes,
): Connections & { committed: CommittedChanges } {
  if (mustExist || readOnly) requireFile(file)
  else if (!isUnshared(file)) makeFolder(dirname(resolve(file)))
  try {
    if (!isUnshared(file) && !readOnly) keepPrivate(file)
    const writer = openDatabase(file, { readOnly, inBulk })
    const committed = new CommittedChanges(writer, changes)
    if (isUnshared(file) || readOnly) {
      const transactions = new SharedTransactions({ writer, changes: committed })
      return { writer, reader: undefined, transactions, committed }
    }
    // Some network drives do not support WAL.
    const hasLog = writer.prepare('pragma journal_mode').first() === 'wal'
    const reader = openDatabase(file, { readOnly: true })
    // Creates the log and its index if they do not exist.
    if (hasLog) writer.prepare('select count(*) from sqlite_master').first()
    const files = new OpenFiles(file, {
      onChange: onWriteFault,
      length: hasLog ? () => lengthOf(writer) : undefined,
    })
    const log = hasLog && !inBulk ? new WriteAheadLog(file, files, writer) : undefined
    const transactions = new SharedTransactions({ writer, inBulk, changes: committed, log, files, health })
    return { writer, reader, transactions, committed, log, files }
  } catch (error) {
    const reason = databaseFault(error) ?? (error as Error).message
    throw new ConnectError(`Cannot open the database ${file}: ${reason}.`, { cause: error })
  }
}

/** The size of the database after the last transaction, including pages that are only in the log. */
function lengthOf(writer: PreparingDatabase): number | undefined {
  try {
    const [pages, size] = ['pragma page_count', 'pragma page_size'].map((sql) => writer.prepare(sql).first())
    return Number(pages) * Number(size)
  } catch {
    return undefined
  }
}

function requireFile(file: string): void {
  if (existsSync(file)) return
  throw new ConnectError(
    `There is no database at ${file}. \`rolecall serve\` and \`rolecall migrate\` create it.`,
  )
}

/** Only the owner can read the folder. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = (error as Error).message
    throw new ConnectError(`Cannot create the database's folder ${folder}: ${reason}.`, { cause: error })
  }
}

/**
 * Only the owner can read the database, even in a folder that others can read. SQLite gives the log and its index the
 * same mode; existing ones are changed too.
 */
function keepPrivate(file: string): void {
  try {
    // Created with the mode: otherwise another user could open the file before its mode is changed.
    closeSync(openSync(file, 'a', OWNER_ONLY))
  } catch {
    // Opening it as a database fails as well, with a clear error.
    return
  }
  for (const each of [file, `${file}-wal`, `${file}-shm`].filter((each) => existsSync(each))) {
    try {
      chmodSync(each, OWNER_ONLY)
    } catch (error) {
      // Another user owns the file and decides who may read it, or the file no longer exists.
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EPERM' && code !== 'ENOENT') throw error
    }
  }
}

const OWNER_ONLY = 0o600
