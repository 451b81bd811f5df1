import { type SqlBool, sql } from 'kysely'
import type { EngineDialect, Part, Trashed } from '../dialect.ts'
import { MAX_LOOKED_UP, TRIGRAM } from '../search/text-index.ts'
import type { Db, RecordTableName } from '../tables.ts'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The FTS5 expression for a part; undefined if a scan of all rows would be as fast. */
type Match = string | undefined

/** Finds rows by the FTS5 index of trigrams. */
export const findParts: EngineDialect['findParts'] = async (db, table, parts, { trashed }) => {
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
    recordId: sql<number>`${index}.rowid / 2`,
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
