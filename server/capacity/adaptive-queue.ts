/** Times in milliseconds. */
export interface QueueTimeouts {
  /** A request that has waited this long is late. */
  lateAfter: number
  /** Late requests are refused once there have been some for this long: a single slow request causes no refusals. */
  overloadAfter: number
  clock: () => number
}

export interface PendingRequest {
  run: () => void
  refuse: () => void
  /** Its client has disconnected. */
  isGone?: (() => boolean) | undefined
}

/**
 * A queue of requests: FIFO normally, LIFO under overload (adaptive LIFO). In an overloaded FIFO queue every request
 * would wait for as long as the limit allows; in a LIFO queue most of those that are served are fresh.
 */
export class AdaptiveQueue {
  readonly #timeouts: QueueTimeouts
  #waiting: (PendingRequest & { since: number })[] = []
  #lateSince: number | undefined
  #isOverloaded = false

  constructor(timeouts: QueueTimeouts) {
    this.#timeouts = timeouts
  }

  get length(): number {
    return this.#waiting.length
  }

  push(waiting: PendingRequest, since: number): void {
    this.#waiting.push({ ...waiting, since })
  }

  /** Removes and returns the next request. */
  take(): PendingRequest | undefined {
    return this.#isOverloaded ? this.#waiting.pop() : this.#waiting.shift()
  }

  /** Refuses the request that came last. */
  refuseNewest(): void {
    this.#waiting.pop()?.refuse()
  }

  /** Refuses requests whose clients have disconnected. */
  refuseGone(): void {
    const gone = new Set(this.#waiting.filter((one) => one.isGone?.()))
    this.#waiting = this.#waiting.filter((one) => !gone.has(one))
    for (const one of gone) one.refuse()
  }

  /**
   * Detects overload and refuses late requests. The overload ends when the queue is empty. Call it regularly while
   * requests wait.
   * @param most milliseconds to spend on refusals: a thousand of them take a while too
   */
  refuseLate(most: number): void {
    const { lateAfter, overloadAfter, clock } = this.#timeouts
    const now = clock()
    const isLate = (one: { since: number } | undefined) => one !== undefined && now - one.since > lateAfter
    this.#lateSince = isLate(this.#waiting[0]) ? (this.#lateSince ?? now) : undefined
    this.#isOverloaded ||= this.#lateSince !== undefined && now - this.#lateSince >= overloadAfter
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
