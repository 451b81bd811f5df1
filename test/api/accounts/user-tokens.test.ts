// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeActor, makeUser, type Person } from '../../support/actors.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { ADMIN, type CallOptions, signIn } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

/** Tokens of a user: listed, made and revoked by the user and by administrators. */

const { service, call } = useService()

const HOUR = 3_600_000
const at = ({ id }: { id: number }, rest = '') => `/api/users/id/${id}/tokens${rest}`

async function createToken(user: Person, json: object = {}, options: CallOptions = {}) {
  const answer = await call('POST', at(user, '/create'), { json: { name: 'a token', ...json }, ...options })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.item
}

const listTokens = async (user: Person, options: CallOptions = {}) =>
  (await call('GET', at(user), options)).body.data.list.data

const works = async (token: string) =>
  (await call('POST', '/api/signin', { token })).status !== 401 &&
  (await call('GET', '/api/users', { token })).status !== 401

describe('the tokens of a user', () => {
  it('are listed newest first, only valid ones, in pages, without secrets', async () => {
    const ada = await makeUser(service())
    const [one, two] = [
      await createToken(ada, { name: 'one' }),
      await createToken(ada, { name: 'two', expires_at: null }),
    ]
    const short = await createToken(ada, {
      expires_at: new Date(Date.parse(service().clock.now()) + HOUR).toISOString(),
    })
    const { body } = await call('GET', at(ada), { query: { per_page: '2' } })
    assert.deepEqual([body.data.list.total, body.data.list.last_page], [4, 2])
    assert.deepEqual(
      body.data.list.data.map(({ id }: { id: number }) => id),
      [short.id, two.id],
    )
    service().clock.advance(HOUR)
    const tokens = await listTokens(ada)
    assert.deepEqual(
      tokens.map(({ name }: { name: string }) => name),
      ['two', 'one', 'assigned'],
    )
    assert.equal(tokens[0].expires_at, null)
    assert.ok(Date.parse(tokens[1].expires_at) > Date.parse(service().clock.now()) + 29 * 24 * HOUR)
    const text = JSON.stringify([tokens, body])
    for (const { api_token: token } of [one, two, short]) assert.ok(!text.includes(token))
    assert.doesNotMatch(text, /hash/)
  })

  it('are refused with a blank expiry or blank permissions, which do not mean never or all', async () => {
    const ada = await makeUser(service())
    for (const field of ['expires_at', 'permissions'])
      for (const blank of ['', '  ']) {
        const json = { name: 'x', [field]: blank }
        for (const options of [{ json }, { form: new URLSearchParams(json).toString() }]) {
          const attempt = () => call('POST', at(ada, '/create'), { ...options, token: ada.token })
          const answer = await attempt()
          assert.deepEqual([answer.status, answer.body.details[0].field], [422, field])
          assert.equal((await listTokens(ada)).length, 1)
        }
      }
    assert.ok((await createToken(ada)).expires_at)
    assert.equal((await createToken(ada, { expires_at: null })).expires_at, null)
  })

  it('are listed, made and revoked by their user without a permission', async () => {
    const ada = await makeUser(service())
    const { token } = ada
    const item = await createToken(ada, { name: 'laptop' }, { token })
    assert.match(item.api_token, /^rc_[\w-]{43}$/)
    assert.equal(item.created_by, ada.id)
    assert.deepEqual(
      (await listTokens(ada, { token })).map(({ name, is_current }: never) => [name, is_current]),
      [
        ['laptop', false],
        ['assigned', true],
      ],
    )
    assert.ok(await works(item.api_token))
    assert.equal((await call('POST', at(ada, `/${item.id}/revoke`), { token })).status, 200)
    assert.ok(!(await works(item.api_token)))
    assertRefused(await call('POST', at(ada, `/${item.id}/revoke`), { token }), {
      status: 404,
      code: 'not_found',
    })
  })

  it('are revoked all at once, except for the current one on request', async () => {
    const ada = await makeUser(service())
    const other = await createToken(ada)
    const kept = await call('POST', at(ada, '/revoke'), { token: ada.token, json: { keep_current: true } })
    assert.equal(kept.status, 200)
    assert.deepEqual([await works(ada.token), await works(other.api_token)], [true, false])
    assert.equal((await call('POST', at(ada, '/revoke'), { token: ada.token })).status, 200)
    assert.ok(!(await works(ada.token)))
  })

  it('are not accessible to other users without the permissions', async () => {
    const [ada, eve] = [await makeUser(service()), await makeUser(service())]
    const { id } = await createToken(ada)
    const needs = ['can-read-users', 'can-assign-api-tokens']
    for (const [method, path] of [
      ['GET', at(ada)],
      ['POST', at(ada, '/create')],
      ['POST', at(ada, '/revoke')],
      ['POST', at(ada, `/${id}/revoke`)],
    ] as const) {
      const json = path.endsWith('create') ? { name: 'x' } : {}
      const options = { token: eve.token, ...(method === 'POST' && { json }) }
      await assertForbidden(service(), () => call(method, path, options), needs)
    }
    const foreign = () => call('POST', at(eve, `/${id}/revoke`), { token: eve.token })
    await assertRefusedUnchanged(service(), foreign, { status: 404, code: 'not_found' })
  })

  it('of a user who holds more are not accessible to a caller who holds less and could use them', async () => {
    const slugs = ['can-read-users', 'can-assign-api-tokens']
    const admin = await makeActor(service(), slugs)
    const strong = await makeActor(service(), [...slugs, 'can-delete-users'])
    const options = { token: admin.token, json: { name: 'mine' } }
    const lacking = ['can-delete-users']
    await assertForbidden(service(), () => call('POST', at(strong, '/create'), options), lacking)
    const revoke = { token: admin.token }
    await assertForbidden(service(), () => call('POST', at(strong, '/revoke'), revoke), lacking)
    assert.ok((await createToken(await makeUser(service()), {}, { token: admin.token })).api_token)
  })

  it('must have a name, and an expiry in the future', async () => {
    const ada = await makeUser(service())
    const past = new Date(Date.parse(service().clock.now()) - 1).toISOString()
    for (const [json, details] of [
      [{}, [['name', 'required']]],
      [{ name: 'x'.repeat(151) }, [['name', 'too_long']]],
      [{ name: 'x', expires_at: past }, [['expires_at', 'out_of_range']]],
      [{ name: 'x', permissions: [] }, [['permissions', 'invalid_type']]],
      [{ name: 'x', hash: 'y' }, [['hash', 'unknown_field']]],
      [{ name: 'x', user_id: 1 }, [['user_id', 'unknown_field']]],
    ] as const) {
      const attempt = () => call('POST', at(ada, '/create'), { json })
      const [[, code]] = details
      await assertRefusedUnchanged(service(), attempt, { status: 422, code, details })
    }
  })

  it('are made once for an Idempotency-Key, and shown once', async () => {
    const ada = await makeUser(service())
    const options = { json: { name: 'once' }, headers: { 'idempotency-key': 'shown-once' } }
    const first = await call('POST', at(ada, '/create'), options)
    assert.equal(first.status, 201)
    const again = await call('POST', at(ada, '/create'), options)
    assertRefused(again, { status: 409, code: 'shown_once' })
    assert.equal((await listTokens(ada)).filter(({ name }: { name: string }) => name === 'once').length, 1)
  })
})

