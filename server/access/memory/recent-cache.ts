/**
 * A map of what was asked for lately, of at most twice `most` entries: when there are that many new ones, the old ones
 * that nobody asked for meanwhile are forgotten. Cheaper than keeping the exact order of use.
 */
export class RecentCache<Key, Value> {
  readonly #most: number
  #young = new Map<Key, NonNullable<Value>>()
  #old = new Map<Key, NonNullable<Value>>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): NonNullable<Value> | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: NonNullable<Value>): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
