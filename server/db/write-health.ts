/** How often a probe write is tried while writes fail. */
const TRY_EVERY_MS = 1000

interface Options {
  /** Whether the next write fails as well, e.g. on a full disk. */
  isLasting: (error: unknown) => boolean
  /** Writes something small. */
  tryWrite: () => Promise<unknown>
  /** Called with the fault when writes begin to fail, and with undefined when they succeed again. */
  onChange?: ((fault: unknown) => void) | undefined
}

/** Knows whether writes succeed, without probe writes while they do: stores the last fault until a write succeeds. */
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

  /** Tries a probe write if the last write failed, at most once a second. @throws the fault */
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
      // Any error counts: no write has succeeded since the fault.
      this.#fault = error
    } finally {
      this.#trying = undefined
    }
  }
}
