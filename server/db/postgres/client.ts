import pg from 'pg'
import { tooSlow } from '../../errors.ts'
import { type Changes, type Effect, effectOf, WriteTracker } from '../changes/changes.ts'
import type { WriteHealth } from '../write-health.ts'
import { codeOf, isSilent, unreachable } from './faults.ts'

/** A statement's name is prepared once on each connection; more than the service has are made by clients' filters. */
const MAX_STATEMENTS = 500

interface Known {
  /** The same on every connection; unnamed statements are planned each time. */
  name?: string
  effect: Effect
}

/** The text of each has other numbers in it. */
const IS_LOCK = /^select (pg_(try_)?advisory_xact_lock|set_config)/

/** What the connections to one server share. */
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

/** Names the statements, so that the server plans each once; binds objects and lists as JSON. */
export abstract class PreparingClient extends pg.Client {
  abstract readonly connections: Connections
  /** Told of what is written. */
  readonly writeTracker: WriteTracker | undefined
  /** Told how writes end. */
  readonly health: WriteHealth | undefined
  #running = 0

  /** @throws ConnectError */
  override connect(...given: unknown[]): never {
    const connect = super.connect.bind(this) as (callback?: (error?: Error) => void) => unknown
    const [callback] = given as [((error?: Error) => void)?]
    const told = (error: Error) => unreachable(error, this)
    if (callback) return connect((error) => callback(error && told(error))) as never
    return (connect() as Promise<void>).catch((error: Error) => Promise.reject(told(error))) as never
  }

  /** In the form that Kysely calls it by; others, such as the pool's own, go through as they are. */
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
    const isFollowed = !Array.isArray(effect) || effect.length > 0
    return (isFollowed ? this.#followed(result, effect, values) : result) as never
  }

  /** What is asked in one turn is sent as one packet: each costs more than a small statement. */
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

  /** Closes this connection, and all to the same server that are idle: the next call would find out as late as this one. */
  #dropSilent(): void {
    for (const other of this.connections.open) {
      if (other === this || other.#running === 0) other.#stream.destroy()
    }
  }

  get #stream() {
    return (this as unknown as { connection: pg.Connection }).connection.stream
  }

  /** Where it failed, it may have been carried out all the same: the connection can break before the answer. */
  async #followed(
    running: Promise<pg.QueryResult>,
    effect: Effect,
    values: readonly unknown[],
  ): Promise<pg.QueryResult> {
    let isChange = true
    try {
      const result = await running
      isChange = result.rowCount !== 0
      if (effect === 'commit') this.health?.succeeded()
      return result
    } finally {
      this.writeTracker?.track(effect, isChange, values)
    }
  }
}

export const clientOn = (connections: Connections) =>
  class extends PreparingClient {
    override readonly connections = connections
  }

/** Connections that tell what they change. */
export const trackedClientOn = (connections: Connections, changes: Changes, health: WriteHealth) =>
  class extends clientOn(connections) {
    override readonly writeTracker = new WriteTracker(changes)
    override readonly health = health
  }

const IS_BEGIN = /^start transaction\b/
const NO_ROWS = { rows: [], rowCount: 0 }

/** Sends the start of a transaction together with its first statement: one round trip in place of two. */
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
      // Where it cannot begin, the connection is gone, as the statement tells.
      void (query(begin, []) as Promise<unknown>).catch(() => undefined)
      return query(text, values) as never
    }
  }

const TIMED_OUT = '57014'

/** For long reads: what takes too long is the caller's to mend, not the database's. */
export const timeLimitedClientOn = (connections: Connections) =>
  class extends clientOn(connections) {
    override query(text: unknown, values?: unknown): never {
      const result: unknown = super.query(text, values)
      if (!(result instanceof Promise)) return result as never
      const told = result.catch((error) => {
        throw codeOf(error) === TIMED_OUT ? tooSlow(error) : error
      })
      return told as never
    }
  }

const bound = (value: unknown) =>
  value !== null && typeof value === 'object' && !ArrayBuffer.isView(value) ? JSON.stringify(value) : value
