/** Times in milliseconds. */
export interface Patience {
  /** A request that has waited for this long is late. */
  wait: number
  /** Late requests are refused once there have been some for this long: one slow request refuses nobody. */
  lasting: number
  clock: () => number
}

export interface Waiting {
  carryOut: () => void
  refuse: () => void
}

/**
 * A queue of requests: FIFO normally, LIFO under overload (adaptive LIFO). In an overloaded FIFO queue every request
 * would wait for as long as the limit allows; in a LIFO queue most of those that are served are fresh.
 */
export class AdaptiveQueue {
  readonly #patience: Patience
  readonly #waiting: (Waiting & { since: number })[] = []
  #lateSince: number | undefined
  #isOverloaded = false

  constructor(patience: Patience) {
    this.#patience = patience
  }

  get length(): number {
    return this.#waiting.length
  }

  push(waiting: Waiting, since: number): void {
    this.#waiting.push({ ...waiting, since })
  }

  /** Removes and returns the next request. */
  take(): Waiting | undefined {
    return this.#isOverloaded ? this.#waiting.pop() : this.#waiting.shift()
  }

  /**
   * Detects overload and refuses late requests. The overload ends when the queue is empty. Call it regularly while
   * requests wait.
   * @param most milliseconds for refusals: a thousand of them take a while too
   */
  refuseLate(most: number): void {
    const { wait, lasting, clock } = this.#patience
    const now = clock()
    const isLate = (one: { since: number } | undefined) => one !== undefined && now - one.since > wait
    this.#lateSince = isLate(this.#waiting[0]) ? (this.#lateSince ?? now) : undefined
    this.#isOverloaded ||= this.#lateSince !== undefined && now - this.#lateSince >= lasting
    while (this.#isOverloaded && isLate(this.#waiting[0])) {
      this.#waiting.shift()?.refuse()
      if (clock() - now > most) break
    }
    if (this.#waiting.length === 0) {
      this.#lateSince = undefined
      this.#isOverloaded = false
    }
  }
}
