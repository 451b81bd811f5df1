// Engines: SQLite
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { ALONE } from '../../../server/db/engine.ts'
import { findParts } from '../../../server/db/search/text-index.ts'
import type { Db } from '../../../server/db/tables.ts'
import { newDatabase } from '../../support/databases.ts'
import { migrateUpTo } from '../../support/older-schema.ts'

describe("The index of a table's texts on SQLite", () => {
  let connection: Connection
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await newDatabase()
    drop = database.drop
    connection = connect(database.url)
  })
  afterEach(async () => {
    await connection.close()
    await drop()
  })

  const insertRole = (db: Db, slug: string, text = slug) =>
    sql`insert into roles (uuid, created_at, updated_at, search_text, slug, name, is_active, type)
      values (${slug}, 'x', 'x', ${text}, ${slug}, ${slug}, true, 'x')`.execute(db)

  const inTransaction = (run: (db: Db) => Promise<unknown>, isAlone = false) => {
    const transaction = connection.db.transaction()
    return (isAlone ? transaction.setIsolationLevel(ALONE) : transaction).execute((db) => run(db as Db))
  }

  async function found(text: string, trashed: 'false' | 'only' = 'false'): Promise<string[]> {
    const { db } = connection
    const match = await findParts(db, 'roles', [{ columns: ['search_text'], text }], { trashed, all: 1 })
    const { rows } = await sql<{ slug: string | null }>`select roles.slug from roles_search
      left join roles on roles.id = roles_search.rowid / 2 where ${match.where} order by 1`.execute(db)
    return rows.map(({ slug }) => slug ?? 'deleted')
  }

  const countOf = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      connection.db,
    )
    return rows[0]?.count
  }

  it('has the texts of all transactions of a commit, except those that were undone', async () => {
    await connection.migrate()
    const slugs = Array.from({ length: 40 }, (_, index) => `shared${index}`)
    const all = slugs.map((slug, index) =>
      inTransaction(async (db) => {
        await insertRole(db, slug)
        if (index % 7 === 3) throw new Error('undone')
      }),
    )
    const outcomes = await Promise.allSettled(all)
    const stored = slugs.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    assert.equal(stored.length, 34)
    assert.deepEqual(await found('shared'), stored.toSorted())
  })

  it('follows changes, the trash and deletions, several of one row in a transaction too', async () => {
    const { db } = connection
    await connection.migrate()
    await insertRole(db, 'one', 'before')
    await sql`update roles set search_text = 'after' where slug = 'one'`.execute(db)
    assert.deepEqual([await found('before'), await found('after')], [[], ['one']])
    await sql`update roles set deleted_at = 'x' where slug = 'one'`.execute(db)
    assert.deepEqual([await found('after'), await found('after', 'only')], [[], ['one']])
    await inTransaction(async (db) => {
      await sql`update roles set deleted_at = null, search_text = 'again' where slug = 'one'`.execute(db)
      await insertRole(db, 'two', 'fleeting')
      await sql`update roles set search_text = 'again' where slug = 'two'`.execute(db)
      await insertRole(db, 'three', 'fleeting')
      await sql`delete from roles where slug = 'three'`.execute(db)
    })
    assert.deepEqual(
      [await found('fleeting'), await found('after'), await found('after', 'only')],
      [[], [], []],
    )
    assert.deepEqual(await found('again'), ['one', 'two'])
    await sql`delete from roles where slug in ('one', 'two')`.execute(db)
    assert.deepEqual(await found('again'), [])
    assert.equal(await countOf('roles_search_docsize'), await countOf('roles'))
  })

  for (const isAlone of [true, false])
    it(`has more texts than one statement indexes, ${isAlone ? 'of a transaction that is alone' : 'of a shared commit'}`, async () => {
      await connection.migrate()
      await inTransaction(
        (db) =>
          sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2500)
            insert into roles (uuid, created_at, updated_at, search_text, slug, name, is_active, type)
            select 'many' || n, 'x', 'x', 'many', 'many' || n, 'many' || n, true, 'x' from numbers`.execute(
            db,
          ),
        isAlone,
      )
      assert.equal((await found('many')).length, 2500)
      assert.equal(await countOf('pending_search_rows'), 0)
    })

  it('that fails undoes what it lacks, and nothing waits for it', async () => {
    const { db } = connection
    await connection.migrate()
    const before = await countOf('roles')
    const { rows } = await sql<{
      sql: string
    }>`select sql from sqlite_master where name = 'roles_search_texts'`.execute(db)
    await sql`drop view roles_search_texts`.execute(db)
    for (const isAlone of [true, false]) {
      await assert.rejects(inTransaction((db) => insertRole(db, 'lost'), isAlone))
      assert.equal(await countOf('roles'), before)
    }
    await sql.raw(rows[0]?.sql ?? '').execute(db)
    await insertRole(db, 'kept')
    assert.deepEqual(await found('kept'), ['kept'])
  })

  it('gets what a process of an earlier version noted, at the next start', async () => {
    await connection.migrate()
    const database = new DatabaseSync(connection.file as string)
    database.exec(`insert into roles (uuid, created_at, updated_at, search_text, slug, name, is_active, type)
      values ('other', 'x', 'x', 'other', 'other', 'other', true, 'x')`)
    database.close()
    assert.deepEqual(await found('other'), [])
    await connection.migrate()
    assert.deepEqual(await found('other'), ['other'])
  })

  it('gets what an import lacked that was killed before the migration', async () => {
    const { db } = connection
    await migrateUpTo(connection, '0021-pending-search')
    await sql`insert into deferred_indices (name, definition)
      select name, sql from sqlite_master where name = 'users_search_added'`.execute(db)
    await sql`drop trigger users_search_added`.execute(db)
    await sql`insert into users (uuid, created_at, updated_at, search_text, email, email_key, username, username_key,
        first_name, meta, is_active)
      values ('u', 'x', 'x', 'imported', 'u', 'u', 'u', 'u', 'u', '{}', true)`.execute(db)
    await connection.migrate()
    const { rows } = await sql`select rowid from users_search where users_search match 'imported'`.execute(db)
    assert.equal(rows.length, 1)
    assert.equal(await countOf('deferred_indices'), 0)
  })
})
