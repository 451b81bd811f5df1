import { dialectOf } from '../dialect.ts'
import { perDb } from '../per-db.ts'
import type { Db } from '../tables.ts'

/**
 * A statement whose result may still be on its way. On PostgreSQL a transaction does not wait for it: the next statements,
 * or the commit, are sent in the same packet. If it fails, they fail too, and the transaction fails with its error.
 */
export class SentStatement<Result = unknown> {
  #result: Promise<Result>

  constructor(result: Promise<Result>) {
    this.#result = handled(result)
  }

  /** @throws the error of the statement */
  get result(): Promise<Result> {
    return this.#result
  }

  /** Replaces the error of the statement. */
  mapError(map: (error: unknown) => never): this {
    this.#result = handled(this.#result.catch(map))
    return this
  }
}

/** Avoids an unhandled rejection where nobody awaits the promise: the transaction has failed with its error. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** The statements that a transaction has sent without waiting; absent if it waits for each. */
const sentStatements = perDb((): { list?: SentStatement[] } => ({}))

/** From now on, the transaction does not wait for the results of its writes. @returns a list for {@link failureOf} */
export function sendWithoutWaiting(db: Db): readonly SentStatement[] {
  const list: SentStatement[] = []
  sentStatements(db).list = list
  return list
}

/** Waits for the result only if the transaction does so, or if too many statements are on their way. */
export async function sent<Result>(db: Db, result: Promise<Result>): Promise<SentStatement<Result>> {
  const statement = new SentStatement(result)
  const { list } = sentStatements(db)
  if (!list) await result
  else if (list.push(statement) > dialectOf(db).pipelineDepth) {
    // A statement that failed stays in the list.
    await list[0]?.result
    list.shift()
  }
  return statement
}

/** The error of the first of these statements that failed, once the results of all have arrived. */
export async function failureOf(statements: readonly SentStatement[]): Promise<unknown> {
  const results = await Promise.allSettled(statements.map(({ result }) => result))
  return results.find((result) => result.status === 'rejected')?.reason
}
