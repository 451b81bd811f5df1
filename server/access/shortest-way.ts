import type { Ctx } from './context.ts'
import { SUPER_ADMINISTRATOR } from './effective.ts'
import type { Obstacle, RoleInShort } from './explain.ts'
import { linkCounts } from './in-force.ts'
import type { Step } from './steps.ts'
import * as steps from './steps.ts'

interface Standing {
  is_active: boolean
  deleted_at: string | null
}

interface Permission extends Standing {
  id: number
}

/** Undefined: there is no such link. */
type Link = { is_active: boolean | null; expires_at: string | null } | undefined

/** A role through which the user might hold the permission. */
interface Candidate extends Standing {
  role: RoleInShort
  held: Link
  given: Link
}

/** What stands in the way, and the steps that clear it. */
interface Way {
  obstacles: Obstacle[]
  change: Step[]
  /** How many of them others feel: all but those on the user and their own link. */
  forOthers: number
}

/** Roles looked at of those that the user has no link with. */
const MAX_CANDIDATES = 50

/**
 * What stands between a user and a permission, on the way that takes the fewest steps. Of several, the one that
 * changes least for others, then the one by the role with the fewest permissions, then by the oldest. The role
 * super-administrator is never given or renewed.
 */
export async function shortestWay(
  ctx: Ctx,
  userId: number,
  permission: Permission,
  { withinOwnRoles }: { withinOwnRoles: boolean },
): Promise<{ obstacles: Obstacle[]; change: Step[] | null }> {
  const own = await ownRoles(ctx, userId, permission.id)
  const others = withinOwnRoles ? [] : await otherRoles(ctx, userId, permission.id)
  const through = await best(ctx, [...own, ...others], (candidate) =>
    wayThrough(ctx, userId, permission, candidate),
  )
  const user = wayOf('user', null, await standingOf(ctx, userId), {
    trashed: steps.restoreUser(userId),
    inactive: steps.activateUser(userId),
  })
  if (through) {
    const { obstacles, change } = joined(user, through)
    return { obstacles, change }
  }
  const noRole: Obstacle = { piece: 'role', state: 'missing', role: null }
  return { obstacles: [...user.obstacles, noRole], change: null }
}

const joined = (...ways: Way[]): Way => ({
  obstacles: ways.flatMap(({ obstacles }) => obstacles),
  change: ways.flatMap(({ change }) => change),
  forOthers: ways.reduce((sum, { forOthers }) => sum + forOthers, 0),
})

const standingOf = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['is_active', 'deleted_at'])
    .executeTakeFirstOrThrow()

