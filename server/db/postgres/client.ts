import pg from 'pg'
import { tooSlow } from '../../errors.ts'
import { type Changes, type Effect, effectOf, isTracked, WriteTracker } from '../changes/changes.ts'
import type { WriteHealth } from '../write-health.ts'
import { codeOf, isSilent, unreachable } from './faults.ts'

/** Named statements are prepared once per connection. Only filters that clients compose make more than this. */
const MAX_STATEMENTS = 500

interface Known {
  /** The same on every connection; unnamed statements are planned each time. */
  name?: string
  effect: Effect
}

/** Lock statements contain ids in their text, so naming them is useless. */
const IS_LOCK = /^select (pg_(try_)?advisory_xact_lock|set_config)/

/** State that the connections to one server share. */
export class Connections {
  readonly open = new Set<PreparingClient>()
  readonly #statements = new Map<string, Known>()

  known(text: string): Known {
    const statement = this.#statements.get(text)
    if (statement) return statement
    const effect = effectOf(text)
    if (this.#statements.size >= MAX_STATEMENTS || IS_LOCK.test(text)) return { effect }
    const named = { name: `s${this.#statements.size}`, effect }
    this.#statements.set(text, named)
    return named
  }
}

/** Names the statements, so that the server plans each once; binds objects and arrays as JSON. */
export abstract class PreparingClient extends pg.Client {
  abstract readonly connections: Connections
  /** Notified of every write. */
  readonly writeTracker: WriteTracker | undefined
  /** Notified of the outcome of writes. */
  readonly health: WriteHealth | undefined
  #running = 0

  /** @throws ConnectError */
  override connect(...given: unknown[]): never {
    const connect = super.connect.bind(this) as (callback?: (error?: Error) => void) => unknown
    const [callback] = given as [((error?: Error) => void)?]
    const connectError = (error: Error) => unreachable(error, this)
    if (callback) return connect((error) => callback(error && connectError(error))) as never
    return (connect() as Promise<void>).catch((error: Error) => Promise.reject(connectError(error))) as never
  }

  /** Handles calls in the form that Kysely uses; other calls, such as the pool's own, pass unchanged. */
  override query(text: unknown, values?: unknown): never {
    const query = super.query.bind(this) as (...args: unknown[]) => never
    if (typeof text !== 'string' || !Array.isArray(values)) {
      const running: unknown = query(text, values)
      return (running instanceof Promise ? this.#watched(running) : running) as never
    }
    const { name, effect } = this.connections.known(text)
    this.#flushLater()
    const running = query({ text, values: values.map(bound), ...(name !== undefined && { name }) })
    const result = this.#watched(running)
    return (isTracked(effect) ? this.#followed(result, effect, values) : result) as never
  }

  /** Sends all statements of one tick as one packet: a packet costs more than a small statement. */
  #flushLater(): void {
    const stream = this.#stream
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  async #watched(running: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    this.#running += 1
    try {
      return await running
    } catch (error) {
      this.health?.failed(error)
      if (isSilent(error)) this.#dropSilent()
      throw error
    } finally {
      this.#running -= 1
    }
  }

  /** Closes this connection and all idle ones to the same server: the next call on them would time out as well. */
  #dropSilent(): void {
    for (const other of this.connections.open) {
      if (other === this || other.#running === 0) other.#stream.destroy()
    }
  }

  get #stream() {
    return (this as unknown as { connection: pg.Connection }).connection.stream
  }

  /** Tracks a failed statement as well: the connection can break after the statement ran. */
  async #followed(
    running: Promise<pg.QueryResult>,
    effect: Effect,
    values: readonly unknown[],
  ): Promise<pg.QueryResult> {
    let result: pg.QueryResult | undefined
    try {
      result = await running
      return result
    } finally {
      this.writeTracker?.track(effect, result?.rowCount !== 0, values)
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK.
      const isCommitted = this.writeTracker?.hasCommitted && result && result.command !== 'ROLLBACK'
      if (isCommitted) this.health?.succeeded()
    }
  }
}

export const clientOn = (connections: Connections) =>
  class extends PreparingClient {
    override readonly connections = connections
  }

/** Connections whose writes are tracked. */
export const trackedClientOn = (connections: Connections, changes: Changes, health: WriteHealth) =>
  class extends clientOn(connections) {
    override readonly writeTracker = new WriteTracker(changes)
    override readonly health = health
  }

const IS_BEGIN = /^start transaction\b/
const NO_ROWS = { rows: [], rowCount: 0 }

/** Pipelines the start of a transaction with its first statement: one round trip instead of two. */
export const writingClientOn = (connections: Connections, changes: Changes, health: WriteHealth) =>
  class extends trackedClientOn(connections, changes, health) {
    #begin: string | undefined

    override query(text: unknown, values?: unknown): never {
      const query = super.query.bind(this) as (...args: unknown[]) => unknown
      const begin = this.#begin
      this.#begin = undefined
      if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values) as never
      if (IS_BEGIN.test(text)) {
        this.#begin = text
        return Promise.resolve({ command: 'START', ...NO_ROWS }) as never
      }
      if (begin === undefined) return query(text, values) as never
      if (text === 'commit' || text === 'rollback')
        return Promise.resolve({ command: text.toUpperCase(), ...NO_ROWS }) as never
      // If it fails, the connection is broken, and the statement fails with the same error.
      void (query(begin, []) as Promise<unknown>).catch(() => undefined)
      return query(text, values) as never
    }
  }

const TIMED_OUT = '57014'

/** For long reads: a timeout is reported as an error of the request, not of the database. */
export const timeLimitedClientOn = (connections: Connections) =>
  class extends clientOn(connections) {
    override query(text: unknown, values?: unknown): never {
      const result: unknown = super.query(text, values)
      if (!(result instanceof Promise)) return result as never
      const translated = result.catch((error) => {
        throw codeOf(error) === TIMED_OUT ? tooSlow(error) : error
      })
      return translated as never
    }
  }

const bound = (value: unknown) =>
  value !== null && typeof value === 'object' && !ArrayBuffer.isView(value) ? JSON.stringify(value) : value
