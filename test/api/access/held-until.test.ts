// Engines: SQLite, PostgreSQL
import { after, before, describe, it } from 'node:test'
import { giveRole, makeRole, makeUser } from '../../support/actors.ts'
import {
  type End,
  type HeldUntil,
  type Holding,
  heldUntil,
  permissionsOf,
  rolesOf,
  SLUG,
  usersOf,
} from '../../support/expiring-permission.ts'
import { type Service, startService } from '../../support/service.ts'

const isLater = (one: End, other: End) => other !== null && (one === null || one > other)
const earlier = (one: End, other: End) => (isLater(one, other) ? other : one)
const later = (one: End, other: End) => (isLater(one, other) ? one : other)

/** How callers hold the permission: by roles, each as [end of the user's link, end of the role's grant] in hours. */
const CALLERS: readonly Holding[] = [
  [[null, null]],
  [[2, null]],
  [[null, 2]],
  [[3, 2]],
  [
    [1, null],
    [2, null],
  ],
  [
    [2, 1],
    [1, null],
  ],
  [
    [1, null],
    [null, null],
  ],
]
const endOf = (roles: Holding) => roles.map(([held, given]) => earlier(held, given)).reduce(later)
const REQUESTED: readonly End[] = [null, 1, 2, 3]

describe('the end of a link that the caller writes', () => {
  let service: Service
  let world: HeldUntil
  before(async () => {
    service = await startService()
    world = heldUntil(service)
  })
  after(() => service.stop())

  /** Writes of the link, from either side: POST adds it, PUT replaces the others, PATCH extends one of half an hour. */
  const LINK_WRITES = ['POST', 'PUT', 'PATCH'].flatMap((method) => [
    { method, isNearFirst: true },
    { method, isNearFirst: false },
  ])

  for (const roles of CALLERS) {
    const end = endOf(roles)
    const holding = `for a caller who holds it until ${roles.map((ends) => ends.map((each) => each ?? '∞').join('/')).join(' and ')}`

    it(`is limited for a role, ${holding}`, async () => {
      const caller = await world.callerHolding(roles)
      for (const given of [null, 1, 3]) {
        const role = await world.roleGiving(given)
        for (const { method, isNearFirst } of LINK_WRITES) {
          const user = await makeUser(service)
          if (method === 'PATCH') await giveRole(service, user, { id: role.slug, expires_at: world.at(0.5) })
          const path = isNearFirst ? rolesOf(user) : usersOf(role)
          for (const requested of REQUESTED) {
            const member = { id: isNearFirst ? role.slug : user.id, expires_at: world.at(requested) }
            const json = method === 'PUT' ? [member] : member
            const field = method === 'PUT' ? '0.expires_at' : 'expires_at'
            if (isLater(earlier(requested, given), end))
              await world.refuseQuickly(caller, [method, path, json], end, field)
            else {
              await world.admit(caller, [method, path, json])
              if (method !== 'PATCH') await world.asRoot('DELETE', rolesOf(user), role.slug)
              else await world.asRoot('PATCH', rolesOf(user), { id: role.slug, expires_at: world.at(0.5) })
            }
          }
        }
      }
    })

    it(`is limited for a permission, ${holding}`, async () => {
      const caller = await world.callerHolding(roles)
      const { id } = await world.asRoot('GET', `/api/permissions/slug/${SLUG}`)
      for (const { method, isNearFirst } of LINK_WRITES) {
        // Replacing all roles of a permission needs the permissions of each role.
        if (!isNearFirst && method === 'PUT') continue
        const role = await makeRole(service, ['can-read-users'])
        if (method === 'PATCH')
          await world.asRoot('POST', permissionsOf(role), { id: SLUG, expires_at: world.at(0.5) })
        const path = isNearFirst ? permissionsOf(role) : `/api/permissions/${id}/relationships/roles`
        for (const requested of REQUESTED) {
          const member = { id: isNearFirst ? SLUG : role.slug, expires_at: world.at(requested) }
          const json = method === 'PUT' ? ['can-read-users', member] : member
          const field = method === 'PUT' ? '1.expires_at' : 'expires_at'
          if (isLater(requested, end)) await world.refuseQuickly(caller, [method, path, json], end, field)
          else {
            await world.admit(caller, [method, path, json])
            if (method !== 'PATCH') await world.asRoot('DELETE', permissionsOf(role), SLUG)
            else await world.asRoot('PATCH', permissionsOf(role), { id: SLUG, expires_at: world.at(0.5) })
          }
        }
      }
    })
  }
})
