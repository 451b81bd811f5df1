import { overloaded } from '../errors.ts'
import { AdaptiveQueue, type QueueTimeouts } from './adaptive-queue.ts'
import { FairSlots } from './fair-slots.ts'

interface Limits extends QueueTimeouts {
  slots: number
  /** Requests of one caller that wait for a slot: further ones are refused. */
  maxQueued: number
}

/** Reads of records: one for each PostgreSQL connection for reads (`POOL_SIZE` in db/postgres/pool.ts). Times in milliseconds. */
export const READS: Limits = {
  slots: 10,
  maxQueued: Number.POSITIVE_INFINITY,
  /** Longer than `LOAD_LIMITS.lateAfter`, since a request keeps its slot during its statements. */
  lateAfter: 1000,
  overloadAfter: 1000,
  clock: () => performance.now(),
}

/** Reads that may take seconds, as many at a time as the engine has threads or connections for them. */
export const LONG_READS: Omit<Limits, 'slots'> = { ...READS, maxQueued: 30, lateAfter: 5000 }

/** How long refusals may hold the event loop, in milliseconds. */
const REFUSING_MS = 2

/** A user, or null for an anonymous caller. */
type Caller = number | null

/**
 * Limits concurrent reads: a response may hold ten thousand records in memory, and one process reads no faster with more
 * concurrency. The sources of the queued requests are their callers.
 */
export class ReadLimiter {
  readonly #limits: Limits
  readonly #slots: FairSlots<Caller, AdaptiveQueue>

  constructor(limits: Limits) {
    this.#limits = limits
    this.#slots = new FairSlots(limits.slots, () => new AdaptiveQueue(limits))
  }

  /** Returns undefined if a slot is free. Each `enter` needs a `leave`. @throws Refusal 503 */
  enter(caller: Caller): Promise<void> | undefined {
    if (this.#slots.tryTake()) return undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = { run: resolve, refuse: () => reject(overloaded()) }
    this.#slots.enqueue(caller, (queue) => {
      if (queue.length >= this.#limits.maxQueued) throw overloaded()
      queue.push(request, this.#limits.clock())
    })
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

/** Each request of a caller waits in these. */
interface Limiters {
  reads: ReadLimiter
  longReads: ReadLimiter
}

/** The slot of one request: one for reads at first, and one for long reads from its first long read on. */
export class ReadSlot {
  readonly #limiters: Limiters
  readonly #caller: Caller
  #heldOf: ReadLimiter | undefined
  #becomingLong: Promise<void> | undefined
  #isOver = false

  constructor(limiters: Limiters, caller: Caller) {
    this.#limiters = limiters
    this.#caller = caller
  }

  /** @throws Refusal 503 */
  enter(): Promise<void> {
    return this.#enter(this.#limiters.reads)
  }

  /** Call when the request ends, with or without a slot. */
  end(): void {
    this.#isOver = true
    this.#leave()
  }

  /**
   * Exchanges the slot for one for long reads, until the request ends: slow lists of one caller would otherwise occupy the slots
   * that the short reads of all others need. Does nothing the second time. @throws Refusal 503
   */
  becomeLong(): Promise<void> {
    this.#becomingLong ??= this.#exchange()
    return this.#becomingLong
  }

  async #exchange(): Promise<void> {
    this.#leave()
    await this.#enter(this.#limiters.longReads)
  }

  /** Gives the slot to others until `waiting` resolves, and then needs one for reads. @throws Refusal 503 */
  async leaveWhile(waiting: Promise<void>): Promise<void> {
    const hadSlot = this.#heldOf !== undefined
    this.#leave()
    await waiting
    if (hadSlot) await this.enter()
  }

  async #enter(limiter: ReadLimiter): Promise<void> {
    const waiting = limiter.enter(this.#caller)
    if (waiting) await waiting
    // The request may have failed meanwhile, by a read beside this one.
    if (this.#isOver) limiter.leave()
    else this.#heldOf = limiter
  }

  #leave(): void {
    this.#heldOf?.leave()
    this.#heldOf = undefined
  }
}
