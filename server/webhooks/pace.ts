/** The event loop is busy if it had work for this part of the time. */
const BUSY = 0.75
/** The shortest time that is measured. */
const MEASURED_MS = 50

/**
 * Events that begin to be sent in a second while the event loop is busy, apart from tests and redeliveries. Each takes up to 0.4 ms
 * of it: without this limit, 32 clients beside a thousand webhooks that are told of each new user created 0.28 of the users that
 * they did without webhooks.
 */
export const MOST_WHILE_BUSY = 250

/** The most events of one round, which may use what earlier rounds left. */
const MOST_OF_ROUND = 25

/** Between two rounds: what arrives meanwhile is handled together. */
const ROUND_MS = 5
const BUSY_ROUND_MS = 50

/** How many events begin to be sent, and how often: few while the event loop is busy, so that requests stay as fast as without webhooks. */
export class Pace {
  readonly #utilization: () => number
  readonly #clock: () => number
  #measuredAt = Number.NEGATIVE_INFINITY
  #isBusy = false
  #saved = 0
  #at: number

  /**
   * @param utilization the part of the time since its last call in which the event loop had work, from 0 to 1
   * @param clock in milliseconds
   */
  constructor(utilization: () => number, clock: () => number) {
    this.#utilization = utilization
    this.#clock = clock
    this.#at = clock()
  }

  /** How many may begin now. */
  allowed(): number {
    const now = this.#clock()
    this.#saved = Math.min(this.#saved + ((now - this.#at) * MOST_WHILE_BUSY) / 1000, MOST_OF_ROUND)
    this.#at = now
    if (now - this.#measuredAt >= MEASURED_MS) {
      this.#measuredAt = now
      this.#isBusy = this.#utilization() >= BUSY
    }
    return this.#isBusy ? Math.floor(this.#saved) : Number.POSITIVE_INFINITY
  }

  noteBegun(count: number): void {
    this.#saved = Math.max(this.#saved - count, 0)
  }

  get roundMs(): number {
    return this.#isBusy ? BUSY_ROUND_MS : ROUND_MS
  }
}
