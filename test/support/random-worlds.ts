import { dataOf } from './actors.ts'
import { fc } from './seeds.ts'
import type { Service } from './service.ts'
import {
  insertRecords,
  isLinkInForce,
  LINK_STATES,
  type LinkState,
  link,
  RECORD_STATES,
  type RecordState,
  recordColumns,
} from './worlds.ts'

/** Users, roles and permissions of a world. */
export const SIZE = 3

export interface World {
  users: RecordState[]
  /** The last of them is super-administrator, which is always live. */
  roles: RecordState[]
  permissions: RecordState[]
  /** By user, then role. */
  held: LinkState[][]
  /** By role, then permission; the entry of the last role is not used. */
  given: LinkState[][]
}

// Live and active more often than not: otherwise hardly anyone holds anything.
const recordState = fc.oneof(
  { weight: 3, arbitrary: fc.constant('live' as const) },
  fc.constantFrom(...RECORD_STATES),
)
const linkState = fc.oneof(
  { weight: 2, arbitrary: fc.constant('active' as const) },
  fc.constantFrom(...LINK_STATES),
)
const listOf = <T>(arbitrary: fc.Arbitrary<T>, length = SIZE) =>
  fc.array(arbitrary, { minLength: length, maxLength: length })

export const anyWorld: fc.Arbitrary<World> = fc.record({
  users: listOf(recordState),
  roles: listOf(recordState),
  permissions: listOf(recordState),
  held: listOf(
    fc
      .tuple(listOf(linkState), fc.oneof({ weight: 4, arbitrary: fc.constant('none' as const) }, linkState))
      .map(([links, isSuper]) => [...links, isSuper]),
  ),
  given: listOf(listOf(linkState)),
})

/** The rules of access, in code that is easy to check. */
export function holds(
  { users, roles, permissions, held, given }: World,
  user: number,
  permission: number,
): boolean {
  if (users[user] !== 'live' || permissions[permission] === 'trashed') return false
  const counts = (state: LinkState | undefined) => state !== undefined && isLinkInForce(state)
  if (counts(held[user]?.[SIZE])) return true
  return roles.some(
    (state, role) =>
      state === 'live' &&
      counts(held[user]?.[role]) &&
      counts(given[role]?.[permission]) &&
      permissions[permission] === 'live',
  )
}

/** The records that worlds consist of, with the role super-administrator as the last of the roles. */
export interface Stage {
  service: Service
  ids: Record<'users' | 'roles' | 'permissions', number[]>
}

export async function setStage(service: Service): Promise<Stage> {
  const ids: Stage['ids'] = { users: [], roles: [], permissions: [] }
  for (const kind of ['users', 'roles', 'permissions'] as const) {
    const states = Array.from({ length: SIZE }, (_, index) => ({
      slug: `${kind}-${index}`,
      state: 'live' as const,
    }))
    ids[kind] = (await insertRecords(service, kind, states)).map(({ id }) => id)
  }
  const superRole = dataOf(await service.call('GET', '/api/roles/slug/super-administrator')).id
  ids.roles.push(superRole)
  // The same as the sync does for declared permissions.
  await link(
    service,
    ids.permissions.map((to) => ({ table: 'role_permissions', from: superRole, to, state: 'active' })),
  )
  return { service, ids }
}

/** Sets the records and links of the stage to the states of the world. */
export async function make({ service, ids }: Stage, world: World): Promise<void> {
  const { db } = service.connection
  const now = service.clock.now()
  for (const kind of ['users', 'roles', 'permissions'] as const) {
    for (const [index, state] of world[kind].entries()) {
      await db
        .updateTable(kind)
        .set(recordColumns(state, now))
        .where('id', '=', ids[kind][index] as number)
        .execute()
    }
  }
  await db.deleteFrom('user_roles').where('user_id', 'in', ids.users).execute()
  // For every role, since a change in an earlier world may have added links; except the last, which holds all permissions.
  await db
    .deleteFrom('role_permissions')
    .where('permission_id', 'in', ids.permissions)
    .where('role_id', '!=', ids.roles.at(-1) as number)
    .execute()
  const links = (
    table: 'user_roles' | 'role_permissions',
    from: number[],
    to: number[],
    states: LinkState[][],
  ) =>
    states.flatMap((row, index) =>
      row.map((state, at) => ({ table, from: from[index] as number, to: to[at] as number, state })),
    )
  await link(service, [
    ...links('user_roles', ids.users, ids.roles, world.held),
    ...links('role_permissions', ids.roles, ids.permissions, world.given),
  ])
}
