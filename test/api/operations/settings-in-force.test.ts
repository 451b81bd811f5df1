// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Service, signIn, startService } from '../../support/service.ts'

const person = (name: string) => ({
  email: `${name}@example.com`,
  password: 'a quite unusual phrase',
  first_name: 'Ann',
})

describe('The settings in use', () => {
  let service: Service
  let plain: Service
  before(async () => {
    plain = await startService()
    service = await startService({
      bodyLimit: 1024,
      trustProxy: ['10.1.0.0/16'],
      corsOrigins: ['https://app.example.com'],
      publicUrl: 'https://accounts.example.com/people',
      tokenTtlDays: 0,
    })
  })
  after(async () => {
    await service.stop()
    await plain.stop()
  })

  const signUpFrom = async (on: Service, name: string, remoteAddress: string) => {
    const answer = await on.app.inject({
      method: 'POST',
      url: '/api/signup',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      payload: person(name),
      remoteAddress,
    })
    assert.equal(answer.statusCode, 201, answer.payload)
    return answer.json().data.item.created_ip
  }

  it('BODY_LIMIT: refuses a body that is one byte longer with 413, and stores nothing', async () => {
    const bodyOf = (length: number) => {
      const json = JSON.stringify({ name: 'Pilot', details: '' })
      return json.replace('""', `"${'x'.repeat(length - json.length)}"`)
    }
    const headers = { 'content-type': 'application/json' }
    const create = (length: number) =>
      service.call('POST', '/api/roles/create', { payload: bodyOf(length), headers })
    const long = await create(1025)
    assert.equal(long.status, 413)
    assert.equal(long.body.code, 'too_large')
    const fitting = await create(1024)
    assert.equal(fitting.status, 422, 'it is read, and a field is too long')
    const roles = await service.call('GET', '/api/roles', { query: { q: 'Pilot' } })
    assert.equal(roles.body.data.list.total, 0)
  })

  it('TRUST_PROXY: uses a forwarded address only from a trusted proxy', async () => {
    assert.equal(await signUpFrom(service, 'ann', '10.1.2.3'), '203.0.113.9')
    assert.equal(await signUpFrom(service, 'bob', '10.2.2.3'), '10.2.2.3')
    assert.equal(await signUpFrom(plain, 'cid', '10.1.2.3'), '10.1.2.3')
  })

  it('CORS_ORIGINS: allows pages of these origins and no others', async () => {
    const allowed = async (on: Service, origin: string) => {
      const { headers } = await on.call('GET', '/healthz', { headers: { origin } })
      return headers['access-control-allow-origin']
    }
    assert.equal(await allowed(service, 'https://app.example.com'), 'https://app.example.com')
    assert.equal(await allowed(service, 'https://evil.example.com'), undefined)
    assert.equal(await allowed(plain, 'https://app.example.com'), undefined)
  })

  it('PUBLIC_URL: is the base of links in responses; the default is the host of the request', async () => {
    const path = async (on: Service) => (await on.call('GET', '/api/roles')).body.data.list.path
    assert.equal(await path(service), 'https://accounts.example.com/people/api/roles')
    assert.match(await path(plain), /^http:\/\/localhost(:\d+)?\/api\/roles$/)
  })

  it('TOKEN_TTL_DAYS: tokens expire after that many days, or never', async () => {
    const endOf = async (on: Service) => {
      const { status, body } = await on.call('POST', '/api/signin', {
        token: null,
        json: { email: 'root@example.com', password: 'a quite unusual phrase' },
      })
      assert.equal(status, 200)
      return body.data.item.expires_at
    }
    assert.equal(await endOf(service), null)
    const days = (Date.parse(await endOf(plain)) - Date.parse(plain.clock.now())) / 86_400_000
    assert.ok(days > 29.99 && days <= 30, String(days))
    const token = await signIn(plain, 'root@example.com', 'a quite unusual phrase')
    plain.clock.advance(30 * 86_400_000)
    assert.equal((await plain.call('GET', '/api/roles', { token })).status, 401)
  })
})
