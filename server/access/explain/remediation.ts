import type { Ctx } from '../context.ts'
import type { Slicing } from '../slicing.ts'
import type { RoleInShort } from '../sql/candidates.ts'
import { type Candidate, type Link, MAX_CANDIDATES, otherRoles, ownRoles } from '../sql/candidates.ts'
import { SUPER_ADMINISTRATOR } from '../sql/effective.ts'
import type { Step } from './steps.ts'
import * as steps from './steps.ts'

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

/** What stands in the way, and the steps that clear it. */
interface Path {
  obstacles: Obstacle[]
  change: Step[]
  /** How many of them others feel: all but those on the user and their own link. */
  forOthers: number
  /** The user gets a role that they have no link with. */
  isNew?: boolean
}

/** As it is told. */
export type Remediation = Pick<Path, 'obstacles' | 'change'>

/** So many are told. */
const MAX_REMEDIATIONS = 10

/**
 * What stands between a user and a permission, on each way there is: the one of the fewest steps first. Of several, the
 * one that changes least for others, then one by a role that the user has a link with, then the one by the role with the
 * fewest permissions, then by the oldest. The role super-administrator is never given or renewed.
 * @returns none where there is no way; what stands in it is then told as `obstacles`
 */
export async function remediationsOf(
  ctx: Ctx,
  userId: number,
  permission: Permission,
  { withinOwnRoles, slicing }: { withinOwnRoles: boolean; slicing: Slicing },
): Promise<{ obstacles: Obstacle[]; change: Step[] | null; ways: Remediation[] }> {
  const question = { userId, permissionId: permission.id }
  const shortest = new Shortest()
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

/** A record must be live and active: two steps, where it is neither. */
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

/** A link must be there, be active and not have expired: one step, whatever is wrong. */
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

/** Undefined where it would make a super administrator. */
function pathThrough(
  ctx: Ctx,
  userId: number,
  permission: Permission,
  { role, held, given, ...standing }: Candidate,
): Path | undefined {
  const ofPermission = (isActive: boolean) =>
    pathOfRecord(
      'permission',
      null,
      { ...permission, is_active: isActive },
      { trashed: steps.restorePermission(permission.id), inactive: steps.activatePermission },
    )
  const ofHolding = pathOfLink(ctx.now(), 'user_role', role, held, {
    add: steps.assignRole(userId, role),
    renew: steps.renewRole(userId, role),
  })
  if (role.slug === SUPER_ADMINISTRATOR) {
    // It gives even what is inactive, and what it has no link with.
    return ofHolding.change.length > 0 ? undefined : ofPermission(true)
  }
  const ofRole = pathOfRecord('role', role, standing, {
    trashed: steps.restoreRole(role),
    inactive: steps.activateRole(role),
  })
  const ofGiving = pathOfLink(ctx.now(), 'role_permission', role, given, {
    add: steps.grantPermission(role, permission.id),
    renew: steps.renewPermission(role, permission.id),
  })
  return { ...joined(ofPermission(permission.is_active), ofRole, ofGiving, ofHolding), isNew: !held }
}

/** Keeps the shortest of the ways that it is shown. */
class Shortest {
  #ways: { id: number; way: Path }[] = []

  consider(id: number, way: Path | undefined): void {
    if (!way) return
    this.#ways.push({ id, way })
    // Sorted now and then: most are no longer among the shortest soon.
    if (this.#ways.length >= 4 * MAX_CANDIDATES) this.#cut()
  }

  /** Those of one weight are kept in the order in which they came, which is that of the roles. */
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

/** How many permissions the roles hand out; a role that is not among them hands out none. */
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
