// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person, setPermissions } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { ADMIN, type CallOptions, type Service, signIn, startService } from '../support/service.ts'

const PASSWORD = 'a phrase of my own'
const no = { status: 401, code: 'unauthenticated' }

/** API2:2023 Broken authentication. */
describe('API2: tokens', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service, { password: PASSWORD })
  })
  after(() => service.stop())

  const me = (token: string, options: CallOptions = {}) =>
    service.call('GET', '/api/me', { ...options, token })

  it('are refused alike if guessed: near a valid one, its digest, its id or nothing at all', async () => {
    const token = await signIn(service, ada.email, PASSWORD)
    const rows = await service.connection.db.selectFrom('tokens').selectAll().execute()
    const guesses = [
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      token.replace('rc_', ''),
      `rc_${'A'.repeat(43)}`,
      ...rows.flatMap(({ hash, uuid, id }) => [String(hash), uuid, String(id)]),
      'null',
      'undefined',
      'true',
      '0',
      '[]',
      '*',
      "'or'1'='1",
      '%',
      'x'.repeat(8000),
    ]
    const answers: Answer[] = []
    for (const guess of guesses) answers.push(await me(guess))
    for (const answer of answers) {
      assertRefused(answer, no)
      assert.deepEqual(answer.body.errors, ['The token is unknown, expired or revoked.'])
    }
  })

  it('are refused in a field if they are an object, a list or a number', async () => {
    for (const api_token of [{ $ne: null }, [ada.token], 1, true, { toString: ada.token }])
      assertRefused(await service.call('POST', '/api/users', { token: null, json: { api_token } }), no)
    for (const query of [
      `api_token[]=${ada.token}`,
      `api_token=${ada.token}&api_token=x`,
      `api_token[$ne]=x`,
    ])
      assertRefused(await service.call('GET', '/api/me', { token: null, query }), no)
  })

  it('are refused after sign-out, revocation, expiry, a new password or deletion, in header and field', async () => {
    const ends: Record<string, (person: Person, token: string) => Promise<Answer>> = {
      'sign-out': (_person, token) => service.call('POST', '/api/signout', { token }),
      revocation: ({ id }) => service.call('POST', `/api/users/id/${id}/tokens/revoke`),
      'a new password': ({ id }) =>
        service.call('POST', `/api/users/id/${id}/update`, { json: { password: 'another phrase of mine' } }),
      deactivation: ({ id }) =>
        service.call('POST', `/api/users/id/${id}/update`, { json: { is_active: false } }),
      deletion: ({ id }) => service.call('POST', `/api/users/id/${id}/delete`),
    }
    for (const [name, end] of Object.entries(ends)) {
      const person = await makeUser(service, { password: PASSWORD })
      const token = await signIn(service, person.email, PASSWORD)
      assert.equal((await me(token)).status, 200, name)
      dataOf(await end(person, token))
      assertRefused(await me(token), no)
      assertRefused(await service.call('GET', '/api/me', { token: null, query: { api_token: token } }), no)
    }
    const expires_at = new Date(Date.parse(service.clock.now()) + 60_000).toISOString()
    const json = { name: 'short', expires_at }
    const { item } = dataOf(await service.call('POST', `/api/users/id/${ada.id}/tokens/create`, { json }))
    assert.equal((await me(item.api_token)).status, 200)
    service.clock.advance(60_000)
    assertRefused(await me(item.api_token), no)
  })

  it('cannot be fixed in advance: only can-assign-api-tokens assigns one, and a new password ends it', async () => {
    const victim = await makeUser(service, { password: PASSWORD })
    const attacker = await makeActor(service, ['can-update-users', 'can-read-users'])
    const known = 'the-attackers-own-token-x-x-x-x-x-x-x-x-x-x-x'
    const assign = () =>
      service.call('POST', `/api/users/id/${victim.id}/update`, {
        token: attacker.token,
        json: { api_token: known },
      })
    await assertRefusedUnchanged(service, assign, {
      status: 403,
      code: 'forbidden',
      says: /can-assign-api-tokens/,
    })
    const atSignIn = { email: victim.email, password: PASSWORD, api_token: known }
    dataOf(await service.call('POST', '/api/signin', { token: null, json: atSignIn }))
    assertRefused(await me(known), no)
    dataOf(await service.call('POST', `/api/users/id/${victim.id}/update`, { json: { api_token: known } }))
    dataOf(
      await service.call('POST', `/api/users/id/${victim.id}/update`, {
        json: { password: 'another phrase of mine' },
      }),
    )
    assertRefused(await me(known), no)
  })

  it('cannot be assigned while they are in use', async () => {
    for (const json of [{ api_token: ada.token }, { api_token: service.token }])
      for (const id of [1, ada.id]) {
        const attempt = () =>
          service.call('POST', `/api/users/id/${id}/update`, {
            headers: { authorization: `Bearer ${service.token}` },
            json,
          })
        // A token equal to the one in the header repeats the credential: nothing is assigned.
        if (json.api_token === service.token) assert.equal((await attempt()).status, 200)
        else
          await assertRefusedUnchanged(service, attempt, {
            status: 409,
            code: 'api_token_taken',
            details: [['api_token', 'api_token_taken']],
          })
      }
  })

  it('appear in no URL of a response, however they were sent', async () => {
    const { token } = service
    const paths = [
      '/api/users',
      '/api/roles',
      '/api/users/id/1/roles',
      '/api/users/id/1/tokens',
      '/api/permissions',
    ]
    const requests: CallOptions[] = [
      { token: null, query: { api_token: token, per_page: '1', q: '' } },
      { token: null, query: `filter[id]=gt:0&api_token=${token}` },
      { query: { api_token: token } },
    ]
    for (const path of paths)
      for (const options of requests) {
        const { status, body, headers } = await service.call('GET', path, options)
        assert.equal(status, 200)
        assert.ok(!JSON.stringify([body, headers]).includes(token), path)
      }
  })

  it('are not read from Basic, Digest, cookies, or headers of certificates and API keys', async () => {
    const basic = Buffer.from(`${ADMIN.email}:${ADMIN.password}`).toString('base64')
    for (const authorization of [
      `Basic ${basic}`,
      'Digest username="root"',
      `Token ${service.token}`,
      service.token,
      `Bearer`,
      `Bearer ${service.token} x`,
    ])
      assertRefused(await service.call('GET', '/api/me', { token: null, headers: { authorization } }), no)
    for (const headers of [
      { cookie: `api_token=${service.token}; token=${service.token}; session=1` },
      { 'x-api-key': service.token },
      { 'x-auth-token': service.token },
      { 'proxy-authorization': `Bearer ${service.token}` },
      { 'x-forwarded-user': 'root' },
      { 'x-user-id': '1' },
      { 'x-ssl-client-verify': 'SUCCESS' },
    ] as Record<string, string>[])
      assertRefused(await service.call('GET', '/api/me', { token: null, headers }), no)
  })
})

