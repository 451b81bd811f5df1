import { LRUCache } from 'lru-cache'

/** Ids have eight bytes each: enough for two lists of a million records. */
const MAX_IDS = 2_000_000

interface Versioned<T> {
  version: number
  value: Promise<T>
}

/** An LRU cache whose entries are valid for one version of their source data. */
export class VersionedCache<T> {
  readonly #entries = new LRUCache<string, Versioned<T>>({ max: 1000, maxSize: MAX_IDS })
  readonly #sizeOf: (value: T) => number

  constructor(sizeOf: (value: T) => number) {
    this.#sizeOf = sizeOf
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The cached value of this version, or the result of `read`, which concurrent callers share. */
  get(key: string, version: number, read: () => Promise<T>): Promise<T> {
    const cached = this.#entries.get(key)
    if (cached?.version === version) return cached.value
    const entry = { version, value: read() }
    this.#entries.set(key, entry, { size: 1 })
    const isCurrent = () => this.#entries.peek(key) === entry
    entry.value.then(
      (value) => isCurrent() && this.#entries.set(key, entry, { size: 1 + this.#sizeOf(value) }),
      () => isCurrent() && this.#entries.delete(key),
    )
    return entry.value
  }
}
