/** The event loop is busy if it had work for this part of the time. */
const BUSY = 0.75
/** The least time between two measurements. */
const MEASURED_MS = 50

/**
 * Events that begin to be sent in a second while the event loop is busy, apart from tests and redeliveries. Sending one takes up to
 * 0.4 ms of the event loop. Without this limit, 32 clients created users at 0.25 to 0.32 of their rate without webhooks
 * (bench/results/events.md).
 */
export const MOST_WHILE_BUSY = 250

/** The capacity of the bucket: a tenth of a second. */
const CAPACITY = MOST_WHILE_BUSY / 10

/** The pause between two rounds of the dispatcher, in milliseconds: what arrives meanwhile is handled together. */
const ROUND_MS = 5
const BUSY_ROUND_MS = 50

/**
 * A token bucket of {@link MOST_WHILE_BUSY} events a second, which limits only while the event loop is busy: requests come first. Tokens
 * are spent at all times. What sending itself does on the event loop counts as its work too.
 */
export class Pace {
  readonly #utilization: () => number
  readonly #clock: () => number
  #measuredAt = Number.NEGATIVE_INFINITY
  #isBusy = false
  #tokens = 0
  #refilledAt: number

  /**
   * @param utilization the part of the time since its last call in which the event loop had work, from 0 to 1
   * @param clock in milliseconds
   */
  constructor(utilization: () => number, clock: () => number) {
    this.#utilization = utilization
    this.#clock = clock
    this.#refilledAt = clock()
  }

  /** Adds the tokens of the time since the last call, and measures the event loop. @returns how many events may begin now */
  refill(): number {
    const now = this.#clock()
    this.#tokens = Math.min(this.#tokens + ((now - this.#refilledAt) * MOST_WHILE_BUSY) / 1000, CAPACITY)
    this.#refilledAt = now
    if (now - this.#measuredAt >= MEASURED_MS) {
      this.#measuredAt = now
      this.#isBusy = this.#utilization() >= BUSY
    }
    return this.#isBusy ? Math.floor(this.#tokens) : Number.POSITIVE_INFINITY
  }

  spend(count: number): void {
    this.#tokens = Math.max(this.#tokens - count, 0)
  }

  get roundMs(): number {
    return this.#isBusy ? BUSY_ROUND_MS : ROUND_MS
  }
}
