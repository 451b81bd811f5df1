// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveSession,
  makeActor,
  makeRole,
  makeUser,
  type Role,
} from '../../support/actors.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'

const NEEDED = ['can-assign-permissions', 'can-read-roles', 'can-read-permissions']

describe('The matrix of roles and permissions', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const read = async (query: Record<string, string> = {}) =>
    dataOf(await service.call('GET', '/api/role-permissions', { query }))
  const change = (changes: unknown, options: { token?: string; dry_run?: boolean } = {}) => {
    const { token, dry_run } = options
    const json = { changes, ...(dry_run !== undefined && { dry_run }) }
    return service.call('POST', '/api/role-permissions/changes', { json, ...(token && { token }) })
  }
  const cell = (role: Role | string, permission: string, held = true) => ({
    role: typeof role === 'string' ? role : role.id,
    permission,
    held,
  })
  const givenBy = async (role: Role): Promise<number[]> =>
    (await read({ roles: String(role.id) })).grants[role.id]

  it('contains the requested roles, all permissions of a module, and the grants in force', async () => {
    const role = await makeRole(service, ['can-read-users', 'can-read-roles', 'can-read-taxonomies'])
    const links = `/api/roles/${role.id}/relationships/permissions`
    const inactive = { id: 'can-read-roles', is_active: false }
    dataOf(await service.call('PATCH', links, { json: inactive }))
    const past = { id: 'can-read-taxonomies', expires_at: '2020-01-01' }
    dataOf(await service.call('PATCH', links, { json: past }))
    const { roles, permissions, grants, total_roles, total_permissions } = await read({
      roles: `${role.slug},${role.uuid},editor`,
      module: 'rolecall',
    })
    assert.deepEqual(
      roles.map(({ slug }: Role) => slug),
      ['editor', role.slug],
    )
    assert.equal(permissions.length, total_permissions)
    assert.ok(total_roles >= 8)
    const { id } = permissions.find(({ slug }: Role) => slug === 'can-read-users')
    assert.deepEqual(grants[role.id], [id])
    assert.ok(grants[roles[0].id].length > 3)
    assert.deepEqual((await read({ module: 'nothing' })).permissions, [])
  })

  it('contains every role by name by default, with at most five statements', async () => {
    const { roles } = await read()
    const names = roles.map(({ name }: Role) => name)
    assert.deepEqual(names, [...names].sort())
    await cachesInUse(service)
    service.statements.count = 0
    await read()
    // One more statement if there are so many roles that they are read in batches.
    assert.ok(service.statements.count <= 5, `${service.statements.count} statements`)
    await assertRefusedUnchanged(
      service,
      () => service.call('GET', '/api/role-permissions', { query: { roles: 'editor,unheard-of' } }),
      { status: 422, code: 'not_found', details: [['roles', 'not_found']] },
    )
  })

  it('changes many cells at once, and leaves cells that already have the value', async () => {
    const [one, other] = [await makeRole(service, ['can-read-users']), await makeRole(service)]
    const link = { id: 'can-read-users', expires_at: '2126-01-01' }
    dataOf(await service.call('PATCH', `/api/roles/${one.id}/relationships/permissions`, { json: link }))
    const user = await makeUser(service)
    await giveRole(service, user, other.slug)
    const changes = [
      cell(one, 'can-read-users'),
      cell(one, 'can-read-roles'),
      cell(other, 'can-read-roles'),
      cell(other, 'can-read-users', false),
    ]
    const data = dataOf(await change(changes))
    const counts = data.permissions.map((permission: { slug: string; gained: number; lost: number }) => [
      permission.slug,
      permission.gained,
      permission.lost,
    ])
    assert.deepEqual(counts, [
      ['can-read-roles', 1, 0],
      ['can-read-users', 0, 0],
    ])
    assert.deepEqual([data.users_gaining, data.users_losing, data.applied], [1, 0, true])
    assert.equal((await givenBy(one)).length, 2)
    const { permissions } = dataOf(
      await service.call('GET', `/api/roles/${one.id}/relationships/permissions`),
    )
    const kept = permissions.data.find(({ slug }: Role) => slug === 'can-read-users')
    assert.equal(kept.pivot.expires_at, '2126-01-01T00:00:00.000Z')
  })

  it('is changed once for an Idempotency-Key, whose repetition gets the first response', async () => {
    const role = await makeRole(service)
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    const options = {
      json: { changes: [cell(role, 'can-read-users')] },
      headers: { 'idempotency-key': 'the-same' },
    }
    const first = await service.call('POST', '/api/role-permissions/changes', options)
    const again = await service.call('POST', '/api/role-permissions/changes', options)
    assert.equal(dataOf(first).users_gaining, 1)
    assert.deepEqual(again.body, first.body)
  })

  it('takes the same number of statements for thirty-two cells of a role as for twenty', async () => {
    const slugs = (await read()).permissions.map(({ slug }: Role) => slug)
    const costs: number[] = []
    for (const count of [20, 32]) {
      const role = await makeRole(service)
      await cachesInUse(service)
      service.statements.count = 0
      dataOf(await change(slugs.slice(0, count).map((slug: string) => cell(role, slug))))
      costs.push(service.statements.count)
    }
    assert.equal(costs[0], costs[1])
  })

  const refused = (
    changes: unknown,
    details: readonly (readonly [string, string])[],
    status = 422,
    options: Parameters<typeof change>[1] = {},
  ) =>
    assertRefusedUnchanged(service, () => change(changes, options), {
      status,
      code: details.length === 1 ? (details[0]?.[1] as string) : 'invalid',
      details,
    })

  it('refuses unknown, missing and contradictory values, and points to the item', async () => {
    const role = await makeRole(service)
    const fine = cell(role, 'can-read-users')
    await refused([], [['changes', 'required']])
    await refused('x', [['changes.0', 'invalid_type']])
    await refused(
      [fine, cell('unheard-of', 'can-fly')],
      [
        ['changes.1.role', 'not_found'],
        ['changes.1.permission', 'not_found'],
      ],
    )
    await refused([fine, { ...fine, held: false }], [['changes.1.held', 'contradiction']])
    await refused(
      [fine, { role: role.id }, 7, { ...fine, more: 1 }],
      [
        ['changes.1.permission', 'required'],
        ['changes.1.held', 'required'],
        ['changes.2', 'invalid_type'],
        ['changes.3.more', 'unknown_field'],
      ],
    )
    const many = Array.from({ length: 1001 }, () => fine)
    await refused(many, [['changes', 'out_of_range']])
    assert.equal((await change(many.slice(1), { dry_run: true })).status, 200)
    const gone = await makeRole(service)
    dataOf(await service.call('POST', `/api/roles/id/${gone.id}/delete`))
    await refused([cell(gone, 'can-read-users')], [['changes.0.role', 'not_found']])
  })

  it('lets nobody grant more than they hold: all or nothing, dry runs included', async () => {
    const role = await makeRole(service)
    const above = await makeRole(service, ['can-delete-users'])
    const { token } = await makeActor(service, [...NEEDED, 'can-read-users'])
    const fine = cell(role, 'can-read-users')
    for (const dry_run of [true, false]) {
      for (const beyond of [
        cell(role, 'can-delete-users'),
        cell(above, 'can-read-users'),
        cell(above, 'can-delete-users', false),
      ]) {
        const at = beyond.role === role.id ? 'changes.0.role' : 'changes.1.role'
        await refused([fine, beyond], [[at, 'forbidden']], 403, { token, dry_run })
      }
    }
    assert.equal(dataOf(await change([fine], { token })).applied, true)
  })

  it('never revokes a permission of super-administrator', async () => {
    const changes = [cell('super-administrator', 'can-read-users', false)]
    for (const dry_run of [true, false]) {
      await refused(changes, [['changes.0.role', 'built_in_role']], 409, { dry_run })
    }
    const { token } = await makeActor(service, NEEDED)
    await refused([cell('editor', 'can-read-roles')], [['changes.0.role', 'forbidden']], 403, { token })
  })

  it('names at most ten users who gain or lose a permission, the first by id', async () => {
    const role = await makeRole(service)
    const ids: number[] = []
    for (let count = 0; count < 12; count++) {
      const user = await makeUser(service, { first_name: `Named ${count}`, last_name: 'Lovelace' })
      await giveRole(service, user, role.slug)
      ids.push(user.id)
    }
    const [gain] = dataOf(await change([cell(role, 'can-read-users')])).permissions
    assert.deepEqual([gain.gained, gain.lost, gain.lost_by], [12, 0, []])
    assert.deepEqual(
      gain.gained_by.map(({ id }: Role) => id),
      ids.slice(0, 10),
    )
    assert.deepEqual(Object.keys(gain.gained_by[0]), ['id', 'uuid', 'name'])
    assert.equal(gain.gained_by[0].name, 'Named 0 Lovelace')
    const removal = [cell(role, 'can-read-users', false)]
    const [loss] = dataOf(await change(removal, { dry_run: true })).permissions
    assert.deepEqual(loss.lost_by, gain.gained_by)
    assert.deepEqual(loss.gained_by, [])
  })

  it('names nobody to callers who may not list users, who get the same counts', async () => {
    const role = await makeRole(service)
    await giveRole(service, await makeUser(service), role.slug)
    const changes = [cell(role, 'can-read-roles')]
    const seen = async (slugs: string[]) => {
      const { token } = await makeActor(service, slugs)
      return dataOf(await change(changes, { token, dry_run: true })).permissions[0]
    }
    const without = await seen(NEEDED)
    assert.deepEqual(Object.keys(without), ['id', 'slug', 'name', 'gained', 'lost'])
    assert.equal((await seen([...NEEDED, 'can-read-users'])).gained_by.length, without.gained)
  })

  it("limits a limited token of a super administrator to the token's permissions", async () => {
    const role = await makeRole(service)
    const json = { name: 'limited', permissions: NEEDED }
    // Making a token for oneself needs a recent proof, such as a sign-in.
    const session = { token: await giveSession(service, { id: 1 }) }
    const made = await service.call('POST', '/api/users/id/1/tokens/create', { json, ...session })
    const token: string = dataOf(made).item.api_token
    await refused([cell(role, 'can-read-users')], [['changes.0.role', 'forbidden']], 403, { token })
    assert.equal(dataOf(await change([cell(role, 'can-read-roles')], { token })).applied, true)
  })

  it('never changes the permissions of a super administrator', async () => {
    const role = await makeRole(service)
    await giveRole(service, { id: 1 }, role.slug)
    const { users_gaining } = dataOf(await change([cell(role, 'can-read-users')]))
    assert.equal(users_gaining, 0)
  })
})
