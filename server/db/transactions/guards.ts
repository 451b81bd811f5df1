import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Refusal } from '../../errors.ts'
import { dialectOf } from '../dialect.ts'
import { sendStatement } from '../queries/pipeline.ts'
import { prepared } from '../queries/prepared.ts'
import type { Db } from '../tables.ts'

/** In the error of a guard that found a row. */
const FOUND = 'a guard of Rolecall found a row'

/**
 * A guard refuses a transaction if a query has rows. On PostgreSQL the transaction does not wait for it: a statement fails then, and
 * with it the commit, which is sent in the same packet.
 */
export function guardAgainst(
  query: (db: Db) => Expression<unknown>,
): (db: Db, values: Record<string, unknown>, refusal: () => Refusal) => Promise<void> {
  const statement = prepared((db) =>
    db.selectNoFrom(foundIn(db, sql<SqlBool>`exists ${query(db)}`).as('found')),
  )
  return async (db, values, refusal) => {
    const sent = await sendStatement(db, statement.of(db, values))
    sent.mapError((error) => {
      throw error instanceof Error && error.message.includes(FOUND) ? refusal() : error
    })
    if (dialectOf(db).pipelineDepth > 1) return
    const [row] = await sent.result
    if (row?.found) throw refusal()
  }
}

/** Where statements are pipelined, the conversion of the text fails. */
const foundIn = (db: Db, exists: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  dialectOf(db).pipelineDepth > 1
    ? sql`cast(case when ${exists} then cast(${FOUND} as text) end as integer)`
    : exists
