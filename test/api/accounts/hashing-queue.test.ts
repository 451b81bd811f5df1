// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Actor } from '../../../server/access/actor.ts'
import { HashingQueue } from '../../../server/credentials/hashing-queue.ts'
import { systemContext } from '../../../server/prepare.ts'
import { makeActor, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { make, next } from '../../support/factories.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

/** Fewer than in the service, so that tests take less time. */
const MAX_QUEUED = 16
const OVERLOADED = { status: 503, code: 'overloaded' }
const PASSWORD = 'another quite unusual phrase'
const HERE = '203.0.113.1'
const ELSEWHERE = '198.51.100.1'

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

describe('The hashing queue', () => {
  /** One slot makes the order of the queue visible. */
  const queue = new HashingQueue({ slots: 1, maxQueued: MAX_QUEUED })
  let service: Service
  let actor: Person
  before(async () => {
    service = await startService({ trustProxy: true, signinRateLimit: 1000 }, { hashing: queue })
    actor = await makeActor(service, ['can-create-users', 'can-update-users'])
  })
  after(() => service.stop())

  /** Waits until that many are queued behind the one that {@link occupySlot} keeps running. */
  async function waitUntilQueued(count: number): Promise<void> {
    while (queue.waiting !== count) await nextIteration()
  }

  /** Occupies the slot while requests arrive. */
  function occupySlot(by: Partial<Actor> = {}) {
    const started = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    const ctx = systemContext(service.connection)
    queue.run({ ...ctx, actor: { ...ctx.actor, ...by } }, () => {
      started.resolve()
      return finished.promise
    })
    return { started: started.promise, free: finished.resolve }
  }

  /** Queues the requests one after the other, in this order. */
  async function queueAll(count: number, ask: () => Promise<Answer>): Promise<Promise<Answer>[]> {
    const answers: Promise<Answer>[] = []
    const before = queue.waiting
    for (let number = 1; number <= count; number++) {
      answers.push(ask())
      await waitUntilQueued(before + number)
    }
    return answers
  }

  const newUser = () => ({ email: `hashed${next()}@example.com`, first_name: 'Ann', password: PASSWORD })
  const create = () => service.call('POST', '/api/users/create', { token: actor.token, json: newUser() })
  const createMany = (count: number, also: object[] = [], by = actor) =>
    service.call('POST', '/api/users', {
      token: by.token,
      json: [...Array.from({ length: count }, newUser), ...also],
    })
  const signIn = (from: string, json: object = ADMIN) =>
    service.call('POST', '/api/signin', { token: null, json, headers: { 'x-forwarded-for': from } })
  const usersNow = async () => (await service.connection.db.selectFrom('users').select('id').execute()).length

  it('serves another source next, before those that were queued earlier', async () => {
    const { free } = occupySlot()
    const creations = await queueAll(1, create)
    const own = occupySlot({ authorId: actor.id })
    await waitUntilQueued(2)
    creations.push(...(await queueAll(MAX_QUEUED - 3, create)))
    const [other] = await queueAll(1, () => signIn(ELSEWHERE))
    free()
    await own.started
    // One of the actor's was served before it; the next one is running.
    const waiting = queue.waiting
    if (waiting > MAX_QUEUED - 3) own.free()
    assert.equal((await other)?.status, 200)
    assert.equal(waiting, MAX_QUEUED - 3)
    own.free()
    assert.deepEqual(new Set(statuses(await Promise.all(creations))), new Set([201]))
  })

  it('counts the addresses of an IPv6 network as one source, and a user as one from any address', async () => {
    const { free } = occupySlot()
    const guess = { email: 'nobody@example.com', password: 'a guess' }
    let number = 0
    const guesses = await queueAll(MAX_QUEUED, () => signIn(`2001:db8:1:2::${++number}`, guess))
    assertRefused(await signIn('2001:db8:1:2:ffff::', guess), OVERLOADED)
    const others = await queueAll(0, create)
    // Each one takes the place of a guess.
    for (let creation = 0; creation < 2; creation++) others.push(create())
    const refused = await Promise.all(guesses.splice(-2))
    for (const answer of refused) assertRefused(answer, OVERLOADED)
    free()
    assert.deepEqual(statuses(await Promise.all(others)), [201, 201])
    assert.deepEqual(new Set(statuses(await Promise.all(guesses))), new Set([401]))
  })

  it('refuses the newest of the largest source when it is full, and accepts a source with few', async () => {
    const { free } = occupySlot()
    const users = await usersNow()
    const creations = await queueAll(MAX_QUEUED, create)
    assertRefused(await create(), OVERLOADED)
    const other = signIn(ELSEWHERE)
    const refused = await (creations.pop() as Promise<Answer>)
    assertRefused(refused, OVERLOADED)
    assert.equal(refused.headers['retry-after'], '1')
    assert.equal(queue.waiting, MAX_QUEUED)
    free()
    assert.equal((await other).status, 200)
    assert.deepEqual(new Set(statuses(await Promise.all(creations))), new Set([201]))
    assert.equal(await usersNow(), users + MAX_QUEUED - 1)
  })

  it('counts no refused sign-ins as attempts, whether they were queued or refused at once', async () => {
    const { db } = service.connection
    await db.deleteFrom('attempts').execute()
    const { free } = occupySlot()
    const guess = { email: 'nobody@example.com', password: 'a guess' }
    const guesses = await queueAll(MAX_QUEUED, () => signIn(HERE, guess))
    const late = await Promise.all(Array.from({ length: 3 }, () => signIn(HERE, guess)))
    for (const answer of late) assertRefused(answer, OVERLOADED)
    const other = create()
    assertRefused(await (guesses.pop() as Promise<Answer>), OVERLOADED)
    free()
    assert.deepEqual(new Set(statuses(await Promise.all(guesses))), new Set([401]))
    assert.equal((await other).status, 201)
    const counted = await db.selectFrom('attempts').select(['count', 'pending']).execute()
    // One counter for the account and one for the address.
    assert.deepEqual(
      counted.map(({ count, pending }) => [count, pending]),
      [
        [MAX_QUEUED - 1, 0],
        [MAX_QUEUED - 1, 0],
      ],
    )
  })

  it('holds one hash for a sign-in, whether the account exists or not', async () => {
    const password = 'a guess'
    const { email } = (await make(service, 'users', { password: PASSWORD })) as Person
    const inactive = (await make(service, 'users', { password: PASSWORD, is_active: false })) as Person
    const { free } = occupySlot()
    const names = [email, inactive.email, actor.email, 'nobody@example.com', 'nobody']
    const answers: Promise<Answer>[] = []
    for (const name of names)
      answers.push(...(await queueAll(1, () => signIn(HERE, { email: name, password }))))
    free()
    assert.deepEqual(new Set(statuses(await Promise.all(answers))), new Set([401]))
  })

  it('holds two passwords of a bulk at a time, and refuses a bulk as a whole', async () => {
    const users = await usersNow()
    const { free } = occupySlot()
    const bulks: Promise<Answer>[] = []
    while (queue.waiting < MAX_QUEUED) {
      const before = queue.waiting
      bulks.push(createMany(3))
      await waitUntilQueued(before + 2)
    }
    const other = signIn(ELSEWHERE)
    // The refusal names no item.
    assertRefused(await (bulks.pop() as Promise<Answer>), OVERLOADED)
    free()
    assert.equal((await other).status, 200)
    assert.deepEqual(new Set(statuses(await Promise.all(bulks))), new Set([201]))
    assert.equal(await usersNow(), users + 3 * bulks.length)
  })

  it('stops a bulk when its caller loses the authority meanwhile', async () => {
    const other = await makeActor(service, ['can-create-users'])
    const users = await usersNow()
    const { free } = occupySlot()
    // The last password is never reached, and would be refused.
    const bulk = createMany(4, [{ ...newUser(), password: 'password1' }], other)
    await waitUntilQueued(2)
    const end = await service.call('POST', `/api/users/id/${other.id}/update`, { json: { is_active: false } })
    assert.equal(end.status, 200)
    free()
    assertRefused(await bulk, { status: 401, code: 'unauthenticated' })
    assert.equal(await usersNow(), users)
  })

  it('hashes nothing for a client that has disconnected', async () => {
    const { db } = service.connection
    await db.deleteFrom('attempts').execute()
    const url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }))
    const { free } = occupySlot()
    const socket = connect(Number(url.port), url.hostname)
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'a guess' })
    socket.write(
      `POST /api/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await waitUntilQueued(1)
    socket.resetAndDestroy()
    const { server } = service.app
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    while ((await connections()) !== 0) await nextIteration()
    free()
    // The next request from there is served after it.
    assert.equal(
      (await signIn('127.0.0.1', { email: 'somebody@example.com', password: 'a guess' })).status,
      401,
    )
    const counted = await db.selectFrom('attempts').select('count').execute()
    assert.deepEqual(counted.map(({ count }) => count).sort(), [0, 1, 1])
  })
})
