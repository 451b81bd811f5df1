import pg from 'pg'
import { type Connections, clientOn, type PreparingClient } from './client.ts'

const INT8 = 20

/** Ids and counts are JSON numbers; none is larger than one holds exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

const POOL_SIZE = 10
const CONNECT_MS = 5000
const STATEMENT_MS = 30_000
/** Where packets are dropped, nothing tells that a connection is gone: it is, so long after a statement would have ended. */
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
  // A connection that breaks is replaced when the next is needed. Whoever was using it is told by their statement;
  // unheard, the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', (client) => connectionsOf(client).open.add(asOurs(client)))
  pool.on('remove', (client) => connectionsOf(client).open.delete(asOurs(client)))
  return pool
}

/** The pool makes no others. */
const asOurs = (client: pg.PoolClient) => client as unknown as PreparingClient
const connectionsOf = (client: pg.PoolClient) => asOurs(client).connections

/** What `?statement_timeout=` at the end of the URL says. */
function statementMsOf(url: string): number | undefined {
  const given = URL.parse(url)?.searchParams.get('statement_timeout')
  return given == null || given === '' ? undefined : Number.parseInt(given, 10)
}

/** Sooner than a probe is answered, connecting or asking. */
const ANSWER_MS = { connectionTimeoutMillis: 700, query_timeout: 700 }

/** Whether the server answers, asked on a connection of its own: those of calls may all be in use, or lead nowhere. */
export class ReadinessProbe {
  readonly #pool: pg.Pool
  #asking: Promise<unknown> | undefined

  constructor(url: string, connections: Connections) {
    this.#pool = poolOf(url, clientOn(connections), { max: 1, ...ANSWER_MS })
  }

  /** @throws ConnectError, or what the connection says */
  async require(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    await this.#asking
  }

  async #ask(): Promise<void> {
    const client = await this.#pool.connect()
    let fault: Error | undefined
    try {
      await client.query('select 1', [])
    } catch (error) {
      fault = error as Error
      throw error
    } finally {
      // One that failed is closed.
      client.release(fault)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
