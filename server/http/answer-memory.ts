import { overloaded } from '../errors.ts'

export const MB = 1_000_000

/** What all large answers of a process may hold together. */
const SHARED_BYTES = 64 * MB

/** A client gives up at some time; until then the answers before it may be done. */
const LONGEST_WAIT_MS = 5000

interface Waiting {
  bytes: number
  admit: () => void
}

/** A counting semaphore of bytes, FIFO: large answers hold their share of it from when they are read until they are sent. */
export class AnswerMemory {
  #free = SHARED_BYTES
  readonly #queue: Waiting[] = []

  /** Undefined where there is room at once. @throws Refusal 503 where there is none for too long */
  take(bytes: number): Promise<void> | undefined {
    if (this.#queue.length === 0 && bytes <= this.#free) {
      this.#free -= bytes
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { bytes, admit: resolve }
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
      reject(overloaded())
      // One that waits for less may have stood behind it.
      this.#admit()
    }, LONGEST_WAIT_MS)
    waiting.admit = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#queue.push(waiting)
    return promise
  }

  give(bytes: number): void {
    this.#free += bytes
    this.#admit()
  }

  #admit(): void {
    for (let [first] = this.#queue; first && first.bytes <= this.#free; [first] = this.#queue) {
      this.#queue.shift()
      this.#free -= first.bytes
      first.admit()
    }
  }
}
