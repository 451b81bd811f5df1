import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { writeConflict } from '../../errors.ts'
import { perDb } from '../per-db.ts'
import { isPostgres } from '../postgres/engine.ts'
import { isConflict } from '../postgres/faults.ts'
import { setDirectRead } from '../queries/direct.ts'
import type { Db } from '../tables.ts'
import { type Lock, RetryTransaction } from './locks.ts'
import { writeRunnerOf } from './writes.ts'

const MAX_TRIES = 10
/** No further try begins after this. */
const MAX_TOTAL_MS = 20_000
const MAX_PAUSE_MS = 100

/**
 * Runs a transaction. SQLite has one writer. On PostgreSQL it is READ COMMITTED: each statement sees all that was
 * committed before it, and what the transaction decides on is locked first (`locks.ts`, `row-locks.ts`), so writers
 * queue for one another. A lock that was not free and may not be waited for, a deadlock, or a unique value that was taken
 * meanwhile, undoes it and runs it again, so `run` must do nothing but read and write the database.
 * @param run given the locks to begin with: those that runs before found they need
 * @throws Refusal 409 `write_conflict` where others were in the way each time
 */
export async function transaction<T>(
  db: Db,
  run: (db: Db, first: readonly Lock[]) => Promise<T>,
): Promise<T> {
  if (!isPostgres(db)) return db.transaction().execute((db) => run(db, []))
  const deadline = performance.now() + MAX_TOTAL_MS
  const first: Lock[] = []
  for (let tries = 1; ; tries++) {
    try {
      return await writeRunnerOf(db)((db) =>
        db
          .transaction()
          .setIsolationLevel('read committed')
          .execute(async (db) => {
            if (tries === 1) uniqueChecks(db).areSkipped = true
            await pipelineReads(db)
            return run(db, first)
          }),
      )
    } catch (error) {
      if (!(error instanceof RetryTransaction) && !isConflict(error)) throw error
      if (tries === MAX_TRIES || performance.now() > deadline) throw writeConflict(error)
      const locks = error instanceof RetryTransaction ? error.locks : []
      first.push(...locks)
      // The next run begins by waiting for these locks: it needs no pause.
      if (locks.length > 0) continue
      await wait(Math.random() * Math.min(2 ** tries, MAX_PAUSE_MS))
    }
  }
}

/**
 * Prepared reads of a transaction go straight to its connection: those that are asked for at once are sent at once, where
 * Kysely would wait for each answer before it sends the next.
 */
async function pipelineReads(db: Db): Promise<void> {
  const connection = await db.getExecutor().provideConnection(async (connection) => connection)
  setDirectRead(db, async (sql, parameters) => {
    const { rows } = await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]))
    return rows as Record<string, unknown>[]
  })
}

/**
 * Whether unique values are left to the unique indices: one that PostgreSQL is about to commit elsewhere cannot be looked
 * up. SQLite's single writer looks, since its errors name no index.
 */
export const enforcesUniqueByIndex = (db: Db): boolean => isPostgres(db)

const uniqueChecks = perDb(() => ({ areSkipped: false }))

/**
 * Whether a default value may be taken for free without a look: PostgreSQL's unique index refuses it if it is not, and
 * the transaction is run again and looks.
 */
export const skipsUniqueCheck = (db: Db): boolean => uniqueChecks(db).areSkipped
