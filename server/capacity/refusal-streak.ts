const LONG_MS = 5000

/** Detects that requests have been refused for some seconds and none was accepted. */
export class RefusalStreak {
  readonly #clock: () => number
  #firstAt: number | undefined
  #lastAt = 0

  /** @param clock in milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  noteRefused(): void {
    // After a pause without requests, start a new streak.
    if (!this.#isRecent()) this.#firstAt = undefined
    this.#lastAt = this.#clock()
    this.#firstAt ??= this.#lastAt
  }

  noteAccepted(): void {
    this.#firstAt = undefined
  }

  isLong(): boolean {
    return this.#firstAt !== undefined && this.#isRecent() && this.#lastAt - this.#firstAt >= LONG_MS
  }

  #isRecent(): boolean {
    return this.#clock() - this.#lastAt < LONG_MS
  }
}
