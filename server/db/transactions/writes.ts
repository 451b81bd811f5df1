import type { Kysely } from 'kysely'
import { overloaded } from '../../errors.ts'
import type { Database } from '../tables.ts'

/** How long a write waits for a write connection. */
const MAX_WAIT_MS = 30_000

type RunWrite = <T>(run: (db: Kysely<Database>) => Promise<T>) => Promise<T>

/**
 * A FIFO concurrency limiter of transactions. They have their own connections, so that writes that wait for locks never block
 * reads. The pool's own queue would fail after 5 s with the error that the database cannot be reached.
 * @throws Refusal 503 `overloaded` after {@link MAX_WAIT_MS}
 */
export function limitedRunner(db: Kysely<Database>, limit: number): RunWrite {
  let running = 0
  const waiting = new Set<() => void>()
  const enter = async () => {
    if (running < limit) {
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
