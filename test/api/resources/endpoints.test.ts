// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../../support/answer.ts'
import { type Fields, factoryOf } from '../../support/factories.ts'
import { brief, forEveryResource, useService } from '../../support/suite.ts'

/** Every row of the contract's endpoint tables, with both of its methods. */

const { service, call, make } = useService()

const METHODS = ['GET', 'POST'] as const

/** Inputs are query parameters with GET, body fields with POST. */
const send = (method: string, path: string, fields: Fields = {}) =>
  method === 'GET'
    ? call('GET', path, { query: fields as Record<string, string> })
    : call('POST', path, { json: fields })

const PAGE = [
  ...[
    'current_page',
    'data',
    'first_page_url',
    'from',
    'last_page',
    'last_page_url',
    'links',
    'next_page_url',
  ],
  ...['path', 'per_page', 'prev_page_url', 'to', 'total'],
]

function assertAnswered({ status, body }: Answer, expected: { status: number; messages?: string[] }) {
  assert.equal(status, expected.status, brief(body))
  const { data: _, ...rest } = body
  assert.deepEqual(rest, {
    success: true,
    status: 'success',
    ...(expected.messages && { messages: expected.messages }),
  })
}

forEveryResource(({ name }, factory) => {
  const { column, value, other } = factory.shared
  if (!factory.store) {
    it(`${name}: GET and POST /api/${name}/create`, async () => {
      for (const method of METHODS) {
        const fields = { ...(await factory.valid(service())), [column]: String(value) }
        const answer = await send(method, `/api/${name}/create`, fields)
        assertAnswered(answer, { status: 201, messages: ['Saved successfully.'] })
        assert.deepEqual(answer.body.data.item[column], value)
      }
    })

    it(`${name}: GET and POST /api/${name}/{column}/{value}/update`, async () => {
      for (const method of METHODS) {
        const { id } = await make(name, { [column]: value })
        const answer = await send(method, `/api/${name}/id/${id}/update`, { [column]: String(other) })
        assertAnswered(answer, { status: 200, messages: ['Saved'] })
        assert.equal(answer.body.data.id, id)
        assert.deepEqual(answer.body.data[column], other)
        assert.deepEqual((await call('GET', `/api/${name}/id/${id}`)).body.data[column], other)
      }
    })
  } else {
    it(`${name}: has no create and no update`, async () => {
      const { id } = await make(name)
      for (const path of [`/api/${name}/create`, `/api/${name}/id/${id}/update`]) {
        for (const method of METHODS) {
          // `create` is not an id, and an id does not accept POST.
          const isId = method === 'POST' && path.endsWith('/create')
          assert.equal((await send(method, path)).status, isId ? 405 : 404)
        }
      }
    })
  }

  it(`${name}: GET and POST /api/${name}`, async () => {
    const { id } = await make(name)
    for (const method of METHODS) {
      const answer = await send(method, `/api/${name}`, { per_page: '1' })
      assertAnswered(answer, { status: 200 })
      assert.deepEqual(Object.keys(answer.body.data), ['list'])
      assert.deepEqual(Object.keys(answer.body.data.list), PAGE)
      assert.equal(answer.body.data.list.data[0].id, id)
    }
  })

  it(`${name}: GET and POST /api/${name}/{column}/{value}`, async () => {
    const record = await make(name)
    for (const method of METHODS) {
      const answer = await send(method, `/api/${name}/uuid/${record.uuid}`)
      assertAnswered(answer, { status: 200 })
      assert.equal(answer.body.data.id, record.id)
    }
  })

  it(`${name}: GET and POST /api/${name}/{column}/{value}/delete, and …/restore`, async () => {
    for (const method of METHODS) {
      const { id } = await make(name)
      const removed = await send(method, `/api/${name}/id/${id}/delete`)
      assertAnswered(removed, { status: 200, messages: ['Action was successful'] })
      assert.deepEqual(removed.body.data, [])
      assert.equal((await call('GET', `/api/${name}/id/${id}`)).status, 404)
      const restored = await send(method, `/api/${name}/id/${id}/restore`)
      assertAnswered(restored, { status: 200, messages: ['Saved'] })
      assert.equal(restored.body.data.id, id)
      assert.equal((await call('GET', `/api/${name}/id/${id}`)).status, 200)
    }
  })
})

/** A user with a role that grants a permission. */
async function chain() {
  const user = await make('users')
  const role = await make('roles')
  const permission = await make('permissions')
  await call('POST', `/api/users/${user.id}/relationships/roles`, { json: [role.id] })
  await call('POST', `/api/roles/${role.id}/relationships/permissions`, { json: [permission.id] })
  return { users: user, roles: role, permissions: permission }
}

