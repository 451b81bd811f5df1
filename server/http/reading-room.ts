/** Reads of records that are under way at once: as many as a pool of PostgreSQL has connections. */
const PLACES = 10

/**
 * What a request reads is in memory until it is answered. One process reads no faster by reading for more at once, and
 * an answer may be of ten thousand records: the others wait, which takes next to nothing.
 */
export class ReadingRoom {
  #free = PLACES
  readonly #waiting: (() => void)[] = []

  /** Undefined where there is a place at once. Each who enters leaves. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    return promise
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
