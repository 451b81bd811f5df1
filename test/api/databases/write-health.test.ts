// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import type { Db } from '../../../server/db/tables.ts'
import { transaction } from '../../../server/db/transactions/transaction.ts'
import { engine, newDatabase } from '../../support/databases.ts'

const FILL = {
  postgres: [
    `create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    'create trigger no_room before insert on deferred_indices for each row execute function no_room()',
  ],
  sqlite: ['pragma max_page_count = 1'],
}
const EMPTY = {
  postgres: ['drop trigger no_room on deferred_indices'],
  sqlite: ['pragma max_page_count = 1000000'],
}

describe('A database that refuses writes', () => {
  let database: Awaited<ReturnType<typeof newDatabase>>
  let connection: Connection
  const faults: boolean[] = []
  before(async () => {
    database = await newDatabase()
    connection = connect(database.url, { onWriteFault: (fault) => faults.push(fault !== undefined) })
    await connection.migrate()
  })
  after(async () => {
    await connection.close()
    await database.drop()
  })

  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(connection.db)
  }
  const write = (db: Db) =>
    db
      .insertInto('deferred_indices')
      .values({ name: 'a', definition: 'x'.repeat(100_000) })
      .execute()
  const deleteNone = (db: Db) => db.deleteFrom('attempts').where('hash', '=', 'none').execute()

  it('counts as writable again after a commit that wrote, not after one that wrote nothing', async () => {
    await run(FILL[engine])
    await assert.rejects(transaction(connection.db, write))
    assert.deepEqual(faults, [true])
    await transaction(connection.db, (db) => db.selectFrom('users').select('id').execute())
    await transaction(connection.db, deleteNone)
    await deleteNone(connection.db)
    assert.deepEqual(faults, [true])
    await run(EMPTY[engine])
    await transaction(connection.db, write)
    assert.deepEqual(faults, [true, false])
  })
})
