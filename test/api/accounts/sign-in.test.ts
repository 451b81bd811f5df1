// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, dumpOf } from '../../support/refusals.ts'
import { refuseSecretsIn } from '../../support/secrets.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

const PASSWORD = 'a phrase of my own'

describe('sign-in', () => {
  let service: Service
  before(async () => {
    service = await startService()
    await create({ email: 'Ada@Example.com', username: 'Ada.King', first_name: 'Ada' })
    await create({ email: 'ida@example.com', first_name: 'Ida', is_active: false })
    await create({ email: 'eve@example.com', first_name: 'Eve' })
    await service.call('POST', '/api/users/email/eve@example.com/delete')
    await create({ email: 'nan@example.com', first_name: 'Nan', password: null })
  })
  after(() => service.stop())

  const create = async (fields: object) => {
    const json = { password: PASSWORD, ...fields }
    assert.equal((await service.call('POST', '/api/users/create', { json })).status, 201)
  }
  const signIn = (json: object) => service.call('POST', '/api/signin', { token: null, json })

  it('accepts the email or the username, in any case and with surrounding spaces', async () => {
    for (const email of ['Ada@Example.com', 'ADA@EXAMPLE.COM', ' ada@example.com ', 'ada.king', 'ADA.KING']) {
      const answer = await signIn({ email, password: PASSWORD })
      assert.equal(answer.status, 200, email)
      assert.equal(answer.body.data.item.email, 'Ada@Example.com')
    }
  })

  it('returns the user with a token of 256 random bits and its expiry in 30 days', async () => {
    const start = service.clock.now()
    const { body, status } = await signIn({ email: 'ada@example.com', password: PASSWORD })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['success', 'status', 'data'])
    const { item } = body.data
    assert.match(item.api_token, /^rc_[A-Za-z0-9_-]{43}$/)
    const signedInAt = Date.parse(item.expires_at) - 30 * 86_400_000
    assert.ok(
      signedInAt >= Date.parse(start) && signedInAt <= Date.parse(service.clock.now()),
      item.expires_at,
    )
    assert.equal(item.first_name, 'Ada')
    assert.equal(item.name, 'Ada')
    assert.ok(item.last_login_at >= start && item.last_login_at <= service.clock.now(), item.last_login_at)
    assert.equal(item.last_login_ip, '127.0.0.1')
    const { api_token: _, ...user } = item
    refuseSecretsIn([JSON.stringify(user)], [PASSWORD])
  })

  it('makes a new token each time, and all of them stay valid', async () => {
    const tokens = new Set<string>()
    for (let count = 0; count < 3; count++) {
      tokens.add((await signIn({ email: 'ada.king', password: PASSWORD })).body.data.item.api_token)
    }
    assert.equal(tokens.size, 3)
    for (const token of tokens) {
      const { status } = await service.call('GET', '/api/users/username/ada.king', { token })
      assert.equal(status, 200)
    }
  })

  it('does not change the version of the record', async () => {
    const read = () => service.call('GET', '/api/users/username/ada.king')
    const version = ({ headers }: Awaited<ReturnType<typeof read>>) => String(headers.etag).split('-')[0]
    const before = await read()
    await signIn({ email: 'ada.king', password: PASSWORD })
    assert.equal(version(await read()), version(before))
  })

  it('gives the same response to a wrong email, a wrong password and accounts that may not sign in', async () => {
    const attempts = {
      'no such account': { email: 'nobody@example.com', password: PASSWORD },
      'no such username': { email: 'nobody', password: PASSWORD },
      'a wrong password': { email: 'ada@example.com', password: 'another phrase entirely' },
      'a password in another case': { email: 'ada@example.com', password: PASSWORD.toUpperCase() },
      'a password with a space after it': { email: 'ada@example.com', password: `${PASSWORD} ` },
      'an inactive user': { email: 'ida@example.com', password: PASSWORD },
      'an inactive user and a wrong password': { email: 'ida@example.com', password: 'another phrase' },
      'a soft-deleted user': { email: 'eve@example.com', password: PASSWORD },
      'a user without a password': { email: 'nan@example.com', password: PASSWORD },
    }
    const bodies = new Set<string>()
    const before = await dumpOf(service)
    for (const [what, json] of Object.entries(attempts)) {
      const answer = await signIn(json)
      assertRefused(answer, { status: 401, code: 'unauthenticated' })
      const { request_id: id, ...body } = answer.body
      assert.ok(id, what)
      bodies.add(JSON.stringify(body))
    }
    assert.equal(bodies.size, 1, [...bodies].join('\n'))
    assert.deepEqual(await dumpOf(service), before)
  })

  it('reports what is missing or has the wrong type', async () => {
    const required = (...fields: string[]) => ({
      status: 422,
      code: fields.length === 1 ? 'required' : 'invalid',
      details: fields.map((field) => [field, 'required'] as const),
    })
    assertRefused(await signIn({}), required('email', 'password'))
    assertRefused(await signIn({ email: 'ada@example.com' }), required('password'))
    assertRefused(await signIn({ email: '', password: PASSWORD }), required('email'))
    assertRefused(await signIn({ email: 'ada@example.com', password: '' }), required('password'))
    assertRefused(await signIn({ email: 'ada@example.com', password: 12345678 }), {
      status: 422,
      code: 'invalid_type',
      details: [['password', 'invalid_type']],
    })
    assertRefused(await signIn({ email: 'ada@example.com', password: PASSWORD, otp: '123456' }), {
      status: 422,
      code: 'unknown_field',
      details: [['otp', 'unknown_field']],
    })
  })

  it('accepts forms as well as JSON, and the query string', async () => {
    const form = new URLSearchParams({ email: 'ada.king', password: PASSWORD }).toString()
    assert.equal((await service.call('POST', '/api/signin', { token: null, form })).status, 200)
    assert.equal((await service.call('POST', '/api/signin', { token: null, query: form })).status, 200)
  })

  it('accepts only POST', async () => {
    const answer = await service.call('GET', '/api/signin', {
      token: null,
      query: { email: 'ada.king', password: PASSWORD },
    })
    assertRefused(answer, { status: 405, code: 'method_not_allowed' })
    assert.equal(answer.headers.allow, 'POST')
  })

  it('does not let a user sign in as another by taking their email as username', async () => {
    const json = {
      email: 'mallory@example.com',
      username: ADMIN.email,
      first_name: 'Mallory',
      password: PASSWORD,
    }
    await service.call('POST', '/api/users/create', { json })
    const { body } = await signIn({ email: ADMIN.email, password: ADMIN.password })
    assert.equal(body.data.item.email, ADMIN.email)
    assertRefused(await signIn({ email: ADMIN.email, password: PASSWORD }), {
      status: 401,
      code: 'unauthenticated',
    })
  })
})
