// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeRole } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { type Service, startService } from '../../support/service.ts'
import { insertRecords, link } from '../../support/worlds.ts'

/** If one more row cost one more statement, rows would be read one by one. */
describe('the statements of a request', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  let made = 0
  /** Users who hold two roles each, of three permissions each. */
  async function addUsers(count: number): Promise<void> {
    const slugs = ['can-read-users', 'can-read-roles', 'can-read-permissions']
    const roles = [await makeRole(service, slugs), await makeRole(service, slugs)]
    const states = Array.from({ length: count }, () => ({ slug: `many${++made}`, state: 'live' as const }))
    const users = await insertRecords(service, 'users', states)
    await link(
      service,
      users.flatMap(({ id: from }) =>
        roles.map(({ id: to }) => ({ table: 'user_roles' as const, from, to, state: 'active' as const })),
      ),
    )
  }

  /**
   * The statements of a read after any write, and of the same read again. The access memory is filled before: it lasts
   * until roles or permissions change.
   */
  async function costOf(path: string, query: Record<string, string>) {
    const read = async () => {
      // On a loaded machine PostgreSQL may answer too late for the cache of records.
      await eventually(async () => assert.ok(await service.connection.currentRecords()))
      service.statements.count = 0
      const data = dataOf(await service.call('GET', path, { query }))
      return { cost: service.statements.count, rows: (data.list ?? data.users ?? data.roles)?.data }
    }
    await read()
    await service.connection.db.updateTable('users').set({ updated_at: service.clock.now() }).execute()
    const { cost, rows } = await read()
    return { cost, rows, again: (await read()).cost }
  }

  const REQUESTS = [
    { path: '/api/users', include: '', most: 4 },
    { path: '/api/users', include: 'roles.permissions', most: 9 },
    { path: '/api/users', include: 'roles.users', most: 7 },
    { path: '/api/users', include: 'permissions', most: 8 },
    { path: '/api/users', include: 'created_by,updated_by,invited_by,registration', most: 8 },
    { path: '/api/roles', include: 'users.roles,permissions.roles', most: 16 },
    { path: '/api/permissions', include: 'users,roles.permissions', most: 14 },
    { path: '/api/permissions/slug/can-read-users/users', include: 'roles.permissions', most: 13 },
  ]

  /** For more than twenty records, the ids are read first, then twenty records, then the others. */
  const SLICES = 2

  it('are few, whatever a list includes, and a few more for a long list, which is read in slices', async () => {
    const costs: number[] = []
    await addUsers(10)
    for (const { path, include, most } of REQUESTS) {
      const { cost, rows, again } = await costOf(path, { per_page: '8', ...(include && { include }) })
      assert.equal(rows.length, 8, path)
      // Records come from the cache; only the links of includes are read again.
      if (include === '') assert.equal(again, 0)
      else
        assert.ok(again <= 1 + include.split(/[,.]/).length, `${path} with ${include} again takes ${again}`)
      assert.ok(cost <= most, `${path} with ${include} takes ${cost} statements`)
      costs.push(cost)
    }
    await addUsers(110)
    for (let count = 0; count < 20; count++) await makeRole(service, ['can-read-users'])
    for (const [index, { path, include }] of REQUESTS.entries()) {
      const { cost, rows } = await costOf(path, { per_page: '40', ...(include && { include }) })
      assert.ok(rows.length > 20, path)
      const parts = 1 + include.split(/[,.]/).filter((name) => name !== '').length
      const slices = (costs[index] as number) + SLICES * parts
      assert.ok(cost <= slices, `${path} with ${include} takes ${cost} statements, ${costs[index]} for 8`)
    }
    const { cost, rows } = await costOf('/api/users', { per_page: '100', include: 'roles.permissions' })
    assert.equal(rows.length, 100)
    for (const { roles } of rows) {
      assert.equal(roles.length, 2)
      for (const role of roles) assert.equal(role.permissions.length, 3)
    }
    // All counts of roles and permissions are cached by now.
    assert.equal(cost, 7)
  })

  it('do not grow with the number of records, for a check or an item', async () => {
    for (const path of ['/api/users/id/1', '/api/users/id/1/permissions/can-read-users']) {
      const { cost } = await costOf(path, {})
      assert.ok(cost <= 2, `${path} takes ${cost}`)
    }
  })
})
