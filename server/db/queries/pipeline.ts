import type { CompiledQuery } from 'kysely'
import { isPostgres } from '../postgres/engine.ts'
import type { Db } from '../tables.ts'

export type Queries = readonly CompiledQuery[]

/** The rows of each query. */
export type RowsOf<Asked extends Queries> = {
  -readonly [Index in keyof Asked]: Asked[Index] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Runs statements in order on one connection. On PostgreSQL they are pipelined: waiting for each answer costs both sides
 * as much as a small statement. Each statement sees the effects of those before it, and what other transactions committed
 * before it began. If a statement in a transaction fails, all later ones fail too.
 * @throws the error of the first statement that fails
 */
export async function pipeline<const Asked extends Queries>(db: Db, queries: Asked): Promise<RowsOf<Asked>> {
  const rows: unknown[][] = []
  if (!isPostgres(db)) {
    for (const query of queries) rows.push((await db.executeQuery(query)).rows)
    return rows as RowsOf<Asked>
  }
  const results = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(queries.map((query) => connection.executeQuery(query))),
    )
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    rows.push(result.value.rows)
  }
  return rows as RowsOf<Asked>
}

/**
 * Call this last in a transaction, with reads that have begun. PostgreSQL does not wait for them: the commit is pipelined
 * behind them, so that locks are held no longer.
 */
export async function endWithReads(db: Db, reads: Promise<unknown>): Promise<void> {
  // Avoid an unhandled rejection: those who await the rows get the error.
  reads.catch(() => undefined)
  if (!isPostgres(db)) await reads
}

/** Statements that are sent at once. */
const PIPELINE_DEPTH = 4

/** The same for any number of statements whose rows are not needed. */
export async function pipelineAll(db: Db, statements: AsyncIterable<CompiledQuery>): Promise<void> {
  const most = isPostgres(db) ? PIPELINE_DEPTH : 1
  let some: CompiledQuery[] = []
  for await (const statement of statements) {
    some.push(statement)
    if (some.length < most) continue
    await pipeline(db, some)
    some = []
  }
  if (some.length > 0) await pipeline(db, some)
}
