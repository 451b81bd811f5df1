import { dialectOf } from '../dialect.ts'
import { featuresOf } from '../per-db.ts'
import type { Db } from '../tables.ts'

/** Whether a statement blocks the event loop until it ends. */
export const blocksEventLoop = (db: Db): boolean => dialectOf(db).blocksEventLoop

/** How long the read of a list may take, so that other requests do not wait too long. */
export const MAX_READ_MS = 5000

/**
 * The connection for reads that may take long: off the event loop, and refused with 503 beyond a time limit. A transaction
 * and a database in memory have no such connection and use their own.
 */
export const longReadDb = (db: Db): Db => featuresOf(db).longReads ?? db

interface Rows {
  live: number
  trashed: number
}

/** The most that a read may cost on the event loop: the number of rows times the cost of a row. */
const MAX_INLINE_COST = 5000

/** Whether a scan of the table takes too long for the event loop. @param each cost of a row */
export const isLongRead = ({ live, trashed }: Rows, each = 1): boolean =>
  (live + trashed) * each > MAX_INLINE_COST

/** The connection for a scan of the whole table: for a large one, that of long reads. */
export const scanDb = (db: Db, rows: Rows): Db => (isLongRead(rows) ? longReadDb(db) : db)
