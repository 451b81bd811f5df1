import pg from 'pg'
import { type Connections, clientOn, type PreparingClient } from './client.ts'

const INT8 = 20

/** Ids and counts are JSON numbers; all are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

const POOL_SIZE = 10
const CONNECT_MS = 5000
const STATEMENT_MS = 30_000
/** If packets are dropped, nothing reports a broken connection: it counts as broken this long after the statement timeout. */
const SILENCE_MS = 5000
const IDLE_MS = 60_000

export function poolOf(url: string, Client: typeof pg.Client, others: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: (statementMsOf(url) ?? STATEMENT_MS) + SILENCE_MS,
    application_name: 'rolecall',
    types,
    Client,
    pipeline: true,
    ...others,
  })
  // A broken connection is replaced when the next one is needed, and the statement that used it fails. Without a listener,
  // the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', (client) => connectionsOf(client).open.add(asOurs(client)))
  pool.on('remove', (client) => connectionsOf(client).open.delete(asOurs(client)))
  return pool
}

/** The pool creates only clients of this class. */
const asOurs = (client: pg.PoolClient) => client as unknown as PreparingClient
const connectionsOf = (client: pg.PoolClient) => asOurs(client).connections

/** The `?statement_timeout=` of the URL. */
function statementMsOf(url: string): number | undefined {
  const given = URL.parse(url)?.searchParams.get('statement_timeout')
  return given == null || given === '' ? undefined : Number.parseInt(given, 10)
}

/** Shorter than the time limit of a probe, for the connection and the query. */
const PROBE_MS = { connectionTimeoutMillis: 700, query_timeout: 700 }

/** Checks whether the server answers, on its own connection: those of requests may all be busy or broken. */
export class ReadinessProbe {
  readonly #pool: pg.Pool
  #probing: Promise<unknown> | undefined

  constructor(url: string, connections: Connections) {
    this.#pool = poolOf(url, clientOn(connections), { max: 1, ...PROBE_MS })
  }

  /** @throws ConnectError, or the error of the connection */
  async require(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    await this.#probing
  }

  async #probe(): Promise<void> {
    const client = await this.#pool.connect()
    let fault: Error | undefined
    try {
      await client.query('select 1', [])
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      // The pool closes a failed connection.
      client.release(fault)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
