import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import type { Database, Db } from './tables.ts'

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

/** What the engine offers beside Kysely, set by `connect`. A transaction has only a `read` of its own, on PostgreSQL. */
interface Features {
  /** Reads without Kysely's overhead, which is more than the read of a row by its key costs (measured: 9 µs against 7). */
  read?: Engine['read']
  /** Its queries read other rows in place of those of some tables: see audit/past.ts. */
  isRedirected?: boolean
  /** A second connection to the same database, for long reads. */
  longReads?: Kysely<Database> | undefined
  /** Runs a function on a write connection, once one is free. */
  runWrite?: (<T>(run: (db: Kysely<Database>) => Promise<T>) => Promise<T>) | undefined
}

export const featuresOf = perDb<Features>(() => ({}))
