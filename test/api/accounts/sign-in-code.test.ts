// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '../../../client/src/index.ts'
import { dataOf, makeActor, makeUser } from '../../support/actors.ts'
import {
  askForCookie,
  callByCookie,
  ORIGIN,
  sessionCookieOf,
  sessionCookieSetBy,
} from '../../support/cookie-sessions.ts'
import {
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  post,
  signInBy,
  tokenIn,
} from '../../support/factors.ts'
import { mailsTo, waitingMails } from '../../support/mail.ts'
import { temporaryFolder } from '../../support/process.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import { cookieOf } from '../../support/sign-ins.ts'

const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const OFF = { status: 403, code: 'signin_code_off', says: /mailed code is switched off/ } as const
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

let service: Service
const folder = temporaryFolder()
before(async () => {
  service = await startService({
    signinCode: 'on',
    signinRateLimit: 1000,
    dataFolder: folder.path,
    publicUrl: ORIGIN,
  })
})
after(async () => {
  await service.stop()
  folder.remove()
})

const askFor = (email: string, of = service) => post(of, '/api/signin/code', null, { email })

/** Asks for a code. @returns what signs in with it */
async function mailedTo(email: string): Promise<{ request: string; code: string }> {
  const { request } = dataOf(await askFor(email))
  const { digits } = (await waitingMails(service, email, 'signin-code')).at(-1)
  return { request, code: digits }
}

