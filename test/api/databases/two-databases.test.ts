// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { make } from '../../support/factories.ts'
import { type PostgresServer, postgresServer } from '../../support/postgres-server.ts'
import { type Service, startService } from '../../support/service.ts'

describe('Two services in one process, one per engine,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-two-'))
  let server: PostgresServer
  const services = [] as unknown as [sqlite: Service, postgres: Service]

  before(async () => {
    const own = await postgresServer()
    await own.initialise()
    await own.start()
    server = own
    services[0] = await startService({ databaseUrl: `sqlite:${join(folder, 'rolecall.db')}` })
    services[1] = await startService({ databaseUrl: server.url })
  })
  after(async () => {
    for (const service of services) await service.stop()
    await server?.remove()
    rmSync(folder, { recursive: true })
  })

  /** The responses of all services, each in turn and in both orders, so that each follows the other. */
  async function answersOfBoth(path: string, json?: unknown) {
    const answers = []
    for (const service of [...services, ...services.toReversed()])
      answers.push(
        await service.call(json === undefined ? 'GET' : 'POST', path, json === undefined ? {} : { json }),
      )
    return answers.map(({ status, body }) => ({ status, code: body.code, data: body.data }))
  }

  it('answer from their own data', async () => {
    const [sqlite, postgres] = services
    const ada = await make(sqlite, 'users', { email: 'ada@example.com' })
    const ben = await make(postgres, 'users', { email: 'ben@example.com' })
    for (const [service, user] of [
      [sqlite, ada],
      [postgres, ben],
    ] as const) {
      const given = await service.call('POST', `/api/users/${user.id}/relationships/roles`, {
        json: ['manager'],
      })
      assert.equal(given.status, 200)
    }
    const found = await answersOfBoth('/api/users/email/ada@example.com')
    assert.deepEqual(
      found.map(({ status }) => status),
      [200, 404, 404, 200],
    )
    const lists = await answersOfBoth('/api/users?include=roles&q=example.com&sort=email')
    assert.deepEqual(
      lists.map(({ data }) => data.list.data.map((user: { email: string }) => user.email)),
      [
        ['ada@example.com', 'root@example.com'],
        ['ben@example.com', 'root@example.com'],
        ['ben@example.com', 'root@example.com'],
        ['ada@example.com', 'root@example.com'],
      ],
    )
    const holds = await answersOfBoth('/api/users/email/ben@example.com/roles/manager')
    assert.deepEqual(
      holds.map(({ status }) => status),
      [404, 200, 200, 404],
    )
  })

  it('do not share tokens or Idempotency-Keys', async () => {
    const [sqlite, postgres] = services
    assert.equal((await postgres.call('GET', '/api/me', { token: sqlite.token })).status, 401)
    assert.equal((await sqlite.call('GET', '/api/me', { token: postgres.token })).status, 401)
    const headers = { 'idempotency-key': 'one' }
    for (const service of services) {
      const json = { name: 'Made twice' }
      const { status, body } = await service.call('POST', '/api/roles/create', { headers, json })
      assert.deepEqual([status, body.data.item.slug], [201, 'made-twice'])
    }
  })

  it('invalidate their caches by their own writes only', async () => {
    const [sqlite, postgres] = services
    const totals = () =>
      Promise.all(
        services.map(async (service) => (await service.call('GET', '/api/roles')).body.data.list.total),
      )
    const [ofSqlite, ofPostgres] = await totals()
    await make(sqlite, 'roles')
    assert.deepEqual(await totals(), [ofSqlite + 1, ofPostgres])
    await make(postgres, 'roles')
    assert.deepEqual(await totals(), [ofSqlite + 1, ofPostgres + 1])
  })
})
