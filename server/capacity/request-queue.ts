import { currentIteration } from '../event-loop.ts'
import { AdaptiveQueue, type Patience, type Waiting } from './adaptive-queue.ts'

/** Times in milliseconds. */
export interface QueueLimits extends Patience {
  /** For this long, requests that arrive in one iteration of the event loop are carried out at once; later ones wait. */
  atOnce: number
  /** In each iteration, waiting requests are carried out for this long. */
  slice: number
  /** The most requests that may wait. */
  inLine: number
}

/** The most requests of a slice: as many as are answered together (`http/response/send.ts`). */
const MOST_IN_SLICE = 32

/**
 * Keeps iterations of the event loop short. Node reads all requests that have arrived, carries out one after the other,
 * which may take a second, and accepts one new connection in each iteration. Without this queue, new clients and health
 * probes would wait for seconds.
 */
export class RequestQueue {
  readonly #limits: QueueLimits
  readonly #waiting: AdaptiveQueue
  readonly #turn: TurnClock
  readonly #slice: TurnClock

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#waiting = new AdaptiveQueue(limits)
    this.#turn = new TurnClock(limits.clock)
    this.#slice = new TurnClock(limits.clock)
  }

  /** May a request that has arrived be carried out at once? */
  isOpen(): boolean {
    return this.#turn.elapsed() <= this.#limits.atOnce && this.#waiting.length === 0
  }

  /** For a request that may not. It is carried out or refused later; a full queue refuses it now. */
  join(waiting: Waiting): void {
    if (this.#waiting.length >= this.#limits.inLine) {
      waiting.refuse()
      return
    }
    this.#waiting.push(waiting, this.#turn.began)
    if (this.#waiting.length === 1) setImmediate(this.#proceed)
  }

  /** Once in each iteration. */
  readonly #proceed = (): void => {
    this.#waiting.refuseLate(this.#limits.slice)
    if (this.#waiting.length === 0) return
    for (let i = Math.min(this.#waiting.length, MOST_IN_SLICE); i > 0; i--) setImmediate(this.#next)
    setImmediate(this.#proceed)
  }

  /** One request for each call: Node settles the promises that it leaves before it makes the next call. */
  readonly #next = (): void => {
    if (this.#slice.elapsed() > this.#limits.slice) return
    this.#waiting.take()?.carryOut()
  }
}

/** How long the current iteration of the event loop lasts, in milliseconds, since it was first asked in it. */
class TurnClock {
  began = 0
  readonly #clock: () => number
  #turn = -1

  constructor(clock: () => number) {
    this.#clock = clock
  }

  elapsed(): number {
    const turn = currentIteration()
    const now = this.#clock()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.began = now
    }
    return now - this.began
  }
}
