import { CompiledQuery, type DatabaseConnection, type QueryResult, type TransactionSettings } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { tooSlow } from '../../errors.ts'
import type { Changes } from '../changes/changes.ts'
import type { WriteHealth } from '../write-health.ts'
import { codeOf, isSilent } from './faults.ts'
import { type RowDescription, RowDescriptions, runStatement } from './named-query.ts'
import { type Effect, effectOf, WriteTracker } from './write-tracker.ts'

/** Named statements are prepared once per connection. Only filters that clients compose make more than this. */
const MAX_STATEMENTS = 500
/** Texts that ran once, by their lengths: a text gets a name at its second use. An insert of 64 rows has up to 25,000 characters. */
const SEEN = {
  max: 1000,
  maxSize: 2 ** 22,
  maxEntrySize: 2 ** 17,
  sizeCalculation: (_: true, text: string) => text.length,
}

interface Known {
  /** The same on every connection; unnamed statements are planned each time. */
  name?: string
  effect: Effect
}

/** Statements with more locks than usual have many lengths. */
const HAS_MANY_LOCKS = /^select (pg_(try_)?advisory_xact_lock|set_config).{500}/

/** State that the pools of one server share. */
export class Server {
  readonly sessions = new Map<pg.PoolClient, Session>()
  /** What named statements return. */
  readonly descriptions = new Map<string, RowDescription>()
  readonly #statements = new Map<string, Known>()
  readonly #seen = new LRUCache<string, true>(SEEN)

  known(text: string): Known {
    const statement = this.#statements.get(text)
    if (statement) return statement
    const effect = effectOf(text)
    if (this.#statements.size >= MAX_STATEMENTS || HAS_MANY_LOCKS.test(text)) return { effect }
    // The statements of migrations, which run once, would take all names.
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true)
      return { effect }
    }
    const named = { name: `s${this.#statements.size}`, effect }
    this.#statements.set(text, named)
    return named
  }
}

export interface SessionOptions {
  server: Server
  /** Notified of writes; `committed` with the position of the log after a transaction. */
  writes?: { changes: Changes; health: WriteHealth; committed: (position: number) => void }
  /** For long reads: a timeout is an error of the request, not of the database. */
  isTimeLimited?: boolean
}

/**
 * One connection. Names statements from their second use on, so that PostgreSQL plans each once; binds objects and arrays as JSON.
 */
export class Session implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #options: SessionOptions
  readonly #writeTracker: WriteTracker | undefined
  readonly #descriptions: RowDescriptions
  #running = 0
  #isBroken = false
  #hasTimeLimit = true
  /** Why the transaction can only be rolled back. */
  #failure: unknown

  constructor(client: pg.PoolClient, options: SessionOptions) {
    this.#client = client
    this.#options = options
    this.#descriptions = new RowDescriptions(options.server.descriptions)
    this.#writeTracker = options.writes && new WriteTracker(options.writes.changes)
  }

  /** The process of this connection in PostgreSQL. */
  get processId(): number {
    return (this.#client as pg.PoolClient & { processID: number }).processID
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.query(sql, parameters)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const { server, writes, isTimeLimited } = this.#options
    const { name, effect } = server.known(text)
    if (effect === 'begin') this.#failure = undefined
    this.#flushLater()
    this.#running += 1
    let result: pg.QueryResult | undefined
    try {
      if (text === NO_TIME_LIMIT.sql || text === TIME_LIMIT.sql) this.#hasTimeLimit = text === TIME_LIMIT.sql
      const answer = await runStatement(
        this.#client,
        { name, text },
        {
          values: values.map(bound),
          descriptions: this.#descriptions,
          timeoutMs: this.#hasTimeLimit ? undefined : LONGEST_MS,
        },
      )
      // A statement that nobody waited for has failed.
      if (effect === 'commit' && answer.command === 'ROLLBACK') throw this.#failure
      result = answer
      return result
    } catch (error) {
      writes?.health.failed(error)
      if (isSilent(error)) this.#closeSilent()
      if (error !== this.#failure && codeOf(error) !== ABORTED) {
        this.#failure = error
        // It was made where the answer arrived; the log also needs the caller.
        if (error instanceof Error) error.stack += `\n${new Error().stack?.replace(/^.*\n/, '')}`
      }
      throw isTimeLimited && codeOf(error) === TIMED_OUT ? tooSlow(error) : error
    } finally {
      this.#running -= 1
      // A failed statement as well: the connection can break after the statement ran.
      this.#writeTracker?.track(effect, result?.rowCount !== 0, values)
      if (result && this.#writeTracker?.hasCommitted) writes?.health.succeeded()
    }
  }

  // biome-ignore lint/correctness/useYield: nothing streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.')
  }

  /** Does not wait: the start is pipelined with the first statement, in one round trip. */
  begin({ isolationLevel = 'read committed' }: TransactionSettings): void {
    const begin = CompiledQuery.raw(`start transaction isolation level ${isolationLevel}`)
    // If it fails, the connection is broken, and the statement fails with the same error.
    this.executeQuery(begin).catch(() => undefined)
  }

  /** Learns how far the log has come in the same round trip. */
  async commit(): Promise<void> {
    const { writes } = this.#options
    const [, answer] = await Promise.all([this.executeQuery(COMMIT), writes && this.query(LOG_POSITION)])
    if (answer) writes?.committed(answer.rows[0].position)
  }

  async rollback(): Promise<void> {
    this.#isBroken = true
    await this.executeQuery(ROLLBACK)
    this.#isBroken = false
  }

  /** The pool closes a broken connection. */
  release(isBroken = this.#isBroken): void {
    this.#client.release(isBroken)
  }

  /** Sends all statements of one tick as one packet: a packet costs more than a small statement. */
  #flushLater(): void {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** Closes this connection and all idle ones to the same server: the next call on them would time out as well. */
  #closeSilent(): void {
    for (const other of this.#options.server.sessions.values()) {
      if (other === this || other.#running === 0) other.#client.connection.stream.destroy()
    }
  }
}

const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/** Lifts the time limit of all statements of a connection, and sets that of the pool again. */
export const NO_TIME_LIMIT = CompiledQuery.raw('set statement_timeout = 0')
export const TIME_LIMIT = CompiledQuery.raw('reset statement_timeout')
/** The longest time of a timer of Node. */
const LONGEST_MS = 2 ** 31 - 1

/** In bytes. */
const LOG_POSITION = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position`

const TIMED_OUT = '57014'
/** Of each statement after the one that failed. */
const ABORTED = '25P02'

const bound = (value: unknown) =>
  value !== null && typeof value === 'object' && !ArrayBuffer.isView(value) ? JSON.stringify(value) : value
