import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { LRUCache } from 'lru-cache'

/** Names are looked up in libuv's thread pool of four threads, which also hashes passwords and reads files. */
const MOST_AT_ONCE = 3
/** Of these, lookups of names that have not been quick: new names and slow ones. They may take as long as a dead name server. */
const MOST_UNPROVEN = 2
/** From then on, a lookup counts as slow. Names whose last lookup was slow share one of the threads. */
const SLOW_MS = 1000
/** How long a failure is remembered. */
const FAILURE_MS = 30_000
const MOST_KNOWN = 10_000

type Callback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

interface Lookup {
  options: LookupOptions
  callbacks: Callback[]
  /** Then the last request that waits for it has timed out. In milliseconds since 1970. */
  endsAt: number
}

/** What the last lookup of a name has shown. */
interface Known {
  isSlow: boolean
  error?: NodeJS.ErrnoException | null
  at: number
}

/**
 * Looks names up as the system does, with /etc/hosts. A dead name server occupies a thread for ten seconds and more, so:
 *
 * - requests for a name share one lookup, and a failure is remembered for {@link FAILURE_MS};
 * - names whose last lookup was slow share one thread, and a second one with new names; a third one is for names whose last lookup was
 *   quick, so new names with a dead name server do not delay them;
 * - a lookup that only requests wait for that have timed out is not made.
 *
 * Addresses are not remembered: each connection gets those of this moment.
 */
export class NameLookups {
  readonly #now: () => string
  readonly #timeoutMs: number
  /** By name, in the order of their arrival. */
  readonly #waiting = new Map<string, Lookup>()
  readonly #running = new Map<string, Lookup>()
  readonly #known = new LRUCache<string, Known>({ max: MOST_KNOWN })

  /** @param timeoutMs how long a request waits */
  constructor(now: () => string, timeoutMs: number) {
    this.#now = now
    this.#timeoutMs = timeoutMs
  }

  /** Until its first lookup, a name counts as slow. */
  expectSlow(name: string): void {
    if (!this.#known.has(name)) this.#known.set(name, { isSlow: true, at: this.#time })
  }

  /** @param options the same for all requests of a name */
  find(name: string, options: LookupOptions, callback: Callback): void {
    const failure = this.#failureOf(name)
    if (failure) {
      queueMicrotask(() => callback(failure, []))
      return
    }
    const endsAt = this.#time + this.#timeoutMs
    const shared = this.#running.get(name) ?? this.#waiting.get(name)
    if (shared) {
      shared.callbacks.push(callback)
      shared.endsAt = endsAt
      return
    }
    this.#waiting.set(name, { options, callbacks: [callback], endsAt })
    this.#startNext()
  }

  get #time(): number {
    return Date.parse(this.#now())
  }

  #failureOf(name: string): NodeJS.ErrnoException | undefined {
    const { error = null, at = 0 } = this.#known.get(name) ?? ({} as Partial<Known>)
    // The clock may have been set back.
    return error !== null && Math.abs(this.#time - at) < FAILURE_MS ? error : undefined
  }

  #startNext(): void {
    this.#dropTimedOut()
    while (this.#running.size < MOST_AT_ONCE) {
      const name = this.#nextName()
      if (name === undefined) return
      const lookup = this.#waiting.get(name) as Lookup
      this.#waiting.delete(name)
      this.#start(name, lookup)
    }
  }

  #dropTimedOut(): void {
    const time = this.#time
    for (const [name, { callbacks, endsAt }] of this.#waiting) {
      if (endsAt > time) continue
      this.#waiting.delete(name)
      for (const callback of callbacks) callback(timedOut(), [])
    }
  }

  #nextName(): string | undefined {
    const [waiting, running] = [[...this.#waiting.keys()], [...this.#running.keys()]]
    const isSlow = (name: string) => this.#known.get(name)?.isSlow
    const quick = waiting.find((name) => isSlow(name) === false)
    if (quick !== undefined) return quick
    if (running.filter((name) => isSlow(name) !== false).length >= MOST_UNPROVEN) return undefined
    return waiting.find((name) => !isSlow(name)) ?? (running.some(isSlow) ? undefined : waiting[0])
  }

  #start(name: string, lookup: Lookup): void {
    const { options, callbacks } = lookup
    const startedAt = this.#time
    this.#running.set(name, lookup)
    dns.lookup(name, { ...options, all: true }, (error, addresses) => {
      this.#running.delete(name)
      const at = this.#time
      this.#known.set(name, { isSlow: at - startedAt >= SLOW_MS, error, at })
      for (const callback of callbacks) callback(error, addresses)
      this.#startNext()
    })
  }
}

/** As the system says it of a connection. */
const timedOut = (): NodeJS.ErrnoException =>
  Object.assign(new Error('The name was not looked up in time.'), { code: 'ETIMEDOUT' })
