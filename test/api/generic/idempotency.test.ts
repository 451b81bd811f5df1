// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { PASSWORD_FIELDS } from '../../../contract/users.ts'
import { makeActor } from '../../support/actors.ts'
import { atRest } from '../../support/at-rest.ts'
import { assertRefused } from '../../support/refusals.ts'
import { secret } from '../../support/secrets.ts'
import { forEveryWritable, useService } from '../../support/suite.ts'

/** `Idempotency-Key`: a request is executed once and always gets the same response. */

const { service, call, make, list } = useService()

let count = 0
const newKey = () => ({ 'idempotency-key': `key-${++count}` })
const DAY = 86_400_000

forEveryWritable(({ name, shownOnce }, factory) => {
  const at = `/api/${name}`
  const total = async () => (await list(name, { per_page: '1000', trashed: 'true' })).length

  for (const [what, path, isMany] of [
    ['create', `${at}/create`, false],
    ['create by POST', at, false],
    ['create of many', at, true],
  ] as const) {
    it(`executes a ${what} once, also for two simultaneous requests`, async () => {
      const valid = await factory.valid(service())
      const options = { json: isMany ? [valid] : valid, headers: newKey() }
      const before = await total()
      const both = await Promise.all([call('POST', path, options), call('POST', path, options)])
      const third = await call('POST', path, options)
      if (shownOnce && !isMany) {
        // The answer has a secret, which is not stored.
        assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
        assertRefused(third, { status: 409, code: 'shown_once' })
      } else {
        for (const { status, body } of [...both, third])
          assert.deepEqual([status, body], [201, third.body], 'the same answer')
        assert.equal(third.headers['idempotency-replayed'], 'true')
      }
      assert.equal(await total(), before + 1)
    })
  }

  it('executes a change and a deletion once', async () => {
    const { column, other } = factory.shared
    const { id } = await make(name)
    const write = { json: { [column]: other }, headers: newKey() }
    const first = await call('PATCH', `${at}/${id}`, write)
    assert.deepEqual((await call('PATCH', `${at}/${id}`, write)).body, first.body)
    for (const [method, path, json] of [
      ['POST', `${at}/id/${id}/delete`, {}],
      ['POST', `${at}/id/${id}/restore`, {}],
      ['PUT', at, [{ id, [column]: other }]],
      ['PATCH', at, [{ id, [column]: other }]],
      ['DELETE', at, [id]],
      ['DELETE', `${at}/${id}`, {}],
    ] as const) {
      const options = { json, headers: newKey() }
      const answers = [await call(method, path, options), await call(method, path, options)]
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers['idempotency-replayed']]),
        [
          [200, undefined],
          [200, 'true'],
        ],
        `${method} ${path}`,
      )
    }
  })
})

const FIRST = 'a phrase of my own'
const OTHER = 'another phrase altogether'

type Sent = { method: string; path: string; json?: object; query?: object; token?: null }

/** The stored fingerprint of the latest request with a key. */
async function lastFingerprint(): Promise<string> {
  const { fingerprint } = await service()
    .connection.db.selectFrom('idempotency_keys')
    .select('fingerprint')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return fingerprint
}

