// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { engine, newDatabase, readCounts } from '../../support/databases.ts'
import { newAddress } from '../../support/invitations.ts'
import { fillTables } from '../../support/rows.ts'
import { type CallOptions, type Service, startService } from '../../support/service.ts'

const PASSWORD = 'another unusual phrase'
const ROWS = 3000
/** Tables that grow with the users. Those of roles and permissions stay small. */
const GROWING = ['users', 'registrations', 'mails', 'mailed_codes']
/** From the sixth time on, PostgreSQL may keep the plan of a statement. */
const TIMES = 20

/**
 * With a few thousand rows, of which PostgreSQL has statistics: then it prefers to read a whole table as soon as it expects a hundred
 * rows. On SQLite see query-plans.test.ts.
 */
describe('Writes of one record', { skip: engine === 'postgres' ? false : 'plans of PostgreSQL' }, () => {
  let database: Awaited<ReturnType<typeof newDatabase>>
  let service: Service
  before(async () => {
    database = await newDatabase()
    service = await startService({ databaseUrl: database.url, signup: 'verify' })
  })
  after(async () => {
    await stop()
    await database.drop()
  })

  let isStopped = false
  async function stop(): Promise<void> {
    if (!isStopped) await service.stop()
    isStopped = true
  }

  const invited = () => ({ email: newAddress(), roles: ['editor'] })
  const person = () => ({ email: newAddress(), first_name: 'Ada' })
  /** The user that is updated. */
  let userId: number
  const writes: [method: string, path: () => string, options: () => CallOptions][] = [
    ['POST', () => '/api/invitations/create', () => ({ json: invited() })],
    ['POST', () => '/api/users/create', () => ({ json: person() })],
    ['PATCH', () => `/api/users/${userId}`, () => ({ json: { email: newAddress() } })],
    ['POST', () => '/api/signup', () => ({ token: null, json: { ...person(), password: PASSWORD } })],
    ['POST', () => `/api/users/${userId}/relationships/roles`, () => ({ json: ['editor'] })],
    ['DELETE', () => `/api/users/${userId}/relationships/roles`, () => ({ json: ['editor'] })],
  ]
  async function writeEach(times: number): Promise<void> {
    for (let time = 0; time < times; time++)
      for (const [method, path, options] of writes) {
        const { status, body } = await service.call(method, path(), options())
        assert.ok(status < 300, JSON.stringify(body))
      }
  }

  /** Twice as many registrations, and mails and codes for them. */
  async function fillMore(): Promise<void> {
    const { db } = service.connection
    const at = service.clock.now()
    await sql`insert into registrations (uuid, created_at, updated_at, search_text, email, email_key, username, username_key,
        first_name, meta, status)
      select 'more-' || n, ${at}, ${at}, 'more ' || n, n || '@more.com', n || '@more.com', 'more' || n, 'more' || n, 'M', '{}',
        'email-verification-pending'
      from generate_series(1, cast(${ROWS} as int)) as numbers (n)`.execute(db)
    await sql`insert into mails (uuid, kind, address, address_key, registration_id, is_bulk, state, attempts, limit_key,
        next_attempt_at, created_at)
      select 'uuid-' || n, 'invitation', n || '@e.com', n || '@e.com', n, false, 'waiting', 0, 'key-' || n, ${at}, ${at}
      from generate_series(1, cast(${ROWS} as int)) as numbers (n)`.execute(db)
    await sql`insert into mailed_codes (registration_id, purpose, address_hash, tries, code_hash, created_at, expires_at)
      select n, 'invitation', 'address-' || n, 0, 'code-' || n, ${at}, '2100-01-01T00:00:00.000Z'
      from generate_series(1, cast(${ROWS} as int)) as numbers (n)`.execute(db)
  }

  it('read no table from its beginning to its end', async () => {
    const { body } = await service.call('POST', '/api/users/create', { json: person() })
    userId = body.data.item.id
    await fillTables(service)
    await fillMore()
    await sql`analyze`.execute(service.connection.db)
    await writeEach(TIMES)
    assert.deepEqual(await readWhole(), [])
  })

  /** Tables of which more rows were read than half of these calls would, if each read the whole table. */
  async function readWhole(): Promise<string[]> {
    await stop()
    const rows = await readCounts<{ table: string; count: string }>(
      database.url,
      `select relname as table, seq_tup_read + idx_tup_fetch as count from pg_stat_user_tables
        where relname = any($1) and n_live_tup >= $2`,
      [GROWING, ROWS],
    )
    assert.equal(rows.length, GROWING.length, JSON.stringify(rows))
    return rows
      .filter(({ count }) => Number(count) > (TIMES / 2) * ROWS)
      .map(({ table, count }) => `${table}: ${count} rows`)
  }
})
