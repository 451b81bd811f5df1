import type { Engine } from '../engine.ts'
import { perDb } from '../per-db.ts'
import type { Db } from '../tables.ts'

type Read = NonNullable<Engine['read']>

const direct = perDb<{ read?: Read }>(() => ({}))

/** Of a compiled query, Kysely's own way costs more than the read of a row by its key (measured: 9 µs against 7). */
export const setDirectRead = (db: Db, read: Read): void => {
  direct(db).read = read
}

/** The short way to read, where there is one. */
export const directReadOf = (db: Db): Read | undefined => direct(db).read

type Writes = NonNullable<Engine['writeCount']>

const writeCounter = perDb<{ count?: Writes }>(() => ({}))

export const setWriteCount = (db: Db, writes: Writes): void => {
  writeCounter(db).count = writes
}

const reads = perDb(() => ({ writes: -1, values: new Map<string, unknown>() }))

/**
 * A place for what was read of this database, empty again once anything is written to it. None inside a transaction,
 * nor where others' writes are not known of at once.
 */
export function readCacheOf<T>(db: Db): Map<string, T> | undefined {
  const writes = writeCounter(db).count?.()
  if (writes === undefined) return undefined
  const kept = reads(db)
  if (kept.writes !== writes) {
    kept.writes = writes
    kept.values = new Map()
  }
  return kept.values as Map<string, T>
}

/** What `read` gives, until anything is written to the database. */
export function cachedUntilWrite<T>(key: string, db: Db, read: () => Promise<T>): Promise<T> {
  const values = readCacheOf<Promise<T>>(db)
  const known = values?.get(key)
  if (known) return known
  const value = read()
  values?.set(key, value)
  value.catch(() => values?.delete(key))
  return value
}
