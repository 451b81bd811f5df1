import type { CompiledQuery } from 'kysely'
import { dialectOf } from '../dialect.ts'
import { featuresOf } from '../per-db.ts'
import type { Db } from '../tables.ts'
import { type SentStatement, sent } from '../transactions/sent-statements.ts'

/** Queries by name, for rows of these types. They run in the order in which the object lists them. */
export type Queries<Rows> = { readonly [Name in keyof Rows]: CompiledQuery<NonNullable<Rows[Name]>> }

/** The rows of each query, by its name. */
export type RowsOf<Rows> = { [Name in keyof Rows]: NonNullable<Rows[Name]>[] }

/**
 * Runs statements in order on one connection. On PostgreSQL they are pipelined: waiting for each answer costs both sides
 * as much as a small statement. Each statement sees the effects of those before it, and what other transactions committed
 * before it began. If a statement in a transaction fails, all later ones fail too.
 * @throws the error of the first statement that fails
 */
export async function pipeline<Rows>(db: Db, queries: Queries<Rows>): Promise<RowsOf<Rows>> {
  const [rows] = await pipelineBoth(db, queries, {})
  return rows
}

/** The same for queries of two callers, in one pipeline: the second ones follow the first. */
export async function pipelineBoth<First, Second>(
  db: Db,
  first: Queries<First>,
  second: Queries<Second>,
): Promise<[RowsOf<First>, RowsOf<Second>]> {
  const both = [...Object.values<CompiledQuery>(first), ...Object.values<CompiledQuery>(second)]
  const rows = (await rowsOfEach(db, both)).values()
  return [namedAs(first, rows), namedAs(second, rows)]
}

/** Takes the next rows for each query. */
function namedAs<Rows>(queries: Queries<Rows>, rows: Iterator<unknown[]>): RowsOf<Rows> {
  const named: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries<CompiledQuery | undefined>(queries))
    if (query) named[name] = rows.next().value
  return named as RowsOf<Rows>
}

/** Whether a connection takes statements before those that were sent earlier are answered. */
export const isPipelined = (db: Db): boolean => dialectOf(db).pipelineDepth > 1

async function rowsOfEach(db: Db, queries: readonly CompiledQuery[]): Promise<unknown[][]> {
  const rows: unknown[][] = []
  if (!isPipelined(db)) {
    for (const query of queries) rows.push((await db.executeQuery(query)).rows)
    return rows
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
  return rows
}

/** Runs any number of statements whose rows are not needed. */
export async function pipelineAll(db: Db, statements: AsyncIterable<CompiledQuery>): Promise<void> {
  for await (const statement of statements) await sendStatement(db, statement)
}

/** Runs a statement whose rows are not needed before the commit of its transaction, if it has one. */
export async function sendStatement<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
): Promise<SentStatement<Row[]>> {
  // Outside of a transaction, `read` may be a connection that only reads.
  const read = db.isTransaction ? featuresOf(db).read : undefined
  if (read) return sent(db, Promise.resolve(read(statement.sql, statement.parameters) as Promise<Row[]>))
  return sent(
    db,
    db.executeQuery(statement).then(({ rows }) => rows),
  )
}
