import { overloaded } from '../errors.ts'
import { AdaptiveQueue, type QueueTimeouts } from './adaptive-queue.ts'
import { FairSlots } from './fair-slots.ts'
import type { Caller } from './response-memory.ts'

interface Limits extends QueueTimeouts {
  slots: number
  /** Requests that wait for a slot: beyond it, the newest one of the caller with the longest queue is refused. */
  maxQueued: number
}

/**
 * Reads of records: as many as PostgreSQL has connections for reads (`POOL_SIZE` in db/postgres/pool.ts). Both queues and their slots, with
 * those for hashes, are fewer than `inFlight` in http/server/overload.ts, beyond which the requests of all callers are refused
 * (test/unit/capacity/read-limiter.test.ts). Times in milliseconds.
 */
export const READS: Limits = {
  slots: 10,
  maxQueued: 400,
  /** Longer than `LOAD_LIMITS.lateAfter`, since a request keeps its slot during its statements. */
  lateAfter: 1000,
  overloadAfter: 1000,
  clock: () => performance.now(),
}

/** Reads that may take seconds, as many at a time as the engine has threads or connections for them. */
export const LONG_READS: Omit<Limits, 'slots'> = {
  maxQueued: 120,
  lateAfter: 5000,
  overloadAfter: 0,
  clock: () => performance.now(),
}

/** How often the queues are checked: for seconds, no slot may be left. */
const CHECK_MS = 250

/** How long refusals may hold the event loop, in milliseconds. */
const REFUSING_MS = 2

/**
 * Limits concurrent reads: a response may hold 20,000 records in memory, and one process reads no faster with more
 * concurrency. The sources of the queued requests are their callers.
 */
export class ReadLimiter {
  readonly #limits: Limits
  readonly #slots: FairSlots<Caller, AdaptiveQueue>
  #check: NodeJS.Timeout | undefined

  constructor(limits: Limits) {
    this.#limits = limits
    this.#slots = new FairSlots(limits.slots, () => new AdaptiveQueue(limits))
  }

  /** Returns undefined if a slot is free. Each `enter` needs a `leave`. @throws Refusal 503 */
  enter(caller: Caller, isGone?: () => boolean): Promise<void> | undefined {
    if (this.#slots.tryTake()) return undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = { run: resolve, refuse: () => reject(overloaded()), isGone }
    this.#makeRoom(caller)
    this.#slots.enqueue(caller, (queue) => queue.push(request, this.#limits.clock()))
    this.#check ??= setTimeout(this.#checkQueues, CHECK_MS).unref()
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

  /** @throws Refusal 503 if the queue of this caller is the longest */
  #makeRoom(caller: Caller): void {
    const isFull = () => this.#slots.waiting >= this.#limits.maxQueued
    if (isFull()) for (const queue of [...this.#slots.queues.values()]) queue.refuseGone()
    if (!isFull()) return
    const longest = this.#slots.queueToTrim(caller)
    if (!longest) throw overloaded()
    longest.refuseNewest()
  }

  /** Refuses late requests, and those whose clients have disconnected. */
  readonly #checkQueues = (): void => {
    const queues = [...this.#slots.queues.values()]
    for (const queue of queues) {
      queue.refuseGone()
      queue.refuseLate(REFUSING_MS)
    }
    const isAnyWaiting = queues.some(({ length }) => length > 0)
    this.#check = isAnyWaiting ? setTimeout(this.#checkQueues, CHECK_MS).unref() : undefined
  }
}

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
  #tookLong = false
  /** From its transaction on, the request waits for no slot: a refusal after the commit would be misleading. */
  hasTransaction = false

  constructor(limiters: Limiters, caller: Caller) {
    this.#limiters = limiters
    this.#caller = caller
  }

  /**
   * The request waited for others, or began a long read: its caller's permissions may have changed since they were checked. A transaction
   * checks them itself.
   */
  get needsAuthorityCheck(): boolean {
    return this.#tookLong && !this.hasTransaction
  }

  /** For requests that take long without waiting for a slot. */
  noteTookLong(): void {
    this.#tookLong = true
  }

  /** @throws Refusal 503 */
  enter(isGone?: () => boolean): Promise<void> {
    return this.#enter(this.#limiters.reads, isGone)
  }

  /** Call when the request ends, with or without a slot. */
  end(): void {
    this.#isOver = true
    this.#leave()
  }

  /**
   * Exchanges the slot for one for long reads, until the request ends or gives it back: slow lists of one caller would otherwise
   * occupy the slots that the short reads of all others need. The second time, it need not wait. @throws Refusal 503
   */
  becomeLong(isGone?: () => boolean): Promise<void> {
    this.#tookLong = true
    this.#becomingLong ??= this.#exchange(isGone)
    return this.#becomingLong
  }

  /** Call when a long read has ended and the request will wait for something else: its next long read then waits for a slot again. */
  leaveLongRead(): void {
    this.#becomingLong = undefined
    if (this.#heldOf === this.#limiters.longReads) this.#leave()
  }

  /** Call before a transaction: the request would keep others waiting until its commit. */
  endLongReads(): void {
    this.hasTransaction = true
    this.#leave()
  }

  async #exchange(isGone?: () => boolean): Promise<void> {
    this.#leave()
    await this.#enter(this.#limiters.longReads, isGone)
  }

  /**
   * Gives the slot to others until `waiting` resolves, and takes a read slot again if it had one. It takes none for long reads: a request
   * that has waited for memory begins no more of them. @throws Refusal 503
   */
  async leaveWhile(waiting: Promise<void>): Promise<void> {
    this.#tookLong = true
    const hadReadSlot = this.#heldOf === this.#limiters.reads
    this.#leave()
    await waiting
    if (hadReadSlot) await this.enter()
  }

  async #enter(limiter: ReadLimiter, isGone?: () => boolean): Promise<void> {
    const waiting = limiter.enter(this.#caller, isGone)
    if (waiting) {
      this.#tookLong = true
      await waiting
    }
    // The request may have failed meanwhile, or have got a slot, by a read beside this one.
    if (this.#isOver || this.hasTransaction || this.#heldOf) limiter.leave()
    else this.#heldOf = limiter
  }

  #leave(): void {
    this.#heldOf?.leave()
    this.#heldOf = undefined
  }
}
