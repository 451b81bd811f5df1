import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { Refusal, writeConflict } from '../../errors.ts'
import { dialectOf } from '../dialect.ts'
import { ALONE } from '../engine.ts'
import { featuresOf, perDb } from '../per-db.ts'
import type { Db } from '../tables.ts'
import { type Lock, RetryTransaction } from './locks.ts'
import { failureOf, type SentStatement, sendWithoutWaiting } from './sent-statements.ts'

const MAX_TRIES = 10
/** After this time, the transaction is not retried. */
const MAX_TOTAL_MS = 20_000
const MAX_PAUSE_MS = 100

/**
 * Runs a transaction. SQLite has one writer. With several, the isolation level is READ COMMITTED: each statement sees
 * everything that was committed before it, and the transaction first locks the data that its decisions rely on
 * (`locks.ts`, `row-locks.ts`), so writers wait for each other. A failed {@link tryLocks}, a deadlock or a unique value
 * that was taken meanwhile rolls the transaction back and retries it, so `run` must do nothing but read and write the
 * database.
 * @param run receives the locks to take first: those that earlier attempts were missing
 * @param options `isLong`: it may write more than a few rows, so that on SQLite no other transaction should wait for its commit
 * @throws Refusal 409 `write_conflict` if every attempt conflicts
 */
export async function transaction<T>(
  db: Db,
  run: (db: Db, first: readonly Lock[]) => Promise<T>,
  { isLong = false }: { isLong?: boolean | undefined } = {},
): Promise<T> {
  const { concurrentWrites } = dialectOf(db)
  if (!concurrentWrites) {
    const alone = isLong ? db.transaction().setIsolationLevel(ALONE) : db.transaction()
    return alone.execute((db) => run(db, []))
  }
  const deadline = performance.now() + MAX_TOTAL_MS
  const first: Lock[] = []
  for (let tries = 1; ; tries++) {
    let sent: readonly SentStatement[] = []
    try {
      return await (featuresOf(db).runWrite ?? ((run) => run(db)))((db) =>
        db
          .transaction()
          .setIsolationLevel('read committed')
          .execute(async (db) => {
            if (tries === 1) uniqueChecks(db).areSkipped = true
            await pipelineReads(db)
            sent = sendWithoutWaiting(db)
            return run(db, first)
          }),
      )
    } catch (thrown) {
      // An error of the database may follow from that of an earlier statement.
      const error = thrown instanceof Refusal ? thrown : ((await failureOf(sent)) ?? thrown)
      if (!(error instanceof RetryTransaction) && !concurrentWrites.isConflict(error)) throw error
      if (tries === MAX_TRIES || performance.now() > deadline) throw writeConflict(error)
      const locks = error instanceof RetryTransaction ? error.locks : []
      first.push(...locks)
      // The retry first waits for these locks, so it needs no pause.
      if (locks.length > 0) continue
      await wait(Math.random() * Math.min(2 ** tries, MAX_PAUSE_MS))
    }
  }
}

/**
 * Sends the prepared reads of a transaction straight to its connection, so that concurrent reads are pipelined. Kysely
 * would wait for each answer before it sends the next statement.
 */
async function pipelineReads(db: Db): Promise<void> {
  const connection = await db.getExecutor().provideConnection(async (connection) => connection)
  featuresOf(db).read = async (sql, parameters) => {
    const { rows } = await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]))
    return rows as Record<string, unknown>[]
  }
}

/**
 * Whether only the unique indices enforce unique values: with several writers, a look-up cannot see a value that a concurrent
 * transaction is about to commit. A single writer looks the value up, since SQLite's errors name no index.
 */
export const enforcesUniqueByIndex = (db: Db): boolean => dialectOf(db).concurrentWrites !== undefined

/** The unique index or constraint that was violated, if the engine's error names it. */
export const violatedConstraint = (db: Db, error: unknown): string | undefined =>
  dialectOf(db).errors.violatedConstraint(error)

const uniqueChecks = perDb(() => ({ areSkipped: false }))

/**
 * Whether a default value may be used without looking up whether it is free: if it is taken, the unique index refuses it,
 * and the retry looks it up.
 */
export const skipsUniqueCheck = (db: Db): boolean => uniqueChecks(db).areSkipped
