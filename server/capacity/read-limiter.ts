import type { MaybePromise } from '../access/answers.ts'
import { overloaded } from '../errors.ts'
import { AdaptiveQueue, type QueueTimeouts } from './adaptive-queue.ts'
import { FairSlots } from './fair-slots.ts'

interface Limits extends QueueTimeouts {
  slots: number
}

/** Reads of records: one for each connection of the PostgreSQL pool (`POOL_SIZE` in db/postgres/pool.ts). */
export const READS: Limits = {
  slots: 10,
  /** Longer than `LOAD_LIMITS.lateAfter`, since a request keeps its slot during its statements. */
  lateAfter: 1000,
  overloadAfter: 1000,
  clock: () => performance.now(),
}

/** Statements that may take seconds: one for each of PostgreSQL's connections for them (`LONG_READS` in db/postgres/engine.ts). */
export const LONG_READS: Limits = { ...READS, slots: 4, lateAfter: 5000 }

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
    this.#slots.enqueue(caller, (queue) => queue.push(request, this.#limits.clock()))
    return promise
  }

  /** Takes a slot even if none is free: further requests then wait until one more has left. It needs a `leave`. */
  enterAtOnce(): void {
    this.#slots.take()
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

/** The slot of one request, which it gives up while it waits: otherwise ten slow lists of one caller would delay every read of others. */
export class ReadSlot {
  readonly #reads: ReadLimiter
  readonly #longReads: ReadLimiter
  readonly #caller: Caller
  #isTaken = false

  constructor({ reads, longReads }: { reads: ReadLimiter; longReads: ReadLimiter }, caller: Caller) {
    this.#reads = reads
    this.#longReads = longReads
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
    const waiting = this.#reads.enter(this.#caller)
    if (waiting) await waiting
    this.#isTaken = true
  }

  leave(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#reads.leave()
  }

  /** Gives the slot to others until `waiting` resolves. @throws Refusal 503 */
  async leaveWhile<T>(waiting: Promise<T>): Promise<T> {
    const wasTaken = this.#isTaken
    this.leave()
    const value = await waiting
    if (wasTaken) await this.enter()
    return value
  }

  /**
   * Gives the slot to others while a long read waits for its turn among those of all callers, and while it runs. Then it does not
   * wait for a slot: a refusal would waste the read, and others may be waiting for its result. @throws Refusal 503
   */
  async readLong<T>(read: () => Promise<T>): Promise<T> {
    const wasTaken = this.#isTaken
    this.leave()
    const turn = this.#longReads.enter(this.#caller)
    if (turn) await turn
    try {
      return await read()
    } finally {
      this.#longReads.leave()
      if (wasTaken) {
        this.#reads.enterAtOnce()
        this.#isTaken = true
      }
    }
  }
}
