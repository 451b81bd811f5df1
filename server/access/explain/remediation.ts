import type { Ctx } from '../context.ts'
import { SUPER_ADMINISTRATOR } from '../grants.ts'
import type { Slicing } from '../slicing.ts'
import type { RoleInShort } from '../sql/candidates.ts'
import { type Candidate, type Link, MAX_CANDIDATES, otherRoles, ownRoles } from '../sql/candidates.ts'
import { type Step, steps } from './steps.ts'

export interface Obstacle {
  piece: 'user' | 'permission' | 'role' | 'user_role' | 'role_permission'
  state: 'missing' | 'inactive' | 'expired' | 'trashed'
  role: RoleInShort | null
}

interface RecordState {
  is_active: boolean
  deleted_at: string | null
}

interface Permission extends RecordState {
  id: number
}

/** Obstacles, and the steps that remove them. */
interface Path {
  obstacles: Obstacle[]
  change: Step[]
  /** How many steps affect other users: all except those on the user and their own link. */
  forOthers: number
  /** It assigns a role that the user has no link with. */
  isNew?: boolean
}

/** A path as the answer shows it. */
export type Remediation = Pick<Path, 'obstacles' | 'change'>

const MAX_REMEDIATIONS = 10

/**
 * The obstacles between a user and a permission on each path. Paths are ordered by: the fewest steps; the least effect on
 * other users; a role that the user already has a link with; the role with the fewest permissions; the oldest role. No path
 * assigns or renews the role super-administrator.
 * @returns no `ways` if there is no path; `obstacles` then says why
 */
export async function remediationsOf(
  ctx: Ctx,
  userId: number,
  permission: Permission,
  { withinOwnRoles, slicing }: { withinOwnRoles: boolean; slicing: Slicing },
): Promise<{ obstacles: Obstacle[]; change: Step[] | null; ways: Remediation[] }> {
  const question = { userId, permissionId: permission.id }
  const shortest = new ShortestPaths()
  const consider = (candidates: Candidate[]) => {
    for (const candidate of candidates)
      shortest.consider(candidate.role.id, pathThrough(ctx, userId, permission, candidate))
  }
  for await (const some of ownRoles(ctx, question, slicing)) consider(some)
  if (!withinOwnRoles) consider(await otherRoles(ctx, question, slicing))
  const found = await shortest.find(ctx)
  const user = pathOfRecord('user', null, await stateOf(ctx, userId), {
    trashed: steps.restoreUser(userId),
    inactive: steps.activateUser(userId),
  })
  const ways = found.map((through): Remediation => {
    const { obstacles, change } = joined(user, through)
    return { obstacles, change }
  })
  const [first] = ways
  if (first) return { ...first, ways }
  const noRole: Obstacle = { piece: 'role', state: 'missing', role: null }
  return { obstacles: [...user.obstacles, noRole], change: null, ways }
}

const joined = (...ways: Path[]): Path => ({
  obstacles: ways.flatMap(({ obstacles }) => obstacles),
  change: ways.flatMap(({ change }) => change),
  forOthers: ways.reduce((sum, { forOthers }) => sum + forOthers, 0),
})

const stateOf = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['is_active', 'deleted_at'])
    .executeTakeFirstOrThrow()

/** A record must be live and active: two steps if it is neither. */
function pathOfRecord(
  piece: 'user' | 'permission' | 'role',
  role: RoleInShort | null,
  { is_active: isActive, deleted_at: deletedAt }: RecordState,
  step: Record<'trashed' | 'inactive', Step>,
): Path {
  const states = [
    ...(deletedAt === null ? [] : ['trashed' as const]),
    ...(isActive ? [] : ['inactive' as const]),
  ]
  return {
    obstacles: states.map((state) => ({ piece, state, role })),
    change: states.map((state) => step[state]),
    forOthers: piece === 'user' ? 0 : states.length,
  }
}

