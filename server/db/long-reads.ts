import type { Kysely } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './tables.ts'

/** How long a list may take to read, in the interest of those who wait behind it. */
export const LONGEST_READ_MS = 5000

const ways = new WeakMap<object, Kysely<Database>>()

/** Makes another way to the same database known as the one for long reads. */
export const takeLongReads = (db: Db, way: Kysely<Database>): void => {
  ways.set(db, way)
}

/**
 * The way for reads that may take long: off the event loop, and refused with 503 beyond a limit. What a transaction
 * reads it must read itself, and a database in memory has no other way.
 */
export const longReads = (db: Db): Db => ways.get(db) ?? db
