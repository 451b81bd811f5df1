import type { RecordCache } from '../cache/record-cache.ts'
import { dialectOf } from '../dialect.ts'
import { featuresOf } from '../per-db.ts'
import type { Db } from '../tables.ts'

/** Whether a statement blocks the event loop until it ends. */
export const blocksEventLoop = (db: Db): boolean => dialectOf(db).blocksEventLoop

/** How long a statement of a long read may take, on SQLite with its wait for a thread: the time limit, in milliseconds. */
export const MAX_READ_MS = 5000

/** Who reads. */
export interface LongReader {
  db: Db
  /** See `Ctx` in access/context.ts. */
  beginLongRead?: (() => Promise<void>) | undefined
}

/**
 * The connection for reads that may take long: off the event loop, and refused with 503 beyond a time limit. A request waits here
 * until it may use it. Transactions, replicas and databases in memory have no such connection and use their own.
 */
export async function longReadDb({ db, beginLongRead }: LongReader): Promise<Db> {
  await beginLongRead?.()
  return featuresOf(db).longReads ?? db
}

/**
 * For a read whose result several requests share: it does not wait. They would wait for it, with slots that it may be waiting for, and would
 * all be refused with the one that reads. So each begins its long read before.
 */
export const forSharedRead = <R extends LongReader>(reader: R): R => ({ ...reader, beginLongRead: undefined })

/**
 * Begins the long read of a shared result that is not in the cache. The request may have waited for seconds: it then shares what is current
 * now.
 */
export async function beginSharedRead(
  { beginLongRead }: Pick<LongReader, 'beginLongRead'>,
  records: RecordCache,
): Promise<void> {
  await beginLongRead?.()
  records.renew()
}

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
export const scanDb = async (reader: LongReader, rows: Rows): Promise<Db> =>
  isLongRead(rows) ? longReadDb(reader) : reader.db
