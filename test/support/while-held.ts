import { sql } from 'kysely'
import { connect } from '../../server/db/connect.ts'
import type { Db } from '../../server/db/tables.ts'
import { type Lock, takeLocks } from '../../server/db/transactions/locks.ts'
import type { Answer } from './answer.ts'
import { engine } from './databases.ts'
import { nextIteration } from './next-iteration.ts'
import type { Service } from './service.ts'

const ITERATIONS = 5

/**
 * Runs a request up to the start of its transaction, and continues it after `meanwhile`. On PostgreSQL, the request is
 * blocked by the locks that a write takes which removes authority; SQLite has one writer, and the transactions of each
 * file wait in a queue.
 * @param meanwhile runs on another connection, like another process; on SQLite also on the service's own, see `by`
 */
export async function whileHeld(
  service: Service,
  {
    request,
    locks,
    meanwhile,
    by = 'other',
  }: {
    request: () => Promise<Answer>
    locks: readonly Lock[]
    meanwhile: (db: Db) => Promise<unknown>
    by?: 'own' | 'other'
  },
): Promise<Answer> {
  let answer: Promise<Answer> | undefined
  const held = service.connection.db.transaction().execute(async (db) => {
    await takeLocks(db, locks)
    const authenticated = nextAuthentication(service)
    answer = request()
    await authenticated
    for (let iteration = 0; iteration < ITERATIONS; iteration++) await nextIteration()
    if (by === 'own' || engine === 'postgres') await meanwhile(db)
    else await withoutLock(service, db, meanwhile)
  })
  await held.catch((error: unknown) => {
    if (!(error instanceof NothingToCommit)) throw error
  })
  return answer as Promise<Answer>
}

/** Ends the transaction that has held the queue, which has nothing to commit. */
class NothingToCommit extends Error {}

/** Runs while the queue is held and the file is not. @throws NothingToCommit */
async function withoutLock(service: Service, db: Db, run: (db: Db) => Promise<unknown>): Promise<void> {
  await sql`commit`.execute(db)
  const other = connect(service.config.databaseUrl)
  await run(other.db)
  await other.close()
  throw new NothingToCommit()
}

/** Resolves when the service has authenticated the next token. */
function nextAuthentication({ tokenUsage }: Service): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { note } = tokenUsage
  tokenUsage.note = (...args) => {
    tokenUsage.note = note
    note(...args)
    resolve()
  }
  return promise
}
