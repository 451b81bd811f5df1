// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pino from 'pino'
import { createApp, listEndpoints } from '../../server/app.ts'
import type { Endpoint } from '../../server/http/endpoint.ts'
import { dataOf, makeRole, makeUser } from '../support/actors.ts'
import { Passkey } from '../support/authenticator.ts'
import {
  askForCookie,
  callByCookie,
  ORIGIN,
  sessionCookieOf,
  sessionCookieSetBy,
  signInByCookie,
} from '../support/cookie-sessions.ts'
import { challengeOf, makeOwner, nextCode, PASSWORD } from '../support/factors.ts'
import { addPasskey, signInOptionsOf } from '../support/passkeys.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { ADMIN, type Service, startService } from '../support/service.ts'

const CROSS_SITE = { status: 403, code: 'cross_site', says: /Origin/ }
const ENDED = { status: 401, code: 'unauthenticated', says: /unknown, expired or revoked/ }

/** What pages send that are not ours; another port and a sibling domain are the same site as ours. */
const ORIGINS = [
  'https://evil.example',
  'http://accounts.example.com',
  'https://accounts.example.com:8443',
  'https://www.example.com',
  'https://accounts.example.com.evil.example',
  'https://cors.example.com',
  'null',
  '',
]

let service: Service
let cookie: string
before(async () => {
  service = await startService({ publicUrl: ORIGIN, corsOrigins: ['https://cors.example.com'] })
  cookie = await signInByCookie(service, ADMIN)
})
after(() => service.stop())

const pathOf = ({ path }: Endpoint) =>
  path.replaceAll(/:(\w+)/g, (_match, name) => (name === 'column' ? 'id' : '1'))

describe('Pages of others', () => {
  it('change nothing with the cookie by a request of another origin, or of none', async () => {
    const role = await makeRole(service)
    const calls = [
      ['POST', '/api/users/create', { email: 'forged@example.com', first_name: 'Forged' }],
      ['PATCH', `/api/roles/${role.id}`, { name: 'Forged' }],
      ['DELETE', `/api/roles/${role.id}`, undefined],
      ['POST', '/api/signout', {}],
      ['POST', '/api/checks', []],
    ] as const
    for (const origin of ORIGINS)
      for (const [method, path, json] of calls) {
        const forge = () =>
          service.call(method, path, { token: null, headers: { cookie, origin }, json: json as object })
        await assertRefusedUnchanged(service, forge, CROSS_SITE)
      }
    const withoutOrigin = () =>
      service.call('POST', '/api/users/create', {
        token: null,
        headers: { cookie },
        form: 'email=f@example.com',
      })
    await assertRefusedUnchanged(service, withoutOrigin, CROSS_SITE)
  })

  it('change nothing by GET, whatever operation writes by it, and whatever origin it has', async () => {
    const writes = listEndpoints(service.config).filter(
      ({ effect, methods, access }) => effect === 'write' && methods.includes('GET') && access !== 'public',
    )
    assert.ok(writes.length > 20, String(writes.length))
    const refusal = {
      status: 401,
      code: 'unauthenticated',
      says: /the session cookie does not count for GET/,
    }
    const forge = async () => {
      for (const endpoint of writes.slice(1))
        assertRefused(await callByCookie(service, 'GET', pathOf(endpoint), cookie), refusal)
      return callByCookie(service, 'GET', pathOf(writes[0] as Endpoint), cookie)
    }
    await assertRefusedUnchanged(service, forge, refusal)
  })

  it('sign nobody in to an account of theirs', async () => {
    for (const origin of ORIGINS) {
      const refuse = () => askForCookie(service, ADMIN, { origin })
      await assertRefusedUnchanged(service, refuse, CROSS_SITE)
    }
  })

  it('finish no sign-in to an account of theirs either, by a code or a passkey', async () => {
    const owner = await makeOwner(service)
    const challenge = await challengeOf(service, owner)
    const { passkey } = await addPasskey(service, owner.token, { passkey: new Passkey(ORIGIN) })
    const response = passkey.use(await signInOptionsOf(service))
    const code = nextCode(service, owner.secret)
    for (const origin of ORIGINS)
      for (const [path, json] of [
        ['/api/signin', { challenge, code }],
        ['/api/signin', { challenge, recovery_code: owner.recoveryCodes[0] }],
        ['/api/signin/passkey', { response }],
      ] as const) {
        const refuse = () =>
          service.call('POST', path, {
            token: null,
            headers: { origin },
            json: { ...json, session: 'cookie' },
          })
        await assertRefusedUnchanged(service, refuse, CROSS_SITE)
      }
    // No try was spent, and no answer of a device is used.
    assert.ok(sessionCookieOf(await askForCookie(service, { challenge, code })))
    const alone = { response, session: 'cookie' }
    const headers = { origin: ORIGIN }
    const signedIn = await service.call('POST', '/api/signin/passkey', { token: null, headers, json: alone })
    assert.ok(sessionCookieOf(signedIn))
  })

  it('are not told that they may send cookies', async () => {
    for (const origin of ORIGINS) {
      const { headers } = await callByCookie(service, 'GET', '/api/me', cookie, { headers: { origin } })
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    }
  })
})

