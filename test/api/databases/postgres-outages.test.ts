// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { makeActor } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { type PostgresServer, postgresServer } from '../../support/postgres-server.ts'
import { seededRandom } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'

const draw = seededRandom()
/** Longer than any statement here takes by itself. */
const STATEMENT_MS = 1500

describe('An outage of PostgreSQL', {
  skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
}, () => {
  let server: PostgresServer
  let service: Service

  before(async () => {
    const own = await postgresServer()
    await own.initialise()
    await own.start()
    server = own
    service = await startService({ databaseUrl: `${server.url}?statement_timeout=${STATEMENT_MS}` })
  })
  after(async () => {
    await service.stop()
    await server.remove()
  })

  /** Cuts the connection of the change feed: the service gets no notifications until it has reconnected. */
  const cutChangeFeed = () =>
    server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rolecall changes'`,
    )

  async function connected<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: server.url, application_name: 'test' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await run(client)
    } finally {
      await client.end()
    }
  }

  it('ends a statement that takes too long with 503, and the statement changes nothing', async () => {
    const { id } = await makeActor(service, [])
    const rows = () => server.query('select * from users order by id')
    const earlier = await rows()
    await connected(async (client) => {
      await client.query('begin')
      await client.query('select 1 from users where id = $1 for update', [id])
      // Answered while the test still holds the row.
      const slow = await service.call('PATCH', `/api/users/${id}`, { json: { title: 'late' } })
      assert.deepEqual([slow.status, slow.headers['retry-after']], [503, '5'])
      assert.equal(slow.body.code, 'database_unavailable')
      // Others are served meanwhile from the same pool.
      const others = Array.from({ length: 20 }, () => service.call('GET', `/api/users/${id}`))
      for (const { status } of await Promise.all(others)) assert.equal(status, 200)
      await client.query('rollback')
    })
    assert.deepEqual(await rows(), earlier)
    const { status } = await service.call('PATCH', `/api/users/${id}`, { json: { title: 'now' } })
    assert.equal(status, 200)
  })

  it('lets no check be answered from a cache more than a second old while the change feed is down', async () => {
    const { id, role } = await makeActor(service, ['can-read-roles'])
    const check = `/api/users/id/${id}/permissions/can-read-roles`
    /** The state of the link, and since when. */
    const states = [{ at: performance.now(), isGiven: true }]
    let isOver = false
    let kills = 0
    const keepCuttingChangeFeed = async () => {
      for (; !isOver; kills++) {
        await cutChangeFeed()
        await wait(draw() * 400)
      }
    }
    const change = () =>
      connected(async (client) => {
        for (let isGiven = false; !isOver; isGiven = !isGiven) {
          // The state changes at some moment before the statement returns.
          const state = { at: Number.POSITIVE_INFINITY, isGiven }
          states.push(state)
          await client.query('update user_roles set is_active = $1 where role_id = $2', [isGiven, role.id])
          state.at = performance.now()
          // Sometimes long enough that only one answer is correct.
          await wait(draw() < 0.5 ? 100 : 1500)
        }
      })
    /** The states at any moment from one second before the request to its response. */
    const allowed = (requestedAt: number) => {
      const last = states.findLastIndex(({ at }) => at <= requestedAt - 1000)
      return states.slice(Math.max(last, 0)).map(({ isGiven }) => isGiven)
    }
    let exact = 0
    const ask = async () => {
      while (!isOver) {
        const requestedAt = performance.now()
        const { status, body } = await service.call('GET', check)
        assert.equal(status, 200)
        const possible = allowed(requestedAt)
        assert.ok(
          possible.includes(body.data),
          `${body.data} was answered at ${performance.now()}, requested at ${requestedAt}; ${JSON.stringify(states.slice(-3))}`,
        )
        if (new Set(possible).size === 1) exact += 1
        await wait(2)
      }
    }
    const running = Promise.all([keepCuttingChangeFeed(), change(), ask(), ask()])
    const hasEnoughSamples = eventually(() => {
      const counts = [kills, exact, states.length]
      assert.ok(isOver || (kills > 15 && exact > 100 && states.length > 8), counts.join())
    })
    await Promise.race([hasEnoughSamples, running]).finally(() => {
      isOver = true
    })
    await running
  })

  it('stops use of the cache as soon as the change feed is cut, until it is back', async () => {
    const isSynced = () => service.connection.syncChanges()
    await eventually(isSynced)
    await cutChangeFeed()
    await eventually(() => !isSynced())
    assert.equal((await service.call('GET', '/api/users')).status, 200)
    await eventually(isSynced)
  })

  it('needs no restart of the service once the server is back', async () => {
    const [{ id }] = await server.query('select id from users order by id limit 1')
    const read = () => service.call('GET', `/api/users/${id}`)
    assert.equal((await read()).status, 200)
    await server.stop()
    for (let times = 0; times < 5; times++) {
      const { status, headers, body } = await read()
      assert.deepEqual([status, headers['retry-after'], body.code], [503, '5', 'database_unavailable'])
    }
    assert.equal((await service.call('GET', '/readyz', { token: null })).status, 503)
    await server.start()
    await eventually(async () => (await read()).status === 200)
    const { status } = await service.call('PATCH', `/api/users/${id}`, { json: { title: 'again' } })
    assert.equal(status, 200)
    await eventually(() => service.connection.syncChanges())
  })
})
