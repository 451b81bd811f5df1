/**
 * Long work is done in slices. In one turn of the event loop there is one slice of one request, however many have some
 * to do: their slices together would hold the loop as long as one that is not sliced.
 */
export class Slices {
  readonly #waiting: (() => void)[] = []

  /** Until it is this request's turn to go on: FIFO. */
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