describe('A cookie that somebody else made or found', () => {
  it('is refused if it comes twice, in any order', async () => {
    const forged = `__Host-rolecall=rc_${'B'.repeat(43)}`
    for (const both of [`${cookie}; ${forged}`, `${forged}; ${cookie}`, `${cookie}; ${cookie}`])
      assertRefused(await callByCookie(service, 'GET', '/api/me', both), { status: 400, code: 'malformed' })
    assertRefused(await askForCookie(service, ADMIN, { cookie: `${cookie}; ${forged}` }), {
      status: 400,
      code: 'malformed',
    })
  })

  it('is no bearer token, and a bearer token is no cookie', async () => {
    const secret = cookie.split('=')[1] as string
    assertRefused(await service.call('GET', '/api/me', { token: secret }), ENDED)
    assertRefused(await service.call('GET', '/api/me', { token: null, query: { api_token: secret } }), ENDED)
    assertRefused(await callByCookie(service, 'GET', '/api/me', `__Host-rolecall=${service.token}`), ENDED)
  })

  it('is no bearer token with the words that its digest may begin with, and no token that is assigned is a cookie', async () => {
    const secret = cookie.split('=')[1] as string
    for (const text of [`cookie ${secret}`, `cookie${secret}`, `__Host-rolecall=${secret}`]) {
      const writes = () =>
        service.call('POST', '/api/me/sessions/revoke', { token: null, json: { api_token: text } })
      await assertRefusedUnchanged(service, writes, ENDED)
      assertRefused(await service.call('GET', '/api/me', { token: null, query: { api_token: text } }), ENDED)
    }
    const [user, chosen] = [await makeUser(service), `rc_${'C'.repeat(43)}`]
    dataOf(await service.call('PATCH', `/api/users/${user.id}`, { json: { api_token: `cookie ${chosen}` } }))
    assertRefused(await callByCookie(service, 'GET', '/api/me', `__Host-rolecall=${chosen}`), ENDED)
  })

  it('counts under its own name only', async () => {
    const secret = cookie.split('=')[1] as string
    for (const name of [
      'rolecall',
      '__Secure-rolecall',
      '__host-rolecall',
      '__Host-Rolecall',
      'x__Host-rolecall',
    ])
      assert.equal((await callByCookie(service, 'GET', '/api/me', `${name}=${secret}`)).status, 401, name)
  })

  it('gets no session by planting it before a sign-in', async () => {
    const planted = await signInByCookie(service, ADMIN)
    const { email } = await makeUser(service, { password: PASSWORD })
    const own = await signInByCookie(service, { email, password: PASSWORD }, { cookie: planted })
    assert.notEqual(own, planted)
    assertRefused(await callByCookie(service, 'GET', '/api/me', planted), ENDED)
  })

  it('gets no session by planting it before a sign-in that fails, which ends none', async () => {
    const held = await signInByCookie(service, ADMIN)
    const failed = await askForCookie(service, { ...ADMIN, password: 'a wrong phrase' }, { cookie: held })
    assert.equal(failed.status, 401)
    assert.equal(sessionCookieSetBy(failed), undefined)
    assert.equal((await callByCookie(service, 'GET', '/api/me', held)).status, 200)
  })

  it('ends with the account, the password and the list of sessions', async () => {
    const { id, email } = await makeUser(service, { password: PASSWORD })
    const signIn = () => signInByCookie(service, { email, password: PASSWORD })
    const isEnded = async (held: string) =>
      assertRefused(await callByCookie(service, 'GET', '/api/me', held), ENDED)
    const update = (json: object) => service.call('PATCH', `/api/users/${id}`, { json })
    const [one, two] = [await signIn(), await signIn()]
    dataOf(await callByCookie(service, 'POST', '/api/me/sessions/revoke', two, { json: {} }))
    await isEnded(one)
    dataOf(await update({ is_active: false }))
    await isEnded(two)
    dataOf(await update({ is_active: true }))
    const three = await signIn()
    dataOf(await update({ password: 'a phrase by the administrator' }))
    await isEnded(three)
  })
})

describe('The secret of a session in a cookie', () => {
  it('is in no answer, and in no line of the log, which records what was refused', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
    const { config, connection, secret } = service
    const { app } = await createApp({ config, connection, logger, secret, now: service.clock.now })
    const call = async (method: 'GET' | 'POST', url: string, headers: object, payload?: object) =>
      app.inject({ method, url, headers: { origin: ORIGIN, ...headers }, ...(payload && { payload }) })
    const signedIn = await call('POST', '/api/signin', {}, { ...ADMIN, session: 'cookie' })
    const held = sessionCookieOf({ status: 200, headers: signedIn.headers, body: undefined })
    const bodies = [signedIn.payload]
    for (const [method, url, headers] of [
      ['GET', '/api/me', {}],
      ['GET', '/api/me/sessions', {}],
      ['GET', '/api/users/id/1/tokens', {}],
      ['GET', '/api/users/create?email=x@example.com', {}],
      ['POST', '/api/users/create', { origin: 'https://evil.example' }],
      ['POST', '/api/signout', {}],
      ['GET', '/api/me', {}],
    ] as const)
      bodies.push((await call(method, url, { cookie: held, ...headers })).payload)
    // Lines are written when responses are closed.
    await app.close()
    const value = held.split('=')[1] as string
    for (const text of [...bodies, ...lines]) assert.ok(!text.includes(value), text)
    const refused = lines.map((line) => JSON.parse(line)).filter(({ refused }) => refused === 'cross_site')
    assert.deepEqual(
      refused.map(({ method, route, status }) => [method, route, status]),
      [
        ['GET', '/api/users/create', 401],
        ['POST', '/api/users/create', 403],
      ],
    )
  })
})
