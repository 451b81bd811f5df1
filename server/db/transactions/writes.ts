import type { Kysely } from 'kysely'
import { overloaded } from '../../errors.ts'
import { perDb } from '../per-db.ts'
import type { Database, Db } from '../tables.ts'

/** How long a write waits for one of the connections that write. */
const MAX_WAIT_MS = 30_000

/** Runs something on a connection for writes, when one is free. */
type RunWrite = <T>(run: (db: Kysely<Database>) => Promise<T>) => Promise<T>

const writeRunner = perDb<{ run?: RunWrite }>(() => ({}))

/** Makes the connections known on which the transactions of a database run. */
export const setWriteConnections = (db: Db, writes: Kysely<Database>, connections: number): void => {
  writeRunner(db).run = limitedRunner(writes, connections)
}

/** Transactions have connections of their own, so that writes that wait for one another never keep a read waiting. */
export const writeRunnerOf = (db: Db): RunWrite => writeRunner(db).run ?? ((run) => run(db))

/**
 * First in, first out. The pool itself would tell those who wait for 5 s that the database cannot be reached.
 * @throws Refusal 503 `overloaded` after {@link MAX_WAIT_MS}
 */
function limitedRunner(db: Kysely<Database>, most: number): RunWrite {
  let running = 0
  const waiting = new Set<() => void>()
  const enter = async () => {
    if (running < most) {
      running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.delete(resolve)
      reject(overloaded())
    }, MAX_WAIT_MS)
    waiting.add(resolve)
    await promise.finally(() => clearTimeout(timer))
  }
  const leave = () => {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    waiting.delete(next)
    next()
  }
  return async (run) => {
    await enter()
    try {
      return await run(db)
    } finally {
      leave()
    }
  }
}
