import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../postgres/engine.ts'
import type { Db } from '../tables.ts'

/** The ids that a subquery gives, in its order, as one value; {@link readIdList} reads it. */
export const idList = (db: Db, subquery: Expression<unknown>): RawBuilder<{ ids: unknown }> =>
  isPostgres(db)
    ? sql`select string_agg(cast(id as text), ',') as ids from ${subquery} as listed`
    : sql`select id_list(id) as ids from ${subquery} as listed`

/** Ids that a statement binds one by one; one may have some such lists. */
const MAX_BOUND_IDS = 200

/** The column holds one of these ids. Many are bound as one value: there may be more of them than an engine binds. */
export function isAmong(db: Db, column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  if (ids.length <= MAX_BOUND_IDS) return sql<SqlBool>`${column} in (${sql.join(ids)})`
  return isPostgres(db)
    ? sql<SqlBool>`${column} = any(cast(${`{${ids}}`} as bigint[]))`
    : sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(ids)}))`
}

/** Texts as the rows `asked.value`. However many, they are bound as one value, and the statement is the same. */
export const textRows = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`json_array_elements_text(cast(${JSON.stringify(texts)} as json)) as asked (value)`
    : sql`json_each(${JSON.stringify(texts)}) as asked`

type Lists = Record<string, unknown>

/** Several columns of ids that a subquery gives, each as one value: a row for each would cost ten times as much. */
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

/** A list of all ids of a large table: SQLite's comes as the bytes it is, PostgreSQL's would be read for too long. */
export const hasQuickIdLists = (db: Db): boolean => !isPostgres(db)
