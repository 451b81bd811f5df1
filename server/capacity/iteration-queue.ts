/**
 * Runs one step per iteration of the event loop, FIFO. The slices of all long requests share one queue: one slice of each
 * per iteration would block the loop as long as undivided work.
 */
export class IterationQueue {
  readonly #waiting: (() => void)[] = []

  schedule(step: () => void): void {
    if (this.#waiting.push(step) === 1) setImmediate(this.#next)
  }

  /** Resolves when this request may go on. */
  nextIteration(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.schedule(resolve)
    return promise
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#next)
  }
}
