import { LRUCache } from 'lru-cache'

/** Ids, of eight bytes each: all of a million records twice. */
const MOST_IDS = 2_000_000

interface Versioned<T> {
  version: number
  value: Promise<T>
}

/** What is known of each key as of a version of what it is read from; what was not used for longest is let go. */
export class VersionedCache<T> {
  readonly #entries = new LRUCache<string, Versioned<T>>({ max: 1000, maxSize: MOST_IDS })
  readonly #sizeOf: (value: T) => number

  constructor(sizeOf: (value: T) => number) {
    this.#sizeOf = sizeOf
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** What is kept of that version, or what `read` gives. Who asks meanwhile waits for the same. */
  get(key: string, version: number, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    if (known?.version === version) return known.value
    const entry = { version, value: read() }
    this.#entries.set(key, entry, { size: 1 })
    const isStill = () => this.#entries.peek(key) === entry
    entry.value.then(
      (value) => isStill() && this.#entries.set(key, entry, { size: 1 + this.#sizeOf(value) }),
      () => isStill() && this.#entries.delete(key),
    )
    return entry.value
  }
}