describe('a token limited to some permissions', () => {
  const slugs = [
    'can-read-users',
    'can-read-roles',
    'can-assign-api-tokens',
    'can-update-users',
    'can-assign-roles',
  ]

  it('does what they allow and nothing else, as long as its user holds them', async () => {
    const ada = await makeActor(service(), slugs)
    const { api_token: token, permissions } = await createToken(ada, { permissions: ['can-read-roles'] })
    assert.deepEqual(permissions, ['can-read-roles'])
    assert.equal((await call('GET', '/api/roles', { token })).status, 200)
    assertRefused(await call('GET', '/api/users', { token }), { status: 403, code: 'forbidden' })
    const path = `/api/roles/${ada.role.id}/relationships/permissions`
    assert.equal((await call('DELETE', path, { json: 'can-read-roles' })).status, 200)
    assertRefused(await call('GET', '/api/roles', { token }), { status: 403, code: 'forbidden' })
  })

  it('of a super administrator has none of that role’s power', async () => {
    const root = { ...(await makeUser(service())), id: 1 }
    const { api_token: token } = await createToken(root, {
      permissions: ['can-read-users'],
      // The sign-in may be long ago.
      current_password: ADMIN.password,
    })
    assert.equal((await call('GET', '/api/users', { token })).status, 200)
    assertRefused(await call('GET', '/api/permissions', { token }), { status: 403, code: 'forbidden' })
  })

  it('accepts only permissions that its user holds, and reports each of the others', async () => {
    const ada = await makeActor(service(), ['can-read-roles'])
    const json = { name: 'x', permissions: ['can-read-roles', 'can-read-users', 'no-such'] }
    const details = [
      ['permissions.1', 'not_held'],
      ['permissions.2', 'not_held'],
    ] as const
    for (const user of [ada, { ...ada, id: ada.id }]) {
      const attempt = () => call('POST', at(user, '/create'), { json })
      await assertRefusedUnchanged(service(), attempt, { status: 422, code: 'invalid', details })
    }
    const ofRoot = () =>
      call('POST', at({ id: 1 }, '/create'), { json: { name: 'x', permissions: ['no-such'] } })
    await assertRefusedUnchanged(service(), ofRoot, {
      status: 422,
      code: 'not_held',
      details: [['permissions.0', 'not_held']],
    })
  })

  it('reads its user’s own record, and is no path to more', async () => {
    const ada = await makeActor(service(), slugs)
    const self = `/api/users/id/${ada.id}`
    const own = { token: ada.token }
    const permissions = ['can-update-users', 'can-read-users', 'can-assign-api-tokens', 'can-assign-roles']
    const limited = await createToken(ada, { permissions }, own)
    const weak = await createToken(ada, { permissions: ['can-read-roles'] }, own)
    assert.equal((await call('GET', self, { token: weak.api_token })).status, 200)
    const password = 'a phrase of my own'
    const attempts: [token: string, method: string, path: string, json: unknown, lacking: string[]][] = [
      [weak.api_token, 'POST', `${self}/update`, { password }, ['can-update-users']],
      [
        weak.api_token,
        'POST',
        `${self}/tokens/create`,
        { name: 'x' },
        ['can-read-users', 'can-assign-api-tokens'],
      ],
      [weak.api_token, 'POST', `${self}/tokens/revoke`, {}, ['can-read-users', 'can-assign-api-tokens']],
      [limited.api_token, 'POST', `${self}/update`, { password }, ['can-read-roles']],
      [limited.api_token, 'POST', `${self}/update`, { api_token: 'x'.repeat(40) }, ['can-read-roles']],
      [limited.api_token, 'POST', `${self}/tokens/create`, { name: 'all' }, ['can-read-roles']],
      [
        limited.api_token,
        'POST',
        `${self}/tokens/create`,
        { name: 'more', permissions: ['can-read-roles'] },
        ['can-read-roles'],
      ],
      [limited.api_token, 'POST', `${self}/tokens/revoke`, {}, ['can-read-roles']],
    ]
    for (const [token, method, path, json, lacking] of attempts)
      await assertForbidden(service(), () => call(method, path, { token, json }), lacking)
    const narrower = await createToken(ada, { permissions: ['can-read-users'] }, { token: limited.api_token })
    assert.deepEqual(narrower.permissions, ['can-read-users'])
  })
})

