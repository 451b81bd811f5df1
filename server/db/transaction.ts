import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './connect.ts'
import { isPostgres } from './postgres.ts'
import { isConflict } from './postgres-faults.ts'

const MOST_TRIES = 20
/** Before it is tried again; or so many times what it took, where the disk is slow and many meet for longer. */
const LONGEST_WAIT = { ms: 100, times: 3 }

/**
 * Runs a transaction as if it were alone, whatever runs beside it. PostgreSQL undoes one of two that could not have run
 * one after the other; it is run again, so `run` must do nothing but read and write the database.
 */
export async function transaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const started = performance.now()
    try {
      return await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((db) => {
          if (tries === 1 && isPostgres(db)) trusting.add(db)
          return run(db)
        })
    } catch (error) {
      if (!isConflict(error) || tries === MOST_TRIES) throw error
      const longest = Math.max(LONGEST_WAIT.ms, LONGEST_WAIT.times * (performance.now() - started))
      await wait(Math.random() * Math.min(2 ** tries, longest))
    }
  }
}

const trusting = new WeakSet<Db>()

/**
 * Whether a unique value may be taken for free in the statement that comes next: an index of PostgreSQL refuses it if it is
 * not, and the transaction is run again and looks. Who looks reads a page of the index, and of all who write into that
 * page in the same moment one gets through: those with similar names would come one after the other.
 */
export const trustsIndices = (db: Db): boolean => trusting.has(db)
