import { type Expression, type SqlBool, sql } from 'kysely'
import type { EngineDialect } from '../dialect.ts'
import { MAX_LOOKED_UP, TRIGRAM } from '../search/text-index.ts'
import type { Db, RecordTableName } from '../tables.ts'

/** Grams of a text that are looked up: more grams leave fewer rows to check but take longer. */
const MAX_GRAMS = 12

/**
 * A text that more than one row in this many contains is found by a scan with a comparison. If PostgreSQL preferred a scan
 * to the index, it would compute the grams of each row, which takes a hundred times as long as a comparison.
 */
const COMMON = 50
/** For fewer rows, the scan is as fast as the estimate. */
const MANY_ROWS = 10_000

/** Finds rows by the GIN index of grams. */
export const findParts: EngineDialect['findParts'] = async (db, table, parts, { all }) => {
  const conditions = parts.map(({ columns, text, id }) => {
    const held = columns.map((column) => {
      const value = sql.ref(`${table}.${column}`)
      return sql`grams(${value}) @> cast(${gramsOf(text)} as text[])`
    })
    const own = id === undefined ? [] : [sql`${sql.ref(`${table}.id`)} = ${id}`]
    return sql<SqlBool>`(${sql.join([...held, ...own], sql` or `)})`
  })
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  if (all > MANY_ROWS && (await estimateOf(db, table, where)) > all / COMMON) return { isExact: false }
  return {
    where,
    isExact: parts.every(({ text }) => [...text].length <= TRIGRAM),
  }
}

/** How many rows PostgreSQL's planner expects. */
async function estimateOf(db: Db, table: RecordTableName, where: Expression<SqlBool>): Promise<number> {
  type Explained = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
  const { rows } =
    await sql<Explained>`explain (format json) select from ${sql.table(table)} where ${where}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** The grams as a PostgreSQL array literal. */
function gramsOf(text: string): string {
  const characters = [...text].slice(0, MAX_LOOKED_UP)
  const size = Math.min(TRIGRAM, characters.length)
  const grams = characters
    .slice(0, characters.length - size + 1)
    .map((_, at) => characters.slice(at, at + size).join(''))
  const some = [...new Set(grams)].slice(0, MAX_GRAMS)
  return `{${some.map((gram) => `"${gram.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
