const LONG_MS = 5000

/** Whether requests have been refused for some seconds, and none was accepted. */
export class RefusalsInARow {
  readonly #clock: () => number
  #firstAt: number | undefined
  #lastAt = 0

  /** @param clock in milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  noteRefused(): void {
    // Nobody may have asked since: then it is not known, and begins anew.
    if (!this.#wasOfLate()) this.#firstAt = undefined
    this.#lastAt = this.#clock()
    this.#firstAt ??= this.#lastAt
  }

  noteAccepted(): void {
    this.#firstAt = undefined
  }

  isLong(): boolean {
    return this.#firstAt !== undefined && this.#wasOfLate() && this.#lastAt - this.#firstAt >= LONG_MS
  }

  /** Was one refused in the last seconds? */
  #wasOfLate(): boolean {
    return this.#clock() - this.#lastAt < LONG_MS
  }
}
