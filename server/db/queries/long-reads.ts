import { Kysely } from 'kysely'
import { dialectOf } from '../dialect.ts'
import { featuresOf } from '../per-db.ts'
import type { Database, Db } from '../tables.ts'

/** Whether a statement blocks the event loop until it ends. */
export const blocksEventLoop = (db: Db): boolean => dialectOf(db).blocksEventLoop

/** How long the read of a list may take, so that other requests do not wait too long. */
export const MAX_READ_MS = 5000

/** Where the long reads of a request wait for their turn: its `ReadSlot` in capacity/read-limiter.ts. */
export interface LongReadQueue {
  /** @throws Refusal 503 if the turn does not come in time */
  readLong: <T>(read: () => Promise<T>) => Promise<T>
}

/** Whose long reads these are. */
export interface Reader {
  db: Db
  longReads?: LongReadQueue | undefined
}

/**
 * The connection for reads that may take long: off the event loop, in turn with those of other callers, and refused with 503
 * beyond a time limit. A transaction and a database in memory have no such connection and use their own.
 */
export function longReadDb({ db, longReads: queue }: Reader): Db {
  const { longReads } = featuresOf(db)
  return longReads && queue ? inTurn(longReads, queue) : (longReads ?? db)
}

/** The database with statements that wait for their turn. */
function inTurn(db: Db, queue: LongReadQueue): Db {
  const executor = db.getExecutor()
  const waiting = executor.withConnectionProvider({
    provideConnection: (run) => queue.readLong(() => executor.provideConnection(run)),
  })
  // Kysely's constructor recognizes properties by all of these; a query uses only the executor.
  const unused = {} as never
  return new Kysely<Database>({ executor: waiting, config: unused, driver: unused, dialect: unused })
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
export const scanDb = (reader: Reader, rows: Rows): Db => (isLongRead(rows) ? longReadDb(reader) : reader.db)
