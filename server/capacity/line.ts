import { currentTurn } from '../event-loop.ts'
import { Backlog, type Patience, type Waiting } from './backlog.ts'

/** Times in milliseconds. */
export interface LineLimits extends Patience {
  /** What came in one turn of the event loop is carried out at once for so long; what comes then lines up. */
  atOnce: number
  /** Of those in line, so much is carried out in a turn. */
  slice: number
  /** So many stand in line at most. */
  inLine: number
}

/** Carried out in a slice at most: as many as are answered together (`send.ts`). */
const MOST_IN_SLICE = 32

/**
 * Keeps the turns of the event loop short. Node would read all requests that have come and carry out one after the
 * other, which may take a second, and in each such turn take one of the connections that are new: clients and probes
 * that come then would wait for as many seconds as there are before them.
 */
export class Line {
  readonly #limits: LineLimits
  readonly #waiting: Backlog
  readonly #turn: TurnClock
  readonly #slice: TurnClock

  constructor(limits: LineLimits) {
    this.#limits = limits
    this.#waiting = new Backlog(limits)
    this.#turn = new TurnClock(limits.clock)
    this.#slice = new TurnClock(limits.clock)
  }

  /** May a request that has come be carried out at once? */
  isOpen(): boolean {
    return this.#turn.elapsed() <= this.#limits.atOnce && this.#waiting.length === 0
  }

  /** For one that may not: it is carried out or refused later, and refused now where too many stand here. */
  join(waiting: Waiting): void {
    if (this.#waiting.length >= this.#limits.inLine) {
      waiting.refuse()
      return
    }
    this.#waiting.push(waiting, this.#turn.began)
    if (this.#waiting.length === 1) setImmediate(this.#proceed)
  }

  /** Once a turn. */
  readonly #proceed = (): void => {
    this.#waiting.refuseLate(this.#limits.slice)
    if (this.#waiting.length === 0) return
    for (let i = Math.min(this.#waiting.length, MOST_IN_SLICE); i > 0; i--) setImmediate(this.#next)
    setImmediate(this.#proceed)
  }

  /** One for each call: promises that it leaves are kept before Node calls the next. */
  readonly #next = (): void => {
    if (this.#slice.elapsed() > this.#limits.slice) return
    this.#waiting.take()?.carryOut()
  }
}

/** Since when the turn of the event loop lasts, in milliseconds: from the first time that it was asked in it. */
class TurnClock {
  began = 0
  readonly #clock: () => number
  #turn = -1

  constructor(clock: () => number) {
    this.#clock = clock
  }

  elapsed(): number {
    const turn = currentTurn()
    const now = this.#clock()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.began = now
    }
    return now - this.began
  }
}
