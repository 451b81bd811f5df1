import type { Db } from './tables.ts'

/** The values of one database or one transaction, by the key of each {@link perDb}. */
type State = Map<object, unknown>

const STATE = Symbol('state')

/**
 * State that belongs to one database or one transaction. It is stored on that object and ends with it: two databases in a
 * process share no state, and a transaction does not see the state of its database.
 * @param make creates the initial value
 */
export function perDb<T>(make: () => T): (db: Db) => T {
  const key = {}
  return (db) => {
    const owner = db as Db & { [STATE]?: State }
    owner[STATE] ??= new Map()
    let value = owner[STATE].get(key) as T | undefined
    if (value === undefined) {
      value = make()
      owner[STATE].set(key, value)
    }
    return value
  }
}
