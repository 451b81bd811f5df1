// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../../support/answer.ts'
import { assertRefused, forEveryResource, useService } from '../../support/suite.ts'

/** The contract for responses: the envelope, statuses and messages, headers, and the alternative shapes. */

const { service, call, make } = useService()

const SUCCESS = ['success', 'status', 'data']
const JSON_TYPE = 'application/json; charset=utf-8'

function assertEnvelope({ status, headers, body }: Answer, expected: number, messages?: string[]) {
  assert.equal(status, expected)
  assert.equal(headers['content-type'], JSON_TYPE)
  assert.match(String(headers['x-request-id']), /^\S{1,128}$/)
  assert.deepEqual(Object.keys(body), messages ? [...SUCCESS, 'messages'] : SUCCESS)
  assert.deepEqual([body.success, body.status], [true, 'success'])
  assert.deepEqual(body.messages, messages)
}

forEveryResource(({ name }, { valid, shared, store }) => {
  it('says for each call what was done, and nothing else', async () => {
    const { id } = await make(name)
    const path = `/api/${name}/id/${id}`
    assertEnvelope(await call('GET', path), 200)
    assertEnvelope(await call('GET', `/api/${name}`), 200)
    if (!store) {
      const created = await call('POST', `/api/${name}/create`, { json: await valid(service()) })
      assertEnvelope(created, 201, ['Saved successfully.'])
      const updated = await call('POST', `${path}/update`, { json: { [shared.column]: shared.other } })
      assertEnvelope(updated, 200, ['Saved'])
      const same = await call('POST', `${path}/update`, { json: {} })
      assertEnvelope(same, 200, ['Saved'])
    }
    const removed = await call('POST', `${path}/delete`)
    assertEnvelope(removed, 200, ['Action was successful'])
    assert.deepEqual(removed.body.data, [])
    assertEnvelope(await call('POST', `${path}/restore`), 200, ['Saved'])
  })

  it('has one shape for all failures', async () => {
    const { id } = await make(name)
    const failures: [Answer, number, string][] = [
      [await call('GET', `/api/${name}/nonsense/1`), 400, 'unknown_column'],
      [await call('GET', `/api/${name}`, { token: null }), 401, 'unauthenticated'],
      [await call('GET', `/api/${name}`, { token: 'rc_unknown' }), 401, 'unauthenticated'],
      [await call('GET', `/api/${name}/id/987654321`), 404, 'not_found'],
      [await call('GET', `/api/${name}/id/${id}/no-such-route/x/y`), 404, 'not_found'],
      [await call('DELETE', `/api/${name}/id/${id}`), 405, 'method_not_allowed'],
      [
        await call('POST', `/api/${name}/id/${id}/delete`, {
          payload: 'x',
          headers: { 'content-type': 'text/csv' },
        }),
        415,
        'unsupported_media_type',
      ],
    ]
    for (const [answer, status, code] of failures) {
      assertRefused(answer, { status, code })
      assert.equal(answer.headers['content-type'], JSON_TYPE)
      assert.equal(answer.body.request_id, answer.headers['x-request-id'])
      assert.doesNotMatch(JSON.stringify(answer.body), /select |sqlite|\.ts|node_modules|\bat /i)
    }
    assert.equal(failures[1]?.[0].headers['www-authenticate'], 'Bearer')
  })

  it('answers 200 with the same body to clients that cannot handle other statuses', async () => {
    const { id } = await make(name)
    const headers = { 'x-http-status': '200', 'x-request-id': 'same-one' }
    const calls: [string, string, object][] = [
      ['GET', `/api/${name}/id/987654321`, {}],
      ['GET', `/api/${name}/nonsense/1`, {}],
      ['PUT', `/api/${name}/id/${id}`, {}],
      ['GET', `/api/${name}?per_page=0`, {}],
      ['GET', `/api/${name}`, { token: null }],
      ['GET', '/api/no-such-route', {}],
      ['POST', `/api/${name}`, { payload: '{', type: 'application/json' }],
    ]
    for (const [method, path, { type, ...options }] of calls as [string, string, { type?: string }][]) {
      const typed: Record<string, string> = type ? { 'content-type': type } : {}
      const plain = await call(method, path, {
        ...options,
        headers: { 'x-request-id': 'same-one', ...typed },
      })
      const always = await call(method, path, { ...options, headers: { ...headers, ...typed } })
      assert.ok(plain.status >= 400)
      assert.equal(always.status, 200)
      assert.deepEqual(always.body, plain.body)
      assert.equal(always.body.success, false)
    }
    if (store) return
    const created = await call('POST', `/api/${name}/create`, { json: await valid(service()), headers })
    assert.deepEqual([created.status, created.body.messages], [200, ['Saved successfully.']])
  })

  it('keeps a well-formed x-request-id, and generates one otherwise', async () => {
    const requestIdFor = async (id?: string, path = `/api/${name}`) => {
      const answer = await call('GET', path, id === undefined ? {} : { headers: { 'x-request-id': id } })
      return String(answer.headers['x-request-id'])
    }
    for (const id of ['abc-123', 'a'.repeat(128), '01a1fbb0-86bc-7499-a88d-9341b72c78ec', 'a.b:c_d']) {
      assert.equal(await requestIdFor(id), id)
      assert.equal(await requestIdFor(id, '/api/no-such-route'), id)
    }
    const generated = new Set<string>()
    for (const id of [undefined, undefined, '', 'a'.repeat(129), 'two words', 'ünï', '<script>', '{"a":1}']) {
      const given = await requestIdFor(id)
      assert.notEqual(given, id)
      assert.match(given, /^[\w-]{8,}$/)
      generated.add(given)
    }
    assert.equal(generated.size, 8)
  })
})