describe('A sign-in with a mailed code', () => {
  it('gets a token of a sign-in, without a password', async () => {
    const { email, id } = await makeUser(service)
    const answer = await askFor(email.toUpperCase())
    assert.equal(answer.status, 202)
    assert.deepEqual(Object.keys(answer.body.data), ['request'])
    const [{ digits, ...others }] = await waitingMails(service, email, 'signin-code')
    assert.match(digits, /^\d{8}$/)
    assert.ok(Date.parse(others.digits_expire_at) <= Date.parse(service.clock.now()) + 10 * MINUTE_MS)
    const code = `${digits.slice(0, 4)} ${digits.slice(4)}`
    const signedIn = await signInBy(service, { request: answer.body.data.request, code })
    assert.equal(signedIn.status, 200)
    assert.ok(cookieOf(signedIn).length > 40)
    const { item } = dataOf(signedIn)
    assert.deepEqual([item.id, item.last_login_ip], [id, '127.0.0.1'])
    const me = dataOf(await service.call('GET', '/api/me', { token: item.api_token }))
    assert.deepEqual([me.user.id, me.token.is_sign_in], [id, true])
  })

  it('begins a session in a cookie, for a page of PUBLIC_URL only, and the code is not used by others', async () => {
    const { id, email } = await makeUser(service)
    const sent = await mailedTo(email)
    const crossSite = { status: 403, code: 'cross_site' } as const
    for (const origin of ['https://evil.example', 'null', `${ORIGIN}:8443`])
      await assertRefusedUnchanged(service, () => askForCookie(service, sent, { origin }), crossSite)
    const withoutOrigin = () =>
      service.call('POST', '/api/signin', { token: null, json: { ...sent, session: 'cookie' } })
    await assertRefusedUnchanged(service, withoutOrigin, crossSite)
    const answer = await askForCookie(service, sent)
    assert.equal('api_token' in dataOf(answer).item, false)
    assert.match(
      String(sessionCookieSetBy(answer)),
      /^__Host-rolecall=rc_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const cookie = sessionCookieOf(answer)
    const me = dataOf(await callByCookie(service, 'GET', '/api/me', cookie))
    assert.deepEqual([me.user.id, me.token.is_sign_in], [id, true])
    const again = await askForCookie(service, sent)
    assertRefused(again, INVALID)
    assert.equal(sessionCookieSetBy(again), undefined)
  })

  it('is mailed as digits without a link, in the language of the user', async () => {
    const { email } = await makeUser(service, { language: 'fr' })
    const { code } = await mailedTo(email)
    await service.runJob('send-mails')
    const [mail] = await mailsTo(service, email)
    assert.match(mail?.subject ?? '', /^Votre code pour/)
    assert.ok(mail?.text?.replaceAll(/\s/g, '').includes(code))
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /https?:/)
  })

  it('leaves the password as it is, and is told to the user from a new place', async () => {
    const { email } = await makeSignedIn(service)
    const sent = await mailedTo(email)
    dataOf(await signInBy(service, sent, { 'user-agent': AGENT }))
    assert.equal((await waitingMails(service, email, 'new-device')).length, 0, 'the address is known')
    const { db } = service.connection
    await db.deleteFrom('known_places').execute()
    dataOf(await signInBy(service, await mailedTo(email), { 'user-agent': AGENT }))
    const [notice] = await waitingMails(service, email, 'new-device')
    assert.match(notice.device, /Firefox/)
  })

  it('makes its place known, as a sign-in with a password does', async () => {
    const { email, id } = await makeUser(service)
    const answer = await signInBy(service, await mailedTo(email))
    const places = () =>
      service.connection.db
        .selectFrom('known_places')
        .where('user_id', '=', id)
        .select('is_device')
        .orderBy('is_device')
        .execute()
    assert.deepEqual(
      (await places()).map(({ is_device }) => Boolean(is_device)),
      [false, true],
    )
    const sent = await mailedTo(email)
    dataOf(await signInBy(service, sent, { cookie: cookieOf(answer) }))
    assert.equal((await places()).length, 2, 'the same device')
  })

  it('still asks for a second factor, and is recorded only with it', async () => {
    const owner = await makeOwner(service)
    const sent = await mailedTo(owner.email)
    const first = await signInBy(service, sent)
    assert.equal(first.status, 401)
    const { code, challenge, factors, data } = first.body
    assert.deepEqual([code, factors, data], ['second_factor_required', ['totp', 'recovery_code'], undefined])
    assert.equal(first.headers['set-cookie'], undefined)
    assertRefused(await signInBy(service, sent), INVALID)
    const second = await signInBy(service, { challenge, code: nextCode(service, owner.secret) })
    const me = dataOf(await service.call('GET', '/api/me', { token: tokenIn(second) }))
    assert.equal(me.user.id, owner.id)
  })

  it('makes no place known before the second factor, so that a new one is told', async () => {
    const owner = await makeOwner(service)
    const { db } = service.connection
    await db.deleteFrom('known_places').execute()
    const { challenge } = (await signInBy(service, await mailedTo(owner.email))).body
    assert.deepEqual(await db.selectFrom('known_places').selectAll().execute(), [])
    tokenIn(await signInBy(service, { challenge, code: nextCode(service, owner.secret) }))
    assert.equal((await waitingMails(service, owner.email, 'new-device')).length, 1)
  })

  it('is counted as a sign-in of the day', async () => {
    const { email } = await makeUser(service)
    const signIns = async () => {
      const { activity } = dataOf(await service.call('GET', '/api/overview', { query: { days: '1' } }))
      return activity[0].signins
    }
    const before = await signIns()
    dataOf(await signInBy(service, await mailedTo(email)))
    assert.equal(await signIns(), before + 1)
  })

  it('is refused with a link’s kind of code, without a request, and with fields of the other sign-ins', async () => {
    const { email } = await makeUser(service)
    const sent = await mailedTo(email)
    await assertRefusedUnchanged(service, () => signInBy(service, { code: sent.code }), {
      status: 422,
      code: 'invalid',
      details: [
        ['code', 'unknown_field'],
        ['email', 'required'],
        ['password', 'required'],
      ],
    })
    await assertRefusedUnchanged(service, () => signInBy(service, { request: sent.request }), {
      status: 422,
      code: 'required',
      details: [['code', 'required']],
    })
    await assertRefusedUnchanged(service, () => signInBy(service, { ...sent, email }), {
      status: 422,
      code: 'unknown_field',
      details: [['email', 'unknown_field']],
    })
    dataOf(await signInBy(service, sent))
  })

  it('is possible through the typed client, also for a user of a trusted client', async () => {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { email, id } = await makeUser(service)
    const client = createClient({ baseUrl: origin })
    const codeOf = async () => (await waitingMails(service, email, 'signin-code')).at(-1).digits
    const request = await client.requestSignInCode(email)
    const user = await client.signInByCode(request, await codeOf())
    assert.equal(user.id, id)
    assert.equal((await client.me()).user.id, id)
    const trusted = await makeActor(service, ['can-sign-in-users'])
    const backEnd = createClient({ baseUrl: origin, token: trusted.token })
    const endUser = { ip: '198.51.100.7', userAgent: AGENT }
    const theirRequest = await backEnd.requestSignInCodeFor(endUser, email)
    const theirs = await backEnd.signInByCodeFor(endUser, theirRequest, await codeOf())
    assert.equal(theirs.last_login_ip, '198.51.100.7')
    assert.equal(backEnd.readToken(), trusted.token)
  })
})

describe('Where SIGNIN_CODE is off', () => {
  it('no code is mailed, and none of before signs in; the page knows it', async () => {
    const { email } = await makeUser(service)
    const sent = await mailedTo(email)
    const { databaseUrl } = service.config
    const off = await startService({ databaseUrl, adminEmail: undefined, adminPassword: undefined })
    try {
      await assertRefusedUnchanged(off, () => askFor(email, off), OFF)
      await assertRefusedUnchanged(off, () => signInBy(off, sent), OFF)
      const facts = async (of: Service) => dataOf(await of.call('GET', '/api/service', { token: null }))
      assert.equal((await facts(off)).signin_code, false)
      assert.equal((await facts(service)).signin_code, true)
    } finally {
      await off.stop()
    }
    dataOf(await signInBy(service, sent))
  })
})