/** A record must be live and active: two steps, where it is neither. */
function wayOf(
  piece: 'user' | 'permission' | 'role',
  role: RoleInShort | null,
  { is_active: isActive, deleted_at: deletedAt }: Standing,
  step: Record<'trashed' | 'inactive', Step>,
): Way {
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
function wayOfLink(
  now: string,
  piece: 'user_role' | 'role_permission',
  role: RoleInShort,
  link: Link,
  step: Record<'add' | 'renew', Step>,
): Way {
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
function wayThrough(
  ctx: Ctx,
  userId: number,
  permission: Permission,
  { role, held, given, ...standing }: Candidate,
): Way | undefined {
  const ofPermission = (isActive: boolean) =>
    wayOf(
      'permission',
      null,
      { ...permission, is_active: isActive },
      { trashed: steps.restorePermission(permission.id), inactive: steps.activatePermission },
    )
  const ofHolding = wayOfLink(ctx.now(), 'user_role', role, held, {
    add: steps.giveRole(userId, role),
    renew: steps.renewRole(userId, role),
  })
  if (role.slug === SUPER_ADMINISTRATOR) {
    // It gives even what is inactive, and what it has no link with.
    return ofHolding.change.length > 0 ? undefined : ofPermission(true)
  }
  const ofRole = wayOf('role', role, standing, {
    trashed: steps.restoreRole(role),
    inactive: steps.activateRole(role),
  })
  const ofGiving = wayOfLink(ctx.now(), 'role_permission', role, given, {
    add: steps.grantPermission(role, permission.id),
    renew: steps.renewPermission(role, permission.id),
  })
  return joined(ofPermission(permission.is_active), ofRole, ofGiving, ofHolding)
}

/** The shortest of the ways through the candidates. */
async function best(
  ctx: Ctx,
  candidates: Candidate[],
  wayThrough: (candidate: Candidate) => Way | undefined,
): Promise<Way | undefined> {
  const ways = candidates.flatMap((candidate) => {
    const way = wayThrough(candidate)
    return way ? [{ id: candidate.role.id, way }] : []
  })
  const weight = ({ way }: { way: Way }) => [way.change.length, way.forOthers] as const
  const shortest = ways.map(weight).sort(byBoth)[0]
  if (!shortest) return undefined
  const tied = ways.filter((way) => byBoth(weight(way), shortest) === 0).slice(0, MAX_CANDIDATES)
  const sizes = await sizesOf(
    ctx,
    tied.map(({ id }) => id),
  )
  const size = (id: number) => sizes.get(id) ?? 0
  const [smallest] = tied.sort((one, other) => size(one.id) - size(other.id) || one.id - other.id)
  return smallest?.way
}

type Weight = readonly [length: number, forOthers: number]
const byBoth = (one: Weight, other: Weight) => one[0] - other[0] || one[1] - other[1]

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

const ROLE_COLUMNS = [
  'roles.id',
  'roles.uuid',
  'roles.name',
  'roles.slug',
  'roles.is_active',
  'roles.deleted_at',
] as const

type RoleRow = RoleInShort & Standing

const candidateOf = ({ id, uuid, name, slug, ...standing }: RoleRow, held: Link, given: Link): Candidate => ({
  role: { id, uuid, name, slug },
  ...standing,
  held,
  given,
})

/** The roles that the user has a link with, in whatever state. */
async function ownRoles(ctx: Ctx, userId: number, permissionId: number): Promise<Candidate[]> {
  const rows = await ctx.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .leftJoin('role_permissions', (join) =>
      join
        .onRef('role_permissions.role_id', '=', 'roles.id')
        .on('role_permissions.permission_id', '=', permissionId),
    )
    .where('user_roles.user_id', '=', userId)
    .select([...ROLE_COLUMNS, 'user_roles.is_active as held_active', 'user_roles.expires_at as held_until'])
    .select(['role_permissions.id as given_id', 'role_permissions.is_active as given_active'])
    .select('role_permissions.expires_at as given_until')
    .execute()
  return rows.map(({ held_active, held_until, given_id, given_active, given_until, ...role }) =>
    candidateOf(
      role,
      { is_active: held_active, expires_at: held_until },
      given_id === null ? undefined : { is_active: given_active, expires_at: given_until },
    ),
  )
}

/** Roles that the user has no link with: those that give the permission, the readiest first, and a few that don't. */
async function otherRoles(ctx: Ctx, userId: number, permissionId: number): Promise<Candidate[]> {
  const unheld = ctx.db
    .selectFrom('roles')
    .where('roles.slug', '!=', SUPER_ADMINISTRATOR)
    .where('roles.id', 'not in', (eb) =>
      eb.selectFrom('user_roles').where('user_id', '=', userId).select('role_id'),
    )
    .limit(MAX_CANDIDATES)
  const giving = await unheld
    .innerJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
    .where('role_permissions.permission_id', '=', permissionId)
    .orderBy((eb) => {
      const isLive = eb.case().when('roles.deleted_at', 'is', null).then(0).else(1).end()
      const isActive = eb.case().when('roles.is_active', '=', true).then(0).else(1).end()
      const counts = eb.case().when(linkCounts('role_permissions', ctx.now())).then(0).else(1).end()
      return eb(eb(isLive, '+', isActive), '+', counts)
    })
    .orderBy('roles.id')
    .select([...ROLE_COLUMNS, 'role_permissions.is_active as given_active'])
    .select('role_permissions.expires_at as given_until')
    .execute()
  const ready = await unheld
    .where('roles.is_active', '=', true)
    .where('roles.deleted_at', 'is', null)
    .where('roles.id', 'not in', (eb) =>
      eb.selectFrom('role_permissions').where('permission_id', '=', permissionId).select('role_id'),
    )
    .orderBy('roles.id')
    .select(ROLE_COLUMNS)
    .execute()
  return [
    ...giving.map(({ given_active, given_until, ...role }) =>
      candidateOf(role, undefined, { is_active: given_active, expires_at: given_until }),
    ),
    ...ready.map((role) => candidateOf(role, undefined, undefined)),
  ]
}
