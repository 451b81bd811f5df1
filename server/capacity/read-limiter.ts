import { overloaded } from '../errors.ts'
import { AdaptiveQueue, type QueueTimeouts } from './adaptive-queue.ts'

/** Concurrent reads of records: as many as the PostgreSQL pool has connections. */
const SLOTS = 10

/** Longer than `LOAD.lateAfter`: a slow database query keeps its slot. */
const TIMEOUTS: QueueTimeouts = { lateAfter: 1000, overloadAfter: 1000, clock: () => performance.now() }

/** How long refusals may hold the event loop, in milliseconds. */
const REFUSING_MS = 2

/** A user, or null for an anonymous caller. */
type Caller = number | null

/**
 * Limits concurrent reads: a response may hold ten thousand records in memory, and one process reads no faster with more
 * concurrency. Round robin by caller: a caller with one request waits for about one request of each other caller, however
 * many those send.
 */
export class ReadLimiter {
  #free = SLOTS
  readonly #timeouts: QueueTimeouts
  /** The first caller is the next to be served. */
  readonly #queues = new Map<Caller, AdaptiveQueue>()

  constructor(timeouts = TIMEOUTS) {
    this.#timeouts = timeouts
  }

  /** Returns undefined if a slot is free. Each `enter` needs a `leave`. @throws Refusal 503 */
  enter(caller: Caller): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.#queues.get(caller) ?? new AdaptiveQueue(this.#timeouts)
    queue.push({ run: resolve, refuse: () => reject(overloaded()) }, this.#timeouts.clock())
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
        next.run()
        return
      }
    }
    this.#free += 1
  }
}

/** The slot of one request, which it may give up for a while. */
export class ReadSlot {
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

  /** Gives the slot to others until `waiting` resolves. @throws Refusal 503 */
  async leaveWhile(waiting: Promise<void>): Promise<void> {
    const wasTaken = this.#isTaken
    this.leave()
    await waiting
    if (wasTaken) await this.enter()
  }
}
