// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { makeUser, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type CallOptions, type Service, signIn, startService } from '../../support/service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const assertUnauthenticated = (answer: Answer, says: RegExp) =>
  assertRefused(answer, { status: 401, code: 'unauthenticated', says })

describe('a token', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
  })
  after(() => service.stop())
  const readAda = (options: CallOptions = {}, method = 'POST') =>
    service.call(method, `/api/users/id/${ada.id}`, { token: null, ...options })

  it('is accepted as a bearer token, whatever the case of the word', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await readAda({ headers: { authorization: `${word} ${ada.token}` } })
      assert.equal(answer.status, 200, word)
    }
  })

  it('is accepted as the field api_token, of the body or the query, in every encoding', async () => {
    const form = new URLSearchParams({ api_token: ada.token }).toString()
    const parts = `--b\r\ncontent-disposition: form-data; name="api_token"\r\n\r\n${ada.token}\r\n--b--\r\n`
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    assert.equal((await readAda({ json: { api_token: ada.token } })).status, 200)
    assert.equal((await readAda({ form })).status, 200)
    assert.equal((await readAda({ payload: parts, headers: multipart })).status, 200)
    assert.equal((await readAda({ query: form })).status, 200)
    assert.equal((await readAda({ query: form }, 'GET')).status, 200)
  })

  it('is read from the body before the query', async () => {
    const query = { api_token: 'unknown' }
    assert.equal((await readAda({ json: { api_token: ada.token }, query })).status, 200)
    const swapped = await readAda({ json: { api_token: 'unknown' }, query: { api_token: ada.token } })
    assertUnauthenticated(swapped, /unknown, expired or revoked/)
  })

  it('is read from the header before the field, which is then ignored', async () => {
    const ignored = await readAda({ token: ada.token, json: { api_token: 'unknown' } })
    assert.equal(ignored.status, 200)
    const unknown = await readAda({ token: 'unknown', json: { api_token: ada.token } })
    assertUnauthenticated(unknown, /unknown, expired or revoked/)
  })

  it('is required: the refusal says how to get one', async () => {
    const absent: CallOptions[] = [
      {},
      { json: { api_token: '' } },
      { json: { api_token: null } },
      { query: 'api_token=' },
      { headers: { authorization: '' } },
    ]
    for (const options of absent) assertUnauthenticated(await readAda(options), /sign in/)
  })

  it('is refused if it is unknown or has another type', async () => {
    const unknown = [
      'x',
      `rc_${'a'.repeat(43)}`,
      `${ada.token}x`,
      ada.token.slice(0, -1),
      ada.token.toUpperCase(),
    ]
    for (const token of unknown)
      assertUnauthenticated(await readAda({ token }), /unknown, expired or revoked/)
    for (const api_token of [1, true, ['x'], { a: 'x' }]) {
      assertUnauthenticated(await readAda({ json: { api_token } }), /./)
    }
  })

  it('is refused in a malformed header, even if the field has a valid one', async () => {
    const malformed = [
      ada.token,
      'Bearer',
      'Bearer ',
      `Basic ${ada.token}`,
      `Bearer ${ada.token} x`,
      `Bearer:${ada.token}`,
    ]
    for (const authorization of malformed) {
      const answer = await readAda({ headers: { authorization }, json: { api_token: ada.token } })
      assertUnauthenticated(answer, /must read: Bearer/)
    }
  })

  it('is revoked by its own sign-out, and no other token is', async () => {
    const [first, second] = [
      await signIn(service, ADMIN.email, ADMIN.password),
      await signIn(service, ADMIN.email, ADMIN.password),
    ]
    const answer = await service.call('POST', '/api/signout', { token: first })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      success: true,
      status: 'success',
      data: [],
      messages: ['Action was successful'],
    })
    assertUnauthenticated(await service.call('GET', '/api/users', { token: first }), /revoked/)
    assertUnauthenticated(await service.call('POST', '/api/signout', { token: first }), /revoked/)
    assert.equal((await service.call('GET', '/api/users', { token: second })).status, 200)
  })

  it('signs out from the field too, and only by POST', async () => {
    const token = await signIn(service, ADMIN.email, ADMIN.password)
    const get = await service.call('GET', '/api/signout', { token: null, query: { api_token: token } })
    assertRefused(get, { status: 405, code: 'method_not_allowed' })
    assert.equal(get.headers.allow, 'POST')
    const out = await service.call('POST', '/api/signout', { token: null, json: { api_token: token } })
    assert.equal(out.status, 200)
    assertUnauthenticated(await service.call('GET', '/api/users', { token }), /revoked/)
  })

  it('is in no URL of a page', async () => {
    const { body } = await service.call('GET', '/api/users', {
      token: null,
      query: { api_token: service.token, per_page: '1' },
    })
    assert.ok(body.data.list.next_page_url.includes('per_page=1'))
    assert.ok(!JSON.stringify(body).includes(service.token))
    assert.doesNotMatch(JSON.stringify(body), /[?&]api_token=/)
  })
})

describe('the expiry of a token', () => {
  let service: Service
  afterEach(() => service.stop())
  let before: number
  const start = async (tokenTtlDays: number) => {
    service = await startService({ tokenTtlDays })
    const json = { email: ADMIN.email, password: ADMIN.password }
    before = Date.parse(service.clock.now())
    return (await service.call('POST', '/api/signin', { token: null, json })).body.data.item
  }

  it('is as many days ahead as the setting says', async () => {
    const { api_token: token, expires_at: end } = await start(2)
    const signedInAt = Date.parse(end) - 2 * DAY_MS
    assert.ok(signedInAt >= before && signedInAt <= Date.parse(service.clock.now()), end)
    // The clock goes on by itself too, on a slow machine by more than a second.
    service.clock.advance(Date.parse(end) - Date.parse(service.clock.now()) - MINUTE_MS)
    assert.equal((await service.call('GET', '/api/roles', { token })).status, 200)
    service.clock.advance(MINUTE_MS)
    assertUnauthenticated(await service.call('GET', '/api/roles', { token }), /expired/)
  })

  it('is absent if TOKEN_TTL_DAYS is 0', async () => {
    const { api_token: token, expires_at: end } = await start(0)
    assert.equal(end, null)
    service.clock.advance(DAY_MS * 36_500)
    assert.equal((await service.call('GET', '/api/roles', { token })).status, 200)
  })
})
