// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Actor } from '../../../server/access/context.ts'
import { HashingQueue } from '../../../server/credentials/hashing-queue.ts'
import { systemContext } from '../../../server/prepare.ts'
import { makeActor, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { make, next } from '../../support/factories.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'
import { nextTurn } from '../../support/turns.ts'

/** Fewer than the service has, so that tests take less time. */
const MAX_QUEUED = 16
const OVERLOADED = { status: 503, code: 'overloaded' }
const PASSWORD = 'another quite unusual phrase'
const HERE = '203.0.113.1'
const ELSEWHERE = '198.51.100.1'

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

describe('While passwords wait to be hashed', () => {
  /** One slot, so that the order is that of the queue. */
  const queue = new HashingQueue({ slots: 1, maxQueued: MAX_QUEUED })
  let service: Service
  let actor: Person
  before(async () => {
    service = await startService({ trustProxy: true, signinRateLimit: 1000 }, { hashing: queue })
    actor = await makeActor(service, ['can-create-users', 'can-update-users'])
  })
  after(() => service.stop())

  /** Until so many wait behind the one that {@link hold} keeps under way. */
  async function waitingAre(count: number): Promise<void> {
    while (queue.waiting !== count) await nextTurn()
  }

  /** Keeps the place taken while requests come. */
  function hold(by: Partial<Actor> = {}) {
    const begun = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const ctx = systemContext(service.connection)
    queue.run({ ...ctx, actor: { ...ctx.actor, ...by } }, () => {
      begun.resolve()
      return over.promise
    })
    return { begun: begun.promise, free: over.resolve }
  }

  /** One after the other, so that they wait in this order. */
  async function allWaiting(count: number, ask: () => Promise<Answer>): Promise<Promise<Answer>[]> {
    const answers: Promise<Answer>[] = []
    const before = queue.waiting
    for (let number = 1; number <= count; number++) {
      answers.push(ask())
      await waitingAre(before + number)
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

  it('one of another source comes next, and is answered before those that were there', async () => {
    const { free } = hold()
    const creations = await allWaiting(1, create)
    const own = hold({ authorId: actor.id })
    await waitingAre(2)
    creations.push(...(await allWaiting(MAX_QUEUED - 3, create)))
    const [other] = await allWaiting(1, () => signIn(ELSEWHERE))
    free()
    await own.begun
    // Of the actor's, one was before it; the next one is under way.
    const waiting = queue.waiting
    if (waiting > MAX_QUEUED - 3) own.free()
    assert.equal((await other)?.status, 200)
    assert.equal(waiting, MAX_QUEUED - 3)
    own.free()
    assert.deepEqual(new Set(statuses(await Promise.all(creations))), new Set([201]))
  })

  it('addresses of one IPv6 network are one source, and a user is one wherever they are', async () => {
    const { free } = hold()
    const guess = { email: 'nobody@example.com', password: 'a guess' }
    let number = 0
    const guesses = await allWaiting(MAX_QUEUED, () => signIn(`2001:db8:1:2::${++number}`, guess))
    assertRefused(await signIn('2001:db8:1:2:ffff::', guess), OVERLOADED)
    const others = await allWaiting(0, create)
    // Each takes the place of a guess.
    for (let creation = 0; creation < 2; creation++) others.push(create())
    const refused = await Promise.all(guesses.splice(-2))
    for (const answer of refused) assertRefused(answer, OVERLOADED)
    free()
    assert.deepEqual(statuses(await Promise.all(others)), [201, 201])
    assert.deepEqual(new Set(statuses(await Promise.all(guesses))), new Set([401]))
  })

  it('too many: the source with most is refused its newest, and whoever has few is let in', async () => {
    const { free } = hold()
    const users = await usersNow()
    const creations = await allWaiting(MAX_QUEUED, create)
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

  it('refused sign-ins are not counted, neither those that waited nor those that were not let in', async () => {
    const { db } = service.connection
    await db.deleteFrom('attempts').execute()
    const { free } = hold()
    const guess = { email: 'nobody@example.com', password: 'a guess' }
    const guesses = await allWaiting(MAX_QUEUED, () => signIn(HERE, guess))
    const late = await Promise.all(Array.from({ length: 3 }, () => signIn(HERE, guess)))
    for (const answer of late) assertRefused(answer, OVERLOADED)
    const other = create()
    assertRefused(await (guesses.pop() as Promise<Answer>), OVERLOADED)
    free()
    assert.deepEqual(new Set(statuses(await Promise.all(guesses))), new Set([401]))
    assert.equal((await other).status, 201)
    const counted = await db.selectFrom('attempts').select(['count', 'pending']).execute()
    // Of the account, and of the address.
    assert.deepEqual(
      counted.map(({ count, pending }) => [count, pending]),
      [
        [MAX_QUEUED - 1, 0],
        [MAX_QUEUED - 1, 0],
      ],
    )
  })

  it('a sign-in waits for one hash whether there is such an account or not', async () => {
    const password = 'a guess'
    const { email } = (await make(service, 'users', { password: PASSWORD })) as Person
    const inactive = (await make(service, 'users', { password: PASSWORD, is_active: false })) as Person
    const { free } = hold()
    const names = [email, inactive.email, actor.email, 'nobody@example.com', 'nobody']
    const answers: Promise<Answer>[] = []
    for (const name of names)
      answers.push(...(await allWaiting(1, () => signIn(HERE, { email: name, password }))))
    free()
    assert.deepEqual(new Set(statuses(await Promise.all(answers))), new Set([401]))
  })

  it('a bulk has two waiting at a time, and is refused as a whole', async () => {
    const users = await usersNow()
    const { free } = hold()
    const bulks: Promise<Answer>[] = []
    while (queue.waiting < MAX_QUEUED) {
      const before = queue.waiting
      bulks.push(createMany(3))
      await waitingAre(before + 2)
    }
    const other = signIn(ELSEWHERE)
    // No item is at fault.
    assertRefused(await (bulks.pop() as Promise<Answer>), OVERLOADED)
    free()
    assert.equal((await other).status, 200)
    assert.deepEqual(new Set(statuses(await Promise.all(bulks))), new Set([201]))
    assert.equal(await usersNow(), users + 3 * bulks.length)
  })

  it('a bulk stops where its caller loses the authority meanwhile', async () => {
    const other = await makeActor(service, ['can-create-users'])
    const users = await usersNow()
    const { free } = hold()
    // It never comes to the last one, which it would refuse.
    const bulk = createMany(4, [{ ...newUser(), password: 'password1' }], other)
    await waitingAre(2)
    const end = await service.call('POST', `/api/users/id/${other.id}/update`, { json: { is_active: false } })
    assert.equal(end.status, 200)
    free()
    assertRefused(await bulk, { status: 401, code: 'unauthenticated' })
    assert.equal(await usersNow(), users)
  })

  it('nothing is hashed for who has gone', async () => {
    const { db } = service.connection
    await db.deleteFrom('attempts').execute()
    const url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }))
    const { free } = hold()
    const socket = connect(Number(url.port), url.hostname)
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'a guess' })
    socket.write(
      `POST /api/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await waitingAre(1)
    socket.resetAndDestroy()
    const { server } = service.app
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    while ((await connections()) !== 0) await nextTurn()
    free()
    // The next one from there has its turn after it.
    assert.equal(
      (await signIn('127.0.0.1', { email: 'somebody@example.com', password: 'a guess' })).status,
      401,
    )
    const counted = await db.selectFrom('attempts').select('count').execute()
    assert.deepEqual(counted.map(({ count }) => count).sort(), [0, 1, 1])
  })
})
