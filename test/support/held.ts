import { sql } from 'kysely'
import { connect } from '../../server/db/connect.ts'
import type { Db } from '../../server/db/tables.ts'
import { type Lock, takeLocks } from '../../server/db/transactions/locks.ts'
import type { Answer } from './answer.ts'
import { engine } from './databases.ts'
import type { Service } from './service.ts'
import { nextTurn } from './turns.ts'

const TURNS = 5

/**
 * Carries a request out up to the point where its transaction would begin, and lets it go on once something has
 * happened meanwhile. On PostgreSQL it is held by the locks that whoever takes authority away takes; SQLite has one
 * writer, and each file's transactions wait in a queue.
 * @param meanwhile by another connection, as another process would; on SQLite also by the service's own, see `own`
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
    for (let turn = 0; turn < TURNS; turn++) await nextTurn()
    if (by === 'own' || engine === 'postgres') await meanwhile(db)
    else await withoutLock(service, db, meanwhile)
  })
  await held.catch((error: unknown) => {
    if (!(error instanceof Over)) throw error
  })
  return answer as Promise<Answer>
}

/** The transaction that held the queue has nothing to commit. */
class Over extends Error {}

/** While the queue is held, and the file is not. @throws Over */
async function withoutLock(service: Service, db: Db, run: (db: Db) => Promise<unknown>): Promise<void> {
  await sql`commit`.execute(db)
  const other = connect(service.config.databaseUrl)
  await run(other.db)
  await other.close()
  throw new Over()
}

/** Resolves when the service has let a token in. */
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
