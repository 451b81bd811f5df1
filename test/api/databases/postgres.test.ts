// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { connect } from '../../../server/db/connect.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { sent } from '../../../server/db/transactions/sent-statements.ts'
import { transaction } from '../../../server/db/transactions/transaction.ts'
import type { Answer } from '../../support/answer.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'

describe('The service on PostgreSQL', {
  skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
}, () => {
  const newFolder = temporaryFolders()
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const cannot: [string, (url: URL) => void, RegExp][] = [
    ['nothing listens', (url) => (url.port = '1'), /: nothing listens there\.$/],
    [
      'the password is wrong',
      (url) => (url.password = 's3cr3t'),
      /: it does not accept the user and password\.$/,
    ],
    ['there is no such database', (url) => (url.pathname = '/nowhere'), /: there is no such database\.$/],
  ]
  for (const [what, change, message] of cannot) {
    it(`says in one line for a command that ${what}`, async () => {
      const url = new URL(service.config.databaseUrl)
      change(url)
      const { code, err } = await runHere(newFolder(), ['migrate'], { DATABASE_URL: url.href })
      assert.equal(code, 1)
      assert.match(err.trim(), message)
      assert.match(err, /^error: Cannot reach the database at 127\.0\.0\.1:\d+: /)
      assert.doesNotMatch(err, /s3cr3t/)
    })
  }

  it('names the PostgreSQL tools for a backup', async () => {
    const { code, err } = await runHere(newFolder(), ['backup', 'copy'], {
      DATABASE_URL: service.config.databaseUrl,
    })
    assert.equal(code, 1)
    assert.match(err, /pg_dump/)
  })

  it('migrates an empty database once when two start at once', async () => {
    const { url, drop } = await newDatabase()
    const connections = [connect(url), connect(url)]
    const applied = await Promise.all(connections.map((connection) => connection.migrate()))
    assert.deepEqual(
      applied.flat().sort(),
      migrations.map(({ name }) => name),
    )
    for (const connection of connections) await connection.close()
    await drop()
  })

  it('prepares a statement at its second use, also in the process that has migrated', async () => {
    const { url, drop } = await newDatabase()
    const connection = connect(url)
    await connection.migrate()
    const long = `select length('${'x'.repeat(30_000)}')`
    const prepared = await transaction(connection.db, async (db) => {
      for (let times = 0; times < 2; times++) await db.executeQuery(CompiledQuery.raw(long))
      await sql`select email from users where id = ${1}`.execute(db)
      for (const id of [1, 2, 3]) await sql`select name from users where id = ${id}`.execute(db)
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        db,
      )
      return rows.map(({ statement }) => statement)
    })
    assert.ok(prepared.includes('select name from users where id = $1'), prepared.join('\n'))
    // As long as an insert of many rows.
    assert.ok(prepared.includes(long))
    assert.ok(!prepared.includes('select email from users where id = $1'), prepared.join('\n'))
    await connection.close()
    await drop()
  })

  it('asks once on a connection which columns a prepared statement returns', async (t) => {
    const { url, drop } = await newDatabase()
    const { db, close } = connect(url)
    const asked = t.mock.method(pg.Connection.prototype, 'describe').mock
    const read = async (n: number) =>
      assert.deepEqual((await sql`select ${n}::int as n`.execute(db)).rows, [{ n }])
    for (const n of [1, 2]) await read(n)
    assert.equal(asked.callCount(), 2)
    for (const n of [3, 4, 5]) await read(n)
    assert.equal(asked.callCount(), 2)
    await close()
    await drop()
  })

  it('refuses a prepared statement whose columns have changed, and reads the new ones on other connections', async () => {
    const { url, drop } = await newDatabase()
    const { db, close } = connect(url)
    await sql`create table pets as select 1 as id`.execute(db)
    const read = () => sql`select * from pets`.execute(db)
    for (let times = 0; times < 3; times++) assert.deepEqual((await read()).rows, [{ id: 1 }])
    await sql`alter table pets add column name text default 'Tom'`.execute(db)
    // The first connection, which prepared the statement, and others that have not.
    const answers = await Promise.allSettled(Array.from({ length: 5 }, read))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    const shown = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value.rows)
    assert.deepEqual(
      refused.map(({ reason }) => /cached plan/.test(String(reason))),
      [true],
    )
    assert.deepEqual(shown, Array(4).fill([{ id: 1, name: 'Tom' }]))
    await close()
    await drop()
  })

  it('gives migrations and imports as long as they need', async () => {
    const { url, drop } = await newDatabase()
    const connection = connect(`${url}?statement_timeout=100`)
    await connection.migrate()
    await connection.fill((db) => sql`select pg_sleep(0.3)`.execute(db))
    await assert.rejects(sql`select pg_sleep(0.3)`.execute(connection.db), /statement timeout/)
    await connection.close()
    await drop()
  })

  it('continues after its connections were cut', async () => {
    const read = () => service.call('GET', '/api/users/id/1')
    await Promise.all(Array.from({ length: 20 }, read))
    await newConnection(service.config.databaseUrl, async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_terminate_backend(pid), pid from pg_stat_activity
        where datname = current_database() and pid != pg_backend_pid()`.execute(db)
      assert.ok(rows.length > 1, String(rows.length))
      const pids = sql.join(rows.map(({ pid }) => pid))
      await eventually(async () => {
        const left = await sql`select 1 from pg_stat_activity where pid in (${pids})`.execute(db)
        return left.rows.length === 0
      })
    })
    // The final messages of the connections have arrived and are handled.
    await nextIteration()
    for (let times = 0; times < 5; times++) assert.equal((await read()).status, 200)
  })

  it('stops cleanly before its change feed is connected', async () => {
    for (let times = 0; times < 10; times++) {
      const brief = await startService()
      // The first request starts the change feed; some stops come before its connection is made.
      const first = brief.call('GET', '/api/users/id/1')
      if (times % 2 === 0) await first
      await Promise.all([first, brief.stop()])
    }
  })

  it('does not reuse a broken connection: it answers at most 503 with Retry-After', async () => {
    const { db } = service.connection
    const cut = db
      .connection()
      .execute((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
      .catch((error: unknown) => error)
    assert.ok((await cut) instanceof Error)
    const refusals: Answer[] = []
    await eventually(async () => {
      const answer = await service.call('GET', '/readyz', { token: null })
      if (answer.status !== 200) refusals.push(answer)
      return answer.status === 200
    })
    for (const { status, headers } of refusals) assert.deepEqual([status, headers['retry-after']], [503, '5'])
    for (let times = 0; times < 5; times++)
      assert.equal((await service.call('GET', '/readyz', { token: null })).status, 200)
  })

  // Beyond a few statements, the transaction waits for the oldest.
  for (const behind of [0, 2, 20]) {
    it(`knows why a transaction was rolled back if a statement failed with its commit and ${behind} statements behind it`, async () => {
      const { db } = service.connection
      const raise = (code: string) =>
        sql.raw(`do $$ begin raise exception 'failed' using errcode = '${code}'; end $$`)
      const write = (codes: string[]) =>
        transaction(db, async (db) => {
          await sql`update users set title = 'rolled back' where id = 1`.execute(db)
          const code = codes.shift()
          await sent(db, (code ? raise(code) : sql`select 1`).execute(db))
          for (let count = 0; count < behind; count++) await sent(db, sql`select 1`.execute(db))
        })
      // A conflict is retried, another error is thrown.
      const conflicts = ['40001', '40P01']
      await write(conflicts)
      assert.deepEqual(conflicts, [])
      await assert.rejects(write(['53100']), { code: '53100' })
      await assert.rejects(write(['XX000']), { code: 'XX000' })
      await write([])
    })
  }

  it('carries out concurrent writes of one record, one after the other', async () => {
    const titles = Array.from({ length: 25 }, (_, index) => `title ${index}`)
    const { version: before } = await row()
    const answers = await Promise.all(
      titles.map((title) => service.call('PATCH', '/api/users/1', { json: { title } })),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const { version, title } = await row()
    assert.equal(version, before + titles.length)
    assert.ok(titles.includes(title as string))
  })

  const row = () =>
    service.connection.db
      .selectFrom('users')
      .where('id', '=', 1)
      .select(['version', 'title'])
      .executeTakeFirstOrThrow()

  async function newConnection<T>(
    url: string,
    run: (db: Service['connection']['db']) => Promise<T>,
  ): Promise<T> {
    const connection = connect(url)
    try {
      return await run(connection.db)
    } finally {
      await connection.close()
    }
  }
})
