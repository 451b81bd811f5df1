import type { MaybePromise } from '../access/answers.ts'
import { overloaded } from '../errors.ts'
import { AdaptiveQueue, type QueueTimeouts } from './adaptive-queue.ts'
import { FairSlots } from './fair-slots.ts'

/** Concurrent reads of records: one for each connection of the PostgreSQL pool (`POOL_SIZE` in db/postgres/pool.ts). */
const SLOTS = 10

/** Longer than `LOAD_LIMITS.lateAfter`, since a request keeps its slot during a slow database query. */
const TIMEOUTS: QueueTimeouts = { lateAfter: 1000, overloadAfter: 1000, clock: () => performance.now() }

/** How long refusals may hold the event loop, in milliseconds. */
const REFUSING_MS = 2

/** A user, or null for an anonymous caller. */
type Caller = number | null

/**
 * Limits concurrent reads: a response may hold ten thousand records in memory, and one process reads no faster with more
 * concurrency. The sources of the queued requests are their callers.
 */
export class ReadLimiter {
  readonly #timeouts: QueueTimeouts
  readonly #slots: FairSlots<Caller, AdaptiveQueue>

  constructor(timeouts = TIMEOUTS) {
    this.#timeouts = timeouts
    this.#slots = new FairSlots(SLOTS, () => new AdaptiveQueue(timeouts))
  }

  /** Returns undefined if a slot is free. Each `enter` needs a `leave`. @throws Refusal 503 */
  enter(caller: Caller): Promise<void> | undefined {
    if (this.#slots.tryTake()) return undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = { run: resolve, refuse: () => reject(overloaded()) }
    this.#slots.enqueue(caller, (queue) => queue.push(request, this.#timeouts.clock()))
    return promise
  }

  leave(): void {
    this.#slots.release((queue) => {
      queue.refuseLate(REFUSING_MS)
      const next = queue.take()
      next?.run()
      return next !== undefined
    })
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

  /** Runs a function while it holds the slot. @throws Refusal 503 */
  async hold<T>(run: () => MaybePromise<T>): Promise<T> {
    await this.enter()
    try {
      return await run()
    } finally {
      this.leave()
    }
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
