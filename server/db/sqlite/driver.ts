import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteDialect,
  type TransactionSettings,
} from 'kysely'
import { ALONE } from '../engine.ts'
import type { PreparingDatabase } from './database.ts'
import { Adapter } from './dialect.ts'
import type { OpenFiles } from './open-files.ts'
import type { SharedTransactions, WriteTransaction } from './shared-transactions.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** The connections to a file: one writes, one reads concurrently. A database in memory has only one. */
export interface Connections {
  writer: PreparingDatabase
  reader: PreparingDatabase | undefined
  transactions: SharedTransactions
  /** Absent if SQLite itself flushes and checkpoints its log. */
  log?: WriteAheadLog | undefined
  /** Absent for a database in memory or opened read-only. */
  files?: OpenFiles | undefined
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

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(this.#connections)
  }

  beginTransaction(session: Session, { isolationLevel }: TransactionSettings): Promise<void> {
    return session.begin(isolationLevel === ALONE)
  }

  commitTransaction(session: Session): Promise<void> {
    return session.commit()
  }

  rollbackTransaction(session: Session): Promise<void> {
    return session.rollback()
  }

  releaseConnection(session: Session): Promise<void> {
    return session.rollback()
  }

  async destroy(): Promise<void> {
    const { transactions, log, files, reader, writer } = this.#connections
    transactions.close()
    await log?.close()
    files?.close()
    // SQLite would checkpoint the log into the replaced file. The connections end with the process.
    if (files?.isOverwritten) return files.putLogAside()
    reader?.close()
    writer.close()
  }
}

const IS_READ = /^select\b/i
/** Others, such as a pragma or `vacuum`, run outside of transactions. */
const IS_WRITE = /^(insert|update|delete|with)\b/i

const hasWritten = (sql: string, { numAffectedRows, rows }: QueryResult<unknown>): boolean =>
  !IS_READ.test(sql) && (numAffectedRows ?? rows.length) > 0

/** One use of the database: a statement, or a transaction. */
class Session implements DatabaseConnection {
  readonly #connections: Connections
  #transaction: WriteTransaction | undefined
  #hasWritten = false
  #isOver = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async begin(isAlone: boolean): Promise<void> {
    this.#transaction = await this.#connections.transactions.begin(isAlone)
  }

  async commit(): Promise<void> {
    await this.#end()?.commit(this.#hasWritten)
  }

  /** Does nothing if the transaction is over. */
  async rollback(): Promise<void> {
    await this.#end()?.rollback()
  }

  #end(): WriteTransaction | undefined {
    const transaction = this.#transaction
    this.#isOver ||= transaction !== undefined
    this.#transaction = undefined
    return transaction
  }

  #run<Row>(transaction: WriteTransaction, { sql, parameters }: CompiledQuery): QueryResult<Row> {
    const result = transaction.run((writer) => run<Row>(writer, sql, parameters))
    this.#hasWritten ||= hasWritten(sql, result)
    return result
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, transactions } = this.#connections
    const { sql, parameters } = query
    if (this.#transaction) return this.#run(this.#transaction, query)
    // The statement would run outside of its transaction.
    if (this.#isOver) throw new Error('The transaction is over.')
    if (reader && IS_READ.test(sql)) return run(reader, sql, parameters)
    if (!IS_WRITE.test(sql)) {
      const statement = (writer: PreparingDatabase) => run<Row>(writer, sql, parameters)
      return transactions.outside(statement, (result) => hasWritten(sql, result))
    }
    return this.#runAlone(query)
  }

  /** Runs a statement as a transaction of its own. */
  async #runAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = await this.#connections.transactions.begin(false)
    let result: QueryResult<Row>
    try {
      result = this.#run<Row>(transaction, query)
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    await transaction.commit(this.#hasWritten)
    return result
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { reader, writer } = this.#connections
    const database = this.#transaction ? writer : (reader ?? writer)
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
