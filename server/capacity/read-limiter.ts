import { overloaded } from '../errors.ts'
import { AdaptiveQueue, type Patience } from './adaptive-queue.ts'

/** Reads of records that run at once: as many as a pool of PostgreSQL has connections. */
const PLACES = 10

/** Longer than `LOAD.wait`: a read that takes its time in the database holds its place. */
const PATIENCE: Patience = { wait: 1000, lasting: 1000, clock: () => performance.now() }

/** How long refusals may hold the event loop, in milliseconds. */
const REFUSING_MS = 2

/** A user, or null for an anonymous caller. */
type Caller = number | null

/**
 * Limits concurrent reads. What a request reads stays in memory until it is answered, an answer may hold ten thousand
 * records, and one process reads no faster with more reads at once. Callers take turns: a caller with one request waits
 * for about one request of each other caller, however many those send.
 */
export class ReadLimiter {
  #free = PLACES
  readonly #patience: Patience
  /** The first caller is the next to be served. */
  readonly #queues = new Map<Caller, AdaptiveQueue>()

  constructor(patience = PATIENCE) {
    this.#patience = patience
  }

  /** Undefined where a place is free. Each `enter` needs a `leave`. @throws Refusal 503 */
  enter(caller: Caller): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.#queues.get(caller) ?? new AdaptiveQueue(this.#patience)
    queue.push({ carryOut: resolve, refuse: () => reject(overloaded()) }, this.#patience.clock())
    this.#queues.set(caller, queue)
    return promise
  }

  leave(): void {
    for (const [caller, queue] of this.#queues) {
      queue.refuseLate(REFUSING_MS)
      const next = queue.take()
      this.#queues.delete(caller)
      if (queue.length > 0) this.#queues.set(caller, queue)
      if (next) {
        next.carryOut()
        return
      }
    }
    this.#free += 1
  }
}

/** The place of one request, which it may leave for a while. */
export class ReadPlace {
  readonly #limiter: ReadLimiter
  readonly #caller: Caller
  #isTaken = false

  constructor(limiter: ReadLimiter, caller: Caller) {
    this.#limiter = limiter
    this.#caller = caller
  }

  /** @throws Refusal 503 */
  async enter(): Promise<void> {
    const waiting = this.#limiter.enter(this.#caller)
    if (waiting) await waiting
    this.#isTaken = true
  }

  leave(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#limiter.leave()
  }

  /** Gives the place to others until `waiting` is settled. @throws Refusal 503 */
  async leaveWhile(waiting: Promise<void>): Promise<void> {
    const wasTaken = this.#isTaken
    this.leave()
    await waiting
    if (wasTaken) await this.enter()
  }
}
