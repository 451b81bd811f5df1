// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import {
  askForCookie,
  callByCookie,
  ORIGIN,
  sessionCookieOf,
  sessionCookieSetBy,
  signInByCookie,
} from '../../support/cookie-sessions.ts'
import { MINUTE_MS, makeOwner, nextCode, PASSWORD } from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

const ENDED = { status: 401, code: 'unauthenticated', says: /unknown, expired or revoked/ }
const HOUR_MS = 60 * MINUTE_MS

let service: Service
before(async () => {
  service = await startService({ publicUrl: `${ORIGIN}/accounts`, signinRateLimit: 10 })
})
after(() => service.stop())

const me = (cookie: string) => callByCookie(service, 'GET', '/api/me', cookie)
const statusOf = async (cookie: string) => (await me(cookie)).status
const makePerson = async () => {
  const { id, email } = await makeUser(service, { password: PASSWORD })
  return { id, email, password: PASSWORD }
}
const tokensOf = (userId: number) =>
  service.connection.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where('is_sign_in', '=', true)
    .selectAll()
    .orderBy('id')
    .execute()

describe('A session in a cookie', () => {
  it('begins with the call that finishes a sign-in, in a cookie that no script and no other site has, and without api_token', async () => {
    const person = await makePerson()
    const answer = await askForCookie(service, { email: person.email, password: PASSWORD })
    assert.match(
      String(sessionCookieSetBy(answer)),
      /^__Host-rolecall=rc_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    assert.equal([answer.headers['set-cookie']].flat().length, 2, 'and the cookie of the device')
    const { item } = dataOf(answer)
    assert.equal('api_token' in item, false)
    assert.equal(item.id, person.id)
    const hours = (Date.parse(item.expires_at) - Date.parse(service.clock.now())) / HOUR_MS
    assert.ok(hours > 23.9 && hours <= 24, String(hours))
    const cookie = sessionCookieOf(answer)
    const { user, token } = dataOf(await me(cookie))
    assert.deepEqual([user.id, token.is_sign_in], [person.id, true])
    const changed = await callByCookie(service, 'POST', '/api/password/change', cookie, {
      json: { current_password: PASSWORD, password: 'another phrase of mine' },
    })
    assert.equal(changed.status, 200)
  })

  it('begins after a second factor only', async () => {
    const { email, secret } = await makeOwner(service)
    const asked = await askForCookie(service, { email, password: PASSWORD })
    assert.equal(asked.body.code, 'second_factor_required')
    assert.equal(sessionCookieSetBy(asked), undefined)
    const code = nextCode(service, secret)
    const finished = await askForCookie(service, { challenge: asked.body.challenge, code })
    assert.equal('api_token' in dataOf(finished).item, false)
    assert.equal(await statusOf(sessionCookieOf(finished)), 200)
  })

  it('ends with a sign-out, which removes the cookie, or in the list of sessions', async () => {
    const person = await makePerson()
    const [one, two] = [await signInByCookie(service, person), await signInByCookie(service, person)]
    const { sessions } = dataOf(await callByCookie(service, 'GET', '/api/me/sessions', two))
    assert.deepEqual(
      sessions.map((session: { is_current: boolean }) => session.is_current),
      [true, false],
    )
    await callByCookie(service, 'POST', `/api/me/sessions/${sessions[1].id}/revoke`, two)
    assertRefused(await me(one), ENDED)
    const out = await callByCookie(service, 'POST', '/api/signout', two)
    assert.equal(
      sessionCookieSetBy(out),
      '__Host-rolecall=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
    assertRefused(await me(two), ENDED)
  })

  it('ends with a new password: by a mailed link all of them, in the page of the account all others', async () => {
    const person = await makePerson()
    const sessions = [await signInByCookie(service, person), await signInByCookie(service, person)]
    await service.call('POST', '/api/password/forgot', { token: null, json: { email: person.email } })
    const { code } = (await waitingMails(service, person.email, 'reset')).at(-1)
    const next = 'another phrase of mine'
    const reset = () =>
      service.call('POST', '/api/password/reset', { token: null, json: { code, password: next } })
    const answer = await reset()
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(sessionCookieSetBy(answer), undefined)
    for (const cookie of sessions) assertRefused(await me(cookie), ENDED)
    assert.deepEqual(await tokensOf(person.id), [])
    const [one, two] = [
      await signInByCookie(service, { ...person, password: next }),
      await signInByCookie(service, { ...person, password: next }),
    ]
    const json = { current_password: next, password: PASSWORD }
    assert.equal((await callByCookie(service, 'POST', '/api/password/change', one, { json })).status, 200)
    assert.equal(await statusOf(one), 200)
    assertRefused(await me(two), ENDED)
  })

  it('replaces the one that the browser had, and never takes over what it sent', async () => {
    const person = await makePerson()
    const old = await signInByCookie(service, person)
    const next = await signInByCookie(service, person, { cookie: old })
    assert.notEqual(next, old)
    assertRefused(await me(old), ENDED)
    const made = `__Host-rolecall=rc_${'A'.repeat(43)}`
    const own = await signInByCookie(service, person, { cookie: made })
    assert.notEqual(own, made)
    assertRefused(await me(made), ENDED)
    assert.equal(await statusOf(next), 200, 'a session of another browser goes on')
  })

  it('ends after an hour without use, and each use prolongs it, without a write', async () => {
    const cookie = await signInByCookie(service, await makePerson())
    for (let use = 0; use < 3; use++) {
      service.clock.advance(59 * MINUTE_MS)
      service.statements.recorded = []
      assert.equal(await statusOf(cookie), 200)
      const writes = service.statements.recorded.filter(({ sql }) => /^(insert|update|delete)/.test(sql))
      delete service.statements.recorded
      assert.deepEqual(writes, [])
    }
    service.clock.advance(60 * MINUTE_MS)
    assertRefused(await me(cookie), ENDED)
    await service.runJob('write-token-uses')
    assertRefused(await me(cookie), ENDED)
  })

  it('goes on in a process that knows of no use, once another one has written it', async () => {
    const person = await makePerson()
    const cookie = await signInByCookie(service, person)
    service.clock.advance(50 * MINUTE_MS)
    const { databaseUrl, publicUrl } = service.config
    const other = await startService({
      databaseUrl,
      publicUrl,
      adminEmail: undefined,
      adminPassword: undefined,
    })
    const statusThere = async () => (await callByCookie(other, 'GET', '/api/me', cookie)).status
    try {
      other.clock.advance(Date.parse(service.clock.now()) - Date.parse(other.clock.now()))
      assert.equal(await statusThere(), 200)
      assert.equal(await statusOf(cookie), 200)
      await service.runJob('write-token-uses')
      for (const { clock } of [service, other]) clock.advance(50 * MINUTE_MS)
      assert.equal(await statusOf(cookie), 200, 'shortly before its end it is written at once')
      await service.runJob('write-token-uses')
      for (const { clock } of [service, other]) clock.advance(30 * MINUTE_MS)
      assert.equal(await statusThere(), 200, 'an hour and 20 minutes after its last use there')
      for (const { clock } of [service, other]) clock.advance(60 * MINUTE_MS)
      assert.deepEqual([await statusOf(cookie), await statusThere()], [401, 401])
    } finally {
      await other.stop()
    }
  })

  it('is written at once if it ends within the time until uses are written', async () => {
    const person = await makePerson()
    const cookie = await signInByCookie(service, person)
    service.clock.advance(60 * MINUTE_MS - 20_000)
    assert.equal(await statusOf(cookie), 200)
    const [token] = await tokensOf(person.id)
    const left = Date.parse(String(token?.idle_ends_at)) - Date.parse(service.clock.now())
    assert.ok(left > 59 * MINUTE_MS, String(left))
  })

  it('ends after a day, however much it is used', async () => {
    const person = await makePerson()
    const cookie = await signInByCookie(service, person)
    for (let hour = 0; hour < 47; hour++) {
      service.clock.advance(30 * MINUTE_MS)
      assert.equal(await statusOf(cookie), 200)
    }
    service.clock.advance(30 * MINUTE_MS)
    assertRefused(await me(cookie), ENDED)
  })

  it('is listed and stored until it ends', async () => {
    const person = await makePerson()
    const [idle, used] = [await signInByCookie(service, person), await signInByCookie(service, person)]
    service.clock.advance(40 * MINUTE_MS)
    assert.equal(await statusOf(used), 200)
    await service.runJob('write-token-uses')
    service.clock.advance(30 * MINUTE_MS)
    const { sessions } = dataOf(await callByCookie(service, 'GET', '/api/me/sessions', used))
    assert.equal(sessions.length, 1)
    const { list } = dataOf(await service.call('GET', `/api/users/id/${person.id}/tokens`))
    assert.equal(list.total, 2, 'the session in use, and the token that `makeUser` gives')
    assert.equal((await tokensOf(person.id)).length, 2)
    await service.runJob('delete-ended-sessions')
    assert.equal((await tokensOf(person.id)).length, 1)
    assertRefused(await me(idle), ENDED)
    assert.equal(await statusOf(used), 200)
  })

  it('counts only where neither the header nor api_token is sent', async () => {
    const cookie = await signInByCookie(service, await makePerson())
    const other = await makeUser(service)
    const byHeader = await callByCookie(service, 'GET', '/api/me', cookie, { token: other.token })
    assert.equal(dataOf(byHeader).user.id, other.id)
    const byField = await callByCookie(service, 'GET', '/api/me', cookie, {
      query: { api_token: other.token },
    })
    assert.equal(dataOf(byField).user.id, other.id)
    const wrong = { status: 401, code: 'unauthenticated' }
    assertRefused(await callByCookie(service, 'GET', '/api/me', cookie, { token: 'rc_wrong' }), wrong)
    assertRefused(await callByCookie(service, 'GET', '/api/me', cookie, { query: { api_token: '' } }), wrong)
    assertRefused(
      await callByCookie(service, 'GET', '/api/me', cookie, { headers: { authorization: 'Basic eDp5' } }),
      wrong,
    )
  })

  it('is not begun by default, nor by session=token, and by no other word', async () => {
    const { email } = await makePerson()
    const ask = (session: object) =>
      service.call('POST', '/api/signin', { token: null, json: { email, password: PASSWORD, ...session } })
    for (const session of [{}, { session: 'token' }]) {
      const answer = await ask(session)
      assert.match(dataOf(answer).item.api_token, /^rc_/)
      assert.equal(sessionCookieSetBy(answer), undefined)
    }
    assertRefused(await ask({ session: 'both' }), {
      status: 422,
      code: 'not_allowed',
      details: [['session', 'not_allowed']],
    })
  })
})

describe('Where a session in a cookie would not be safe', () => {
  it('it is refused with https_needed: PUBLIC_URL is not https, and not this machine', async () => {
    for (const publicUrl of [undefined, 'http://accounts.example.com', 'http://127.0.0.1.example.com']) {
      const open = await startService({ publicUrl })
      try {
        const refusal = { status: 400, code: 'https_needed', says: /PUBLIC_URL/ }
        await assertRefusedUnchanged(open, () => askForCookie(open, ADMIN), refusal)
        assert.equal(dataOf(await open.call('GET', '/api/service')).session_origin, null)
        const cookie = `__Host-rolecall=${open.token}`
        assert.equal((await callByCookie(open, 'GET', '/api/me', cookie)).status, 401)
      } finally {
        await open.stop()
      }
    }
  })

  it('and this machine needs no https', async () => {
    for (const publicUrl of ['http://localhost:8080', 'http://127.0.0.1:8080/x', 'http://[::1]:8080']) {
      const local = await startService({ publicUrl })
      try {
        const { origin } = new URL(publicUrl)
        assert.equal(dataOf(await local.call('GET', '/api/service')).session_origin, origin)
        const cookie = await signInByCookie(local, ADMIN, { origin })
        assert.equal((await callByCookie(local, 'GET', '/api/me', cookie)).status, 200)
      } finally {
        await local.stop()
      }
    }
  })

  it('SESSION_HOURS and SESSION_IDLE_MINUTES end it earlier', async () => {
    const strict = await startService({ publicUrl: ORIGIN, sessionHours: 1, sessionIdleMinutes: 5 })
    const status = async (cookie: string) => (await callByCookie(strict, 'GET', '/api/me', cookie)).status
    try {
      const idle = await signInByCookie(strict, ADMIN)
      strict.clock.advance(5 * MINUTE_MS)
      assert.equal(await status(idle), 401)
      const used = await signInByCookie(strict, ADMIN)
      for (let use = 0; use < 14; use++) {
        strict.clock.advance(4 * MINUTE_MS)
        assert.equal(await status(used), 200)
      }
      strict.clock.advance(4 * MINUTE_MS)
      assert.equal(await status(used), 401)
    } finally {
      await strict.stop()
    }
  })
})