describe('API2: a replayed Idempotency-Key', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const headers = { 'idempotency-key': 'a-key-that-leaked' }

  it('reveals nothing of the first response to other users, without a token or for another record', async () => {
    const [ada, eve] = [await makeUser(service), await makeUser(service)]
    const update = (person: Person, id: number) =>
      service.call('POST', `/api/users/id/${id}/update`, {
        token: person.token,
        headers,
        json: { phone: '5550001111' },
      })
    dataOf(await update(ada, ada.id))
    assertRefused(await update(eve, ada.id), { status: 403, code: 'forbidden' })
    assert.equal(dataOf(await update(eve, eve.id)).id, eve.id)
    const anonymous = await service.call('POST', `/api/users/id/${ada.id}/update`, {
      token: null,
      headers,
      json: {},
    })
    assertRefused(anonymous, no)
    assertRefused(await update(ada, eve.id), { status: 422, code: 'idempotency_key_reused' })
  })

  it('reveals nothing to the same user with fewer permissions or with a limited token', async () => {
    const slugs = ['can-update-users', 'can-read-users', 'can-see-users-contact-details']
    const actor = await makeActor(service, slugs)
    const ida = await makeUser(service, { phone: '5550002222' })
    const send = (token: string) =>
      service.call('POST', `/api/users/id/${ida.id}/update`, {
        token,
        headers: { 'idempotency-key': 'seen' },
        json: { title: 'x' },
      })
    assert.equal(dataOf(await send(actor.token)).phone, '5550002222')
    assert.equal((await send(actor.token)).headers['idempotency-replayed'], 'true')
    const { item } = dataOf(
      await service.call('POST', `/api/users/id/${actor.id}/tokens/create`, {
        token: actor.token,
        json: { name: 'less', permissions: ['can-update-users'] },
      }),
    )
    assertRefused(await send(item.api_token), { status: 422, code: 'idempotency_key_reused' })
    await setPermissions(service, actor.role, [])
    // The caller reaches only their own record now, and still sees nothing of another's.
    assertRefused(await send(actor.token), { status: 422, code: 'idempotency_key_reused' })
  })

  it('does not keep anybody from signing up: the key belongs to the whole request', async () => {
    const signUp = (fields: object) => {
      const json = { email: 'ida@example.com', first_name: 'Ida', password: PASSWORD, ...fields }
      return service.call('POST', '/api/signup', { token: null, headers, json })
    }
    dataOf(await signUp({ email: 'eve@example.com' }))
    const own = await signUp({})
    assert.equal(own.status, 201, 'even if a stranger has used the key before')
    const taken = { status: 409, code: 'email_taken', details: [['email', 'email_taken']] } as const
    for (const fields of [
      { password: 'a phrase of a stranger' },
      { first_name: 'Eve' },
      { last_name: 'Ida' },
    ])
      await assertRefusedUnchanged(service, () => signUp(fields), taken)
    const again = await signUp({})
    assert.deepEqual([again.status, again.body], [201, own.body])
    assert.equal(again.headers['idempotency-replayed'], 'true')
  })

  it('reveals no stored response after the token was revoked', async () => {
    const actor = await makeActor(service, ['can-create-roles'])
    const json = { name: 'Kept' }
    const send = () =>
      service.call('POST', '/api/roles/create', {
        token: actor.token,
        headers: { 'idempotency-key': 'gone' },
        json,
      })
    dataOf(await send())
    dataOf(await service.call('POST', `/api/users/id/${actor.id}/tokens/revoke`))
    assertRefused(await send(), no)
  })
})