describe('The alternative shapes', () => {
  it('role create: returns the record directly in data too, beside item', async () => {
    for (const method of ['GET', 'POST']) {
      const fields = { name: `Twice ${method}` }
      const options = method === 'GET' ? { query: fields } : { json: fields }
      const { data } = (await call(method, '/api/roles/create', options)).body
      const { item, ...record } = data
      assert.deepEqual(record, item)
      assert.equal(item.name, fields.name)
    }
    const { data } = (
      await call('POST', '/api/users/create', { json: { email: 'once@example.com', first_name: 'O' } })
    ).body
    assert.deepEqual(Object.keys(data), ['item'])
  })

  const SELECTIONS: [string, object][] = [
    ['a query parameter', { query: { variant: '2' } }],
    ['a header', { headers: { 'x-api-variant': '2' } }],
    ['a field', { json: { variant: 2 } }],
  ]
  for (const [by, options] of SELECTIONS) {
    it(`return the permission list directly in data, selected by ${by}`, async () => {
      const { body } = await call('POST', '/api/permissions', options)
      assert.equal(body.data.current_page, 1)
      assert.ok(body.data.data.length > 0)
      assert.ok(!('list' in body.data))
    })

    it(`return the roles of a permission under permissions too, selected by ${by}`, async () => {
      const { body } = await call('POST', '/api/permissions/id/1/roles', options)
      assert.equal(body.data.permission.id, 1)
      assert.deepEqual(body.data.role, body.data.permission)
      assert.deepEqual(body.data.permissions, body.data.roles)
      assert.equal(body.data.permissions.data.at(-1).slug, 'super-administrator')
    })
  }

  it('affect no other operation, and an empty variant has no effect', async () => {
    for (const [name, key] of [
      ['roles', 'list'],
      ['users', 'list'],
    ] as const) {
      const { body } = await call('GET', `/api/${name}`, { query: { variant: '2' } })
      assert.deepEqual(Object.keys(body.data), [key])
    }
    const { body } = await call('GET', '/api/permissions', { query: { variant: '' } })
    assert.deepEqual(Object.keys(body.data), ['list'])
    const roles = await call('GET', '/api/permissions/id/1/roles', { headers: { 'x-api-variant': '' } })
    assert.deepEqual(Object.keys(roles.body.data), ['permission', 'role', 'roles'])
  })
})
