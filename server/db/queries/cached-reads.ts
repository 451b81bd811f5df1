import { featuresOf, perDb } from '../per-db.ts'
import type { Db } from '../tables.ts'

const reads = perDb(() => ({ writes: -1, values: new Map<string, unknown>() }))

/**
 * A cache of reads of this database; any write to the database clears it. Undefined inside a transaction, and where the
 * writes of other processes are not noticed at once.
 */
export function readCacheOf<T>(db: Db): Map<string, T> | undefined {
  const writes = featuresOf(db).writeCount?.()
  if (writes === undefined) return undefined
  const cache = reads(db)
  if (cache.writes !== writes) {
    cache.writes = writes
    cache.values = new Map()
  }
  return cache.values as Map<string, T>
}

/** The cached result of `read`, until the next write to the database. */
export function cachedUntilWrite<T>(key: string, db: Db, read: () => Promise<T>): Promise<T> {
  const values = readCacheOf<Promise<T>>(db)
  const known = values?.get(key)
  if (known) return known
  const value = read()
  values?.set(key, value)
  value.catch(() => values?.delete(key))
  return value
}
