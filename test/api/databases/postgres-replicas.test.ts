// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WritePositions } from '../../../server/db/postgres/write-positions.ts'
import { giveRole, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { follow } from '../../support/event-stream.ts'
import { eventually, within } from '../../support/eventually.ts'
import { type PostgresServer, startPair } from '../../support/postgres-server.ts'
import { seededRandom } from '../../support/seeds.ts'
import { NUMBERED_SOON, type Service, startService } from '../../support/service.ts'

const draw = seededRandom()
/** By then each process has polled the replica, unless the machine is busy; then it is tried again. */
const SEEN_WITHIN_MS = 1000

describe('Replicas', {
  skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
}, () => {
  let primary: PostgresServer
  let replica: PostgresServer
  /** To the database, two processes of the service. */
  let services: [Service, Service]
  let ann: Person
  let ben: Person

  before(async () => {
    const pair = await startPair()
    primary = pair.primary
    replica = pair.replica
    const start = () => startService({ databaseUrl: primary.url, replicaUrls: [replica.url] }, NUMBERED_SOON)
    services = [await start(), await start()]
    const role = await makeRole(services[0], ['can-read-users', 'can-update-users', 'can-read-roles'])
    ann = await makeUser(services[0])
    ben = await makeUser(services[0])
    for (const person of [ann, ben]) await giveRole(services[0], person, role.slug)
  })
  after(async () => {
    for (const service of services) await service.stop()
    await replica.remove()
    await primary.remove()
  })

  let mark = 0
  /** Pauses replay on the replica. Only the primary has the new mark then. */
  async function pause(): Promise<void> {
    await caughtUp()
    await replica.query('select pg_wal_replay_pause()')
    await eventually(
      async () => (await replica.query('select pg_get_wal_replay_pause_state() as is'))[0].is === 'paused',
    )
    await primary.query('update users set bio = $1', [`mark ${++mark}`])
  }
  const resume = () => replica.query('select pg_wal_replay_resume()')

  async function caughtUp(): Promise<void> {
    await resume()
    const [{ lsn }] = await primary.query('select pg_current_wal_insert_lsn() as lsn')
    await eventually(
      async () => (await replica.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [lsn]))[0].is,
    )
  }

  const title = async (service: Service, person: Person, value: string) => {
    const { status } = await service.call('PATCH', `/api/users/${ben.id}`, {
      token: person.token,
      json: { title: value },
    })
    assert.equal(status, 200)
  }
  async function read(service: Service, { token }: Person) {
    const { status, body } = await service.call('GET', `/api/users/id/${ben.id}`, { token })
    assert.equal(status, 200)
    return body.data
  }
  /** The server that a read comes from, recognised by the mark. */
  const source = async (service: Service, person: Person) =>
    (await read(service, person)).bio === `mark ${mark}` ? 'primary' : 'replica'
  const becomes = (expected: string, service: Service, person: Person) =>
    eventually(async () => (await source(service, person)) === expected)

  /**
   * Waits until every process reads from the replica for every caller. A process that has just started listeners trusts
   * no earlier position.
   */
  const ready = () =>
    eventually(async () => {
      await pause()
      await within(SEEN_WITHIN_MS, async () => {
        for (const service of services) {
          for (const person of [ann, ben]) assert.equal(await source(service, person), 'replica')
        }
      })
    })

  beforeEach(ready)

  it('never show a client a state from before its own writes, whatever process made them', async () => {
    const [one, other] = services
    await title(one, ann, 'first')
    for (const service of services) {
      assert.equal((await read(service, ann)).title, 'first')
      assert.equal(await source(service, ann), 'primary')
      await becomes('replica', service, ben)
    }
    await title(other, ben, 'second')
    for (const service of services) assert.equal((await read(service, ben)).title, 'second')
    await caughtUp()
    await pause()
    for (const service of services) {
      for (const person of [ann, ben]) {
        await becomes('replica', service, person)
        assert.equal((await read(service, person)).title, 'second')
      }
    }
  })

  const paths = () => [
    ['GET', '/api/users?per_page=100'],
    ['POST', '/api/users'],
    ['GET', `/api/users/id/${ben.id}`],
    ['POST', `/api/users/uuid/${ben.uuid}`],
    ['GET', `/api/users/${ben.id}`],
    ['GET', `/api/users/id/${ben.id}/roles`],
    ['GET', `/api/users/${ben.id}/relationships/roles`],
  ]
  it("serve lists, records and relations, never from before the caller's own writes", async () => {
    const [one, other] = services
    const isMarked = async (method: string, path: string) => {
      const { status, body } = await other.call(method, path, { token: ann.token })
      assert.equal(status, 200, path)
      return JSON.stringify(body).includes(`"mark ${mark}"`)
    }
    for (const [method = '', path = ''] of paths())
      await eventually(async () => !(await isMarked(method, path)))
    await title(one, ann, 'third')
    for (const [method = '', path = ''] of paths()) assert.equal(await isMarked(method, path), true, path)
  })

  it('are passed by for a read that asks for a position, of a write or an event', async () => {
    const [one, other] = services
    const origin = await one.app.listen({ host: '127.0.0.1', port: 0 })
    await one.runJob('number-entries')
    const stream = await follow(origin, { token: one.token, types: 'users.update' })
    const written = await one.call('PATCH', `/api/users/${ben.id}`, {
      token: ann.token,
      json: { title: 'positioned' },
    })
    await stream.has(1)
    const read = async (method: string, path: string, position?: string) => {
      const headers: Record<string, string> = position === undefined ? {} : { 'x-at-least': position }
      const { status, body } = await other.call(method, path, { token: ben.token, headers })
      assert.equal(status, 200, path)
      return JSON.stringify(body).includes(`"mark ${mark}"`)
    }
    for (const [method = '', path = ''] of paths())
      for (const position of [String(written.headers['x-position']), stream.events[0]?.data.position]) {
        // Ben has written nothing: without a position, the replica is good enough.
        await eventually(async () => !(await read(method, path)))
        assert.equal(await read(method, path, position), true, path)
      }
    stream.close()
  })

  it('are not used to check permissions', async () => {
    const [one, other] = services
    const person = await makeActor(one, ['can-read-users'])
    await ready()
    await becomes('replica', other, person)
    const removed = await one.call('DELETE', `/api/users/${person.id}/relationships/roles`, {
      json: person.role.slug,
    })
    assert.equal(removed.status, 200)
    for (const service of services) {
      await eventually(async () => {
        const { status } = await service.call('GET', `/api/users/id/${ben.id}`, { token: person.token })
        return status === 403
      })
    }
    const { body } = await other.call('GET', `/api/users/id/${person.id}/permissions/can-read-users`)
    assert.equal(body.data, false)
  })

  it('are not read for a user who signed in until they show the sign-in', async () => {
    const [one, other] = services
    const password = 'a rather unusual phrase'
    const { id, email } = await makeUser(one, { password })
    await ready()
    const signedIn = await one.call('POST', '/api/signin', { token: null, json: { email, password } })
    const { api_token: token, last_login_at: at } = signedIn.body.data.item
    const { body } = await other.call('GET', `/api/users/${id}`, { token })
    assert.equal(body.data.last_login_at, at)
  })

  it('are not read for callers whose writes may have been missed by the change feed', async () => {
    const [one, other] = services
    for (let times = 0; times < 10; times++) {
      const value = `unheard ${times}`
      const written = title(one, ann, value)
      await primary.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rolecall changes'`,
      )
      await written
      for (const service of [other, one]) assert.equal((await read(service, ann)).title, value)
    }
  })

  it('are not read while a process has not received all notifications', async () => {
    const [one, other] = services
    // A listener that was late is replaced by another one.
    const listeners = await eventually(async () => {
      const rows = await primary.query(
        `select pid from pg_stat_activity where application_name = 'rolecall changes'`,
      )
      assert.equal(rows.length, 2)
      return rows
    })
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const { pid } of listeners) process.kill(pid, name)
    }
    signal('SIGSTOP')
    try {
      await title(one, ann, 'in silence')
      const answers = await Promise.all([other, one].map((service) => read(service, ann)))
      for (const answer of answers) assert.equal(answer.title, 'in silence')
    } finally {
      signal('SIGCONT')
    }
  })

  it('never show a client a state from before its own writes while replay stops and starts', async () => {
    const [one, other] = services
    const random = () => (draw() < 0.5 ? one : other)
    const role = await makeRole(one, ['can-read-users', 'can-update-users'])
    const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(one)))
    for (const person of people) await giveRole(one, person, role.slug)
    let isOver = false
    const toggling = (async () => {
      while (!isOver) {
        // A running query may conflict with replay and is cancelled then.
        await replica.query('select pg_wal_replay_pause()').catch(() => undefined)
        await wait(30)
        await resume().catch(() => undefined)
        await wait(30)
      }
    })()
    const write = async (person: Person) => {
      for (let times = 0; times < 60; times++) {
        const url = `/api/users/${person.id}`
        const json = { title: `at ${times}` }
        assert.equal((await random().call('PATCH', url, { token: person.token, json })).status, 200)
        for (const service of [random(), random()]) {
          const { body } = await service.call('GET', url, { token: person.token })
          assert.equal(body.data.title, json.title)
        }
      }
    }
    try {
      await Promise.all(people.map(write))
    } finally {
      isOver = true
      await toggling
    }
  })

  it('are not read when they are more than ten seconds behind', async () => {
    for (const service of services) await becomes('primary', service, ann)
    for (const service of services) assert.equal(await source(service, ann), 'primary')
  })

  it('are skipped after they stop, and read again when they are back', async () => {
    await caughtUp()
    let isOver = false
    const counts = services.map(() => 0)
    const reading = services.map(async (service, at) => {
      for (; !isOver; counts[at] = (counts[at] ?? 0) + 1) await read(service, ann)
    })
    const readMore = () => {
      const before = [...counts]
      return eventually(() => isOver || counts.every((count, at) => count > (before[at] ?? 0) + 25))
    }
    const stopping = readMore()
      .then(() => replica.stop())
      .then(readMore)
      .finally(() => {
        isOver = true
      })
    await Promise.all([stopping, ...reading])
    assert.equal(await source(services[0], ann), 'primary')
    await replica.start()
    await ready()
  })
})

describe('The log position that a replica must have reached', () => {
  it("is that of ten seconds ago, or of the caller's own write if that is later", () => {
    let now = 0
    const writers = new WritePositions(() => now)
    const [ann, ben] = [1, 2]
    const learn = (position: number, authors: number[] = [], isIncomplete = false) => {
      const changes = authors.map((author) => ({
        ...{ pid: 1, author, table: 'users', record: author, rights: null },
      }))
      writers.learn({ changes, position, isIncomplete })
    }
    const both = () => [writers.positionOf(ann), writers.positionOf(ben)]
    assert.deepEqual(both(), [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    learn(100, [], true)
    assert.deepEqual(both(), [100, 100])
    now = 1000
    learn(200, [ann])
    assert.deepEqual(both(), [200, 100])
    now = 10_999
    learn(300, [ben])
    assert.deepEqual(both(), [200, 300])
    now = 11_250
    learn(400)
    assert.deepEqual(both(), [200, 300])
    now = 20_998
    learn(500)
    assert.deepEqual(both(), [200, 300])
    now = 21_250
    learn(600)
    assert.deepEqual(both(), [400, 400])
  })
})
