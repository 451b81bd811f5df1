// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { resources } from '../../server/resources/index.ts'
import type { Answer } from '../support/answer.ts'
import { fc } from '../support/seeds.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

const RUNS = 100
const STATUSES = new Set([200, 201, 304, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422])
const TABLES = [...resources.map(({ table }) => table), 'user_roles', 'role_permissions', 'tokens']

let service: Service

before(async () => {
  service = await startService()
  const user = { email: 'ada@example.com', first_name: 'Ada' }
  await service.call('POST', '/api/users/create', { json: user })
})
after(() => service.stop())

/** Everything that is stored, as one text. */
async function dump(): Promise<string> {
  const rows = []
  for (const table of TABLES) {
    rows.push((await sql`select * from ${sql.table(table)} order by id`.execute(service.connection.db)).rows)
  }
  return JSON.stringify(rows)
}

function checkEnvelope({ status, body }: Answer): void {
  assert.ok(STATUSES.has(status), `an undocumented status: ${status} ${JSON.stringify(body)}`)
  if (status === 304) return
  assert.equal(typeof body, 'object')
  if (status < 300) {
    assert.deepEqual([body.success, body.status], [true, 'success'])
    return
  }
  assert.deepEqual([body.success, body.status], [false, 'failed'])
  assert.ok(body.errors.length > 0 && body.errors.every((error: unknown) => typeof error === 'string'))
  assert.equal(typeof body.code, 'string')
  assert.ok(Array.isArray(body.details))
  assert.doesNotMatch(JSON.stringify(body), /SQLITE|select |node_modules|\.ts:|at \w+ \(/)
}

/** Calls, and checks the envelope of the answer; a refusal must have changed nothing. */
async function probe(method: string, path: string, options: CallOptions = {}): Promise<void> {
  const earlier = await dump()
  const answer = await service.call(method, path, options)
  checkEnvelope(answer)
  if (answer.status >= 400) assert.equal(await dump(), earlier, 'a refusal changed something')
}

const RESOURCES = ['registrations', 'users', 'roles', 'permissions', 'taxonomies', 'taxonomy-types'] as const
const FIELDS = [
  'email',
  'first_name',
  'name',
  'slug',
  'type',
  'parent',
  'is_active',
  'meta',
  'password',
  'status',
]
const PARAMETERS = ['q', 'page', 'per_page', 'from', 'to', 'trashed', 'sort', 'include', 'filter', 'types']

const resource = fc.constantFrom(...RESOURCES)
const name = fc.oneof(fc.constantFrom(...FIELDS, ...PARAMETERS), fc.string({ unit: 'binary', maxLength: 20 }))
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '1', 'true', 'null', '%', '_'),
)
const value = fc.oneof(
  { arbitrary: text, weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
)
const fields = fc.dictionary(name, value, { maxKeys: 6 })
const segment = text.map((part) => encodeURIComponent(part.toWellFormed()))

const assertProperty = (property: fc.IAsyncProperty<unknown[]>) =>
  fc.assert(property as never, { numRuns: RUNS })
const property = fc.asyncProperty

describe('any input, whose refusal changes nothing', () => {
  it('gets a documented response as the JSON body of a create', () =>
    assertProperty(
      property(resource, fields, (to, json) => probe('POST', `/api/${to}/create`, { json })) as never,
    ))

  it('gets a documented response as the JSON body of an update', () =>
    assertProperty(
      property(fc.constantFrom('users', 'roles', 'taxonomies'), fields, (to, json) =>
        probe('POST', `/api/${to}/id/2/update`, { json }),
      ) as never,
    ))

  it('gets a documented response as any JSON, even where an object is expected', () =>
    assertProperty(
      property(resource, fc.jsonValue({ maxDepth: 4 }), (to, json) =>
        probe('POST', `/api/${to}/create`, { json }),
      ) as never,
    ))

  it('gets a documented response as any text that is labelled JSON, a form or multipart', () =>
    assertProperty(
      property(
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'text/plain',
          '',
        ),
        text,
        (type, payload) =>
          probe('POST', '/api/roles/create', {
            payload,
            headers: type === '' ? {} : { 'content-type': type },
          }),
      ) as never,
    ))

  it('gets a documented response as the query of a list', () =>
    assertProperty(
      property(resource, fc.array(fc.tuple(name, text), { maxLength: 6 }), (of, pairs) =>
        probe('GET', `/api/${of}`, { query: new URLSearchParams(pairs).toString() }),
      ) as never,
    ))

  it('gets a documented response as filter, sort and include', () =>
    assertProperty(
      property(resource, name, text, text, text, (of, field, filter, sort, include) =>
        probe('GET', `/api/${of}`, {
          query: new URLSearchParams({ [`filter[${field}]`]: filter, sort, include }).toString(),
        }),
      ) as never,
    ))

  it('gets a documented response as a selector, and as what follows it', () =>
    assertProperty(
      property(
        resource,
        segment,
        segment,
        fc.constantFrom('', '/update', '/delete', '/restore', '/roles', '/permissions/x', '/nothing'),
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
        (of, column, value, tail, method) => probe(method, `/api/${of}/${column}/${value}${tail}`),
      ) as never,
    ))

  it('gets a documented response as a path, whether valid or not', () =>
    assertProperty(
      property(
        fc.stringMatching(/^[!-~]{0,80}$/),
        fc.constantFrom('GET', 'POST', 'DELETE'),
        (path, method) => {
          // inject() parses URLs like a browser: a backslash is a slash to it.
          // A path that begins with two slashes names another host, which is never requested.
          const target = `/${path.replace(/^\/+/, '').replaceAll(/[#\\]/g, '')}`
          // A browser also makes `/docs` of `/./docs`.
          const { pathname } = new URL(target, 'http://localhost')
          const isPage = /^\/(docs|setup|openapi\.json|favicon\.svg|$)/.test(pathname)
          return isPage ? Promise.resolve() : probe(method, target)
        },
      ) as never,
    ))

  it('gets a documented response as members of a relation', () =>
    assertProperty(
      property(
        fc.constantFrom('POST', 'PATCH', 'DELETE'),
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }),
          fc.array(fc.oneof(text, fc.integer(), fields), { maxLength: 4 }),
        ),
        (method, json) => probe(method, '/api/users/2/relationships/roles', { json }),
      ) as never,
    ))

  it('gets a documented response in the headers that the service reads', () =>
    assertProperty(
      property(
        fc.constantFrom('authorization', 'if-match', 'if-none-match', 'x-api-variant', 'x-request-id'),
        fc.stringMatching(/^[ -~]{0,100}$/),
        (header, content) =>
          probe('POST', '/api/roles/id/2/update', { json: {}, headers: { [header]: content } }),
      ) as never,
    ))
})

describe('a path over a socket', () => {
  it('is refused in the envelope if it is too long, and the service continues', async () => {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    for (const length of [1_000, 10_000, 15_000, 20_000, 100_000]) {
      const response = await fetch(`${address}/api/users/username/${'a'.repeat(length)}`, {
        headers: { authorization: `Bearer ${service.token}` },
      })
      const body = await response.json()
      assert.ok([404, 414, 431].includes(response.status), String(response.status))
      assert.deepEqual([body.success, body.status], [false, 'failed'])
    }
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
  })
})
