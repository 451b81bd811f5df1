// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { findParts } from '../../../server/db/search/text-index.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { migrateUpTo } from '../../support/older-schema.ts'

const NAME = '0037-unsearched-usernames'

const TEXTS = ['', 'a', 'ab', 'abc', 'ada@example.com', 'Łukasz', '漢字仮名', '👩‍🚀 a', 'aaaa', 'line\nbreak']

describe('The migration that takes usernames out of the text indices', () => {
  let connection: Connection
  let drop: () => Promise<void>

  before(async () => {
    const database = await newDatabase()
    drop = database.drop
    connection = connect(database.url)
    await migrateUpTo(connection, NAME)
  })

  after(async () => {
    await connection.close()
    await drop()
  })

  const insertUser = (id: number, email: string, username: string) =>
    sql`insert into users (id, uuid, created_at, updated_at, search_text, email, email_key, username, username_key,
      first_name, meta, is_active) values (${id}, ${`u${id}`}, 'x', 'x', 'plain', ${email}, ${email}, ${username},
      ${username}, 'Plain', '{}', true)`.execute(connection.db)

  async function idsFound(column: 'email_key' | 'search_text', text: string): Promise<number[]> {
    const { db } = connection
    const found = await findParts(db, 'users', [{ columns: [column], text }], { trashed: 'false', all: 1 })
    const { rows } = await sql<{ id: number }>`select ${found.recordId ?? sql`id`} as id
      from ${sql.table(found.table ?? 'users')} where ${found.where} order by 1`.execute(db)
    return rows.map(({ id }) => Number(id))
  }

  const gramsOf = async (text: string): Promise<string[]> => {
    const { rows } = await sql<{ gram: string }>`select distinct unnest(grams(${text})) as gram`.execute(
      connection.db,
    )
    return rows.map(({ gram }) => gram).toSorted()
  }

  it('keeps what is found by address and name, before and after it', async () => {
    const grams = engine === 'postgres' ? await Promise.all(TEXTS.map(gramsOf)) : []
    await insertUser(1, 'early@example.com', 'alpha')
    assert.ok((await connection.migrate()).includes(NAME))
    await insertUser(2, 'later@example.com', 'beta')
    assert.deepEqual(await idsFound('email_key', 'early'), [1])
    assert.deepEqual(await idsFound('email_key', 'later'), [2])
    assert.deepEqual(await idsFound('search_text', 'plain'), [1, 2])
    await sql`update users set email_key = 'moved@example.com', username_key = 'gamma' where id = 1`.execute(
      connection.db,
    )
    assert.deepEqual(await idsFound('email_key', 'early'), [])
    assert.deepEqual(await idsFound('email_key', 'moved'), [1])
    if (engine === 'postgres') assert.deepEqual(await Promise.all(TEXTS.map(gramsOf)), grams)
  })
})
