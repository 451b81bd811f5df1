// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { resources } from '../../server/resources/index.ts'
import { dataOf, makeUser, type Person } from '../support/actors.ts'
import { multipart } from '../support/multipart.ts'
import { dumpOf } from '../support/refusals.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

/** Payloads that would extend, join, stack, end or slow a concatenated statement. */
const SQL = [
  ...["' or '1'='1", '" or ""="', "') or ('1'='1", '1 or 1=1', "x' or 1=1 --", "admin'--", '1) or (1=1'],
  ...["' union select id, password_hash from users --", '1 union select sql from sqlite_master'],
  ...["'; drop table users; --", '1; delete from tokens', "'; update users set is_active = 0; --"],
  ...["' and (select randomblob(500000000)) --", "' || (select group_concat(hash) from tokens) || '"],
  ...[
    '/**/',
    '`',
    '\\',
    "\\'",
    '%',
    '_',
    '*',
    '?',
    ':slot',
    '$1',
    '@p',
    '[a]',
    "x'27'",
    'char(39)',
    '\u02bc',
    '＇ or 1=1',
  ],
]

/** API8:2023 Security misconfiguration; and injection, which every list of vulnerabilities names beside it. */
describe('API8: SQL injection', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
    dataOf(await service.call('POST', '/api/taxonomy-types/create', { json: { name: 'City' } }))
    dataOf(await service.call('POST', '/api/taxonomies/create', { json: { name: 'Paris', type: 'city' } }))
  })
  after(() => service.stop())

  /** Asserts that the calls find and change nothing, and that no statement contains the text itself. */
  async function assertHarmless(
    calls: (text: string) => [string, string, CallOptions?][],
    isNothing: (answer: { status: number; body: { data?: { list?: { total: number } } } }) => boolean,
  ) {
    const before = await dumpOf(service)
    for (const text of SQL) {
      service.statements.recorded = []
      for (const [method, path, options] of calls(text)) {
        const answer = await service.call(method, path, options)
        assert.ok(
          isNothing(answer),
          `${method} ${path} ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`,
        )
      }
      const kept = service.statements.recorded ?? []
      delete service.statements.recorded
      if (text.length > 8)
        assert.deepEqual(
          kept.filter(({ sql }) => sql.includes(text)),
          [],
          text,
        )
    }
    assert.deepEqual(await dumpOf(service), before)
  }
  const encoded = encodeURIComponent
  const isRefused = ({ status }: { status: number }) => [400, 401, 404, 409, 422].includes(status)

  it('matches nothing in a selector’s value or column, in reads and in writes', () =>
    assertHarmless(
      (text) => [
        ...resources.flatMap(({ name }): [string, string][] => [
          ['GET', `/api/${name}/id/${encoded(text)}`],
          ['GET', `/api/${name}/uuid/${encoded(text)}`],
          ['GET', `/api/${name}/${encoded(text)}/1`],
          ['GET', `/api/${name}/${encoded(text)}`],
          ['POST', `/api/${name}/id/${encoded(text)}/delete`],
          ['DELETE', `/api/${name}/${encoded(text)}`],
        ]),
        ['GET', `/api/users/email/${encoded(text)}`],
        ['GET', `/api/roles/slug/${encoded(text)}`],
        ['GET', `/api/taxonomies/type/${encoded(text)}`],
        ['POST', `/api/users/first_name/${encoded(text)}/update`, { json: { title: 'x' } }],
        ['POST', `/api/users/id/1/tokens/${encoded(text)}/revoke`],
      ],
      isRefused,
    ))

  it('finds nothing in a filter’s value, with every operator', () =>
    assertHarmless(
      (text) => [
        ...['', 'eq:', 'like:'].flatMap((operator): [string, string, CallOptions][] => [
          ['GET', '/api/users', { query: { 'filter[last_name]': `${operator}x${text}` } }],
          ['POST', '/api/roles', { json: { filter: { slug: `${operator}x${text}` } } }],
        ]),
        ['GET', '/api/users', { query: { 'filter[first_name]': `btw:x${text}|x${text}` } }],
        ['GET', '/api/permissions', { query: { filter: `x${text}`, section: text } }],
        ['GET', '/api/users', { query: { q: `x${text}` } }],
        ['POST', '/api/taxonomies', { json: { q: `x${text}` } }],
      ],
      ({ status, body }) => status === 400 || (status === 200 && body.data?.list?.total === 0),
    ))

  it('is refused in filter names, sorts, includes, types, pages and dates', () =>
    assertHarmless(
      (text) => [
        ['GET', '/api/users', { query: { [`filter[x${text.replaceAll(/[[\]]/g, '')}]`]: '1' } }],
        ['POST', '/api/users', { json: { filter: { [`id${text}`]: '1' } } }],
        ['GET', '/api/users', { query: { sort: `id${text}` } }],
        ['GET', '/api/users', { query: { sort: `id:${text}` } }],
        ['GET', '/api/users', { query: { include: `roles${text}` } }],
        ['GET', '/api/taxonomies', { query: { types: `city${text}` } }],
        ['GET', '/api/users', { query: { page: `1${text}` } }],
        ['GET', '/api/users', { query: { from: `2026-01-01${text}` } }],
        ['GET', '/api/users', { query: { status: `active${text}` } }],
        ['GET', '/api/users', { query: { trashed: `true${text}` } }],
      ],
      isRefused,
    ))

  it('matches nobody in ids, members, questions and tokens', () =>
    assertHarmless(
      (text) => [
        ['DELETE', '/api/users', { json: { ids: [`1${text}`] } }],
        ['DELETE', '/api/users', { query: { ids: `x${text}` } }],
        ['PATCH', '/api/users', { json: [{ uuid: text, title: 'x' }] }],
        ['POST', '/api/users/1/relationships/roles', { json: `x${text}` }],
        ['PUT', '/api/roles/3/relationships/permissions', { json: [`x${text}`] }],
        ['POST', '/api/taxonomies/create', { json: { name: 'x', type: `x${text}` } }],
        [
          'POST',
          '/api/users/create',
          { json: { email: 'x@example.com', first_name: 'x', invited_by: `1${text}` } },
        ],
        ['POST', '/api/users/id/1/tokens/create', { json: { name: 'x', permissions: [`x${text}`] } }],
        ['POST', '/api/signin', { token: null, json: { email: text, password: text } }],
        ['GET', '/api/me', { token: null, query: { api_token: text } }],
      ],
      isRefused,
    ))

  it('gets false in checks of roles and permissions', async () => {
    for (const text of SQL) {
      const { status, body } = await service.call('GET', `/api/users/id/${ada.id}/roles/${encoded(text)}`)
      assert.deepEqual([status, body.data], [200, false], text)
      const asked = [
        { user: text.slice(0, 36), role: text },
        { user: ada.id, permission: text },
      ]
      const { results } = dataOf(await service.call('POST', '/api/checks', { json: asked }))
      assert.deepEqual(
        results.map(({ allowed }: { allowed: boolean }) => allowed),
        [false, false],
      )
    }
  })

  it('is stored literally in values, and found only by itself', async () => {
    for (const [index, text] of SQL.entries()) {
      const json = {
        email: `sql${index}@example.com`,
        first_name: text,
        last_name: `L${text}`,
        meta: { [text]: text },
        bio: text,
      }
      const { item } = dataOf(await service.call('POST', '/api/users/create', { json }))
      assert.deepEqual([item.first_name, item.bio, item.meta], [text, text, { [text]: text }])
      const { list } = dataOf(await service.call('POST', '/api/users', { json: { q: `L${text}` } }))
      assert.deepEqual(
        list.data.map(({ id }: Person) => id),
        [item.id],
        text,
      )
    }
  })
})

