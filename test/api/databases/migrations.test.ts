// Engines: SQLite
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { resources } from '../../../server/resources/index.ts'
import { migrateUpTo } from '../../support/older-schema.ts'

const all = migrations.map(({ name }) => name)

describe('The migrations', () => {
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

  it('are each applied once to an empty database', async () => {
    assert.equal(await connection.schemaVersion(), 0)
    assert.deepEqual(await connection.migrate(), all)
    assert.equal(await connection.schemaVersion(), all.length)
    assert.deepEqual(await connection.migrate(), [])
  })

  /** A database as of the version before a migration, with two users of whom the first created the second. */
  async function databaseBefore(migration: string): Promise<Connection> {
    const old = connect(`sqlite:${join(folder, `${migration}.db`)}`)
    await migrateUpTo(old, migration)
    for (const id of [1, 2]) {
      await sql`insert into users (id, uuid, created_at, updated_at, created_by, search_text, email, email_key, username,
        username_key, first_name, meta, is_active) values (${id}, ${`u${id}`}, ${`at ${id}`}, 'x', ${id === 1 ? null : 1}, '',
        ${`${id}`}, ${`${id}`}, ${`${id}`}, ${`${id}`}, 'A', '{}', true)`.execute(old.db)
    }
    return old
  }

  it('take the addresses of existing users for verified whom somebody else created', async () => {
    const old = await databaseBefore('0029-verified-addresses')
    await old.migrate()
    const users = await old.db
      .selectFrom('users')
      .select(['id', 'email_verified_at', 'language'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      users.map((user) => ({ ...user })),
      [
        { id: 1, email_verified_at: null, language: null },
        { id: 2, email_verified_at: 'at 2', language: null },
      ],
    )
    await old.close()
  })

  it('set for existing tokens who made them and whether a sign-in did', async () => {
    const old = await databaseBefore('0013-token-makers')
    for (const [name, createdBy] of [
      ['sign-in', null],
      ['own', 1],
      ['made', 2],
      ['command line', null],
    ]) {
      await sql`insert into tokens (uuid, user_id, hash, name, created_at, created_by)
        values (${name}, 1, ${name}, ${name}, 'x', ${createdBy})`.execute(old.db)
    }
    assert.equal((await old.migrate())[0], '0013-token-makers')
    const tokens = await old.db.selectFrom('tokens').select(['name', 'maker_id', 'is_sign_in']).execute()
    assert.deepEqual(
      tokens.map((token) => ({ ...token })),
      [
        { name: 'sign-in', maker_id: null, is_sign_in: true },
        { name: 'own', maker_id: null, is_sign_in: false },
        { name: 'made', maker_id: 2, is_sign_in: false },
        { name: 'command line', maker_id: null, is_sign_in: false },
      ],
    )
    await old.close()
  })

  it('leave a consistent database, with a table for every name in the types', async () => {
    const whole = connect(`sqlite:${join(folder, 'whole.db')}`)
    await whole.migrate()
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%_search%'`.execute(
      whole.db,
    )
    const known = [
      ...resources.map(({ table }) => table),
      ...['user_roles', 'role_permissions', 'user_taxonomies', 'tokens', 'codes', 'attempts', 'known_places'],
      ...[
        'idempotency_keys',
        'idempotency_parts',
        'imports',
        'daily_counts',
        'table_states',
        'member_counts',
        'mails',
        'offboardings',
      ],
      ...['changes', 'deferred_indices', 'schema_migrations', 'installation', 'mailed_codes'],
      ...[
        'invitations',
        'planned_links',
        'factors',
        'recovery_codes',
        'signin_challenges',
        'used_passkey_challenges',
        'audit_entries',
        'audit_trees',
        'audit_leaves',
        'audit_checkpoints',
        'past_versions',
        'erasures',
      ],
      ...['webhook_states', 'webhook_waiting', 'webhook_deliveries', 'webhook_dispatch'],
    ]
    assert.deepEqual(rows.map(({ name }) => name).sort(), known.sort())
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(whole.db)
    assert.deepEqual(
      check.rows.map((row) => row.integrity_check),
      ['ok'],
    )
    assert.deepEqual((await sql`pragma foreign_key_check`.execute(whole.db)).rows, [])
    await whole.close()
  })
})
