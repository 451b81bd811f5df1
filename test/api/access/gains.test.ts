// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf } from '../../support/actors.ts'
import { anyWorld, holds, make, SIZE, type Stage, setStage, type World } from '../../support/random-worlds.ts'
import { dumpOf } from '../../support/refusals.ts'
import { fc } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'
import { isLinkInForce } from '../../support/worlds.ts'

interface Change {
  role: number
  permission: number
  held: boolean
}

const range = Array.from({ length: SIZE }, (_, index) => index)
/** Part of the world is always in force: otherwise hardly any change has an effect. */
const activeWorld = anyWorld.map(
  ({ users, roles, permissions, held, given }): World => ({
    users: ['live', 'live', users[2] ?? 'live'],
    roles: ['live', 'live', roles[2] ?? 'live'],
    permissions: ['live', 'live', permissions[2] ?? 'live'],
    held: held.map((links, user) => (user === 0 ? links : [...links.slice(0, SIZE), 'none'])),
    given,
  }),
)
const anyChanges = fc.uniqueArray(
  fc.record({
    role: fc.constantFrom(...range),
    permission: fc.constantFrom(...range),
    held: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6, selector: ({ role, permission }) => `${role} ${permission}` },
)

/** The world after the changes. A change that is in effect already does nothing. */
function changed(world: World, changes: readonly Change[]): World {
  const given = world.given.map((row) => [...row])
  for (const { role, permission, held } of changes) {
    const row = given[role] as World['given'][number]
    if (isLinkInForce(row[permission] ?? 'none') !== held) row[permission] = held ? 'active' : 'none'
  }
  return { ...world, given }
}

/** The users who gain and lose a permission, by comparing all users before and after. */
function oracle(before: World, after: World, permission: number) {
  const had = range.filter((user) => holds(before, user, permission))
  const have = range.filter((user) => holds(after, user, permission))
  return {
    gained: have.filter((user) => !had.includes(user)),
    lost: had.filter((user) => !have.includes(user)),
  }
}

describe('the reported effects of changes to role permissions', () => {
  let service: Service
  let stage: Stage
  before(async () => {
    service = await startService()
    stage = await setStage(service)
  })
  after(() => service.stop())

  const call = (json: object) => service.call('POST', '/api/role-permissions/changes', { json })

  async function assertReported(world: World, changes: readonly Change[]): Promise<void> {
    const { ids } = stage
    const requested = {
      changes: changes.map(({ role, permission, held }) => ({
        role: ids.roles[role],
        permission: ids.permissions[permission],
        held,
      })),
    }
    const afterwards = changed(world, changes)
    const permissions = [...new Set(changes.map(({ permission }) => permission))].sort()
    const effects = permissions.map((permission) => oracle(world, afterwards, permission))
    const named = async (users: number[]) => {
      const found: { id: number; uuid: string; name: string }[] = []
      for (const user of users) {
        const { id, uuid, name } = dataOf(await service.call('GET', `/api/users/id/${ids.users[user]}`))
        found.push({ id, uuid, name })
      }
      return found.sort((one, other) => one.id - other.id)
    }
    const namesOf = await Promise.all(
      effects.map(async ({ gained, lost }) => ({
        gained_by: await named(gained),
        lost_by: await named(lost),
      })),
    )
    const expected = {
      permissions: permissions.map((permission, index) => ({
        id: ids.permissions[permission],
        slug: `permissions-${permission}`,
        name: `permissions-${permission}`,
        gained: effects[index]?.gained.length,
        lost: effects[index]?.lost.length,
        ...namesOf[index],
      })),
      users_gaining: new Set(effects.flatMap(({ gained }) => gained)).size,
      users_losing: new Set(effects.flatMap(({ lost }) => lost)).size,
    }
    const before = await dumpOf(service)
    assert.deepEqual(dataOf(await call({ ...requested, dry_run: true })), { ...expected, applied: false })
    assert.deepEqual(await dumpOf(service), before, 'a dry run changes nothing')
    assert.deepEqual(dataOf(await call(requested)), { ...expected, applied: true })
    await assertHeld(afterwards)
    const nothing = dataOf(await call({ ...requested, dry_run: true }))
    assert.deepEqual([nothing.users_gaining, nothing.users_losing], [0, 0], 'a second run has no effect')
  }

  async function assertHeld(world: World): Promise<void> {
    const { ids } = stage
    for (const user of range.filter((user) => world.users[user] !== 'trashed')) {
      for (const permission of range) {
        const path = `/api/users/id/${ids.users[user]}/permissions/permissions-${permission}`
        assert.equal((await service.call('GET', path)).body.data, holds(world, user, permission))
      }
    }
  }

  it('equal the difference in all users’ permissions, in random small worlds', async () => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(activeWorld, anyChanges, async (world, changes) => {
        const possible = changes.filter(
          ({ role, permission }) =>
            world.roles[role] !== 'trashed' && world.permissions[permission] !== 'trashed',
        )
        fc.pre(possible.length > 0)
        await make(stage, world)
        await assertReported(world, possible)
        const after = changed(world, possible)
        const effects = range.map((permission) => oracle(world, after, permission))
        counted += effects.filter(({ gained, lost }) => gained.length + lost.length > 0).length
      }),
      { numRuns: 40 },
    )
    assert.ok(counted > 0, `${counted} permissions were gained or lost`)
  })

  it('are right for more roles than one number has bits', async () => {
    const [user] = stage.ids.users as [number]
    await make(stage, {
      users: ['live', 'live', 'live'],
      roles: ['live', 'live', 'live'],
      permissions: ['live', 'live', 'live'],
      held: range.map(() => ['none', 'none', 'none', 'none']),
      given: range.map(() => ['none', 'none', 'none']),
    })
    const ids: number[] = []
    for (let count = 0; count < 120; count++) {
      const json = { name: `Many ${count}` }
      ids.push(dataOf(await service.call('POST', '/api/roles/create', { json })).item.id)
    }
    const given = (roles: number[], held: boolean) => ({
      changes: roles.map((role) => ({ role, permission: 'permissions-0', held })),
    })
    await service.call('POST', `/api/users/${user}/relationships/roles`, {
      json: [ids[3], ids[77], ids[119]],
    })
    assert.equal(dataOf(await call(given(ids, true))).users_gaining, 1)
    const allExcept = (kept: number) => ids.filter((id) => id !== ids[kept])
    for (const kept of [3, 77, 119]) {
      const { users_losing } = dataOf(await call({ ...given(allExcept(kept), false), dry_run: true }))
      assert.equal(users_losing, 0, `role ${kept} still grants it`)
    }
    const { users_losing } = dataOf(await call({ ...given(allExcept(4), false), dry_run: true }))
    assert.equal(users_losing, 1)
  })
})
