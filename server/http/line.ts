import { currentTurn } from '../turn.ts'

/** Times in milliseconds. */
export interface LineLimits {
  /** What came in one turn of the event loop is carried out at once for so long; what comes then lines up. */
  atOnce: number
  /** Of those in line, so much is carried out in a turn. */
  slice: number
  /** Who has stood in line for so long is refused, */
  wait: number
  /** once some have for a while: who stands behind a single slow thing is not turned away. */
  lasting: number
  /** So many stand in line at most. */
  inLine: number
  /** In milliseconds. */
  clock: () => number
}

export interface Waiting {
  carryOut: () => void
  refuse: () => void
}

/** Carried out in a slice at most: as many as are answered together (`send.ts`). */
const MOST_IN_SLICE = 32

/**
 * Keeps the turns of the event loop short. Node would read all requests that have come and carry out one after the
 * other, which may take a second, and in each such turn take one of the connections that are new: clients and probes
 * that come then would wait for as many seconds as there are before them.
 *
 * Who stands first is next. Only where more come than can be served, who came last is: the first are those that will
 * be refused, and to serve each of them just in time would make all wait for as long as anybody may.
 */
export class Line {
  readonly #limits: LineLimits
  readonly #waiting: (Waiting & { since: number })[] = []
  readonly #turn: TurnClock
  readonly #slice: TurnClock
  #lateSince: number | undefined
  #isOverloaded = false

  constructor(limits: LineLimits) {
    this.#limits = limits
    this.#turn = new TurnClock(limits.clock)
    this.#slice = new TurnClock(limits.clock)
  }

  /** May a request that has come be carried out at once? */
  isOpen(): boolean {
    return this.#turn.elapsed() <= this.#limits.atOnce && this.#waiting.length === 0
  }

  /** For one that may not: it is carried out or refused later, and refused now where too many stand here. */
  join(waiting: Waiting): void {
    if (this.#waiting.length >= this.#limits.inLine) waiting.refuse()
    else if (this.#waiting.push({ ...waiting, since: this.#turn.began }) === 1) setImmediate(this.#proceed)
  }

  /** Once a turn. */
  readonly #proceed = (): void => {
    this.#look()
    if (this.#waiting.length === 0) return
    for (let i = Math.min(this.#waiting.length, MOST_IN_SLICE); i > 0; i--) setImmediate(this.#next)
    setImmediate(this.#proceed)
  }

  /** One for each call: promises that it leaves are kept before Node calls the next. */
  readonly #next = (): void => {
    if (this.#slice.elapsed() > this.#limits.slice) return
    const next = this.#isOverloaded ? this.#waiting.pop() : this.#waiting.shift()
    next?.carryOut()
  }

  /** Does anybody wait for too long, and have some for a while? Then it is so until nobody waits. */
  #look(): void {
    const { wait, lasting, slice, clock } = this.#limits
    const now = clock()
    const isLate = (one: { since: number } | undefined) => one !== undefined && now - one.since > wait
    this.#lateSince = isLate(this.#waiting[0]) ? (this.#lateSince ?? now) : undefined
    this.#isOverloaded ||= this.#lateSince !== undefined && now - this.#lateSince >= lasting
    while (this.#isOverloaded && isLate(this.#waiting[0])) {
      this.#waiting.shift()?.refuse()
      // To refuse a thousand takes its time as well.
      if (clock() - now > slice) break
    }
    if (this.#waiting.length === 0) {
      this.#lateSince = undefined
      this.#isOverloaded = false
    }
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
