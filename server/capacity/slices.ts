/**
 * Divides long work into time slices. Each iteration of the event loop runs one slice of one request: the slices of all
 * requests together would block the loop as long as undivided work.
 */
export class Slices {
  readonly #waiting: (() => void)[] = []

  /** Resolves when this request may go on: FIFO. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (this.#waiting.push(resolve) === 1) setImmediate(this.#proceed)
    return promise
  }

  readonly #proceed = (): void => {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#proceed)
  }
}
