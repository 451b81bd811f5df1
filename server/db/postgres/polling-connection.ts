import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const ASK_EVERY_MS = 250
const FRESH_MS = 1000
const LONGEST_WAIT_MS = 5000
/** After which a connection may end by itself. */
const LONGEST_END_MS = 500

interface Standing<Answer> {
  url: string
  /** As PostgreSQL lists it: `application_name`. */
  name: string
  /** Asked again and again. */
  ask: (client: pg.Client) => Promise<Answer>
  /** Before the first question. */
  onConnected?: () => void
  onAnswer?: (answer: Answer) => void
  /** Once, and not again until it has answered. */
  onLost?: (error: unknown) => void
}

/**
 * A connection of its own that is asked the same question again and again, made when it is first wanted, and anew
 * whenever it breaks.
 */
export class PollingConnection<Answer = unknown> {
  readonly #options: Standing<Answer>
  readonly #stopping = new AbortController()
  #client: pg.Client | undefined
  #isReady = false
  #freshAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #asking: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(options: Standing<Answer>) {
    this.#options = options
  }

  /** It answered what it was asked within the last second. */
  isFresh(): boolean {
    this.#running ??= this.#run()
    return performance.now() - this.#freshAt < FRESH_MS
  }

  /** Asks after the call, once for all who come while an earlier question is still open. Rejects where it is down. */
  ask(): Promise<void> {
    this.#next ??= this.#asking
      .catch(() => undefined)
      .then(() => {
        const asking = this.#ask()
        this.#asking = asking
        this.#next = undefined
        return asking
      })
    return this.#next
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #ask(): Promise<void> {
    const client = this.#client
    if (!client || !this.#isReady) throw new Error('not connected')
    const asked = performance.now()
    const answer = await this.#options.ask(client)
    this.#freshAt = asked
    this.#options.onAnswer?.(answer)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#stand(() => {
          failures = 0
        })
      } catch (error) {
        if (failures === 0 && !signal.aborted) this.#options.onLost?.(error)
      }
      await pause(Math.min(ASK_EVERY_MS * 2 ** failures, LONGEST_WAIT_MS), signal)
    }
  }

  /** Until the connection breaks. */
  async #stand(onAnswer: () => void): Promise<void> {
    const { signal } = this.#stopping
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: this.#options.name,
      connectionTimeoutMillis: LONGEST_WAIT_MS,
      query_timeout: FRESH_MS,
      keepAlive: true,
    })
    this.#client = client
    client.on('error', () => this.#lose())
    client.on('end', () => this.#lose())
    try {
      // `pg` leaves whoever waits for a connection waiting, where it is ended before it is made.
      await unlessAborted(client.connect(), signal)
      this.#options.onConnected?.()
      this.#isReady = true
      while (!signal.aborted) {
        await this.ask()
        onAnswer()
        await pause(ASK_EVERY_MS, signal)
      }
    } finally {
      this.#lose()
      await Promise.race([client.end().catch(() => undefined), wait(LONGEST_END_MS)])
    }
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
