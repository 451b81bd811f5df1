// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { fold } from '../../../server/db/queries/texts.ts'
import { findParts } from '../../../server/db/search/text-index.ts'
import type { Db } from '../../../server/db/tables.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { migrateUpTo } from '../../support/older-schema.ts'

const NAME = '0019-search-without-accents'

async function insertUser(db: Db, id: number, name: string, deletedAt: string | null = null): Promise<void> {
  const email = `u${id}@example.com`
  await sql`insert into users (id, uuid, created_at, updated_at, deleted_at, search_text, email, email_key, username,
    username_key, first_name, meta, is_active)
    values (${id}, ${`u${id}`}, 'x', 'x', ${deletedAt}, ${fold(name)}, ${email}, ${email}, ${email}, ${email}, ${name}, '{}', true)`.execute(
    db,
  )
}

async function idsFound(db: Db, text: string, trashed: 'false' | 'only' = 'false'): Promise<number[]> {
  const found = await findParts(db, 'users', [{ columns: ['search_text'], text }], { trashed, all: 1 })
  const { rows } = await sql<{ id: number }>`select ${found.recordId ?? sql`id`} as id
    from ${sql.table(found.table ?? 'users')} where ${found.where} order by 1`.execute(db)
  return rows.map(({ id }) => Number(id))
}

const stateOf = async (db: Db) =>
  (
    await sql`select sum(live) as live, sum(trashed) as trashed from table_states where name = 'users'`.execute(
      db,
    )
  ).rows

describe('The migration that folds accents', () => {
  const opened: { connection: Connection; drop: () => Promise<void> }[] = []
  afterEach(async () => {
    for (const { connection, drop } of opened.splice(0)) {
      await connection.close()
      await drop()
    }
  })

  for (const [share, others] of [
    ['most', 0],
    ['few', 200],
  ] as const)
    it(`lets earlier records be found, if ${share} of them have accents`, async () => {
      const { url, drop } = await newDatabase()
      const connection = connect(url)
      opened.push({ connection, drop })
      const { db } = connection
      await migrateUpTo(connection, NAME)
      await insertUser(db, 1, 'Łukasz Żółć')
      await insertUser(db, 2, 'Sørensen Großmann')
      await insertUser(db, 3, 'Żółty', '2020-01-01T00:00:00.000Z')
      await insertUser(db, 4, '漢字')
      await insertUser(db, 5, 'Plain')
      for (let id = 6; id < 6 + others; id++) await insertUser(db, id, 'Plain')
      assert.deepEqual(await idsFound(db, 'zol'), [])
      const state = await stateOf(db)
      assert.equal((await connection.migrate())[0], NAME)
      const { rows } = await sql`select search_text as text from users where id < 6 order by id`.execute(db)
      assert.deepEqual(
        rows.map((row) => (row as { text: string }).text),
        ['lukasz zolc', 'sorensen grossmann', 'zolty', '漢字', 'plain'],
      )
      assert.deepEqual(await stateOf(db), state)
      const searches: [string, number[]][] = [
        ['luk', [1]],
        ['zol', engine === 'sqlite' ? [1] : [1, 3]],
        ['oss', [2]],
        ['łuk', []],
        ['漢字', [4]],
        ['sorensen g', [2]],
      ]
      for (const [text, ids] of searches) assert.deepEqual(await idsFound(db, text), ids, text)
      if (engine === 'sqlite') assert.deepEqual(await idsFound(db, 'zol', 'only'), [3])
      // The index follows later writes, too.
      await insertUser(db, 999, 'zolnierz')
      assert.deepEqual(await idsFound(db, 'zol'), [1, ...(engine === 'sqlite' ? [] : [3]), 999])
    })
})
