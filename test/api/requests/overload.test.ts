// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { AppOptions } from '../../../server/app.ts'
import { LOAD_LIMITS, RefusalStreak } from '../../../server/http/server/overload.ts'
import { makeActor } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { make } from '../../support/factories.ts'
import { ask } from '../../support/http.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

interface StormAnswer {
  status: number
  body: string
  retryAfter: string | undefined
}

/** How many responses had each status. */
const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  )

describe('The service under overload', () => {
  const MANY = 400
  let service: Service
  let url: string
  const start = async (load: NonNullable<AppOptions['load']>) => {
    service = await startService({}, { load })
    url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  }
  const get = (path: string) => ask(`${url}${path}`, { token: service.token })
  const storm = async (path: string): Promise<StormAnswer[]> => {
    const workerData = { url: `${url}${path}`, token: service.token, count: MANY }
    const [answers] = await once(
      new Worker(new URL('../../support/burst-of-requests.ts', import.meta.url), { workerData }),
      'message',
    )
    return answers
  }

  /** A connection of its own, which the test can reset. */
  const open = () => connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const send = (socket: Socket, method: string, path: string) =>
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token}\r\n\r\n`)

  describe('with requests waiting in the queue', () => {
    before(() => start({ immediateMs: 1, lateAfter: 5, overloadAfter: 0 }))
    after(() => service.stop())

    it('refuses some early with 503 and Retry-After, answers the others, and then recovers', async () => {
      const answers = await storm('/api/users?include=roles')
      const { 200: accepted = 0, 503: refused = 0 } = tally(answers)
      assert.equal(accepted + refused, MANY)
      assert.ok(accepted > 0 && refused > 0, JSON.stringify(tally(answers)))
      const one = answers.find(({ status }) => status === 503)
      assert.equal(one?.retryAfter, '1')
      assert.equal(JSON.parse(one?.body ?? '').code, 'overloaded')
      assert.equal((await get('/api/users')).status, 200)
    })

    it('always answers the liveness probe', async () => {
      const [health] = await Promise.all([storm('/healthz'), storm('/api/users')])
      assert.deepEqual(tally(health), { 200: MANY })
    })
  })

  describe('with a long queue', () => {
    before(() => start({ immediateMs: 0, sliceMs: 0 }))
    after(() => service.stop())

    /**
     * Opens a connection for each of the requests that follow, and waits until all are accepted, so that the requests arrive
     * together.
     */
    const connected = async (count = MANY) => {
      const sockets = Array.from({ length: count }, open)
      for (const socket of sockets) send(socket, 'GET', '/healthz')
      await Promise.all(sockets.map((socket) => once(socket, 'data')))
      return sockets
    }
    const sendReads = (sockets: Socket[]) =>
      sockets.map(async (socket) => {
        send(socket, 'GET', '/api/users?include=roles')
        await once(socket, 'data')
      })
    const total = async () => (await get('/api/users')).body.data.list.total

    it('accepts new connections and answers probes before the queue is empty', async () => {
      const sockets = await connected()
      let answered = 0
      const many = sendReads(sockets).map((one) => one.then(() => (answered += 1)))
      await Promise.race(many)
      const probe = open()
      send(probe, 'GET', '/healthz')
      assert.match(String((await once(probe, 'data'))[0]), /^HTTP\/1.1 200/)
      assert.ok(answered < MANY / 2, `${answered} were answered before`)
      await Promise.all(many)
      for (const socket of [...sockets, probe]) socket.destroy()
    })

    it('carries out nothing for clients that have disconnected', async () => {
      const users = await Promise.all(Array.from({ length: 10 }, () => make(service, 'users')))
      const before = await total()
      const sockets = await connected()
      const [probe, ...gone] = (await connected(1 + users.length)) as [Socket, ...Socket[]]
      // At once: all of the reads wait when the deletions arrive behind them, and the probe overtakes both.
      const many = sendReads(sockets)
      for (const [index, { id }] of users.entries()) send(gone[index] as Socket, 'DELETE', `/api/users/${id}`)
      send(probe, 'GET', '/healthz')
      await once(probe, 'data')
      for (const socket of [...gone, probe]) socket.resetAndDestroy()
      await Promise.all(many)
      for (const socket of sockets) socket.destroy()
      assert.equal(await total(), before)
      // Otherwise they would have been deleted.
      for (const { id } of users) await service.call('DELETE', `/api/users/${id}`)
      assert.equal(await total(), before - users.length)
    })
  })

  describe('stopped with a long queue', () => {
    before(() => start({ immediateMs: 0 }))
    after(() => service.stop())

    it('answers all of it and closes every connection', async () => {
      const sockets = Array.from({ length: 50 }, open)
      for (const socket of sockets) send(socket, 'GET', '/healthz')
      await Promise.all(sockets.map((socket) => once(socket, 'data')))
      let stopping: PromiseLike<void> | undefined
      const last = sockets.map(async (socket) => {
        let heard = ''
        send(socket, 'GET', '/api/users/id/1')
        socket.on('data', (text) => {
          heard += text
          // When the first response is read, others are ready and wait to be written.
          stopping ??= service.app.close()
        })
        await once(socket, 'end')
        return heard
      })
      for (const heard of await Promise.all(last)) assert.match(heard, /^HTTP\/1.1 200 /)
      await stopping
    })
  })

  describe('with a full queue', () => {
    before(() => start({ immediateMs: 0, sliceMs: 0, maxQueued: 10 }))
    after(() => service.stop())

    it('refuses further requests at once', async () => {
      const answers = await storm('/api/users?include=roles')
      const { 200: accepted = 0, 503: refused = 0 } = tally(answers)
      assert.equal(accepted + refused, MANY)
      assert.ok(accepted > 0 && refused > 0, JSON.stringify(tally(answers)))
      assert.equal((await get('/api/users')).status, 200)
    })
  })

  describe('with requests in flight', () => {
    // A service for each test: aborted requests may hold their slots for a moment.
    beforeEach(() => start({ inFlight: 2 }))
    afterEach(() => service.stop())

    /** Runs while the administrator's row is locked, so that no sign-in can finish: each writes last_login_at. */
    const whileHeld = (run: () => Promise<unknown>) =>
      service.connection.db.transaction().execute(async (db) => {
        await db.updateTable('users').set({ title: 'Held' }).where('email', '=', ADMIN.email).execute()
        await run()
      })

    it('accepts as many as its limit, and another one when one finishes', async () => {
      const answers: { status: number }[] = []
      let signIns: Promise<unknown> | undefined
      await whileHeld(async () => {
        const one = async () => answers.push(await ask(`${url}/api/signin`, { json: ADMIN }))
        signIns = Promise.all(Array.from({ length: 8 }, one))
        await eventually(() => answers.length === 6)
      })
      await signIns
      assert.deepEqual(
        answers.map(({ status }) => status),
        [503, 503, 503, 503, 503, 503, 200, 200],
      )
      assert.equal((await ask(`${url}/api/signin`, { json: ADMIN })).status, 200)
    })

    it('limits those of anonymous callers, and answers probes and others meanwhile', async () => {
      await service.stop()
      await start({ ofOneCaller: 2 })
      let signIns: Promise<{ status: number }[]> | undefined
      await whileHeld(async () => {
        let refused = 0
        const one = async () => {
          const answer = await ask(`${url}/api/signin`, { json: ADMIN })
          if (answer.status === 503) refused += 1
          return answer
        }
        signIns = Promise.all(Array.from({ length: 3 }, one))
        await eventually(() => refused === 1)
        for (const path of ['/healthz', '/readyz', '/api/users'])
          assert.equal((await get(path)).status, 200, path)
      })
      assert.deepEqual((await signIns)?.map(({ status }) => status).sort(), [200, 200, 503])
    })

    it('frees the slots of clients that disconnected without a response', async () => {
      for (let round = 0; round < 3; round++) {
        const gone = new AbortController()
        let refused = 0
        const signIn = () =>
          fetch(`${url}/api/signin`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(ADMIN),
            signal: gone.signal,
          }).then(
            ({ status }) => {
              if (status === 503) refused += 1
            },
            () => undefined,
          )
        await whileHeld(async () => {
          const signIns = Array.from({ length: 3 }, signIn)
          await eventually(() => refused > 0)
          gone.abort()
          await Promise.all(signIns)
        })
        await eventually(async () => (await get('/api/users')).status === 200)
      }
    })
  })

  describe('refusing everything', () => {
    let now = 0
    // Does not sign in its administrator, since that request would be refused.
    before(async () => {
      service = await startService({}, { load: { inFlight: 0, clock: () => now } })
      url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    })
    after(() => service.stop())

    const advance = (ms: number) => {
      now += ms
    }
    const statusOf = async (path: string) => (await get(path)).status

    it('becomes unready after five seconds, until five seconds pass without refusals, so that a balancer sends requests elsewhere', async () => {
      assert.equal(await statusOf('/readyz'), 200)
      for (const ms of [0, 2000, 2000]) {
        advance(ms)
        assert.equal(await statusOf('/api/users'), 503)
        assert.equal(await statusOf('/readyz'), 200)
      }
      advance(1000)
      assert.equal(await statusOf('/api/users'), 503)
      const { status, body } = await get('/readyz')
      assert.deepEqual([status, body.code], [503, 'not_ready'])
      assert.equal(await statusOf('/healthz'), 200)
      advance(5000)
      assert.equal(await statusOf('/readyz'), 200)
      // Earlier refusals are not counted.
      assert.equal(await statusOf('/api/users'), 503)
      assert.equal(await statusOf('/readyz'), 200)
    })
  })

  it('stays ready as long as it accepts some requests', () => {
    let now = 0
    const refusals = new RefusalStreak(() => now)
    for (let round = 0; round < 20; round++) {
      refusals.noteRefused()
      now += 1000
      if (round % 4 === 3) refusals.noteAccepted()
      assert.equal(refusals.isLong(), false)
    }
  })

  it('lets reads wait for the changes of other processes without a slot, so that all of them share one poll', async () => {
    const reported = Promise.withResolvers<undefined>()
    let waiting = 0
    const currentRecords = () => {
      waiting += 1
      return reported.promise
    }
    const service = await startService({}, { currentRecords })
    // More than there are read slots.
    const reads = Array.from({ length: 30 }, () => service.call('GET', '/api/roles'))
    await eventually(async () => assert.equal(waiting, reads.length))
    reported.resolve(undefined)
    for (const { status } of await Promise.all(reads)) assert.equal(status, 200)
    await service.stop()
  })

  it('limits the requests that it carries out for one account, so that one alone never keeps out others', async () => {
    const OF_ONE = 3
    assert.ok(LOAD_LIMITS.ofOneCaller <= LOAD_LIMITS.inFlight / 2)
    let reported = Promise.withResolvers<undefined>()
    reported.resolve(undefined)
    let waiting = 0
    const currentRecords = () => {
      waiting += 1
      return reported.promise
    }
    const service = await startService({}, { currentRecords, load: { ofOneCaller: OF_ONE } })
    const another = await makeActor(service, ['can-read-roles'])
    const read = (token = service.token) => service.call('GET', '/api/roles', { token })
    for (let round = 0; round < 2; round++) {
      waiting = 0
      reported = Promise.withResolvers()
      const reads = Array.from({ length: OF_ONE }, () => read())
      await eventually(async () => assert.equal(waiting, OF_ONE))
      const { status, body, headers } = await read()
      assert.deepEqual([status, body.code, headers['retry-after']], [503, 'overloaded', '1'])
      reads.push(read(another.token))
      await eventually(async () => assert.equal(waiting, OF_ONE + 1))
      reported.resolve(undefined)
      for (const { status } of await Promise.all(reads)) assert.equal(status, 200)
    }
    await service.stop()
  })

  describe('with one request at a time', () => {
    before(() => start({ inFlight: 2 }))
    after(() => service.stop())

    it('releases each slot when the request ends, whatever its outcome', async () => {
      // More requests than there are read slots.
      for (let round = 0; round < 12; round++) {
        const statuses = [
          (await service.call('GET', '/api/users')).status,
          (await service.call('GET', '/api/users/id/999999')).status,
          (await service.call('GET', '/api/nothing')).status,
          (await service.call('POST', '/api/signin', { json: {} })).status,
          (await get('/api/users?from=x')).status,
        ]
        assert.deepEqual(statuses, [200, 404, 404, 422, 422])
      }
    })
  })
})
