import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const POLL_EVERY_MS = 250
const FRESH_MS = 1000
const MAX_WAIT_MS = 5000
/** How long to wait for a connection to close. */
const MAX_CLOSE_MS = 500

interface Options<Answer> {
  url: string
  /** The `application_name` in PostgreSQL. */
  name: string
  /** The query of each poll. */
  poll: (client: pg.Client) => Promise<Answer>
  /** Called before the first poll. */
  onConnected?: () => void
  onAnswer?: (answer: Answer) => void
  /** A channel of NOTIFY. */
  listen?: { channel: string; onNotified: () => void } | undefined
  /** Called once per outage. */
  onLost?: (error: unknown) => void
}

/**
 * A dedicated connection that polls one query repeatedly. It connects when it is first used and reconnects whenever it
 * breaks.
 */
export class PollingConnection<Answer = unknown> {
  readonly #options: Options<Answer>
  readonly #stopping = new AbortController()
  #client: pg.Client | undefined
  #isReady = false
  #freshAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #polling: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(options: Options<Answer>) {
    this.#options = options
  }

  /** Whether it has answered a poll that was sent within the last second. */
  isFresh(): boolean {
    this.#running ??= this.#run()
    return performance.now() - this.#freshAt < FRESH_MS
  }

  /** Polls after the call; calls during a running poll share the next one. Rejects if the connection is down. */
  poll(): Promise<void> {
    this.#next ??= this.#polling
      .catch(() => undefined)
      // All requests of an iteration of the event loop share a poll: the first one does not start it alone.
      .then(() => immediate())
      .then(() => {
        const polling = this.#poll()
        this.#polling = polling
        this.#next = undefined
        return polling
      })
    return this.#next
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #poll(): Promise<void> {
    const client = this.#client
    if (!client || !this.#isReady) throw new Error('not connected')
    const sentAt = performance.now()
    const answer = await this.#options.poll(client)
    this.#freshAt = sentAt
    this.#options.onAnswer?.(answer)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#pollUntilLost(() => {
          failures = 0
        })
      } catch (error) {
        if (failures === 0 && !signal.aborted) this.#options.onLost?.(error)
      }
      await pause(Math.min(POLL_EVERY_MS * 2 ** failures, MAX_WAIT_MS), signal)
    }
  }

  /** Runs until the connection breaks. */
  async #pollUntilLost(onAnswer: () => void): Promise<void> {
    const { signal } = this.#stopping
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: this.#options.name,
      connectionTimeoutMillis: MAX_WAIT_MS,
      query_timeout: FRESH_MS,
      keepAlive: true,
    })
    this.#client = client
    client.on('error', () => this.#lose())
    client.on('end', () => this.#lose())
    try {
      // `pg` never settles `connect()` if the client is ended before it is connected.
      await unlessAborted(client.connect(), signal)
      await this.#listen(client)
      this.#options.onConnected?.()
      this.#isReady = true
      while (!signal.aborted) {
        await this.poll()
        onAnswer()
        await pause(POLL_EVERY_MS, signal)
      }
    } finally {
      this.#lose()
      await Promise.race([client.end().catch(() => undefined), wait(MAX_CLOSE_MS)])
    }
  }

  async #listen(client: pg.Client): Promise<void> {
    const { listen } = this.#options
    if (!listen) return
    client.on('notification', listen.onNotified)
    await client.query(`listen ${listen.channel}`)
  }

  #lose(): void {
    this.#isReady = false
    this.#freshAt = Number.NEGATIVE_INFINITY
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('It is stopping.'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
