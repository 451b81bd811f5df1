// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { resources } from '../../../server/resources/index.ts'
import { makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { ids, useService } from '../../support/suite.ts'

/** Every relation, with every method. */

const { service, call, make } = useService()

const data = async (method: string, path: string, options: object = {}) => {
  const { status, body } = await call(method, path, options)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

const refused = (
  method: string,
  path: string,
  options: object,
  expected: Parameters<typeof assertRefused>[1],
) => assertRefusedUnchanged(service(), () => call(method, path, options), expected)

const versionOf = ({ headers }: { headers: { etag?: unknown } }) =>
  Number(/"(\d+)-/.exec(String(headers.etag))?.[1])

const LINKS: [of: Subject, relation: string, to: Subject][] = [
  ['users', 'roles', 'roles'],
  ['users', 'taxonomies', 'taxonomies'],
  ['roles', 'users', 'users'],
  ['roles', 'permissions', 'permissions'],
  ['taxonomies', 'users', 'users'],
]

for (const [of, relation, to] of LINKS) {
  describe(`${of}.${relation}`, () => {
    const start = async () => {
      const at = `/api/${of}/${(await make(of)).id}/relationships/${relation}`
      const [one, two] = [await make(to), await make(to)]
      const linked = async () => (await data('GET', at, { query: { sort: 'id' } }))[relation].data
      return { at, one, two, linked }
    }

    it('POST adds members by id and uuid, and ignores those that are linked already', async () => {
      const { at, one, two, linked } = await start()
      await data('POST', at, { json: one.id })
      await data('POST', at, { json: [one.uuid, { id: two.uuid, expires_at: '2126-01-01' }] })
      const found = await linked()
      assert.deepEqual(ids(found), [one.id, two.id])
      assert.deepEqual(found[1].pivot.expires_at, '2126-01-01T00:00:00.000Z')
    })

    it('GET pages, sorts, filters and includes', async () => {
      const { at, one, two } = await start()
      await data('POST', at, { json: [one.id, two.id] })
      const page = async (query: object) => (await data('GET', at, { query }))[relation]
      const first = await page({ limit: '1', page: '2', sort: 'id' })
      assert.deepEqual([ids(first.data), first.total], [[two.id], 2])
      assert.deepEqual(ids((await page({ sort: 'id:desc' })).data), [two.id, one.id])
      assert.deepEqual(ids((await page({ 'filter[id]': String(one.id) })).data), [one.id])
      assert.ok('created_by_user' in (await page({ include: 'created_by' })).data[0])
    })

    it('PUT replaces the set: [] empties it, and a missing body is refused', async () => {
      const { at, one, two, linked } = await start()
      await data('POST', at, { json: one.id })
      await data('PUT', at, { json: [two.id] })
      assert.deepEqual(ids(await linked()), [two.id])
      await refused('PUT', at, {}, { status: 422, code: 'required', details: [['id', 'required']] })
      await data('PUT', at, { json: [] })
      assert.deepEqual(await linked(), [])
    })

    it('PATCH changes existing links, and no others', async () => {
      const { at, one, two, linked } = await start()
      await data('POST', at, { json: one.id })
      await data('PATCH', at, { json: { id: one.id, is_active: false } })
      assert.equal((await linked())[0].pivot.is_active, false)
      const details = [['id', 'not_linked']] as const
      await refused('PATCH', at, { json: { id: two.id } }, { status: 422, code: 'not_linked', details })
    })

    it('DELETE removes the named members, all with all=true, and none without names', async () => {
      const { at, one, two, linked } = await start()
      await data('POST', at, { json: [one.id, two.id] })
      await refused('DELETE', at, {}, { status: 422, code: 'required', details: [['id', 'required']] })
      await data('DELETE', at, { json: [one.id] })
      assert.deepEqual(ids(await linked()), [two.id])
      await data('DELETE', at, { query: { all: 'true' } })
      assert.deepEqual(await linked(), [])
    })

    it('POST raises the versions of both sides, but only that of the user for links with users', async () => {
      const { at, one } = await start()
      const from = at.replace(/\/relationships.*/, '')
      const versions = () =>
        Promise.all([from, `/api/${to}/${one.id}`].map(async (path) => versionOf(await call('GET', path))))
      const before = await versions()
      await data('POST', at, { json: one.id })
      const grown = (await versions()).map((version, side) => version - (before[side] as number))
      const isOfUsers = [of, to].includes('users')
      assert.deepEqual(
        grown,
        [of, to].map((side) => (isOfUsers && side !== 'users' ? 0 : 1)),
      )
    })

    it('POST with a stale If-Match changes nothing', async () => {
      const { at, one, linked } = await start()
      const { etag } = (await call('GET', at.replace(/\/relationships.*/, ''))).headers
      const headers = { 'if-match': String(etag).replace(/\d+/, (version) => String(Number(version) - 1)) }
      await refused('POST', at, { json: one.id, headers }, { status: 412, code: 'stale' })
      assert.deepEqual(await linked(), [])
      await data('POST', at, { json: one.id, headers: { 'if-match': String(etag) } })
    })
  })
}

describe('read-only relations', () => {
  for (const { name } of resources) {
    const derived = name === 'users' ? ['permissions'] : name === 'permissions' ? ['users'] : []
    for (const relation of ['created_by', 'updated_by', 'deleted_by', ...derived]) {
      it(`answer GET only: ${name}.${relation}`, async () => {
        const at = `/api/${name}/${(await make(name)).id}/relationships/${relation}`
        await data('GET', at)
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await call(method, at, { json: 1 })
          assertRefused(answer, { status: 405, code: 'method_not_allowed' })
          assert.equal(answer.headers.allow, 'GET')
        }
      })
    }
  }
})

describe('privilege escalation', () => {
  it('is refused from the side of the role and of the permission', async () => {
    const { token, id } = await makeActor(service(), [
      'can-assign-roles',
      'can-assign-permissions',
      'can-read-roles',
      'can-read-users',
      'can-read-permissions',
    ])
    const strong = await makeRole(service(), ['can-delete-users'])
    const attempt = (path: string, json: unknown) => () => call('POST', path, { token, json })
    const lacking = ['can-delete-users']
    await assertForbidden(service(), attempt(`/api/roles/${strong.id}/relationships/users`, id), lacking)
    const { id: permission } = await data('GET', '/api/permissions/slug/can-delete-users')
    const weak = await makeRole(service())
    await assertForbidden(
      service(),
      attempt(`/api/permissions/${permission}/relationships/roles`, weak.id),
      lacking,
    )
  })
})

describe('a link that expires', () => {
  it('stops counting at that moment, without a job', async () => {
    const { id, token } = await makeUser(service())
    const role = await makeRole(service(), ['can-read-roles'])
    const expires_at = new Date(Date.parse(service().clock.now()) + 3_600_000).toISOString()
    await data('POST', `/api/users/${id}/relationships/roles`, { json: { id: role.id, expires_at } })
    assert.equal((await call('GET', '/api/roles', { token })).status, 200)
    service().clock.advance(3_600_000)
    assert.equal((await call('GET', '/api/roles', { token })).status, 403)
  })
})
