import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { Row } from '../engine.ts'
import type { Db } from '../tables.ts'

/** Up to this many ids are bound one by one; a statement may have several such lists. */
const MAX_BOUND_IDS = 200

/** The column has one of these ids. */
export function isAmong(db: Db, column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  if (ids.length <= MAX_BOUND_IDS) return sql<SqlBool>`${column} in (${sql.join(ids)})`
  return isInIdsValue(db, column, idsValue(db, ids))
}

/** Ids as one value: the statement is the same for any number. */
export const idsValue = (db: Db, ids: readonly number[]): string => dialectOf(db).idsValue(ids)

/** The column has one of the ids of an {@link idsValue}. */
export const isInIdsValue = (db: Db, column: Expression<unknown>, value: unknown): RawBuilder<SqlBool> =>
  dialectOf(db).isInIdsValue(column, value)

/** A column for a condition on many rows, which no index of its own should find: the order of the page is faster. */
export const withoutIndex = (db: Db, column: string): Expression<unknown> =>
  dialectOf(db).blocksEventLoop ? sql`+${sql.ref(column)}` : sql.ref(column)

/** Texts as the rows `asked.value`. They are bound as one value, so the statement is the same for any number. */
export const textRows = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  dialectOf(db).textRows(texts)

/** The ids in a column of a subquery, in its order, read as one value: one row per id would cost ten times as much. */
export async function readIds(db: Db, subquery: Expression<unknown>, column = 'id'): Promise<Float64Array> {
  const [ids] = await readIdColumns(db, subquery, [column])
  return ids as Float64Array
}

/** The same for several columns. */
export async function readIdColumns(
  db: Db,
  subquery: Expression<unknown>,
  columns: readonly string[],
): Promise<Float64Array[]> {
  const { of, read } = dialectOf(db).idList
  const lists = columns.map((column) => sql`${of(sql.ref(column))} as ${sql.ref(column)}`)
  const { rows } = await sql<Row>`select ${sql.join(lists)} from ${subquery} as listed`.execute(db)
  return columns.map((column) => {
    const list = rows[0]?.[column] ?? undefined
    return list === undefined ? new Float64Array() : read(list)
  })
}

/** Whether all ids of a large table are read quickly. */
export const hasQuickIdLists = (db: Db): boolean => dialectOf(db).hasQuickIdLists
