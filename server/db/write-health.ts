/** How often a write is tried while writes fail. */
const TRY_EVERY_MS = 1000

interface Options {
  /** Such as a full disk: the next write fails as well. */
  isLasting: (error: unknown) => boolean
  /** Writes something small. */
  tryWrite: () => Promise<unknown>
  /** Told when writes begin to fail, with the fault, and when they succeed again. */
  onChange?: ((fault: unknown) => void) | undefined
}

/** Knows whether writes succeed, without writing while they do: keeps the fault of the last one until one succeeds. */
export class WriteHealth {
  readonly #options: Options
  #fault: unknown
  #triedAt = Number.NEGATIVE_INFINITY
  #trying: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  failed(error: unknown): void {
    if (!this.#options.isLasting(error)) return
    const isNew = this.#fault === undefined
    this.#fault = error
    if (isNew) this.#options.onChange?.(error)
  }

  succeeded(): void {
    if (this.#fault === undefined) return
    this.#fault = undefined
    this.#options.onChange?.(undefined)
  }

  /** Tries a write where the last one failed, at most once a second. @throws the fault */
  async requireWritable(): Promise<void> {
    if (this.#fault === undefined) return
    if (performance.now() - this.#triedAt >= TRY_EVERY_MS) this.#trying ??= this.#try()
    await this.#trying
    if (this.#fault !== undefined) throw this.#fault
  }

  async #try(): Promise<void> {
    this.#triedAt = performance.now()
    try {
      await this.#options.tryWrite()
      this.succeeded()
    } catch (error) {
      // Of any kind: the write that would end the fault did not succeed.
      this.#fault = error
    } finally {
      this.#trying = undefined
    }
  }
}
