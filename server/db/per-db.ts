import type { Db } from './tables.ts'

/** Values that belong to one database or one transaction, by the place that keeps them. */
type Kept = Map<object, unknown>

const KEPT = Symbol('kept')

/**
 * State of a database, or of one transaction, is kept on its own object and ends with it: two databases in one process share
 * nothing, and a transaction sees nothing of what is kept outside it.
 * @param make the value to begin with
 */
export function perDb<T>(make: () => T): (db: Db) => T {
  const place = {}
  return (db) => {
    const owner = db as Db & { [KEPT]?: Kept }
    owner[KEPT] ??= new Map()
    let value = owner[KEPT].get(place) as T | undefined
    if (value === undefined) {
      value = make()
      owner[KEPT].set(place, value)
    }
    return value
  }
}
