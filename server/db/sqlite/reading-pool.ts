import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Piscina } from 'piscina'
import { tooSlow } from '../../errors.ts'
import { Adapter } from './dialect.ts'
import type { Outcome, Task } from './reading-thread.ts'
import { threadPool } from './thread-pool.ts'

/** Threads that read one file. SQLite runs in the calling thread, and would block the event loop. */
export const READING_THREADS = 2

/** Reads that wait for a thread; further ones would time out. */
const MAX_WAITING = 200

/** Kysely's SQLite dialect on a pool of read-only threads. @throws Refusal 503 beyond the time limit */
export const readingDialect = (file: string, limitMs: number): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new ReadingDriver(file, limitMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class ReadingDriver implements Driver {
  readonly #file: string
  readonly #limitMs: number
  #pool: Promise<Piscina<Task, Outcome>> | undefined

  constructor(file: string, limitMs: number) {
    this.#file = file
    this.#limitMs = limitMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <Row>(query: CompiledQuery) => this.#read<Row>(query),
      // biome-ignore lint/correctness/useYield: nothing streams.
      streamQuery: async function* () {
        throw new Error('Long reads are not streamed.')
      },
    }
  }

  async #read<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#pool ??= threadPool('./reading-thread.ts', {
      file: this.#file,
      maxThreads: READING_THREADS,
      maxQueue: MAX_WAITING,
    })
    const pool = await this.#pool
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), this.#limitMs)
    const deadline = performance.timeOrigin + performance.now() + this.#limitMs
    try {
      const outcome = await pool.run({ sql, parameters, deadline }, { signal: controller.signal })
      if (outcome === 'late') throw tooSlow()
      if ('fault' in outcome) throw Object.assign(new Error(outcome.fault.message), outcome.fault)
      return { rows: outcome.rows as Row[] }
    } catch (error) {
      if (controller.signal.aborted || /queue/i.test((error as Error).message)) throw tooSlow(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await (await this.#pool)?.destroy()
  }

  beginTransaction = refuseTransaction
  commitTransaction = refuseTransaction
  rollbackTransaction = refuseTransaction
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Long reads are single statements.')
}
