// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

type Json = Record<string, unknown>

describe('include', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const get = (path: string, include: string, token = service.token) =>
    service.call('GET', path, { token, query: { include } })
  const slugs = (records: unknown) => (records as Json[]).map(({ slug }) => slug)

  it('embeds links with their state, and their own relations, to depth 3', async () => {
    const role = await makeRole(service, ['can-read-users', 'can-read-roles'])
    const user = await makeUser(service)
    const end = '2090-01-01T00:00:00.000Z'
    await giveRole(service, user, { id: role.slug, is_active: false, expires_at: end })
    const data = dataOf(await get(`/api/users/id/${user.id}`, 'roles.permissions.roles'))
    assert.deepEqual(slugs(data.roles), [role.slug])
    const [included] = data.roles
    assert.equal(included.pivot.is_active, false)
    assert.equal(included.pivot.expires_at, end)
    assert.deepEqual(slugs(included.permissions).toSorted(), ['can-read-roles', 'can-read-users'])
    for (const permission of included.permissions) {
      assert.equal(permission.pivot.is_active, true)
      assert.ok(slugs(permission.roles).includes(role.slug))
      assert.ok(slugs(permission.roles).includes('super-administrator'))
    }
  })

  it('embeds authors as whole records, in items and in lists', async () => {
    const role = await makeRole(service)
    const [item] = [dataOf(await get(`/api/roles/id/${role.id}`, 'created_by.roles'))]
    const { list } = dataOf(await get('/api/roles', 'created_by.roles'))
    for (const { created_by_user: author } of [item, list.data[0]]) {
      assert.equal(author.email, ADMIN.email)
      assert.equal(author.is_active, true)
      assert.deepEqual(slugs(author.roles), ['super-administrator'])
    }
    assert.deepEqual(Object.keys(item.updated_by_user), ['id', 'uuid', 'first_name', 'last_name', 'email'])
    assert.equal(item.deleted_by_user, null)
  })

  it('is empty, not absent, if there is no related record', async () => {
    const user = await makeUser(service)
    const data = dataOf(await get(`/api/users/id/${user.id}`, 'roles,permissions,registration,invited_by'))
    assert.deepEqual(data.roles, [])
    assert.deepEqual(data.permissions, [])
    assert.equal(data.registration, null)
    assert.equal(data.invited_by_user, null)
  })

  it('leaves out soft-deleted records', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    dataOf(await service.call('POST', `/api/roles/id/${role.id}/delete`))
    assert.deepEqual(dataOf(await get(`/api/users/id/${user.id}`, 'roles,permissions')).roles, [])
  })

  it('goes to depth 3 and no further, through existing relations only', async () => {
    const refused = {
      'roles.permissions.roles.permissions': /depth 3/,
      rolls:
        /Allowed: roles, permissions, taxonomies, registration, invited_by, created_by, updated_by, deleted_by/,
      'roles.taxonomies': /Allowed: users, permissions, created_by/,
      'roles.': /Allowed/,
      constructor: /Allowed/,
      __proto__: /Allowed/,
    }
    for (const [include, says] of Object.entries(refused)) {
      assertRefused(await get('/api/users', include), { status: 400, code: 'bad_include', says })
    }
  })

  it('needs the permission to read what it embeds, at each depth', async () => {
    const reader = await makeActor(service, ['can-read-users', 'can-read-roles'])
    assert.equal((await get('/api/users', 'roles.users', reader.token)).status, 200)
    for (const include of [
      'permissions',
      'roles.permissions',
      'roles.users.permissions',
      'roles,registration',
    ]) {
      const answer = await get('/api/users', include, reader.token)
      const says = /^This needs the permission can-read-(permissions|registrations)\.$/
      assertRefused(answer, { status: 403, code: 'forbidden', says })
    }
  })
})
