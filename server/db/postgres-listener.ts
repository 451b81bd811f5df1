import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Changes, Part } from './changes.ts'

/** Where the database's triggers tell what was changed: see the migration. */
const CHANNEL = 'rolecall_changes'

/** What is heard comes before the answer to what is asked later, so each answer proves that all before it was heard. */
const ASK_EVERY_MS = 250
const AWARE_MS = 1000
const LONGEST_WAIT_MS = 5000

/**
 * Hears of what other processes write. Its own connection, made when it is first asked, and again whenever it breaks;
 * as long as it does not answer, nothing is known of others.
 */
export class Listener {
  readonly #url: string
  readonly #changes: Changes
  readonly #own = new Set<number>()
  #client: pg.Client | undefined
  #knownAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  /** @param pool whose own writes are known of without being heard */
  constructor(url: string, changes: Changes, pool: pg.Pool) {
    this.#url = url
    this.#changes = changes
    const pidOf = (client: unknown) => (client as { processID: number }).processID
    pool.on('connect', (client) => this.#own.add(pidOf(client)))
    pool.on('remove', (client) => this.#own.delete(pidOf(client)))
  }

  /** All that others committed until a second ago is known. */
  isAware(): boolean {
    this.#running ??= this.#run()
    return performance.now() - this.#knownAt < AWARE_MS
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#listen(() => {
          failures = 0
        })
      } catch {
        // Told by not being aware; whoever uses the database themselves will say what is wrong with it.
      }
      this.#knownAt = Number.NEGATIVE_INFINITY
      await pause(Math.min(ASK_EVERY_MS * 2 ** failures, LONGEST_WAIT_MS), signal)
    }
  }

  /** Until the connection breaks. */
  async #listen(onAware: () => void): Promise<void> {
    const { signal } = this.#stopping
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'rolecall listener',
      connectionTimeoutMillis: LONGEST_WAIT_MS,
      query_timeout: AWARE_MS,
      keepAlive: true,
    })
    this.#client = client
    client.on('error', () => undefined)
    client.on('notification', ({ payload, processId }) => {
      if (!this.#own.has(processId)) this.#hear(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // What was said while nobody listened is lost.
      this.#changes.noteAll()
      while (!signal.aborted) {
        const asked = performance.now()
        await client.query('select 1')
        this.#knownAt = asked
        onAware()
        await pause(ASK_EVERY_MS, signal)
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  #hear(part = ''): void {
    if (part === 'all') this.#changes.noteAll()
    else this.#changes.note([part as Part])
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)
