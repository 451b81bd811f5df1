// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  makeRole,
  makeUser,
  type Person,
  type Role,
  setPermissions,
} from '../../support/actors.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

type Json = Record<string, unknown>
const END = '2040-01-01T00:00:00.000Z'
const PIVOT = ['is_active', 'expires_at', 'created_by', 'created_at', 'updated_by', 'updated_at']

/** `/api/<near>/{column}/{value}/<far>`, and the key of the record it is about. */
const READS = [
  { near: 'users', far: 'roles', key: 'user' },
  { near: 'users', far: 'permissions', key: 'user' },
  { near: 'roles', far: 'users', key: 'role' },
  { near: 'roles', far: 'permissions', key: 'role' },
  { near: 'permissions', far: 'users', key: 'permission' },
  { near: 'permissions', far: 'roles', key: 'permission' },
] as const

/** Three users, three roles, three permissions; each user has each role, and each role each permission. */
describe('relation reads', () => {
  let service: Service
  let users: Person[]
  let roles: Role[]
  const permissions = ['can-read-users', 'can-read-roles', 'can-read-taxonomies']
  before(async () => {
    service = await startService()
    users = []
    roles = []
    for (const name of ['Anna', 'Berta', 'Clara']) users.push(await makeUser(service, { first_name: name }))
    for (const name of ['Alpha', 'Beta', 'Gamma']) roles.push(await makeRole(service, permissions, { name }))
    for (const user of users) for (const role of roles) await giveRole(service, user, role.slug)
  })
  after(() => service.stop())

  const pathOf = (near: string) =>
    ({
      users: `/api/users/id/${users[0]?.id}`,
      roles: `/api/roles/slug/${roles[0]?.slug}`,
      permissions: `/api/permissions/slug/${permissions[0]}`,
    })[near]
  const get = (near: string, far: string, query: Record<string, string> = {}, method = 'GET') =>
    service.call(method, `${pathOf(near)}/${far}`, method === 'GET' ? { query } : { json: query })
  const page = async (near: string, far: string, query: Record<string, string> = {}) =>
    dataOf(await get(near, far, query))[far]
  const names = ({ data }: { data: Json[] }) =>
    data.map(({ slug, first_name: name }) => (name ?? slug) as string)
  /** Those of this test: the super administrator and their role are linked with every permission too. */
  const own = (listed: string[]) => {
    const ours = [...users.map((user) => user.first_name), ...roles.map(({ slug }) => slug), ...permissions]
    return listed.filter((name) => ours.includes(name))
  }
  const expected = {
    users: ['Anna', 'Berta', 'Clara'],
    roles: [] as string[],
    permissions: permissions.toSorted(),
  }
  before(() => {
    expected.roles = roles.map(({ slug }) => slug)
  })

  for (const { near, far, key } of READS) {
    it(`list the ${far} of a ${key}, each with its link, by GET and POST`, async () => {
      for (const method of ['GET', 'POST']) {
        const answer = await get(near, far, {}, method)
        assert.deepEqual(Object.keys(answer.body), ['success', 'status', 'data'])
        const data = dataOf(answer)
        const record = dataOf(await service.call('GET', pathOf(near) as string))
        for (const [name, value] of Object.entries(data[key])) assert.deepEqual(value, record[name], name)
        assert.equal(data[key].id, record.id)
        assert.deepEqual(own(names(data[far])).toSorted(), expected[far].toSorted())
        for (const { pivot } of data[far].data) {
          assert.deepEqual(Object.keys(pivot), PIVOT)
          assert.deepEqual([pivot.is_active, pivot.expires_at], [true, null])
        }
      }
    })

    it(`page the ${far} of a ${key}, in the requested order`, async () => {
      const column = far === 'users' ? 'first_name' : 'slug'
      const all = names(await page(near, far, { sort: column, per_page: '100' }))
      assert.deepEqual(all, all.toSorted())
      const reversed = names(await page(near, far, { sort: `${column}:desc` }))
      assert.deepEqual(reversed, all.toReversed())
      const listed: string[] = []
      for (let number = 1; number <= all.length; number++) {
        const one = await page(near, far, { sort: column, per_page: '1', page: String(number) })
        assert.deepEqual(
          [one.total, one.per_page, one.current_page, one.last_page],
          [all.length, 1, number, all.length],
        )
        assert.ok(one.first_page_url.includes(`${pathOf(near)}/${far}?`))
        listed.push(...names(one))
      }
      assert.deepEqual(listed, all)
      const newest = (await page(near, far)).data.map(({ id }: { id: number }) => id)
      assert.deepEqual(
        newest,
        newest.toSorted((x: number, y: number) => y - x),
      )
    })

    it(`search and filter the ${far} of a ${key}`, async () => {
      const [q, field] = {
        users: ['bert', 'first_name'],
        roles: [roles[1]?.slug, 'slug'],
        permissions: ['read-R', 'slug'],
      }[far] as [string, string]
      const found = names(await page(near, far, { q }))
      assert.deepEqual(found, [far === 'permissions' ? 'can-read-roles' : far === 'users' ? 'Berta' : q])
      assert.deepEqual(names(await page(near, far, { [`filter[${field}]`]: `like:${q}` })), found)
      assert.equal((await page(near, far, { q: 'nothing like it' })).total, 0)
      const { data } = await page(near, far)
      const days = data.map(({ created_at }: { created_at: string }) => created_at.slice(0, 10)).sort()
      assert.ok((await page(near, far, { from: days[0], to: days.at(-1) })).total >= 3)
      assert.equal((await page(near, far, { to: '2000-01-01' })).total, 0)
    })

    it(`refuse the parameters that lists refuse, for the ${far} of a ${key}`, async () => {
      const refused = [
        [{ per_page: '0' }, 422, 'out_of_range'],
        [{ per_page: '1001' }, 422, 'out_of_range'],
        [{ page: 'x' }, 422, 'invalid_type'],
        [{ sort: 'nothing' }, 400, 'bad_sort'],
        [{ 'filter[nothing]': 'x' }, 400, 'bad_filter'],
        [{ include: 'nothing' }, 400, 'bad_include'],
      ] as const
      for (const [query, status, code] of refused) {
        const answer = await get(near, far, query as unknown as Record<string, string>)
        const details = status === 422 ? [[Object.keys(query)[0] as string, code] as const] : []
        assertRefused(answer, { status, code, details })
      }
      const missing = await service.call('GET', `/api/${near}/id/999999/${far}`)
      assertRefused(missing, { status: 404, code: 'not_found', says: new RegExp(`^No ${key} matches`) })
    })
  }

  it('return the record of a permission under two names, and its roles under two with variant=2', async () => {
    const data = dataOf(await get('permissions', 'roles'))
    assert.deepEqual(Object.keys(data), ['permission', 'role', 'roles'])
    assert.deepEqual(data.role, data.permission)
    assert.deepEqual(Object.keys(dataOf(await get('permissions', 'users'))), ['permission', 'role', 'users'])
    const second = dataOf(await get('permissions', 'roles', { variant: '2' }))
    assert.deepEqual(Object.keys(second), ['permission', 'role', 'roles', 'permissions'])
    assert.deepEqual(second.permissions, second.roles)
    assert.ok(second.roles.first_page_url.includes('variant=2'))
  })

  it('keep every condition in the URLs of their pages', async () => {
    const conditions = ['like:read', 'not:can-read-users']
    const query = new URLSearchParams(conditions.map((text) => ['filter[slug]', text]))
    query.set('per_page', '1')
    const path = pathOf('roles') as string
    const first = dataOf(
      await service.call('GET', `${path}/permissions`, { query: query.toString() }),
    ).permissions
    assert.equal(first.total, 2)
    const next = new URL(first.next_page_url)
    assert.deepEqual(next.searchParams.getAll('filter[slug]'), conditions)
    const second = dataOf(await service.call('GET', next.pathname + next.search)).permissions
    assert.equal(second.total, 2)
    assert.deepEqual([...names(first), ...names(second)].toSorted(), [
      'can-read-roles',
      'can-read-taxonomies',
    ])
  })

  it('list links in any state, and derived records only while all their links are in force', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service, permissions)
    await giveRole(service, user, { id: role.slug, is_active: false, expires_at: END })
    const read = async (relation: string) =>
      dataOf(await service.call('GET', `/api/users/id/${user.id}/${relation}`))[relation]
    const [linked] = (await read('roles')).data
    assert.deepEqual([linked.slug, linked.pivot.is_active, linked.pivot.expires_at], [role.slug, false, END])
    assert.equal((await read('permissions')).total, 0)
    const links = `/api/users/${user.id}/relationships/roles`
    dataOf(await service.call('PATCH', links, { json: { id: role.slug, is_active: true } }))
    assert.equal((await read('permissions')).total, 3)
    await setPermissions(service, role, [])
    assert.equal((await read('permissions')).total, 0)
  })
})