describe('API8: prototype pollution', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const PATHS = [
    '/api/users/create',
    '/api/users',
    '/api/users/id/1/update',
    '/api/users/1/relationships/roles',
    '/api/checks',
    '/api/signin',
    '/api/signup',
  ]
  const NAMES = ['__proto__', 'constructor', 'prototype']
  const json = { 'content-type': 'application/json' }

  it('has no effect in JSON, forms, multipart, queries and texts of JSON', async () => {
    const own = Object.getOwnPropertyNames(Object.prototype).toString()
    const bodies: CallOptions[] = [
      ...[
        '{"__proto__":{"polluted":1}}',
        '{"constructor":{"prototype":{"polluted":1}}}',
        '{"a":{"__proto__":{"polluted":1}}}',
        '[{"__proto__":{"polluted":1}}]',
        '{"\\u005f_proto__":{"polluted":1}}',
        '{"filter":{"__proto__":{"polluted":1}}}',
        '{"meta":"{\\"__proto__\\":{\\"polluted\\":1}}"}',
      ].map((payload) => ({ payload, headers: json })),
      ...NAMES.flatMap((name): CallOptions[] => [
        { form: `${name}[polluted]=1` },
        { form: `meta[${name}][polluted]=1` },
        { form: `a[b][${name}]=1` },
        { form: `${encodeURIComponent(name)}%5Bpolluted%5D=1` },
        multipart([[`${name}[polluted]`, '1']]),
        { query: `${name}[polluted]=1` },
        { query: `filter[${name}]=1` },
        { query: `filter[${name}][polluted]=1` },
        { query: { sort: name, include: name } },
      ]),
    ]
    for (const path of PATHS)
      for (const options of bodies) {
        const { status } = await service.call('POST', path, options)
        assert.ok([200, 400, 401, 415, 422].includes(status), `${path} ${JSON.stringify(options)}: ${status}`)
      }
    for (const name of NAMES)
      for (const tail of ['x', '1', 'polluted'])
        assert.equal((await service.call('GET', `/api/users/${name}/${tail}`)).status, 400)
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    assert.equal(Object.getOwnPropertyNames(Object.prototype).toString(), own)
  })

  it('has no effect by names that every object has', async () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']) {
      assert.equal((await service.call('GET', `/api/roles/${name}/x`)).status, 400)
      assert.equal((await service.call('GET', '/api/roles', { query: { include: name } })).status, 400)
      assert.equal(
        (await service.call('GET', '/api/roles', { query: { [`filter[${name}]`]: 'x' } })).status,
        400,
      )
      assert.equal(
        (await service.call('POST', '/api/roles/create', { json: { name: 'X', [name]: 1 } })).status,
        422,
      )
    }
  })
})
