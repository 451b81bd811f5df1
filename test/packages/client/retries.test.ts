// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, describe, it, mock } from 'node:test'
import { RolecallError, RolecallNetworkError } from '../../../client/src/index.ts'
import { waitBefore } from '../../../client/src/retry.ts'
import { eventually } from '../../support/eventually.ts'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'
import { ADMIN } from '../../support/service.ts'

let proxy: FaultyProxy
const live = useLiveService({}, async () => {
  proxy = await faultyProxy(live.origin())
})
after(() => proxy.stop())

const client = (options = {}) => live.client({ baseUrl: proxy.origin, retries: 3, ...options })
const roles = async (name: string) => (await live.client().roles.list({ where: { name } })).total
const waits = () => proxy.seen.slice(1).map(({ at }, index) => at - (proxy.seen[index]?.at as number))

describe('A failed attempt', () => {
  it('is retried after a failure of the network or a gateway', async () => {
    for (const fault of ['drop', 'lose', 'cut', { status: 502 }, { status: 503 }, { status: 504 }] as const) {
      proxy.next(fault)
      assert.ok((await client().users.get(1)).id)
      assert.equal(proxy.seen.length, 2)
    }
  })

  it('carries out a write once, even if its response was lost', async () => {
    for (const [index, fault] of (['lose', 'cut', 'drop', { status: 503 }] as const).entries()) {
      proxy.next(fault, fault)
      const name = `Written ${index}`
      const { id } = await client().roles.create({ name })
      assert.equal(await roles(name), 1)
      assert.equal(proxy.seen.length, 3)
      assert.equal(new Set(proxy.seen.map(({ key }) => key)).size, 1)
      proxy.next('lose')
      await client().roles.destroy(id)
      assert.equal(await roles(name), 0)
    }
  })

  it('has an Idempotency-Key for each write, generated or given; reads have none', async () => {
    proxy.next()
    await client().roles.create({ name: 'Key one' })
    await client().roles.create({ name: 'Key two' })
    await client().users.list()
    const idempotencyKey = 'order-4711'
    const first = await client().roles.create({ name: 'Key three' }, { idempotencyKey })
    const again = await client().roles.create({ name: 'Key three' }, { idempotencyKey })
    assert.equal(again.id, first.id)
    const [one, two, read, three] = proxy.seen.map(({ key }) => key)
    assert.match(one as string, /^[0-9a-f]{32}$/)
    assert.notEqual(one, two)
    assert.deepEqual([read, three], [undefined, idempotencyKey])
  })

  it('to sign in is not retried, since each one makes a token', async () => {
    for (const fault of ['lose', { status: 503 }] as const) {
      proxy.next(fault)
      await assert.rejects(client().signIn(ADMIN.email, ADMIN.password))
      assert.equal(proxy.seen.length, 1)
    }
  })

  it('to sign out still signs out', async () => {
    const someone = client({ token: undefined })
    await someone.signIn(ADMIN.email, ADMIN.password)
    const token = someone.readToken()
    proxy.next('lose')
    await someone.signOut()
    assert.equal(proxy.seen.length, 2)
    const error = await refusal(live.client({ token }).users.get(1))
    assert.ok(error instanceof RolecallError && error.isUnauthorized)
  })

  it('is abandoned after the allowed number of retries', async () => {
    proxy.next('drop', 'drop', 'drop', 'drop', 'drop')
    assert.ok((await refusal(client({ retries: 2 }).users.get(1))) instanceof RolecallNetworkError)
    assert.equal(proxy.seen.length, 3)
    proxy.next('drop')
    await assert.rejects(client({ retries: 0 }).users.get(1), RolecallNetworkError)
    assert.equal(proxy.seen.length, 1)
  })

  it('is not retried if the result would be the same', async () => {
    proxy.next()
    assert.ok((await refusal(client().users.get(999_999))) instanceof RolecallError)
    assert.ok((await refusal(client().roles.create({ name: '' }))) instanceof RolecallError)
    assert.equal(proxy.seen.length, 2)
    proxy.next({ status: 500 })
    await assert.rejects(client().users.get(1), { status: 500, code: 'unexpected_answer' })
    proxy.next('html')
    await assert.rejects(client().users.get(1), { status: 200, code: 'unexpected_answer' })
    assert.equal(proxy.seen.length, 1)
  })
})

describe('The wait between attempts', () => {
  it('grows, and is random below its bound', async () => {
    proxy.next('drop', 'drop', 'drop')
    const { mock: random } = mock.method(Math, 'random', () => 0.5)
    try {
      await client().users.get(1)
      // A timer may fire a millisecond early.
      for (const [index, wait] of waits().entries()) assert.ok(wait >= 100 * 2 ** index - 2, `${wait}`)
      const fault = new RolecallNetworkError('Lost.', { isTimeout: false, cause: undefined })
      const bounds = [0, 1, 2, 3, 10, 100].map((attempt) => waitBefore(fault, attempt, { longest: 0 }))
      assert.deepEqual(bounds, [100, 200, 400, 800, 5000, 5000])
    } finally {
      random.restore()
    }
  })

  it('is at least Retry-After, in seconds or as a date', async () => {
    proxy.next({ status: 429, headers: { 'retry-after': '1' } })
    await client().users.get(1)
    assert.ok((waits()[0] as number) >= 990, `${waits()}`)
    const soon = new Date(Date.now() + 2000).toUTCString()
    proxy.next({ status: 429, headers: { 'retry-after': soon } })
    await client().users.get(1)
    assert.equal(proxy.seen.length, 2)
    assert.ok(Date.now() >= Date.parse(soon) - 10)
  })

  it('is skipped if Retry-After is longer than allowed', async () => {
    proxy.next({ status: 503, headers: { 'retry-after': '3600' } })
    const error = await refusal(client().users.get(1))
    assert.ok(error instanceof RolecallError)
    assert.equal(error.retryAfter, 3_600_000)
    assert.equal(proxy.seen.length, 1)
  })

  it('ends with the signal, and the call rejects with its reason', async () => {
    // Longer than the test may run.
    proxy.next({ status: 503, headers: { 'retry-after': '3600' } })
    const signal = AbortSignal.timeout(1000)
    const patient = client({ maxRetryAfter: 3_600_000 })
    assert.equal(await refusal(patient.users.get(1, { signal })), signal.reason)
    assert.equal(proxy.seen.length, 1)
  })
})

describe('An attempt', () => {
  it('takes no longer than the timeout', async () => {
    proxy.next('hang', 'hang')
    const error = await refusal(client({ timeout: 1000, retries: 1 }).users.get(1))
    assert.ok(error instanceof RolecallNetworkError && error.isTimeout)
    assert.equal(proxy.seen.length, 2)
    proxy.next('hang')
    assert.ok((await client().users.get(1, { timeout: 1000 })).id)
  })

  it('ends with the signal, also before it starts', async () => {
    proxy.next('hang')
    const aborting = new AbortController()
    const call = refusal(client().users.list({}, { signal: aborting.signal }))
    await eventually(() => proxy.seen.length === 1)
    aborting.abort(new Error('enough'))
    assert.equal(((await call) as Error).message, 'enough')
    assert.equal(proxy.seen.length, 1)
    await refusal(client().users.list({}, { signal: aborting.signal }))
    assert.equal(proxy.seen.length, 1)
  })
})
