import type { Kysely } from 'kysely'
import { perDb } from '../per-db.ts'
import type { Database, Db } from '../tables.ts'

/** How long a list may take to read, in the interest of those who wait behind it. */
export const MAX_READ_MS = 5000

const forLongReads = perDb<{ db?: Kysely<Database> }>(() => ({}))

/** Makes another way to the same database known as the one for long reads. */
export const setLongReadDb = (db: Db, way: Kysely<Database>): void => {
  forLongReads(db).db = way
}

/**
 * The way for reads that may take long: off the event loop, and refused with 503 beyond a limit. What a transaction
 * reads it must read itself, and a database in memory has no other way.
 */
export const longReadDb = (db: Db): Db => forLongReads(db).db ?? db

interface Rows {
  live: number
  trashed: number
}

/** What a row may cost, times the rows there are: an event loop is not held for more. */
const MAX_INLINE_COST = 5000

/** To look at all of a table may take longer than others should wait. @param each what a row costs */
export const isLongRead = ({ live, trashed }: Rows, each = 1): boolean =>
  (live + trashed) * each > MAX_INLINE_COST

/** The way to look at all of a table. */
export const scanDb = (db: Db, rows: Rows): Db => (isLongRead(rows) ? longReadDb(db) : db)