/** A link must exist, be active and not be expired: one step, whatever is wrong. */
function pathOfLink(
  now: string,
  piece: 'user_role' | 'role_permission',
  role: RoleInShort,
  link: Link,
  step: Record<'add' | 'renew', Step>,
): Path {
  const isForOthers = piece === 'role_permission' ? 1 : 0
  if (!link) {
    return { obstacles: [{ piece, state: 'missing', role }], change: [step.add], forOthers: isForOthers }
  }
  const states = [
    ...(link.is_active ? [] : ['inactive' as const]),
    ...(link.expires_at !== null && link.expires_at <= now ? ['expired' as const] : []),
  ]
  return {
    obstacles: states.map((state) => ({ piece, state, role })),
    ...(states.length > 0 ? { change: [step.renew], forOthers: isForOthers } : { change: [], forOthers: 0 }),
  }
}

/** Undefined if it would make the user a super administrator. */
function pathThrough(
  ctx: Ctx,
  userId: number,
  permission: Permission,
  { role, held, given, ...state }: Candidate,
): Path | undefined {
  const permissionPath = (isActive: boolean) =>
    pathOfRecord(
      'permission',
      null,
      { ...permission, is_active: isActive },
      { trashed: steps.restorePermission(permission.id), inactive: steps.activatePermission },
    )
  const assignmentPath = pathOfLink(ctx.now(), 'user_role', role, held, {
    add: steps.assignRole(userId, role),
    renew: steps.renewRole(userId, role),
  })
  if (role.slug === SUPER_ADMINISTRATOR) {
    // It grants even inactive permissions and those that it has no link with.
    return assignmentPath.change.length > 0 ? undefined : permissionPath(true)
  }
  const rolePath = pathOfRecord('role', role, state, {
    trashed: steps.restoreRole(role),
    inactive: steps.activateRole(role),
  })
  const grantPath = pathOfLink(ctx.now(), 'role_permission', role, given, {
    add: steps.grantPermission(role, permission.id),
    renew: steps.renewPermission(role, permission.id),
  })
  return {
    ...joined(permissionPath(permission.is_active), rolePath, grantPath, assignmentPath),
    isNew: !held,
  }
}

/** Collects paths and keeps the shortest ones. */
class ShortestPaths {
  #ways: { id: number; way: Path }[] = []

  consider(id: number, way: Path | undefined): void {
    if (!way) return
    this.#ways.push({ id, way })
    // Pruned now and then: most paths soon drop out.
    if (this.#ways.length >= 4 * MAX_CANDIDATES) this.#cut()
  }

  /** Paths of equal weight stay in order of insertion, which is that of the roles. */
  #cut(): void {
    this.#ways = this.#ways.toSorted(byWeight).slice(0, MAX_CANDIDATES)
  }

  async find(ctx: Ctx): Promise<Path[]> {
    this.#cut()
    const sizes = await sizesOf(
      ctx,
      this.#ways.map(({ id }) => id),
    )
    const size = (id: number) => sizes.get(id) ?? 0
    return this.#ways
      .toSorted((one, other) => byWeight(one, other) || size(one.id) - size(other.id) || one.id - other.id)
      .slice(0, MAX_REMEDIATIONS)
      .map(({ way }) => way)
  }
}

const weightOf = ({ change, forOthers, isNew = false }: Path) => [change.length, forOthers, Number(isNew)]

function byWeight({ way: one }: { way: Path }, { way: other }: { way: Path }): number {
  const weights = weightOf(other)
  const differences = weightOf(one).map((weight, index) => weight - (weights[index] as number))
  return differences.find((difference) => difference !== 0) ?? 0
}

/** How many permissions each role has; roles without any are absent. */
async function sizesOf(ctx: Ctx, roleIds: number[]): Promise<Map<number, number>> {
  if (roleIds.length < 2) return new Map()
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .where('role_id', 'in', roleIds)
    .groupBy('role_id')
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('size')])
    .execute()
  return new Map(rows.map(({ role_id: roleId, size }) => [roleId, Number(size)]))
}
