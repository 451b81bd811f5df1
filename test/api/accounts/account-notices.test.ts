// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endUserHeaders } from '../../../client/src/index.ts'
import { dataOf, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { makeOwner, nextCode, signInBy } from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'
import {
  assertSignedIn,
  assertWrong,
  cookieOf,
  MINUTE_MS,
  newAddress,
  RIGHT,
  signInFrom,
} from '../../support/sign-ins.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

let service: Service
before(async () => {
  service = await startService({ signinRateLimit: 10, trustProxy: true, tokenTtlDays: 30 })
})
after(() => service.stop())

const newDeviceNotices = ({ email }: { email: string }) => waitingMails(service, email, 'new-device')

/** Somebody who has signed in at home. */
async function settled() {
  const user = await makeUser(service, { password: RIGHT })
  const home = newAddress()
  const cookie = cookieOf(assertSignedIn(await signInFrom(service, user.email, home, RIGHT)))
  return { ...user, home, cookie }
}

describe('A sign-in from a new device', () => {
  const noticesOf = newDeviceNotices

  it('is told, but not the first of an account, nor one from a known network or on a known device', async () => {
    const user = await settled()
    assertSignedIn(await signInFrom(service, user.email, user.home, RIGHT))
    assertSignedIn(await signInFrom(service, user.email, newAddress(), RIGHT, user.cookie))
    assertWrong(await signInFrom(service, user.email, newAddress()))
    assert.deepEqual(await noticesOf(user), [])
    const hotel = newAddress()
    assertSignedIn(await signInFrom(service, user.email, hotel, RIGHT))
    assertSignedIn(await signInFrom(service, user.email, hotel, RIGHT))
    const notices = await noticesOf(user)
    assert.deepEqual(
      notices.map(({ name, ip }) => [name, ip]),
      [[user.first_name, hotel]],
    )
  })

  it('is told with the names of a known browser and system, never with what a client calls itself', async () => {
    const user = await settled()
    const hostile = [
      'Call +1 555 0100 at once',
      'Firefox/142 <a href="//evil.example">Windows</a> evil.example',
    ]
    for (const agent of [AGENT, ...hostile]) {
      const headers = { 'x-forwarded-for': newAddress(), 'user-agent': agent }
      const json = { email: user.email, password: RIGHT }
      assertSignedIn(await service.call('POST', '/api/signin', { token: null, headers, json }))
    }
    assert.deepEqual(
      (await noticesOf(user)).map(({ device }) => device),
      ['Firefox, Windows', null, 'Firefox, Windows'],
    )
  })

  it('is told with the address and the browser of the person for whom a trusted client calls', async () => {
    const [user, client] = [await settled(), await makeActor(service, ['can-sign-in-users'])]
    const ip = newAddress()
    const answer = await service.call('POST', '/api/signin', {
      token: client.token,
      headers: endUserHeaders({ ip, userAgent: AGENT }),
      json: { email: user.email, password: RIGHT },
    })
    assertSignedIn(answer)
    const [{ device, ...notice }] = (await noticesOf(user)) as [{ device: string; ip: string }]
    assert.deepEqual([notice.ip, device], [ip, 'Firefox, Windows'])
  })

  it('is told once a second factor has finished it, not before', async () => {
    const owner = await makeOwner(service)
    const headers = { 'x-forwarded-for': newAddress() }
    const json = { email: owner.email, password: RIGHT }
    const asked = await service.call('POST', '/api/signin', { token: null, headers, json })
    assert.deepEqual([asked.status, asked.body.code], [401, 'second_factor_required'])
    const { challenge } = asked.body
    assert.equal((await noticesOf(owner)).length, 0)
    const code = nextCode(service, owner.secret)
    assertSignedIn(await signInBy(service, { challenge, code }, headers))
    assert.equal((await noticesOf(owner)).length, 1)
  })

  it('costs a sign-in from a known place no statement', async () => {
    const user = await settled()
    service.statements.recorded = []
    assertSignedIn(await signInFrom(service, user.email, user.home, RIGHT, user.cookie))
    const { recorded = [] } = service.statements
    delete service.statements.recorded
    assert.ok(recorded.length > 0)
    // Nobody reads whom to tell.
    assert.ok(!recorded.some(({ sql }) => /"mails"|"language" from "users"/.test(sql)))
  })
})

describe('A new token', () => {
  const noticesOf = ({ email }: { email: string }) => waitingMails(service, email, 'token-created')
  const create = (of: Person, token: string, json: object) =>
    service.call('POST', `/api/users/id/${of.id}/tokens/create`, { token, json })
  const inDays = (days: number) => new Date(Date.parse(service.clock.now()) + days * DAY_MS).toISOString()

  it('is told to its owner if it never ends or later than that of a sign-in', async () => {
    const user = await makeUser(service, { password: RIGHT })
    const token = await signIn(service, user.email, RIGHT)
    for (const expires_at of [undefined, inDays(1), inDays(30)])
      dataOf(await create(user, token, { name: 'Short', ...(expires_at && { expires_at }) }))
    assert.deepEqual(await noticesOf(user), [])
    const until = inDays(31)
    dataOf(await create(user, token, { name: 'Export', expires_at: until }))
    dataOf(await create(user, token, { name: 'For ever', expires_at: null }))
    const notices = await noticesOf(user)
    assert.deepEqual(
      notices.map(({ token, until }) => [token, until]),
      [
        ['Export', until],
        ['For ever', null],
      ],
    )
    assert.ok(notices.every(({ ip }) => ip))
  })

  it('is told without the address of an administrator who made it', async () => {
    const user = await makeUser(service)
    const answer = await service.call('POST', `/api/users/id/${user.id}/tokens/create`, {
      json: { name: 'Export', expires_at: null },
    })
    dataOf(answer)
    const [notice] = await noticesOf(user)
    assert.equal(notice.token, 'Export')
    assert.equal(notice.ip, undefined)
  })

  it('is told however soon it ends, if somebody else made it', async () => {
    const user = await makeUser(service)
    const json = { name: 'Short', expires_at: inDays(1) }
    dataOf(await service.call('POST', `/api/users/id/${user.id}/tokens/create`, { json }))
    const notices = await noticesOf(user)
    assert.deepEqual(
      notices.map(({ token, until, ip }) => [token, until, ip]),
      [['Short', json.expires_at, undefined]],
    )
  })

  it('is told that is assigned, by somebody else, with a new account or by its user', async () => {
    const chosen = () => `chosen-${crypto.randomUUID()}-${crypto.randomUUID()}`
    const user = await makeUser(service)
    dataOf(await service.call('PATCH', `/api/users/${user.id}`, { json: { api_token: chosen() } }))
    const [assigned, ...others] = await noticesOf(user)
    assert.deepEqual([assigned.token, assigned.until, assigned.ip, others], ['assigned', null, undefined, []])

    const person = { email: 'with-token@example.com', first_name: 'Ada', api_token: chosen() }
    dataOf(await service.call('POST', '/api/users/create', { json: person }))
    assert.equal((await noticesOf(person)).length, 1)

    const assigner = await makeActor(service, ['can-assign-api-tokens', 'can-update-users'])
    const earlier = (await noticesOf(assigner)).length
    const own = { token: assigner.token, json: { api_token: chosen() } }
    dataOf(await service.call('POST', `/api/users/id/${assigner.id}/update`, own))
    const [notice] = (await noticesOf(assigner)).slice(earlier)
    assert.ok(notice.ip)
  })

  it('that is refused is not told', async () => {
    const user = await makeUser(service, { password: RIGHT })
    const token = await signIn(service, user.email, RIGHT)
    const past = await create(user, token, { name: 'Export', expires_at: inDays(-1) })
    assertRefused(past, { status: 422, code: 'out_of_range', details: [['expires_at', 'out_of_range']] })
    const foreign = await create(await makeUser(service), token, { name: 'Export', expires_at: null })
    assert.ok([403, 404].includes(foreign.status))
    assert.deepEqual(await noticesOf(user), [])
  })
})

/** Last, as the tokens of the tests above expire. */
describe('A device that was known', () => {
  const noticesOf = newDeviceNotices

  it('is told again after 90 days without a sign-in', async () => {
    const user = await settled()
    service.clock.advance(89 * DAY_MS)
    assertSignedIn(await signInFrom(service, user.email, user.home, RIGHT, user.cookie))
    assert.equal((await noticesOf(user)).length, 0)
    service.clock.advance(91 * DAY_MS)
    assertSignedIn(await signInFrom(service, user.email, user.home, RIGHT, user.cookie))
    assert.equal((await noticesOf(user)).length, 1)
  })
})
