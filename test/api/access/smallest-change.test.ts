// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf } from '../../support/actors.ts'
import { explain, type Step } from '../../support/explained.ts'
import { anyWorld, holds, make, SIZE, type Stage, setStage, type World } from '../../support/random-worlds.ts'
import { fc } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'
import { isLinkInForce } from '../../support/worlds.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

interface Flags {
  trashed: boolean
  inactive: boolean
}

interface Model {
  user: Flags
  permission: Flags
  /** The last one stands for all roles that no world touches: live and without links. */
  roles: (Flags & { isHeld: boolean; isGiven: boolean })[]
  isSuper: boolean
}

const flags = (state: string): Flags => ({ trashed: state === 'trashed', inactive: state !== 'live' })

const modelOf = (world: World, user: number, permission: number): Model => ({
  user: flags(world.users[user] as string),
  permission: flags(world.permissions[permission] as string),
  roles: [
    ...world.roles.map((state, role) => ({
      ...flags(state),
      isHeld: isLinkInForce(world.held[user]?.[role] ?? 'none'),
      isGiven: isLinkInForce(world.given[role]?.[permission] ?? 'none'),
    })),
    { ...flags('live'), isHeld: false, isGiven: false },
  ],
  isSuper: isLinkInForce(world.held[user]?.[SIZE] ?? 'none'),
})

const isInForce = ({ trashed, inactive }: Flags) => !trashed && !inactive

const isAllowed = ({ user, permission, roles, isSuper }: Model): boolean =>
  isInForce(user) &&
  !permission.trashed &&
  (isSuper || (isInForce(permission) && roles.some((role) => isInForce(role) && role.isHeld && role.isGiven)))

/** Every single change that could help, except making the user a super administrator. */
const singleChanges = ({ roles }: Model): ((model: Model) => void)[] => [
  ({ user }) => Object.assign(user, { trashed: false }),
  ({ user }) => Object.assign(user, { inactive: false }),
  ({ permission }) => Object.assign(permission, { trashed: false }),
  ({ permission }) => Object.assign(permission, { inactive: false }),
  ...roles.flatMap((_role, index) =>
    [{ trashed: false }, { inactive: false }, { isHeld: true }, { isGiven: true }].map(
      (change) => (model: Model) => Object.assign(model.roles[index] as object, change),
    ),
  ),
]

/** Tries all sets of changes, smallest first. */
function fewestChanges(model: Model): number {
  const changes = singleChanges(model)
  const reaches = (size: number, from: number, changed: Model): boolean => {
    if (size === 0) return isAllowed(changed)
    return changes.slice(from).some((change, index) => {
      const next = structuredClone(changed)
      change(next)
      return reaches(size - 1, from + index + 1, next)
    })
  }
  let size = 0
  while (!reaches(size, 0, model)) size += 1
  return size
}

describe('the change in an explanation', () => {
  let stage: Stage
  before(async () => {
    stage = await setStage(service)
  })

  async function carryOut({ call }: Step, permissionId: number): Promise<void> {
    if (call) {
      const { method, path, body } = call
      const answer = await service.call(method, path, body ? { json: body } : {})
      assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
      return
    }
    // No call activates a permission.
    const { db } = service.connection
    await db.updateTable('permissions').set({ is_active: true }).where('id', '=', permissionId).execute()
  }

  it('is as short as an exhaustive search finds, and reverses the answer', async () => {
    const which = fc.nat(SIZE - 1)
    let flips = 0
    await fc.assert(
      fc.asyncProperty(anyWorld, which, which, async (world, user, permission) => {
        await make(stage, world)
        const [id, permissionId] = [
          stage.ids.users[user] as number,
          stage.ids.permissions[permission] as number,
        ]
        const slug = `permissions-${permission}`
        const { allowed, reasons, obstacles, change } = dataOf(await explain(service, { id }, slug))
        assert.equal(allowed, holds(world, user, permission))
        if (!allowed) assert.equal(change.length, fewestChanges(modelOf(world, user, permission)))
        assert.equal(reasons.length > 0, allowed)
        assert.equal(obstacles.length > 0, !allowed)
        for (const step of change) await carryOut(step, permissionId)
        const { body } = await service.call('GET', `/api/users/id/${id}/permissions/${slug}`)
        assert.equal(body.data, !allowed)
        flips += 1
      }),
      { numRuns: 150 },
    )
    assert.equal(flips, 150)
  })
})
