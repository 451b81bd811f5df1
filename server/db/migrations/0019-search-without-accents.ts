import { type Kysely, sql } from 'kysely'
import { foldForSearch } from '../queries/texts.ts'
import type { Database } from '../tables.ts'
import { postgresDerived } from './0005-postgres.ts'
import { SEARCHED } from './0005-search-and-totals.ts'
import { sqliteDerived } from './0005-sqlite.ts'
import type { ColumnTypes } from './migration.ts'

const BATCH = 1000

/** Beyond this share of changed rows, the index is faster to fill anew than to bring up to date. */
const FILLED_ANEW = 0.05

const isBeyondAscii = sql`octet_length(search_text) <> length(search_text)`

/** Folds the accents of the search texts of existing rows: only those with characters beyond ASCII can change. */
export async function run(db: Kysely<Database>, { engine }: ColumnTypes): Promise<void> {
  const searchOf = engine === 'sqlite' ? sqliteDerived.search : postgresDerived.search
  for (const [table, columns] of Object.entries(SEARCHED)) {
    const { rows } = await sql<{ all: number; some: number }>`
      select count(*) as "all", count(case when ${isBeyondAscii} then 1 end) as some from ${sql.table(table)}`.execute(
      db,
    )
    const [{ all, some }] = rows as [{ all: number; some: number }]
    if (Number(some) === 0) continue
    // PostgreSQL has an index for each column.
    const index = searchOf(table, engine === 'sqlite' ? columns : ['search_text'])
    const isFilledAnew = Number(some) > Number(all) * FILLED_ANEW
    if (isFilledAnew) await runAll(db, index.drop)
    await foldTexts(db, table)
    if (isFilledAnew) await runAll(db, [...index.make, ...index.fill, ...index.keep])
  }
}

async function runAll(db: Kysely<Database>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function foldTexts(db: Kysely<Database>, table: string): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, search_text as text from ${sql.table(table)}
      where id > ${last} and ${isBeyondAscii} order by id limit ${BATCH}`.execute(db)
    const changed = rows
      .map(({ id, text }) => ({ id, text, folded: foldForSearch(text) }))
      .filter(({ text, folded }) => folded !== text)
      .map(({ id, folded }) => sql`(cast(${id} as bigint), ${folded})`)
    if (changed.length > 0) {
      await sql`with changed (id, folded) as (values ${sql.join(changed)})
        update ${sql.table(table)} set search_text = changed.folded from changed
        where ${sql.table(table)}.id = changed.id`.execute(db)
    }
    if (rows.length < BATCH) return
    last = Number(rows.at(-1)?.id)
  }
}
