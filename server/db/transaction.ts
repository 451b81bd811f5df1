import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './connect.ts'
import { isConflict, isUniqueViolation } from './postgres-faults.ts'

const MOST_TRIES = 20
/** A unique value that is still taken when it is looked at anew stays taken. */
const MOST_TRIES_FOR_UNIQUE = 3
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
      return await db.transaction().setIsolationLevel('serializable').execute(run)
    } catch (error) {
      const most = isUniqueViolation(error) ? MOST_TRIES_FOR_UNIQUE : MOST_TRIES
      if (!isConflict(error) || tries >= most) throw error
      const longest = Math.max(LONGEST_WAIT.ms, LONGEST_WAIT.times * (performance.now() - started))
      await wait(Math.random() * Math.min(2 ** tries, longest))
    }
  }
}
