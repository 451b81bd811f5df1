// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { READY_MS } from '../../../server/db/connect.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { type PostgresServer, postgresServer } from '../../support/postgres-server.ts'
import { type Service, startService } from '../../support/service.ts'
import { type SilentProxy, silentProxy } from '../../support/silent-proxy.ts'

describe('Readiness on PostgreSQL', {
  skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
}, () => {
  let server: PostgresServer
  let proxy: SilentProxy
  let service: Service

  before(async () => {
    const own = await postgresServer()
    await own.initialise()
    await own.start()
    server = own
    const { hostname, port } = new URL(server.url)
    proxy = await silentProxy({ host: hostname, port: Number(port) })
    const url = new URL(server.url)
    url.port = String(proxy.port)
    service = await startService({ databaseUrl: `${url.href}?statement_timeout=2000` })
  })
  after(async () => {
    await service.stop()
    await proxy.stop()
    await server.remove()
  })

  const ready = () => service.call('GET', '/readyz', { token: null })
  const healthy = async () => (await service.call('GET', '/healthz', { token: null })).status
  let made = 0
  const create = () => {
    made += 1
    return service.call('POST', '/api/users', { json: { email: `${made}@example.com`, first_name: 'A' } })
  }

  /** Asserts that /readyz answers 503 with this reason. */
  async function assertNotReady(reason: RegExp): Promise<void> {
    const { status, body } = await ready()
    assert.deepEqual([status, body.code], [503, 'not_ready'])
    assert.match(body.errors[0], reason)
    assert.equal(await healthy(), 200)
  }

  async function assertRecovers(): Promise<void> {
    await eventually(async () => (await ready()).status === 200)
    assert.equal((await create()).status, 201)
  }

  it('ends within a second when packets are dropped, calls time out, and it returns by itself', async () => {
    assert.equal((await create()).status, 201)
    assert.equal((await ready()).status, 200)
    proxy.fallSilent()
    let answered = 0
    const waiting = [create(), service.call('GET', '/api/users')]
    for (const answer of waiting) void answer.then(() => answered++)
    for (let times = 0; times < 3; times++) await assertNotReady(/cannot be reached|connection was lost/)
    assert.equal(answered, 0, 'before the calls that wait for the database, which take seven seconds')
    assert.ok(READY_MS < 1000)
    for (const { status, body } of await Promise.all(waiting))
      assert.deepEqual([status, body.code], [503, 'database_unavailable'])
    proxy.speakAgain()
    await assertRecovers()
  })

  it('ends within a second when the server stops, and returns by itself', async () => {
    await server.stop()
    await assertNotReady(/cannot be reached|connection was lost|shutting down/)
    await server.start()
    await assertRecovers()
  })

  it("ends when the server refuses writes, like a standby in the primary's place, and returns", async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      await server.query(`alter system set default_transaction_read_only = ${value}`)
      await server.query('select pg_reload_conf()')
    }
    await setReadOnly('on')
    await eventually(async () => {
      const { status, body } = await create()
      if (status === 201) return false
      assert.deepEqual([status, body.code], [503, 'database_unavailable'])
      return true
    })
    await assertNotReady(/takes no writes/)
    assert.equal((await service.call('GET', '/api/users')).status, 200)
    await setReadOnly('off')
    await assertRecovers()
  })

  it("ends when the server's disk is full, and returns when there is space", async () => {
    await server.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    const tables = ['users', 'schema_migrations']
    for (const table of tables) {
      await server.query(
        `create trigger no_room before insert or update on ${table} for each statement execute function no_room()`,
      )
    }
    const { status, body } = await create()
    assert.deepEqual([status, body.code], [503, 'database_unavailable'])
    await assertNotReady(/the disk is full/)
    for (const table of tables) await server.query(`drop trigger no_room on ${table}`)
    await assertRecovers()
  })
})
