import { currentIteration } from '../event-loop.ts'
import { AdaptiveQueue, type PendingRequest, type QueueTimeouts } from './adaptive-queue.ts'

/** Times in milliseconds. */
export interface QueueLimits extends QueueTimeouts {
  /** During this first part of an iteration of the event loop, requests run immediately; later ones are queued. */
  immediateMs: number
  /** In each iteration, queued requests run for this long. */
  sliceMs: number
  /** The longest queue. */
  maxQueued: number
}

/** The most requests per sliceMs: as many as one batch of responses (`http/response/send.ts`). */
const MAX_PER_SLICE = 32

/**
 * Keeps iterations of the event loop short. In each iteration, Node runs all requests that have arrived, which may take a
 * second, and accepts one new connection. Without this queue, at three times the capacity, health probes
 * waited for 9 s (p50), and with it for 6 ms (bench/results/overload.md).
 */
export class RequestQueue {
  readonly #limits: QueueLimits
  readonly #waiting: AdaptiveQueue
  readonly #iteration: IterationClock
  readonly #slice: IterationClock

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#waiting = new AdaptiveQueue(limits)
    this.#iteration = new IterationClock(limits.clock)
    this.#slice = new IterationClock(limits.clock)
  }

  /** Whether an arriving request may run at once. */
  isOpen(): boolean {
    return this.#iteration.elapsed() <= this.#limits.immediateMs && this.#waiting.length === 0
  }

  /** Queues a request, which runs or is refused later; a full queue refuses it now. */
  join(waiting: PendingRequest): void {
    if (this.#waiting.length >= this.#limits.maxQueued) {
      waiting.refuse()
      return
    }
    this.#waiting.push(waiting, this.#iteration.began)
    if (this.#waiting.length === 1) setImmediate(this.#proceed)
  }

  /** Runs once per iteration. */
  readonly #proceed = (): void => {
    this.#waiting.refuseLate(this.#limits.sliceMs)
    if (this.#waiting.length === 0) return
    for (let i = Math.min(this.#waiting.length, MAX_PER_SLICE); i > 0; i--) setImmediate(this.#next)
    setImmediate(this.#proceed)
  }

  /** One request per callback: Node runs its microtasks before the next callback. */
  readonly #next = (): void => {
    if (this.#slice.elapsed() > this.#limits.sliceMs) return
    this.#waiting.take()?.run()
  }
}

/** Milliseconds since the first call in the current iteration of the event loop. */
class IterationClock {
  began = 0
  readonly #clock: () => number
  #iteration = -1

  constructor(clock: () => number) {
    this.#clock = clock
  }

  elapsed(): number {
    const iteration = currentIteration()
    const now = this.#clock()
    if (iteration !== this.#iteration) {
      this.#iteration = iteration
      this.began = now
    }
    return now - this.began
  }
}
