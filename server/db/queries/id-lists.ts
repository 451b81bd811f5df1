import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../postgres/engine.ts'
import type { Db } from '../tables.ts'

/** The ids of a subquery, in its order, as one value; {@link readIdList} decodes it. */
export const idList = (db: Db, subquery: Expression<unknown>): RawBuilder<{ ids: unknown }> =>
  isPostgres(db)
    ? sql`select string_agg(cast(id as text), ',') as ids from ${subquery} as listed`
    : sql`select id_list(id) as ids from ${subquery} as listed`

/** Up to this many ids are bound one by one; a statement may have several such lists. */
const MAX_BOUND_IDS = 200

/** The column has one of these ids. Many ids are bound as one value: they may exceed the engine's limit of values. */
export function isAmong(db: Db, column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  if (ids.length <= MAX_BOUND_IDS) return sql<SqlBool>`${column} in (${sql.join(ids)})`
  return isPostgres(db)
    ? sql<SqlBool>`${column} = any(cast(${`{${ids}}`} as bigint[]))`
    : sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(ids)}))`
}

/** Texts as the rows `asked.value`. They are bound as one value, so the statement is the same for any number. */
export const textRows = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`json_array_elements_text(cast(${JSON.stringify(texts)} as json)) as asked (value)`
    : sql`json_each(${JSON.stringify(texts)}) as asked`

type Lists = Record<string, unknown>

/** The id columns of a subquery, each as one value: one row per id would cost ten times as much. */
export async function idLists(
  db: Db,
  subquery: Expression<unknown>,
  columns: readonly string[],
): Promise<Float64Array[]> {
  const listOf = (column: string) =>
    isPostgres(db)
      ? sql`string_agg(cast(${sql.ref(column)} as text), ',') as ${sql.ref(column)}`
      : sql`id_list(${sql.ref(column)}) as ${sql.ref(column)}`
  const lists = sql.join(columns.map(listOf))
  const { rows } = await sql<Lists>`select ${lists} from ${subquery} as listed`.execute(db)
  return columns.map((column) => readIdList(rows[0]?.[column]))
}

export function readIdList(value: unknown): Float64Array {
  if (value === null || value === undefined) return new Float64Array()
  if (typeof value === 'string') return Float64Array.from(value.split(','), Number)
  const bytes = value as Uint8Array
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** Whether all ids of a large table are read quickly: SQLite returns them as bytes; PostgreSQL's text takes too long. */
export const hasQuickIdLists = (db: Db): boolean => !isPostgres(db)
