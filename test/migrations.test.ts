import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../server/db/connect.ts'
import { migrations } from '../server/db/migrations/index.ts'

const all = migrations.map(({ name }) => name)

describe('the migrations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-migrations-'))
  let connection: Connection
  before(() => {
    connection = connect(`sqlite:${join(folder, 'empty.db')}`)
  })
  after(async () => {
    await connection.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are named by their number, in order', () => {
    assert.ok(all.length > 0)
    for (const [index, name] of all.entries()) {
      assert.match(name, /^\d{4}-[a-z-]+$/)
      assert.equal(Number(name.slice(0, 4)), index + 1)
    }
  })

  it('are all applied to an empty database, each once', async () => {
    assert.equal(await connection.schemaVersion(), 0)
    assert.deepEqual(await connection.migrate(), all)
    assert.equal(await connection.schemaVersion(), all.length)
    assert.deepEqual(await connection.migrate(), [])
  })

  it('leave a database that is whole, with a table for every name the types know', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%_search%'`.execute(
      connection.db,
    )
    assert.deepEqual(rows.map(({ name }) => name).sort(), [
      ...[
        'attempts',
        'changes',
        'codes',
        'daily_counts',
        'deferred_indices',
        'idempotency_keys',
        'imports',
        'known_places',
        'member_counts',
        'permissions',
        'registrations',
        'role_permissions',
        'roles',
      ],
      ...['schema_migrations', 'table_states', 'taxonomies', 'taxonomy_types', 'tokens', 'user_roles'],
      ...['user_taxonomies', 'users'],
    ])
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(connection.db)
    assert.deepEqual(
      check.rows.map((row) => row.integrity_check),
      ['ok'],
    )
    assert.deepEqual((await sql`pragma foreign_key_check`.execute(connection.db)).rows, [])
  })
})
