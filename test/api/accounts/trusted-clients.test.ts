// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, endUserHeaders } from '../../../client/src/index.ts'
import type { Slug } from '../../../contract/permissions.ts'
import {
  dataOf,
  giveRole,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  setPermissions,
} from '../../support/actors.ts'
import { assertForbidden, assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import {
  assertLimited,
  assertSignedIn,
  assertWrong,
  newAddress,
  newEmail,
  RIGHT,
  times,
  WRONG,
} from '../../support/sign-ins.ts'

const LIMIT = 3
const CLIENT_LIMIT = 8
const MAY_SIGN_IN: Slug[] = ['can-sign-in-users']
const INVALID_CODE = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

describe('A trusted client', () => {
  let service: Service
  let client: Person

  before(async () => {
    service = await startService({ signinRateLimit: LIMIT, clientSigninRateLimit: CLIENT_LIMIT })
    client = await makeActor(service, MAY_SIGN_IN)
  })
  after(() => service.stop())

  interface From {
    token?: string | null
    headers?: Record<string, string>
  }

  const post = (path: string, json: object, { token = client.token, headers }: From = {}) =>
    service.call('POST', path, { token, json, headers: headers ?? endUserHeaders({ ip: newAddress() }) })
  const signIn = (email: string, password: string, from?: From) =>
    post('/api/signin', { email, password }, from)
  const at = (ip: string) => ({ headers: endUserHeaders({ ip }) })
  /** One whose failures count for nobody else. */
  const another = async () => (await makeActor(service, MAY_SIGN_IN)).token

  it('signs in users from one address, each of whom is limited at their own', async () => {
    const { email } = await makeUser(service, { password: RIGHT })
    const guesser = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), WRONG, at(guesser))))
    assertLimited(await signIn(newEmail(), WRONG, at(guesser)))
    const { item } = assertSignedIn(await signIn(email, RIGHT)).body.data
    assert.match(item.api_token, /^rc_/)
  })

  it('shows the address and the device of the user in their record, their sessions and their registration', async () => {
    const person = await makeUser(service, { password: RIGHT })
    const ip = '2001:db8::7'
    const headers = endUserHeaders({ ip, userAgent: AGENT })
    const { item } = dataOf(await signIn(person.email, RIGHT, { headers }))
    assert.equal(item.last_login_ip, ip)
    const { list } = dataOf(await service.call('GET', `/api/users/id/${person.id}/tokens`))
    const session = list.data.find(({ name }: { name: string }) => name === 'sign-in')
    assert.equal(session.user_agent, AGENT)
    const json = { email: newEmail(), first_name: 'Ada', password: RIGHT }
    assert.equal(dataOf(await post('/api/signup', json, { headers })).item.created_ip, ip)
  })

  it('makes the address of the user known, not its own', async () => {
    const { email } = await makeUser(service, { password: RIGHT })
    const home = newAddress()
    assertSignedIn(await signIn(email, RIGHT, at(home)))
    const token = await another()
    await times(LIMIT, async () => assertWrong(await signIn(email, WRONG, { ...at(newAddress()), token })))
    assertLimited(await signIn(email, RIGHT, at(newAddress())))
    assertSignedIn(await signIn(email, RIGHT, at(home)))
  })

  it('has a limit of its own, which no account is kept out by at a place that it knows', async () => {
    const { email } = await makeUser(service, { password: RIGHT })
    const token = await another()
    const home = newAddress()
    assertSignedIn(await signIn(email, RIGHT, { ...at(home), token }))
    await times(CLIENT_LIMIT, async () =>
      assertWrong(await signIn(newEmail(), WRONG, { ...at(newAddress()), token })),
    )
    assertLimited(await signIn(newEmail(), WRONG, { ...at(newAddress()), token }))
    assertSignedIn(await signIn(email, RIGHT, { ...at(home), token }))
    assertWrong(await signIn(newEmail(), WRONG, { ...at(newAddress()), token: await another() }))
  })

  it('calls for its users wherever strangers may call', async () => {
    const json = { email: newEmail() }
    assert.equal((await post('/api/password/forgot', json)).status, 202)
    const guesser = newAddress()
    const wrongCode = { code: 'x'.repeat(43), password: RIGHT }
    await times(LIMIT, async () =>
      assertRefused(await post('/api/password/reset', wrongCode, at(guesser)), INVALID_CODE),
    )
    assertLimited(await post('/api/password/reset', wrongCode, at(guesser)))
    assertRefused(await post('/api/password/reset', wrongCode, at(newAddress())), INVALID_CODE)
  })

  it('needs the permission, by its token and by the maker of its token', async () => {
    const { email } = await makeUser(service, { password: RIGHT })
    const { token } = await makeUser(service)
    await assertForbidden(service, () => signIn(email, RIGHT, { token }), MAY_SIGN_IN)
    const user = await makeActor(service, [...MAY_SIGN_IN, 'can-read-users'])
    const limited = dataOf(
      await service.call('POST', `/api/users/id/${user.id}/tokens/create`, {
        json: { name: 'other', permissions: ['can-read-users'] },
      }),
    ).item.api_token
    await assertForbidden(service, () => signIn(email, RIGHT, { token: limited }), MAY_SIGN_IN)

    const role = await makeRole(service, MAY_SIGN_IN)
    const owner = await makeUser(service)
    await giveRole(service, owner, role.slug)
    assertSignedIn(await signIn(email, RIGHT, { token: owner.token }))
    await setPermissions(service, role, [])
    await assertForbidden(service, () => signIn(email, RIGHT, { token: owner.token }), MAY_SIGN_IN)
  })

  it('is refused with a token that is unknown, and for an address that is none', async () => {
    const { email } = await makeUser(service, { password: RIGHT })
    const token = `rc_${'x'.repeat(43)}`
    assertRefused(await signIn(email, RIGHT, { token }), { status: 401, code: 'unauthenticated' })
    const details = [['X-Client-IP', 'invalid']] as const
    const wrong = {
      status: 422,
      code: 'invalid',
      details,
      says: /X-Client-IP must be the IP address of the user/,
    }
    const zones = ['fe80::1%eth0', '::1%x:192.0.2.7', `fe80::1%${'x'.repeat(1000)}`]
    const none = ['', 'localhost', '192.0.2.7, 192.0.2.8', '192.0.2.7:80', 'x'.repeat(1000)]
    for (const ip of [...none, ...zones]) {
      assertRefused(await signIn(email, RIGHT, { headers: { 'x-client-ip': ip } }), wrong)
    }
    assertRefused(await signIn(email, RIGHT, { headers: { 'x-client-agent': AGENT } }), wrong)
  })

  it('is believed only by its token: anybody else may send the headers, which say nothing', async () => {
    const guesses = async (from: From) => {
      const fresh = await startService({ signinRateLimit: LIMIT })
      try {
        const statuses: number[] = []
        await times(LIMIT + 1, async () => {
          const json = { email: newEmail(), password: WRONG }
          const { token = null, headers = endUserHeaders({ ip: newAddress() }) } = from
          statuses.push((await fresh.call('POST', '/api/signin', { token, json, headers })).status)
        })
        return statuses.at(-1)
      } finally {
        await fresh.stop()
      }
    }
    assert.equal(await guesses({ token: null }), 429)
    assert.equal(
      await guesses({ token: client.token, headers: {} }),
      429,
      'a token alone is no trusted client',
    )
  })

  it('gains nothing else: the call has the rights of a stranger', async () => {
    const admin = await makeActor(service, [...MAY_SIGN_IN, 'can-see-users-contact-details'])
    const json = { email: newEmail(), first_name: 'Ada', password: RIGHT, roles: ['super-administrator'] }
    assertRefused(await post('/api/signup', json, { token: admin.token }), {
      status: 422,
      code: 'unknown_field',
      details: [['roles', 'unknown_field']],
    })
  })

  it('is the typed client, whose own token stays', async () => {
    const { email } = await makeUser(service, { password: RIGHT })
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const backEnd = createClient({ baseUrl, token: client.token, retries: 0 })
    const user = await backEnd.signInFor({ ip: newAddress(), userAgent: AGENT }, email, RIGHT)
    assert.equal(user.email, email)
    assert.equal(backEnd.readToken(), client.token)
    assert.equal((await createClient({ baseUrl, token: user.api_token }).me()).user.email, email)
  })
})
