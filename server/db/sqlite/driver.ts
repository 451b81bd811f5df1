import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteDialect,
} from 'kysely'
import type { WriteHealth } from '../write-health.ts'
import type { CommittedChanges } from './changes.ts'
import type { PreparingDatabase } from './database.ts'
import { Adapter } from './dialect.ts'
import type { OpenFiles } from './open-files.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** The connections to a file: one writes, one reads concurrently. A database in memory has only one. */
export interface Connections {
  writer: PreparingDatabase
  reader: PreparingDatabase | undefined
  /** Notified of each commit. */
  changes: CommittedChanges
  /** Absent if SQLite itself flushes and checkpoints its log. */
  log?: WriteAheadLog | undefined
  /** Absent for a database in memory or opened read-only. */
  files?: OpenFiles | undefined
  /** Notified of the outcome of writes. */
  health?: WriteHealth | undefined
}

/**
 * Kysely's SQLite dialect on two connections: one transaction at a time, and reads that don't wait for it. Kysely's own
 * dialect has a single connection, on which a read waits for the open transaction.
 */
export class TwoConnectionDialect extends SqliteDialect implements Dialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    super({ database: never })
    this.#connections = connections
  }

  override createAdapter(): Adapter {
    return new Adapter()
  }

  override createDriver(): Driver {
    return new TwoConnectionDriver(this.#connections)
  }
}

const never = () => Promise.reject(new Error('The driver has its own connections.'))

class TwoConnectionDriver implements Driver {
  readonly #connections: Connections
  readonly #queue = new Queue()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(this.#connections, this.#queue)
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin()
  }

  async commitTransaction(session: Session): Promise<void> {
    session.execute('commit')
    const flushed = session.committed()
    // The next transaction may begin: it cannot be on the disk before this one.
    session.end()
    await flushed
  }

  async rollbackTransaction(session: Session): Promise<void> {
    // A transaction that was committed but not flushed is over; another session may use the writer by now. SQLite may
    // have rolled back a transaction that met a full disk by itself.
    if (session.isOpen && this.#connections.writer.isInTransaction) session.execute('rollback')
  }

  async releaseConnection(session: Session): Promise<void> {
    session.end()
  }

  async destroy(): Promise<void> {
    const { log, files, reader, writer } = this.#connections
    await log?.close()
    files?.close()
    // SQLite would checkpoint the log into the replaced file. The connections end with the process.
    if (files?.isOverwritten) return files.putLogAside()
    reader?.close()
    writer.close()
  }
}

const IS_READ = /^select\b/i

/** One use of the database: a statement, or a transaction, which holds the write connection exclusively. */
class Session implements DatabaseConnection {
  readonly #connections: Connections
  readonly #queue: Queue
  #leave: (() => void) | undefined
  #hasWritten = false
  #isOver = false

  constructor(connections: Connections, queue: Queue) {
    this.#connections = connections
    this.#queue = queue
  }

  async begin(): Promise<void> {
    this.#leave = await this.#queue.enter()
    this.#requireDurable()
    this.execute('begin')
  }

  /** @throws if a write would not be durable */
  #requireDurable(): void {
    this.#connections.log?.requireHealthy()
    this.#connections.files?.requireUnreplaced()
  }

  /** Call this after each commit, before the next transaction. Resolves when it is durable. @throws LogFault, ReplacedFault */
  async committed(): Promise<void> {
    const { changes, log, files, health } = this.#connections
    const hasWritten = this.#hasWritten
    if (hasWritten) changes.note()
    if (log) await log.committed()
    else files?.requireUnreplacedNow()
    if (hasWritten) health?.succeeded()
  }

  /** It holds the write connection. */
  get isOpen(): boolean {
    return this.#leave !== undefined
  }

  /** Runs on the write connection, which this session must hold. */
  execute(sql: string): void {
    this.#write(() => this.#connections.writer.prepare(sql).run([]))
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const result = this.#write(() => run<Row>(this.#connections.writer, sql, parameters))
    this.#hasWritten ||= !IS_READ.test(sql) && (result.numAffectedRows ?? result.rows.length) > 0
    return result
  }

  #write<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      this.#connections.health?.failed(error)
      throw error
    }
  }

  end(): void {
    // Called twice for a committed transaction: at the commit and at the release.
    this.#isOver ||= this.isOpen
    this.#leave?.()
    this.#leave = undefined
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#connections
    if (this.#leave) {
      // SQLite rolls back some transactions by itself; the statement would run outside of any transaction.
      if (!writer.isInTransaction) throw new Error('The transaction is over.')
      return this.#run(sql, parameters)
    }
    // The statement would run outside of its transaction.
    if (this.#isOver) throw new Error('The transaction is over.')
    if (reader && IS_READ.test(sql)) return run(reader, sql, parameters)
    const leave = await this.#queue.enter()
    let flushed: Promise<void> | undefined
    try {
      this.#requireDurable()
      const result = this.#run<Row>(sql, parameters)
      flushed = this.committed()
      return result
    } finally {
      leave()
      await flushed
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { reader, writer } = this.#connections
    const database = this.#leave ? writer : (reader ?? writer)
    for (const row of database.iterate(sql, parameters)) yield { rows: [row as Row] }
  }
}

function run<Row>(
  database: PreparingDatabase,
  sql: string,
  parameters: readonly unknown[],
): QueryResult<Row> {
  const statement = database.prepare(sql)
  if (statement.isReader) return { rows: statement.all(parameters) as Row[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
}

/** A FIFO lock. */
class Queue {
  #last: Promise<void> = Promise.resolve()

  /** @returns the function that releases the lock */
  async enter(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}
