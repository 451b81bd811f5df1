import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'

/** What is known of a list, as long as nothing that it is read from changes. */
export interface Kept {
  total: number
  /** The first ids, in order: all of them where there are no more. */
  first: Float64Array
  /** From then on others may be listed, though nothing is written: a link expires. */
  until?: string | undefined
  /** Pages beyond the first ids that were asked for. */
  farReads: number
}

/** Ids that are kept with a list's total; a list that goes on has more, which are kept apart. */
export const FIRST_IDS = 10_000

/** Eight bytes each. */
const MOST_IDS = 4_000_000

interface Versioned<T> {
  version: number
  value: Promise<T>
}

class VersionedCache<T extends object> {
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

/** The lists of one database. */
export interface KeptLists {
  lists: VersionedCache<Kept>
  /** All ids of lists in which pages far from the first are read. */
  whole: VersionedCache<Float64Array>
}

const ofDatabases = new WeakMap<Db, KeptLists>()

export function keptLists(db: Db): KeptLists {
  const known = ofDatabases.get(db) ?? {
    lists: new VersionedCache<Kept>(({ first }) => first.length),
    whole: new VersionedCache<Float64Array>((ids) => ids.length),
  }
  ofDatabases.set(db, known)
  return known
}
