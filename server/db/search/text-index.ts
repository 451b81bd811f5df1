import { type Expression, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../postgres/engine.ts'
import type { Db, RecordTableName } from '../tables.ts'

/** A text to find in indexed columns. */
export interface Part {
  /** At least one of them must contain it. */
  columns: readonly string[]
  /** Case-folded, like the columns. */
  text: string
  /** The record also matches if it has this id. */
  id?: number | undefined
}

export type Trashed = 'false' | 'true' | 'only'

/** How to find candidate rows that may contain all parts. */
export interface Found {
  /** The index table, joined before the table of the records; `order` is the order of the records in it. */
  table?: string
  where?: Expression<SqlBool>
  order?: Expression<unknown>
  /** All candidates match: their texts need no check. */
  isExact: boolean
  /** No row matches. */
  isEmpty?: boolean
}

/** Characters of a text that are looked up; the rest is checked on the candidate rows. */
const MAX_LOOKED_UP = 64

const TRIGRAM = 3

/** Finds rows by parts of their texts. @param all number of rows in the table */
export const findParts = (
  db: Db,
  table: RecordTableName,
  parts: readonly Part[],
  { trashed, all }: { trashed: Trashed; all: number },
) => (isPostgres(db) ? findByGrams(db, table, parts, all) : findByTrigrams(db, table, parts, trashed))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The FTS5 expression for a part; undefined if a scan of all rows would be as fast. */
type Match = string | undefined

async function findByTrigrams(
  db: Db,
  table: RecordTableName,
  parts: readonly Part[],
  trashed: Trashed,
): Promise<Found> {
  const matches: Match[] = []
  for (const part of parts) {
    const match = await matchOf(db, table, part)
    if (match === '') return { isExact: true, isEmpty: true }
    matches.push(match)
  }
  const known = matches.filter((match) => match !== undefined)
  const isExact =
    known.length === parts.length && parts.every(({ text }) => [...text].length <= MAX_LOOKED_UP)
  if (known.length === 0) return { isExact }
  const index = sql.table(`${table}_search`)
  const match = known.map((each) => `(${each})`).join(' AND ')
  return {
    table: `${table}_search`,
    where: sql<SqlBool>`${index} match ${match} and ${ofTrash(table, trashed)}`,
    order: sql`${index}.rowid`,
    isExact,
  }
}

/** The rowid in the index is odd if the record is in the trash. */
function ofTrash(table: RecordTableName, trashed: Trashed) {
  const odd = sql`${sql.table(`${table}_search`)}.rowid % 2`
  if (trashed === 'true') return sql<SqlBool>`true`
  return trashed === 'only' ? sql<SqlBool>`${odd} = 1` : sql<SqlBool>`${odd} = 0`
}

/** The id of the record of an index row. */
export const recordIn = (index: string) => sql<number>`${sql.table(index)}.rowid / 2`

/** More alternatives than this are slower than a scan: nearly all rows contain such a common text. */
const MAX_TERMS = 500

async function matchOf(db: Db, table: RecordTableName, { columns, text, id }: Part): Promise<Match> {
  const characters = [...text]
  const own =
    characters.length >= TRIGRAM
      ? quoted(characters.slice(0, MAX_LOOKED_UP).join(''))
      : await beginningWith(db, table, text)
  if (own === undefined) return undefined
  const alternatives = [
    ...(own === '' ? [] : [`{${columns.join(' ')}} : (${own})`]),
    ...(id === undefined ? [] : [`{whole_id} : ${quoted(`\n${id}\n`)}`]),
  ]
  return alternatives.join(' OR ')
}

/** A text shorter than a trigram is found by the trigrams that begin with it. */
async function beginningWith(db: Db, table: RecordTableName, text: string): Promise<Match> {
  const last = '\u{10ffff}'.repeat(TRIGRAM)
  const { rows } = await sql<{ term: string }>`select term from ${sql.table(`${table}_search_terms`)}
    where term >= ${text} and term <= ${text + last} limit ${MAX_TERMS + 1}`.execute(db)
  if (rows.length > MAX_TERMS) return undefined
  return rows.map(({ term }) => quoted(term)).join(' OR ')
}

/** Grams of a text that are looked up: more grams leave fewer rows to check but take longer. */
const MAX_GRAMS = 12

/**
 * A text that more than one row in this many contains is found by a scan with a comparison. If PostgreSQL preferred a scan
 * to the index, it would compute the grams of each row, which takes a hundred times as long as a comparison.
 */
const COMMON = 50
/** For fewer rows, the scan is as fast as the estimate. */
const MANY_ROWS = 10_000

async function findByGrams(
  db: Db,
  table: RecordTableName,
  parts: readonly Part[],
  all: number,
): Promise<Found> {
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