const RELATION_READS = [
  ['users', 'roles', ['user', 'roles']],
  ['users', 'permissions', ['user', 'permissions']],
  ['roles', 'users', ['role', 'users']],
  ['roles', 'permissions', ['role', 'permissions']],
  ['permissions', 'users', ['permission', 'role', 'users']],
  ['permissions', 'roles', ['permission', 'role', 'roles']],
] as const

const PIVOT = ['is_active', 'expires_at', 'created_by', 'created_at', 'updated_by', 'updated_at']

describe('Links', () => {
  for (const [name, relation, keys] of RELATION_READS) {
    it(`${name}: GET and POST /api/${name}/{column}/{value}/${relation}`, async () => {
      const records = await chain()
      for (const method of METHODS) {
        const answer = await send(method, `/api/${name}/id/${records[name].id}/${relation}`, {
          per_page: '20',
        })
        assertAnswered(answer, { status: 200 })
        const { data } = answer.body
        assert.deepEqual(Object.keys(data), keys)
        assert.equal(data[keys[0]].id, records[name].id)
        assert.deepEqual(Object.keys(data[relation]), PAGE)
        const [linked] = data[relation].data.filter(
          (item: { id: number }) => item.id === records[relation].id,
        )
        assert.deepEqual(Object.keys(linked.pivot), PIVOT)
        assert.equal(linked.pivot.is_active, true)
      }
    })
  }

  for (const what of ['role', 'permission'] as const) {
    it(`users: GET and POST /api/users/{column}/{value}/${what}s/{${what}_slug}`, async () => {
      const { users: user, ...records } = await chain()
      for (const method of METHODS) {
        const path = `/api/users/uuid/${user.uuid}/${what}s/`
        const held = await send(method, path + records[`${what}s`].slug)
        assertAnswered(held, { status: 200 })
        assert.equal(held.body.data, true)
        const unknown = await send(method, `${path}no-such-slug`)
        assertAnswered(unknown, { status: 200 })
        assert.equal(unknown.body.data, false)
        assert.equal((await send(method, `/api/users/id/987654321/${what}s/x`)).status, 404)
      }
    })
  }

  it('registrations: GET and POST /api/registrations/{column}/{value}/create-user', async () => {
    for (const method of METHODS) {
      const registration = await make('registrations')
      const answer = await send(method, `/api/registrations/id/${registration.id}/create-user`)
      assertAnswered(answer, { status: 201, messages: ['User is created.'] })
      assert.deepEqual(Object.keys(answer.body.data), ['user'])
      assert.equal(answer.body.data.user.email, registration.email)
    }
  })
})

describe('Authentication', () => {
  it('POST /api/signin, and no other method', async () => {
    const { email, password } = { ...(await factoryOf('registrations').valid(service())) }
    await make('users', { email, password })
    const answer = await call('POST', '/api/signin', { token: null, json: { email, password } })
    assertAnswered(answer, { status: 200 })
    assert.match(answer.body.data.item.api_token, /^rc_[\w-]{43}$/)
    const refused = await call('GET', '/api/signin')
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'POST'])
  })

  it('POST /api/signup, and no other method', async () => {
    const json = { ...(await factoryOf('registrations').valid(service())), first_name: 'Grace' }
    const answer = await call('POST', '/api/signup', { token: null, json })
    assertAnswered(answer, { status: 201, messages: ['Saved successfully'] })
    assert.equal(answer.body.data.item.first_name, 'Grace')
    const refused = await call('GET', '/api/signup')
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'POST'])
  })
})

describe('The alias of the users paths', () => {
  it('GET and POST /api/cms/users/{column}/{value}, and every other users path', async () => {
    const { users: user, roles: role } = await chain()
    for (const method of METHODS) {
      const at = (path: string, fields?: Fields) => send(method, `/api/cms/users${path}`, fields)
      assert.equal((await at(`/id/${user.id}`)).body.data.uuid, user.uuid)
      const listed = (await at('', { per_page: '1' })).body.data.list
      assert.equal(listed.path, 'http://localhost:80/api/cms/users')
      const valid = await factoryOf('users').valid(service())
      const { id } = (await at('/create', valid)).body.data.item
      assert.equal((await at(`/id/${id}/update`, { title: 'Dr' })).body.data.title, 'Dr')
      assert.deepEqual((await at(`/id/${id}/delete`)).body.data, [])
      assert.equal((await at(`/id/${id}/restore`)).body.data.id, id)
      assert.equal((await at(`/id/${user.id}/roles`)).body.data.roles.total, 1)
      assert.equal((await at(`/id/${user.id}/permissions`)).body.data.permissions.total, 1)
      assert.equal((await at(`/id/${user.id}/roles/${role.slug}`)).body.data, true)
      assert.equal((await at(`/id/${user.id}/permissions/nothing`)).body.data, false)
    }
  })
})
