/** With this many requests in progress at once, the process is busy. */
export const BUSY_REQUESTS = 16

/**
 * Events that begin to be sent in a second while the process is busy. Each takes up to 0.4 ms of the event loop: without this
 * limit, 32 clients beside a thousand webhooks that are told of each new user created 0.28 of the users that they did without webhooks.
 */
export const MOST_WHILE_BUSY = 250

/** What one round may use of earlier ones. */
const MOST_SAVED = 25

/** Between two rounds: what arrives meanwhile is handled together. */
const ROUND_MS = 5
const BUSY_ROUND_MS = 50

/** How many events begin to be sent, and how often: few while the process is busy, so that its requests stay as fast as without webhooks. */
export class Pace {
  readonly #mostRequests: () => number
  readonly #clock: () => number
  #isBusy = false
  #saved = 0
  #at: number

  /** @param mostRequests the most that were in progress at once since the last call @param clock in milliseconds */
  constructor(mostRequests: () => number, clock: () => number) {
    this.#mostRequests = mostRequests
    this.#clock = clock
    this.#at = clock()
  }

  /** How many may begin now. */
  allowed(): number {
    const now = this.#clock()
    this.#saved = Math.min(this.#saved + ((now - this.#at) * MOST_WHILE_BUSY) / 1000, MOST_SAVED)
    this.#at = now
    this.#isBusy = this.#mostRequests() >= BUSY_REQUESTS
    return this.#isBusy ? Math.floor(this.#saved) : Number.POSITIVE_INFINITY
  }

  get roundMs(): number {
    return this.#isBusy ? BUSY_ROUND_MS : ROUND_MS
  }

  noteBegun(count: number): void {
    this.#saved = Math.max(this.#saved - count, 0)
  }
}
