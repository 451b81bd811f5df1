import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { dataOf, makeActor, type Person } from '../support/actors.ts'
import { type Service, startService } from '../support/service.ts'
import {
  insertRecords,
  LINK_STATES,
  type LinkState,
  link,
  linkCounts,
  RECORD_STATES,
  type RecordState,
  recordColumns,
} from '../support/worlds.ts'

const SIZE = 3

interface World {
  users: RecordState[]
  /** The last of them is super-administrator, which is always live. */
  roles: RecordState[]
  permissions: RecordState[]
  /** By user, then role. */
  held: LinkState[][]
  /** By role, then permission; of the last role nothing is read. */
  given: LinkState[][]
}

// Live and active more often than not: else hardly anyone holds anything.
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

const world: fc.Arbitrary<World> = fc.record({
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

/** Who holds what, in plain words. */
function holds({ users, roles, permissions, held, given }: World, user: number, permission: number): boolean {
  if (users[user] !== 'live' || permissions[permission] === 'trashed') return false
  const counts = (state: LinkState | undefined) => state !== undefined && linkCounts(state)
  if (counts(held[user]?.[SIZE])) return true
  return roles.some(
    (state, role) =>
      state === 'live' &&
      counts(held[user]?.[role]) &&
      counts(given[role]?.[permission]) &&
      permissions[permission] === 'live',
  )
}

describe('what a user holds', () => {
  let service: Service
  let reader: Person
  const ids: Record<'users' | 'roles' | 'permissions', number[]> = { users: [], roles: [], permissions: [] }
  before(async () => {
    service = await startService()
    reader = await makeActor(service, ['can-read-users', 'can-read-permissions'])
    for (const kind of ['users', 'roles', 'permissions'] as const) {
      const states = Array.from({ length: SIZE }, (_, index) => ({
        slug: `${kind}-${index}`,
        state: 'live' as const,
      }))
      ids[kind] = (await insertRecords(service, kind, states)).map(({ id }) => id)
    }
    ids.roles.push(dataOf(await service.call('GET', '/api/roles/slug/super-administrator')).id)
    // What sync does for permissions that are declared.
    const [, , , superRole] = ids.roles as [number, number, number, number]
    await link(
      service,
      ids.permissions.map((to) => ({ table: 'role_permissions', from: superRole, to, state: 'active' })),
    )
  })
  after(() => service.stop())

  async function make(world: World): Promise<void> {
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
    await db.deleteFrom('role_permissions').where('role_id', 'in', ids.roles.slice(0, SIZE)).execute()
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

  const call = (path: string) =>
    service.call('GET', path, { token: reader.token, query: { per_page: '1000' } })

  /** Ids of the page's records; undefined where the record whose relation it is does not exist. */
  async function listed(path: string, name: 'users' | 'permissions'): Promise<number[] | undefined> {
    const answer = await call(path)
    if (answer.status === 404) return undefined
    const page = dataOf(answer)[name]
    const found: number[] = page.data.map(({ id }: { id: number }) => id)
    assert.equal(page.total, found.length)
    assert.equal(new Set(found).size, found.length, 'each is listed once')
    return found.filter((id) => ids[name].includes(id)).sort()
  }

  it('is the same by has-permission, by the user’s permissions and by the permission’s users', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (world) => {
        await make(world)
        const range = Array.from({ length: SIZE }, (_, index) => index)
        const expected = (user: number, permission: number) => holds(world, user, permission)
        for (const user of range) {
          const path = `/api/users/id/${ids.users[user]}/permissions`
          const isThere = world.users[user] !== 'trashed'
          const mine = ids.permissions.filter((_, permission) => expected(user, permission))
          assert.deepEqual(await listed(path, 'permissions'), isThere ? mine : undefined)
          for (const permission of range) {
            const { body } = await call(`${path}/permissions-${permission}`)
            assert.equal(body.data, isThere ? expected(user, permission) : undefined)
          }
        }
        for (const permission of range) {
          const isThere = world.permissions[permission] !== 'trashed'
          const holders = ids.users.filter((_, user) => expected(user, permission))
          const found = await listed(`/api/permissions/id/${ids.permissions[permission]}/users`, 'users')
          assert.deepEqual(found, isThere ? holders : undefined)
        }
      }),
      { numRuns: 30 },
    )
  })
})
