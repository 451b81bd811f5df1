import { type Expression, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../postgres/engine.ts'
import type { Db, RecordTableName } from '../tables.ts'

/** A text to find in columns that the index has. */
export interface Part {
  /** Any of which holds it. */
  columns: readonly string[]
  /** Folded, as the columns are. */
  text: string
  /** Or the record has this id. */
  id?: number | undefined
}

export type Trashed = 'false' | 'true' | 'only'

/** How rows are found that may hold all parts. */
export interface Found {
  /** A table that is joined before the records' own, by `where`; it has their order as `order`. */
  table?: string
  where?: Expression<SqlBool>
  order?: Expression<unknown>
  /** They do hold them: there is no need to look. */
  isExact: boolean
  /** None does. */
  isEmpty?: boolean
}

/** So much of a text is looked up; the rest is for whoever looks at what was found. */
const MAX_LOOKED_UP = 64

const TRIGRAM = 3

/** Finds rows by parts of their texts. @param all how many rows the table has */
export const findParts = (
  db: Db,
  table: RecordTableName,
  parts: readonly Part[],
  { trashed, all }: { trashed: Trashed; all: number },
) => (isPostgres(db) ? findByGrams(db, table, parts, all) : findByTrigrams(db, table, parts, trashed))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The expression by which FTS5 finds a part; undefined where it would be no quicker than to look at each row. */
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

/** A row of the index is odd if its record is in the trash. */
function ofTrash(table: RecordTableName, trashed: Trashed) {
  const odd = sql`${sql.table(`${table}_search`)}.rowid % 2`
  if (trashed === 'true') return sql<SqlBool>`true`
  return trashed === 'only' ? sql<SqlBool>`${odd} = 1` : sql<SqlBool>`${odd} = 0`
}

/** The id of the record that a row of the index is of. */
export const recordIn = (index: string) => sql<number>`${sql.table(index)}.rowid / 2`

/** More alternatives than these are slower than looking at each row, nearly all of which hold what is so common. */
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

/** What is shorter than a trigram stands at the beginning of each that it is in. */
async function beginningWith(db: Db, table: RecordTableName, text: string): Promise<Match> {
  const last = '\u{10ffff}'.repeat(TRIGRAM)
  const { rows } = await sql<{ term: string }>`select term from ${sql.table(`${table}_search_terms`)}
    where term >= ${text} and term <= ${text + last} limit ${MAX_TERMS + 1}`.execute(db)
  if (rows.length > MAX_TERMS) return undefined
  return rows.map(({ term }) => quoted(term)).join(' OR ')
}

/** Grams of a text that are looked for: the more, the fewer rows are left to look at, and the longer it takes. */
const MAX_GRAMS = 12

/**
 * What more rows than one in so many have is looked for in each row. PostgreSQL would look there by making its grams,
 * a hundred times what a comparison takes, wherever that seems less than to use the index.
 */
const COMMON = 50
/** Of fewer rows each is looked at as quickly as that is found out. */
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

/** How many rows PostgreSQL expects there to be. */
async function estimateOf(db: Db, table: RecordTableName, where: Expression<SqlBool>): Promise<number> {
  type Explained = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
  const { rows } =
    await sql<Explained>`explain (format json) select from ${sql.table(table)} where ${where}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** As PostgreSQL writes a list of texts. */
function gramsOf(text: string): string {
  const characters = [...text].slice(0, MAX_LOOKED_UP)
  const size = Math.min(TRIGRAM, characters.length)
  const grams = characters
    .slice(0, characters.length - size + 1)
    .map((_, at) => characters.slice(at, at + size).join(''))
  const some = [...new Set(grams)].slice(0, MAX_GRAMS)
  return `{${some.map((gram) => `"${gram.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
