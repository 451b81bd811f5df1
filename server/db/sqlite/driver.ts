import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import type { WriteHealth } from '../write-health.ts'
import type { PreparingDatabase } from './database.ts'
import type { OpenFiles } from './open-files.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** Of one file: a connection that writes, and one that reads beside it. In memory, there is but one. */
export interface Connections {
  writer: PreparingDatabase
  reader: PreparingDatabase | undefined
  /** Absent where SQLite sees to it by itself. */
  log?: WriteAheadLog | undefined
  /** Absent in memory, and where nothing is written. */
  files?: OpenFiles | undefined
  /** Told how writes end. */
  health?: WriteHealth | undefined
}

/**
 * Kysely's SQLite dialect on two connections: one transaction at a time, and reads outside of it that don't wait for
 * it. Kysely's own has a single connection, on which a read waits for whatever transaction is open.
 */
export class TwoConnectionDialect extends SqliteDialect implements Dialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    super({ database: never })
    this.#connections = connections
  }

  override createAdapter(): SqliteAdapter {
    return new OwnQueueAdapter()
  }

  override createDriver(): Driver {
    return new TwoConnectionDriver(this.#connections)
  }
}

const never = () => Promise.reject(new Error('The driver has its own connections.'))

/** Kysely need not queue what uses the database: the driver does, where there is a need to. */
export class OwnQueueAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

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
    const kept = session.committed()
    // The next one may begin: it cannot be on the disk before this one.
    session.end()
    await kept
  }

  async rollbackTransaction(session: Session): Promise<void> {
    // One that was committed but not brought to the disk is over; the writer may be another's by now. Of one that found
    // the disk full, SQLite may have undone all by itself.
    if (session.isOpen && this.#connections.writer.isInTransaction) session.execute('rollback')
  }

  async releaseConnection(session: Session): Promise<void> {
    session.end()
  }

  async destroy(): Promise<void> {
    const { log, files, reader, writer } = this.#connections
    await log?.close()
    files?.close()
    // SQLite would bring the log into the file that is there now. It ends with the process.
    if (files?.isOverwritten) return files.putLogAside()
    reader?.close()
    writer.close()
  }
}

const IS_READ = /^select\b/i

/** One use of the database: a statement, or a transaction, which has the writing connection to itself. */
class Session implements DatabaseConnection {
  readonly #connections: Connections
  readonly #queue: Queue
  #leave: (() => void) | undefined
  #isOver = false

  constructor(connections: Connections, queue: Queue) {
    this.#connections = connections
    this.#queue = queue
  }

  async begin(): Promise<void> {
    this.#leave = await this.#queue.enter()
    this.#requireSound()
    this.execute('begin')
  }

  /** @throws where what is written would not be kept */
  #requireSound(): void {
    this.#connections.log?.requireHealthy()
    this.#connections.files?.requireUnreplaced()
  }

  /** To be called after each commit, while no other has begun. @returns when it is kept @throws LogFault, ReplacedFault */
  async committed(): Promise<void> {
    const { log, files, health } = this.#connections
    if (log) await log.committed()
    else files?.requireUnreplacedNow()
    health?.succeeded()
  }

  /** It has the writing connection. */
  get isOpen(): boolean {
    return this.#leave !== undefined
  }

  /** On the writing connection, which is this session's. */
  execute(sql: string): void {
    this.#write(() => this.#connections.writer.prepare(sql).run([]))
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
    // Ended twice where it was committed: then, and when it is released.
    this.#isOver ||= this.isOpen
    this.#leave?.()
    this.#leave = undefined
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#connections
    if (this.#leave) {
      // SQLite undoes some transactions by itself; what came after would be on its own.
      if (!writer.isInTransaction) throw new Error('The transaction is over.')
      return this.#write(() => run(writer, sql, parameters))
    }
    // Of a transaction, this would be on its own.
    if (this.#isOver) throw new Error('The transaction is over.')
    if (reader && IS_READ.test(sql)) return run(reader, sql, parameters)
    const leave = await this.#queue.enter()
    let kept: Promise<void> | undefined
    try {
      this.#requireSound()
      const result = this.#write(() => run<Row>(writer, sql, parameters))
      kept = this.committed()
      return result
    } finally {
      leave()
      await kept
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

/** One at a time, in the order in which they came. */
class Queue {
  #last: Promise<void> = Promise.resolve()

  /** @returns what lets the next one in */
  async enter(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}
