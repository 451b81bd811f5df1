import {
  type Dialect,
  type Driver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { Adapter } from './dialect.ts'
import { unreachable } from './faults.ts'
import { type Server, Session, type SessionOptions } from './session.ts'

const INT8 = 20

/** Ids and counts are JSON numbers; all are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** Connections for reads: one for each slot of the read limiter (`READS` in capacity/read-limiter.ts). */
const POOL_SIZE = 10
const CONNECT_MS = 5000
const STATEMENT_MS = 30_000
/** If packets are dropped, nothing reports a broken connection: it counts as broken this long after the statement timeout. */
const SILENCE_MS = 5000
const IDLE_MS = 60_000

/** A pool of sessions. */
export class SessionPool {
  readonly #pool: pg.Pool
  readonly #options: SessionOptions

  constructor(url: string, options: SessionOptions, limits: pg.PoolConfig = {}) {
    this.#options = options
    this.#pool = new pg.Pool({
      connectionString: url,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: (statementMsOf(url) ?? STATEMENT_MS) + SILENCE_MS,
      application_name: 'rolecall',
      types,
      pipeline: true,
      ...limits,
    })
    // A broken connection is replaced when the next one is needed, and the statement that used it fails. Without a listener,
    // the event would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('remove', (client) => options.server.sessions.delete(client))
  }

  /** @throws ConnectError */
  async acquire(): Promise<Session> {
    const client = await this.#pool.connect().catch((error) => {
      throw unreachable(error, new pg.Client(this.#pool.options))
    })
    const { sessions } = this.#options.server
    const session = sessions.get(client) ?? new Session(client, this.#options)
    sessions.set(client, session)
    return session
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** Kysely's PostgreSQL dialect on a pool of sessions. @param end closes the pool */
export const dialectOn = (pool: SessionPool, end = () => pool.end()): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new SessionDriver(pool, end),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class SessionDriver implements Driver {
  readonly #pool: SessionPool
  readonly destroy: () => Promise<void>

  constructor(pool: SessionPool, end: () => Promise<void>) {
    this.#pool = pool
    this.destroy = end
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<Session> {
    return this.#pool.acquire()
  }

  async beginTransaction(session: Session, settings: TransactionSettings): Promise<void> {
    session.begin(settings)
  }

  async commitTransaction(session: Session): Promise<void> {
    await session.commit()
  }

  rollbackTransaction(session: Session): Promise<void> {
    return session.rollback()
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release()
  }
}

/** The `?statement_timeout=` of the URL. */
function statementMsOf(url: string): number | undefined {
  const given = URL.parse(url)?.searchParams.get('statement_timeout')
  return given == null || given === '' ? undefined : Number.parseInt(given, 10)
}

/** Shorter than the time limit of a probe, for the connection and the query. */
const PROBE_MS = { connectionTimeoutMillis: 700, query_timeout: 700 }

/** Checks whether the server answers, on its own connection: those of requests may all be busy or broken. */
export class ReadinessProbe {
  readonly #pool: SessionPool
  #probing: Promise<unknown> | undefined

  constructor(url: string, server: Server) {
    this.#pool = new SessionPool(url, { server }, { max: 1, ...PROBE_MS })
  }

  /** @throws ConnectError, or the error of the connection */
  async require(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    await this.#probing
  }

  async #probe(): Promise<void> {
    const session = await this.#pool.acquire()
    let isBroken = true
    try {
      await session.query('select 1')
      isBroken = false
    } finally {
      session.release(isBroken)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