describe('an Idempotency-Key', () => {
  const role = () => ({ name: `Once ${++count}` })

  it('belongs to one request: another body, path or method is refused', async () => {
    const headers = newKey()
    const json = role()
    assert.equal((await call('POST', '/api/roles', { json, headers })).status, 201)
    for (const [method, path, body] of [
      ['POST', '/api/roles', role()],
      ['POST', '/api/roles/create', json],
      ['GET', '/api/roles/create', undefined],
      ['PATCH', '/api/roles/4', { details: 'x' }],
    ] as const) {
      const answer = await call(method, path, { ...(body ? { json: body } : { query: json }), headers })
      assertRefused(answer, { status: 422, code: 'idempotency_key_reused' })
    }
  })

  it('belongs to one member, even if the body is the member alone', async () => {
    const { id } = await make('users')
    const headers = newKey()
    const path = `/api/users/${id}/relationships/roles`
    assert.equal((await call('POST', path, { json: 'guest', headers })).status, 200)
    const other = await call('POST', path, { json: 'editor', headers })
    assertRefused(other, { status: 422, code: 'idempotency_key_reused' })
  })

  it('belongs to one user', async () => {
    const { token } = await makeActor(service(), ['can-create-roles'])
    const headers = newKey()
    assert.equal((await call('POST', '/api/roles', { json: role(), headers })).status, 201)
    assert.equal((await call('POST', '/api/roles', { json: role(), headers, token })).status, 201)
  })

  it('is not stored with a refusal, which has changed nothing', async () => {
    const headers = newKey()
    const refused = await call('POST', '/api/roles', { json: { name: 'x', nonsense: 1 }, headers })
    assert.equal(refused.status, 422)
    const taken = await call('POST', '/api/roles', { json: { name: 'Editor' }, headers })
    assert.equal(taken.status, 409)
    assert.equal((await call('POST', '/api/roles', { json: role(), headers })).status, 201)
  })

  it('applies to a sign-up, which has no token', async () => {
    const person = { email: 'once-up@example.com', first_name: 'Once', password: 'a phrase of my own' }
    const options = { json: person, headers: newKey(), token: null }
    const first = await call('POST', '/api/signup', options)
    assert.equal(first.status, 201)
    const again = await call('POST', '/api/signup', options)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers['idempotency-replayed'], 'true')
  })

  it('stores no sign-in, each of which makes its own token', async () => {
    const { adminEmail: email, adminPassword: password } = service().config
    const options = { json: { email, password }, headers: newKey(), token: null }
    const tokens = [
      await call('POST', '/api/signin', options),
      await call('POST', '/api/signin', options),
    ].map(({ body }) => body.data.item.api_token)
    assert.equal(new Set(tokens).size, 2)
  })

  it('is refused if it is malformed', async () => {
    for (const key of ['a b', '', 'x'.repeat(256)]) {
      const answer = await call('POST', '/api/roles', { json: role(), headers: { 'idempotency-key': key } })
      assertRefused(answer, { status: 400, code: 'malformed' })
    }
  })

  it('replays a write of a relation, and stores neither password nor token', async () => {
    const password = secret('a phrase that is nowhere')
    const person = { email: 'once@example.com', first_name: 'Once', password }
    const made = await call('POST', '/api/users', { json: person, headers: newKey() })
    assert.equal(made.status, 201)
    const at = `/api/users/${made.body.data.item.id}/relationships/roles`
    const options = { json: 'guest', headers: newKey() }
    const first = await call('POST', at, options)
    assert.deepEqual((await call('POST', at, options)).body, first.body)
    const kept = await atRest(service())
    assert.ok(kept.includes('once@example.com'))
    assert.ok(!kept.includes(password))
    assert.ok(!kept.includes(service().token))
  })

  it('stores the passwords of a request only as a slow hash', async () => {
    const { id } = await make('users')
    const person = (email: string) => ({ email, first_name: 'Kept', password: FIRST })
    const update = { method: 'POST', path: `/api/users/id/${id}/update` }
    const requests: Sent[] = [
      { method: 'POST', path: '/api/signup', json: person('kept-1@example.com'), token: null },
      { method: 'POST', path: '/api/users', json: person('kept-2@example.com') },
      { method: 'POST', path: '/api/users', json: [person('kept-3@example.com')] },
      { method: 'POST', path: '/api/registrations', json: person('kept-4@example.com') },
      { ...update, json: { password: FIRST } },
      { ...update, json: { title: 'x', current_password: FIRST } },
      { ...update, method: 'GET', query: { password: FIRST } },
      { method: 'PATCH', path: '/api/users', json: [{ id, password: FIRST }] },
    ]
    for (const { method, path, json, query, token } of requests) {
      const headers = newKey()
      const other = (sent: object) => JSON.parse(JSON.stringify(sent).replace(FIRST, OTHER))
      const send = (change = (sent: object) => sent) =>
        call(method, path, {
          headers,
          ...(json && { json: change(json) }),
          ...(query && { query: change(query) as Record<string, string> }),
          ...(token === null && { token }),
        })
      const first = await send()
      assert.ok(first.status < 300, `${path} ${first.status}`)
      const kept = await lastFingerprint()
      assert.match(kept, /^[0-9a-f]{64} \$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/, path)
      const again = await send()
      assert.equal(again.headers['idempotency-replayed'], 'true')
      assert.deepEqual(again.body, first.body)
      const refused = await send(other)
      if (token === null)
        assertRefused(refused, { status: 409, code: 'email_taken', details: [['email', 'email_taken']] })
      else assertRefused(refused, { status: 422, code: 'idempotency_key_reused' })
      if (Array.isArray(json) ? method !== 'PATCH' : json !== undefined && 'email' in json) continue
      // The fast hash does not depend on the password.
      await service().connection.db.deleteFrom('idempotency_keys').execute()
      assert.equal((await send(other)).status, 200)
      assert.equal((await lastFingerprint()).slice(0, 64), kept.slice(0, 64), path)
    }
  })

  it('covers every field that holds a password', () => {
    const names = new Set<string>()
    const look = (value: unknown, name = ''): void => {
      if (typeof value !== 'object' || value === null) return
      if ((value as { format?: string }).format === 'password') names.add(name)
      const isOf = (key: string) => (/^(anyOf|oneOf|allOf|\d+)$/.test(key) ? name : key)
      for (const [key, inner] of Object.entries(value)) look(inner, isOf(key))
    }
    look(JSON.parse(readFileSync('api/openapi.json', 'utf8')).components.schemas)
    assert.deepEqual([...names].sort(), [...PASSWORD_FIELDS].sort())
  })

  it('expires after 24 hours, not before', async () => {
    const headers = newKey()
    const json = role()
    const { body } = await call('POST', '/api/roles', { json, headers })
    service().clock.advance(DAY - 60_000)
    assert.deepEqual((await call('POST', '/api/roles', { json, headers })).body, body)
    service().clock.advance(120_000)
    assert.equal((await call('POST', '/api/roles', { json, headers })).status, 409, 'executed again')
  })
})
