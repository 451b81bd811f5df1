/** Times in milliseconds. */
export interface Patience {
  /** Who has waited for so long is refused, */
  wait: number
  /** once some have for a while: who waits behind a single slow thing is not turned away. */
  lasting: number
  clock: () => number
}

export interface Waiting {
  carryOut: () => void
  refuse: () => void
}

/**
 * Requests that wait for what can be done. Who came first is next. Only where more come than can be served, who came
 * last is: the first are those that will be refused, and to serve each of them just in time would make all wait for as
 * long as anybody may.
 */
export class Backlog {
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

  /** Who is next, and waits no more. */
  take(): Waiting | undefined {
    return this.#isOverloaded ? this.#waiting.pop() : this.#waiting.shift()
  }

  /**
   * Does anybody wait for too long, and have some for a while? Then it is so until nobody waits. To be called again and
   * again while anybody does.
   * @param most milliseconds in which to refuse: to refuse a thousand takes its time as well
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
