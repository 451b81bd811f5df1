// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect } from '../../../server/db/connect.ts'
import { giveRole, makeRole, makeUser, type Person } from '../../support/actors.ts'
import {
  ASSIGNS,
  type HeldUntil,
  type Holding,
  heldUntil,
  permissionsOf,
  type Request,
  rolesOf,
  SLUG,
  SUPER,
  usersOf,
} from '../../support/expiring-permission.ts'
import { assertForbidden } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

/** Holds the permission for two hours. */
const TWO: Holding = [[2, null]]

describe('the limit on granting authority for longer than the caller holds it', () => {
  let service: Service
  let world: HeldUntil
  before(async () => {
    service = await startService()
    world = heldUntil(service)
  })
  after(() => service.stop())

  it('applies to a role passed back and forth between two accounts', async () => {
    const role = await makeRole(service, [...ASSIGNS, SLUG])
    const [one, two] = [await makeUser(service), await makeUser(service)]
    await giveRole(service, one, { id: role.slug, expires_at: world.at(1) })
    await world.refuse(one, ['PATCH', rolesOf(one), { id: role.slug, expires_at: null }], 1, 'expires_at')
    await world.refuse(one, ['POST', rolesOf(one), { id: role.slug, expires_at: null }], 1, 'expires_at')
    await world.refuse(one, ['POST', rolesOf(two), role.slug], 1, 'expires_at')
    await world.admit(one, ['POST', rolesOf(two), { id: role.slug, expires_at: world.at(1) }])
    await world.refuse(
      two,
      ['PATCH', rolesOf(one), { id: role.slug, expires_at: world.at(2) }],
      1,
      'expires_at',
    )
  })

  it('points at each link of a bulk that would last too long, and assigns none', async () => {
    const caller = await world.callerHolding(TWO)
    const [role, harmless] = [await world.roleGiving(null), await makeRole(service, ['can-read-users'])]
    const users = [await makeUser(service), await makeUser(service), await makeUser(service)]
    const members = users.map(({ id }, index) => ({ id, expires_at: world.at(index + 1) }))
    await world.refuse(caller, ['POST', usersOf(role), members], 2, '2.expires_at')
    const [user] = users as [Person]
    await world.refuse(caller, ['POST', rolesOf(user), [harmless.slug, role.slug]], 2, '1.expires_at')
    await world.refuse(caller, ['POST', `${rolesOf(user)}?id=${harmless.id},${role.id}`], 2, '1.expires_at')
    await world.admit(caller, [
      'POST',
      rolesOf(user),
      [harmless.slug, { id: role.slug, expires_at: world.at(2) }],
    ])
  })

  it('allows links that stay as they are or end sooner', async () => {
    const caller = await world.callerHolding(TWO)
    const [role, harmless] = [await world.roleGiving(null), await makeRole(service, ['can-read-users'])]
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    for (const call of [
      ['POST', rolesOf(user), [role.slug, harmless.slug]],
      ['POST', rolesOf(user), { id: role.slug, expires_at: null }],
      ['PUT', rolesOf(user), [{ id: role.slug, expires_at: null, is_active: true }, harmless.slug]],
      ['PUT', usersOf(role), [{ id: user.id, expires_at: null }]],
      ['PATCH', rolesOf(user), { id: role.slug, expires_at: world.at(9) }],
      ['PATCH', usersOf(role), { id: user.id, expires_at: world.at(8) }],
      ['PATCH', permissionsOf(role), { id: SLUG, expires_at: world.at(9) }],
      ['PATCH', rolesOf(user), { id: role.slug, is_active: false }],
    ] as const)
      await world.admit(caller, call)
    await world.refuse(
      caller,
      ['PATCH', rolesOf(user), { id: role.slug, expires_at: world.at(9) }],
      2,
      'expires_at',
    )
    await world.refuse(caller, ['PATCH', rolesOf(user), { id: role.slug, is_active: true }], 2, 'expires_at')
    await world.admit(caller, [
      'PATCH',
      rolesOf(user),
      { id: role.slug, is_active: true, expires_at: world.at(2) },
    ])
  })

  it('lets callers reactivate their own link only until the end of their other grants', async () => {
    for (const [otherwise, end] of [
      [TWO, 2],
      [[[null, null]], null],
    ] as const) {
      const caller = await world.callerHolding(otherwise)
      const role = await world.roleGiving(null)
      await giveRole(service, caller, { id: role.slug, is_active: false })
      const [own, side] = [rolesOf(caller), usersOf(role)]
      const attempt = (call: Request, field = 'expires_at') =>
        end === null ? world.admit(caller, call) : world.refuse(caller, call, end, field)
      for (const method of ['PATCH', 'POST']) {
        await attempt([method, own, { id: role.slug, is_active: true }])
        await attempt([method, own, { id: role.slug, is_active: true, expires_at: '' }])
        await attempt([method, side, { id: caller.id, is_active: true }])
        await attempt([method, side, { id: caller.id, is_active: true, expires_at: world.at(3) }])
        await world.asRoot('PATCH', own, { id: role.slug, is_active: false, expires_at: null })
      }
      await attempt(['PUT', side, [{ id: caller.id, is_active: true }]], '0.expires_at')
      await world.asRoot('DELETE', own, role.slug)
    }
  })

  it('forbids callers to reactivate or extend a link that is their only source of a permission', async () => {
    const [caller, role] = [await world.callerHolding([]), await world.roleGiving(null)]
    const own = rolesOf(caller)
    const lacks = (json: object) =>
      assertForbidden(service, () => service.call('PATCH', own, { token: caller.token, json }), [SLUG])
    await giveRole(service, caller, { id: role.slug, is_active: false })
    await lacks({ id: role.slug, is_active: true })
    await lacks({ id: role.slug, is_active: true, expires_at: world.at(1) })
    await world.asRoot('PATCH', own, { id: role.slug, is_active: true, expires_at: world.at(1) })
    await world.refuse(caller, ['PATCH', own, { id: role.slug, expires_at: '' }], 1, 'expires_at')
    await world.refuse(caller, ['PATCH', own, { id: role.slug, expires_at: world.at(2) }], 1, 'expires_at')
    await world.asRoot('PATCH', own, { id: role.slug, expires_at: world.at(-1) })
    await lacks({ id: role.slug, expires_at: world.at(1) })
  })

  it('limits a temporary super administrator to that time, except for permissions held for longer', async () => {
    const [caller, user] = [await world.superUntil(2), await makeUser(service)]
    const role = await world.roleGiving(null)
    for (const slug of [SUPER, 'administrator', role.slug]) {
      await world.refuse(caller, ['POST', rolesOf(user), slug], 2, 'expires_at')
      await world.admit(caller, ['POST', rolesOf(user), { id: slug, expires_at: world.at(2) }])
      await world.asRoot('DELETE', rolesOf(user), slug)
    }
    await world.refuse(caller, ['PATCH', rolesOf(caller), { id: SUPER, expires_at: null }], 2, 'expires_at')
    await world.refuse(caller, ['POST', permissionsOf(role), 'can-read-roles'], 2, 'expires_at')
    // The role guest grants nothing.
    await world.admit(caller, ['POST', rolesOf(user), 'guest'])
    await giveRole(service, caller, role.slug)
    await world.admit(caller, ['POST', rolesOf(user), role.slug])
    await world.refuse(caller, ['POST', rolesOf(user), 'administrator'], 2, 'expires_at')
    await world.admit(await world.superUntil(null), ['POST', rolesOf(user), SUPER])
  })

  it('applies to the matrix, whose grants have no end', async () => {
    const caller = await world.callerHolding(TWO)
    const role = await makeRole(service, ['can-read-users'])
    const cell = (permission: string) => ({ role: role.id, permission, held: true })
    for (const dry_run of [true, false]) {
      const json = { changes: [cell('can-read-roles'), cell(SLUG)], dry_run }
      await world.refuse(caller, ['POST', '/api/role-permissions/changes', json], 2, 'changes.1.permission')
    }
    await world.admit(caller, [
      'POST',
      '/api/role-permissions/changes',
      { changes: [cell('can-read-roles')] },
    ])
  })

  it('applies to creating a user from a registration if the role registered grants without an end', async () => {
    const caller = await world.callerHolding(TWO, ['can-create-users', 'can-update-registrations'])
    const json = { email: 'waits@example.com', first_name: 'W', password: 'a phrase of my own' }
    const { item } = await world.asRoot('POST', '/api/registrations/create', json)
    const registered = await world.asRoot('GET', '/api/roles/slug/registered')
    await world.asRoot('POST', permissionsOf(registered), SLUG)
    const path = `/api/registrations/id/${item.id}/create-user`
    await world.refuse(caller, ['POST', path], 2)
    await world.asRoot('PATCH', permissionsOf(registered), { id: SLUG, expires_at: world.at(2) })
    await world.admit(caller, ['POST', path])
    await world.asRoot('DELETE', permissionsOf(registered), SLUG)
  })

  it('applies to restoring or reactivating a user and to changing their email or password', async () => {
    const more = [
      'can-update-users',
      'can-delete-users',
      'can-restore-records',
      'can-see-users-contact-details',
    ]
    for (const caller of [await world.callerHolding(TWO, more), await world.superUntil(2)]) {
      const role = await world.roleGiving(null)
      const update = ({ id }: Person, json: object) => ['POST', `/api/users/id/${id}/update`, json] as const
      for (const [end, isHeldAsLong] of [
        [2, true],
        [3, false],
        [null, false],
      ] as const) {
        const user = await makeUser(service)
        await giveRole(service, user, { id: role.slug, expires_at: world.at(end) })
        const attempt = (call: Request) =>
          isHeldAsLong ? world.admit(caller, call) : world.refuse(caller, call, 2)
        await attempt(update(user, { password: 'a phrase of the caller’s' }))
        await attempt(update(user, { email: `taken-${user.email}` }))
        await world.admit(
          caller,
          update(user, { title: 'x', email: isHeldAsLong ? `taken-${user.email}` : user.email }),
        )
        await world.admit(caller, update(user, { is_active: false }))
        await attempt(update(user, { is_active: true }))
        await world.admit(caller, ['POST', `/api/users/id/${user.id}/delete`])
        await attempt(['POST', `/api/users/id/${user.id}/restore`])
      }
    }
  })

  it('applies to restoring or reactivating a role and to restoring a permission', async () => {
    const more = ['can-update-roles', 'can-delete-roles', 'can-restore-records']
    for (const caller of [await world.callerHolding(TWO, more), await world.superUntil(2)]) {
      for (const [given, isHeldAsLong] of [
        [2, true],
        [null, false],
      ] as const) {
        const role = await makeRole(service)
        await world.asRoot('POST', permissionsOf(role), { id: SLUG, expires_at: world.at(given) })
        const path = `/api/roles/id/${role.id}`
        const attempt = (call: Request) =>
          isHeldAsLong ? world.admit(caller, call) : world.refuse(caller, call, 2)
        await world.admit(caller, ['POST', `${path}/update`, { is_active: true, details: 'The same.' }])
        await world.admit(caller, ['POST', `${path}/update`, { is_active: false }])
        await attempt(['POST', `${path}/update`, { is_active: true }])
        await world.admit(caller, ['POST', `${path}/delete`])
        await attempt(['POST', `${path}/restore`])
      }
    }
    const path = `/api/permissions/slug/${SLUG}`
    await world.asRoot('POST', `${path}/delete`)
    await world.refuse(await world.superUntil(2), ['POST', `${path}/restore`], 2)
    await world.asRoot('POST', `${path}/restore`)
  })

  it('limits a token for another user to what both the user and the token’s maker hold', async () => {
    const [user, role] = [await makeUser(service), await world.roleGiving(null)]
    const makers = {
      2: await world.callerHolding(TWO, ['can-assign-api-tokens']),
      3: await world.callerHolding([[3, null]], ['can-assign-api-tokens']),
    }
    for (const [maker, owner] of [
      [makers[2], makers[3]],
      [makers[3], makers[2]],
      [makers[2], makers[2]],
    ] as const) {
      const json = { name: 'x', permissions: [...ASSIGNS, SLUG] }
      const { item } = await world.admit(maker, ['POST', `/api/users/id/${owner.id}/tokens/create`, json])
      const caller = { ...owner, token: item.api_token }
      await world.refuse(
        caller,
        ['POST', rolesOf(user), { id: role.slug, expires_at: world.at(3) }],
        2,
        'expires_at',
      )
    }
  })

  it('takes effect at once when another process shortens a link', async () => {
    const caller = await world.callerHolding([[null, null]])
    const [user, role] = [await makeUser(service), await world.roleGiving(null)]
    await world.admit(caller, ['POST', rolesOf(user), role.slug])
    await world.asRoot('DELETE', rolesOf(user), role.slug)
    const other = connect(service.config.databaseUrl)
    const links = other.db.updateTable('user_roles').where('user_id', '=', caller.id)
    await links.set({ expires_at: world.at(2) }).execute()
    await other.close()
    await world.refuse(caller, ['POST', rolesOf(user), role.slug], 2, 'expires_at')
  })

  it('costs no additional statement', async () => {
    const callers = [await world.callerHolding([[null, null]]), await world.callerHolding(TWO)]
    const role = await world.roleGiving(null)
    const fewest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    // The first round fills the caches. On PostgreSQL a poll for changes may fall into any of them.
    for (let round = 0; round < 6; round += 1)
      for (const [index, by] of callers.entries()) {
        const user = await makeUser(service)
        service.statements.count = 0
        await world.admit(by, ['POST', rolesOf(user), { id: role.slug, expires_at: world.at(2) }])
        fewest[index] = Math.min(fewest[index] as number, service.statements.count)
      }
    assert.equal(fewest[0], fewest[1])
  })
})
