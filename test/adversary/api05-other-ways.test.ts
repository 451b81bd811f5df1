// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Role } from '../support/actors.ts'
import { assertRefusedUnchanged } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

/** The permission that no attacker here holds. */
const BEYOND = 'can-delete-taxonomies'

/** API5:2023, for attacks that no single row of the matrix covers. */
describe('API5: escalation by other paths', () => {
  let service: Service
  let root: Role
  before(async () => {
    service = await startService()
    root = dataOf(await service.call('GET', '/api/roles/slug/super-administrator'))
  })
  after(() => service.stop())

  const send = (token: string, path: string, json: unknown = {}, method = 'POST') =>
    service.call(method, path, { token, json })
  const refused = (attempt: () => ReturnType<typeof send>, says: RegExp) =>
    assertRefusedUnchanged(service, attempt, { status: 403, code: 'forbidden', says })
  const onlySuper = /which only the role super-administrator holds\.$/

  it('is refused when removing a permission from a role above one’s own, from either side', async () => {
    const { token } = await makeActor(service, [
      'can-assign-permissions',
      'can-read-roles',
      'can-read-permissions',
    ])
    const administrator = dataOf(await service.call('GET', '/api/roles/slug/administrator'))
    const own = dataOf(await service.call('GET', '/api/permissions/slug/can-assign-permissions'))
    const lacking = /^Changing this role needs the permission .*can-assign-roles/
    const ofRole = `/api/roles/${administrator.id}/relationships/permissions`
    const ofPermission = `/api/permissions/${own.id}/relationships/roles`
    await refused(() => send(token, ofRole, 'can-assign-permissions', 'DELETE'), lacking)
    await refused(() => send(token, ofPermission, administrator.id, 'DELETE'), lacking)
    await refused(
      () => send(token, ofPermission, { id: administrator.id, is_active: false }, 'PATCH'),
      lacking,
    )
  })

  it('is refused when a limited token makes a full one, which could write its user’s own record', async () => {
    const slugs = ['can-read-users', 'can-assign-api-tokens']
    const person = await makeActor(service, slugs)
    const tokens = `/api/users/id/${person.id}/tokens/create`
    const made = dataOf(await send(person.token, tokens, { name: 'limited', permissions: slugs }))
    const limited = made.item.api_token
    await refused(() => send(limited, tokens, { name: 'full' }), /can only create limited tokens/i)
    assert.equal((await send(limited, tokens, { name: 'as limited', permissions: slugs })).status, 201)
  })

  it('is refused when assigning super-administrator to oneself, from any side and in any form', async () => {
    const person = await makeActor(service, [
      'can-assign-roles',
      'can-read-users',
      'can-read-roles',
      'can-update-users',
    ])
    const own = `/api/users/${person.id}/relationships/roles`
    for (const json of [
      root.id,
      root.uuid,
      root.slug,
      [root.slug],
      { id: root.slug },
      { id: String(root.id) },
    ]) {
      for (const method of ['POST', 'PUT'])
        await refused(() => send(person.token, own, json, method), onlySuper)
    }
    const users = `/api/roles/${root.id}/relationships/users`
    for (const json of [person.id, person.uuid, [{ id: person.id }]])
      await refused(() => send(person.token, users, json), onlySuper)
    await refused(
      () => service.call('POST', own, { token: person.token, form: `id=${root.slug}` }),
      onlySuper,
    )
    await refused(
      () => service.call('POST', own, { token: person.token, query: { id: `guest,${root.slug}` } }),
      onlySuper,
    )
  })

  it('gains nothing from a new role with the slug of a deleted one', async () => {
    const boss = await makeRole(service, [BEYOND], { name: 'Boss', slug: 'boss' })
    const heir = await makeUser(service)
    await giveRole(service, heir, boss.slug)
    dataOf(await service.call('POST', `/api/roles/id/${boss.id}/delete`))
    const attacker = await makeActor(service, [
      'can-create-roles',
      'can-assign-roles',
      'can-read-users',
      'can-read-roles',
    ])
    dataOf(await send(attacker.token, '/api/roles/create', { name: 'Boss', slug: 'boss' }))
    dataOf(await send(attacker.token, `/api/users/${attacker.id}/relationships/roles`, 'boss'))
    const { permissions } = dataOf(await service.call('GET', '/api/me', { token: attacker.token }))
    assert.ok(!permissions.includes(BEYOND))
  })

  it('is refused when restoring a role that carries more, or a user who has it', async () => {
    const attacker = await makeActor(service, ['can-restore-records', 'can-delete-roles', 'can-delete-users'])
    const role = await makeRole(service, [BEYOND])
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    for (const [tag, id] of [
      ['users', user.id],
      ['roles', role.id],
    ] as const) {
      dataOf(await service.call('POST', `/api/${tag}/id/${id}/delete`))
      await refused(() => send(attacker.token, `/api/${tag}/id/${id}/restore`), new RegExp(BEYOND))
      await refused(
        () => send(attacker.token, `/api/${tag}/uuid/${(tag === 'users' ? user : role).uuid}/restore`),
        new RegExp(BEYOND),
      )
    }
  })

  it('is refused when signing up with roles or permissions under any name', async () => {
    const person = { first_name: 'Eve', email: 'eve@example.com', password: 'a phrase of my own' }
    for (const field of [
      'roles',
      'role',
      'role_id',
      'role_ids',
      'permissions',
      'is_super',
      'is_admin',
      'api_token_hash',
      'registration_id',
      'created_by',
    ]) {
      await assertRefusedUnchanged(
        service,
        () => service.call('POST', '/api/signup', { token: null, json: { ...person, [field]: [root.slug] } }),
        { status: 422, code: 'unknown_field', details: [[field, 'unknown_field']] },
      )
    }
  })

  it('gains nothing from roles or a user named in a registration', async () => {
    const attacker = await makeActor(service, [
      'can-create-registrations',
      'can-create-users',
      'can-update-registrations',
    ])
    const json = {
      first_name: 'Eve',
      email: 'eve2@example.com',
      password: 'a phrase of my own',
      user_id: 1,
      meta: { roles: [root.slug], is_super: true },
    }
    const { item } = dataOf(await send(attacker.token, '/api/registrations/create', json))
    const { user } = dataOf(await send(attacker.token, `/api/registrations/id/${item.id}/create-user`))
    const { data } = dataOf(await service.call('GET', `/api/users/${user.id}/relationships/roles`)).roles
    assert.deepEqual(
      data.map(({ slug }: Role) => slug),
      ['registered'],
    )
    const again = () => send(attacker.token, `/api/registrations/id/${item.id}/create-user`)
    await assertRefusedUnchanged(service, again, { status: 409, code: 'user_created' })
    const first = dataOf(await service.call('GET', '/api/users/id/1'))
    assert.equal(first.registration_id, null)
  })

  it('is refused with every setup code once there are users', async () => {
    const json = { email: 'eve@example.com', password: 'a phrase of my own', first_name: 'Eve' }
    for (const code of ['x', `rc_${'0'.repeat(43)}`, '%', "' or 1=1 --"]) {
      const attempt = () => service.call('POST', '/api/setup', { token: null, json: { ...json, code } })
      await assertRefusedUnchanged(service, attempt, { status: 403, code: 'setup_refused' })
    }
  })
})