describe('the use of a token', () => {
  const used = async ({ id }: { id: number }) => {
    const { api_token_used_at: at, api_token_used_ip: ip } = (await call('GET', `/api/users/${id}`)).body.data
    return [at, ip]
  }

  it('is written later, to the token and its user, and changes no version', async () => {
    const ada = await makeUser(service())
    const password = 'a phrase of my own'
    await call('POST', `/api/users/id/${ada.id}/update`, { json: { password } })
    const token = await signIn(service(), ada.email, password)
    assert.deepEqual(await used(ada), [null, null])
    const version = async () => String((await call('GET', `/api/users/${ada.id}`)).headers.etag).split('-')[0]
    const before = await version()
    await call('GET', `/api/users/id/${ada.id}`, { token })
    service().clock.advance(1000)
    const start = service().clock.now()
    await call('GET', `/api/users/id/${ada.id}`, { token })
    const end = service().clock.now()
    assert.deepEqual(await used(ada), [null, null], 'no request waits for the write')
    await service().runJob('write-token-uses')
    const [at, ip] = await used(ada)
    assert.ok(at >= start && at <= end, at)
    assert.equal(ip, '127.0.0.1')
    assert.equal(await version(), before)
    const [{ used_at, used_ip }] = await listTokens(ada)
    assert.deepEqual([used_at, used_ip], [at, ip])
  })

  it('tells the program of the last use, and before it that of the sign-in', async () => {
    const ada = await makeUser(service())
    const password = 'a phrase of my own'
    await call('POST', `/api/users/id/${ada.id}/update`, { json: { password } })
    const saying = (userAgent: string) => ({ headers: { 'user-agent': userAgent } })
    const answer = await call('POST', '/api/signin', {
      token: null,
      json: { email: ada.email, password },
      ...saying('Firefox/142.0'),
    })
    const { api_token: token } = answer.body.data.item
    const newest = async () => {
      await service().runJob('write-token-uses')
      const [{ user_agent, is_sign_in }] = await listTokens(ada)
      return [user_agent, is_sign_in]
    }
    assert.deepEqual(await newest(), ['Firefox/142.0', true])
    const uses: [sent: string, stored: string | null][] = [
      ['backup/2', 'backup/2'],
      ['  spaces  ', 'spaces'],
      ['tab\tand\u0085\u00adcontrol', 'tab and control'],
      ['\u0080', null],
      ['', null],
      [`${'x'.repeat(300)}`, 'x'.repeat(255)],
    ]
    for (const [sent, stored] of uses) {
      await call('GET', `/api/users/id/${ada.id}`, { token, ...saying(sent) })
      assert.deepEqual(await newest(), [stored, true], JSON.stringify(sent))
    }
    const made = await createToken(ada, {}, saying('of the maker'))
    assert.deepEqual([made.user_agent, made.is_sign_in], [null, false], 'its user has not used it')
  })

  it('is kept, if it cannot be written, until it can', async () => {
    const { db } = service().connection
    const ada = await makeUser(service())
    const password = 'a phrase of my own'
    await call('POST', `/api/users/id/${ada.id}/update`, { json: { password } })
    const token = await signIn(service(), ada.email, password)
    await call('GET', `/api/users/id/${ada.id}`, { token })
    await sql`alter table tokens rename to renamed_tokens`.execute(db)
    try {
      await assert.rejects(service().runJob('write-token-uses'))
    } finally {
      await sql`alter table renamed_tokens rename to tokens`.execute(db)
    }
    assert.deepEqual(await used(ada), [null, null])
    await service().runJob('write-token-uses')
    assert.equal((await used(ada))[1], '127.0.0.1')
  })

  it('is not recorded for a refused request', async () => {
    await service().runJob('write-token-uses')
    const { statements } = service()
    await call('GET', '/api/users', { token: 'unknown' })
    await call('GET', '/api/users', { token: null })
    statements.count = 0
    await service().runJob('write-token-uses')
    assert.equal(statements.count, 0)
  })
})
