// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { slugToReadOf } from '../../contract/permissions.ts'
import { resources } from '../../server/resources/index.ts'
import { dataOf, makeActor } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { refuseSecretsIn, secret } from '../support/secrets.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

/** Names of stored values that no response contains: fields, columns and guesses. */
const SECRETS = [
  ...['password', 'api_token', 'remember_token', 'login_otp', 'reset_password_code', 'activation_code'],
  ...[
    'password_hash',
    'api_token_hash',
    'remember_token_hash',
    'email_key',
    'username_key',
    'search_text',
    'version',
  ],
  ...['tokens', 'codes', 'hash', 'rowid', 'users.password_hash', 'password_hash--'],
]
const UNKNOWN = 'no_such_column'

/** API3:2023, for values that are never returned: no other feature may reveal them. */
describe('API3: secrets', () => {
  let service: Service
  let id: number
  let reader: string
  before(async () => {
    service = await startService()
    reader = (
      await makeActor(
        service,
        resources.map(({ name }) => slugToReadOf(name)),
      )
    ).token
    const json = {
      email: 'ada@example.com',
      first_name: 'Ada',
      password: secret('zqzq secret phrase'),
      remember_token: secret('zqzq-remember'),
      login_otp: secret('zqzq-otp'),
      reset_password_code: secret('zqzq-reset'),
      activation_code: secret('zqzq-activation'),
      api_token: secret(`zqzq-token-${'x'.repeat(40)}`),
    }
    id = dataOf(await service.call('POST', '/api/users/create', { json })).item.id
  })
  after(async () => {
    await service.stop()
    refuseSecretsIn(service.answers, [service.token])
  })

  /** The response without its request id and without the hint at a similar public name. */
  const comparable = ({ status, headers, body }: Answer) => {
    const { request_id: _, ...rest } = body
    const text = JSON.stringify(rest)
    const [hint = '', near = ''] = / Did you mean (\w+)\?/.exec(text) ?? []
    assert.ok(text.split('Allowed: ').at(-1)?.includes(near), near)
    return JSON.stringify([status, Number(headers['content-length']) - hint.length, text.replace(hint, '')])
  }

  /** Asserts that a secret's name and an unknown name get the same response, for an administrator and for a reader. */
  async function assertSame(ask: (name: string) => [string, string, CallOptions?], status: number) {
    for (const token of [service.token, reader]) {
      const call = (name: string) => {
        const [method, path, options] = ask(name)
        return service.call(method, path, { ...options, token })
      }
      const unknown = await call(UNKNOWN)
      // A missing permission is refused before the name is examined.
      if (token === service.token || unknown.status !== 403)
        assert.equal(unknown.status, status, JSON.stringify(unknown.body))
      for (const name of SECRETS) assert.equal(comparable(await call(name)), comparable(unknown), name)
    }
  }

  for (const { name: tag } of resources) {
    it(`cannot be selected, filtered, sorted or included in ${tag}: their names are refused like unknown ones`, async () => {
      const encoded = encodeURIComponent
      for (const end of ['', '?trashed=true'])
        await assertSame((name) => ['GET', `/api/${tag}/${encoded(name)}/x${end}`], 400)
      for (const value of ['zqzq', 'like:zqzq', 'not:', 'gt:a'])
        await assertSame((name) => ['GET', `/api/${tag}?filter[${encoded(name)}]=${value}`], 400)
      await assertSame((name) => ['GET', `/api/${tag}?sort=${encoded(name)}`], 400)
      await assertSame((name) => ['POST', `/api/${tag}`, { json: { sort: `${name}:desc` } }], 400)
    })
  }

  it('cannot be included: only relations can, and everything else is refused alike', async () => {
    for (const { name: tag } of resources) {
      const answers = await Promise.all(
        ['tokens', 'attempts', 'idempotency_keys', 'password', UNKNOWN].map(async (name) =>
          comparable(await service.call('GET', `/api/${tag}`, { query: { include: name } })),
        ),
      )
      assert.equal(new Set(answers).size, 1)
    }
  })

  it('cannot be selected by writes: their names are refused like unknown ones', async () => {
    for (const end of ['update', 'delete', 'restore', 'tokens', 'roles'])
      await assertSame(
        (name) => ['POST', `/api/users/${encodeURIComponent(name)}/x/${end}`, { json: {} }],
        400,
      )
  })

  it('are not found by a search', async () => {
    for (const q of ['zqzq', 'zqzq secret phrase', '$argon2id', 'argon2', 'rc_']) {
      for (const { name: tag } of resources) {
        const { list } = dataOf(await service.call('GET', `/api/${tag}`, { query: { q } }))
        assert.equal(list.total, 0, `${tag} ${q}`)
      }
    }
  })

  it('change the version in the ETag, and nothing else in it depends on their values', async () => {
    const tagAfter = async (login_otp: string) => {
      await service.call('POST', `/api/users/${id}`, { json: {} })
      dataOf(await service.call('PATCH', `/api/users/${id}`, { json: { login_otp } }))
      const { headers } = await service.call('GET', `/api/users/${id}`)
      const record = await service.connection.db
        .selectFrom('users')
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirstOrThrow()
      // With the same version and time, both values must give the same ETag.
      await service.connection.db
        .updateTable('users')
        .set({ version: 7, updated_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute()
      assert.notEqual(record.login_otp_hash, null)
      const same = await service.call('GET', `/api/users/${id}`)
      assert.notEqual(same.headers.etag, headers.etag)
      return same.headers.etag
    }
    assert.equal(await tagAfter(secret('zqzq-first')), await tagAfter(secret('zqzq-second')))
  })

  it('cannot be guessed with If-Match, which compares only the version', async () => {
    const { headers } = await service.call('GET', `/api/users/${id}`)
    const version = /"(\d+)-/.exec(String(headers.etag))?.[1]
    const write = (tag: string) =>
      service.call('PATCH', `/api/users/${id}`, { json: {}, headers: { 'if-match': tag } })
    const [first, second] = [await write(`"${version}-x"`), await write(`"${version}-y"`)]
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal((await write(`"${Number(version) + 99}-x"`)).status, 412)
  })

  it('are not compared between users, except a token, whose refusal names no owner', async () => {
    const json = { api_token: `zqzq-token-${'x'.repeat(40)}` }
    const { status, body } = await service.call('POST', '/api/users/create', {
      json: { ...json, email: 'b@example.com', first_name: 'B' },
    })
    assert.equal(status, 409)
    assert.deepEqual(body.errors, ['This token cannot be used; choose another.'])
    const same = await service.call('POST', '/api/users/create', {
      json: {
        email: 'c@example.com',
        first_name: 'C',
        password: 'zqzq secret phrase',
        login_otp: 'zqzq-otp',
      },
    })
    assert.equal(same.status, 201)
  })
})
