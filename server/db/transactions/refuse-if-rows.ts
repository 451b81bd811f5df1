import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Refusal } from '../../errors.ts'
import { isPipelined, sendStatement } from '../queries/pipeline.ts'
import { prepared } from '../queries/prepared.ts'
import type { Db } from '../tables.ts'

/** In the error of a statement that found a row. It stands in the log of PostgreSQL. */
const FOUND = 'refused by Rolecall, as the value is taken'

/**
 * A look-up that only refuses: the transaction fails if the query has rows. On PostgreSQL it is sent together with the next
 * statements or the commit, and is written to fail if it finds a row, so the refusal comes from the transaction. SQLite refuses in
 * this call.
 */
export function refuseIfRows(
  query: (db: Db) => Expression<unknown>,
): (db: Db, values: Record<string, unknown>, refusal: () => Refusal) => Promise<void> {
  const statement = prepared((db) =>
    db.selectNoFrom(foundBy(db, sql<SqlBool>`exists ${query(db)}`).as('found')),
  )
  return async (db, values, refusal) => {
    if (!db.isTransaction) throw new Error('A look-up that only refuses needs a transaction.')
    const sent = await sendStatement(db, statement.of(db, values))
    sent.mapError((error) => {
      throw error instanceof Error && error.message.includes(FOUND) ? refusal() : error
    })
    if (isPipelined(db)) return
    const [row] = await sent.result
    if (row?.found) throw refusal()
  }
}

/** On PostgreSQL: a text that is no number is cast to one, which fails. On SQLite: 1 if there is a row. */
const foundBy = (db: Db, exists: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  isPipelined(db) ? sql`cast(case when ${exists} then cast(${FOUND} as text) end as integer)` : exists
