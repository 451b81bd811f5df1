import { isStorableText } from '../../db/queries/texts.ts'
import { say } from '../../messages/say.ts'
import type { Ctx } from '../context.ts'
import { SUPER_ADMINISTRATOR } from '../grants.ts'
import { earlierEnd, isInForce } from '../in-force.ts'
import type { Slicing } from '../slicing.ts'
import { type Candidate, type Link, ownRoles, type RoleInShort } from '../sql/candidates.ts'
import { effectivePermissions } from '../sql/effective.ts'
import { type Obstacle, type Remediation, remediationsOf } from './remediation.ts'
import { type Step, steps } from './steps.ts'

/** A period of validity; `until` null: no end. */
interface Span {
  since: string
  until: string | null
}

/** A role and the links through which a user holds a permission now. */
interface Reason extends Span {
  role: RoleInShort
  user_role: Span
  role_permission: Span | null
}

interface Explanation {
  allowed: boolean
  reasons: Reason[]
  obstacles: Obstacle[]
  change: Step[] | null
  /** If `allowed` is false. */
  ways: Remediation[]
}

const laterOf = (one: string, other: string) => (one > other ? one : other)

/**
 * Why the users hold the permissions now, by the id of the permission or of the user, in one query.
 * @param by the side that has several ids; the other has one
 * @param most reasons in total; one more is returned if there are more
 */
export async function reasonsOf(
  ctx: Ctx,
  { users, permissions }: { users: readonly number[]; permissions: readonly number[] },
  by: 'user_id' | 'permission_id',
  most: number,
): Promise<Map<number, Reason[]>> {
  if (users.length === 0 || permissions.length === 0) return new Map()
  const rows = await effectivePermissions(ctx.db, ctx.now())
    .where('user_roles.user_id', 'in', users)
    .where('role_permissions.permission_id', 'in', permissions)
    .orderBy('roles.id')
    .select(['roles.id', 'roles.uuid', 'roles.name', 'roles.slug'])
    .select(['user_roles.user_id', 'role_permissions.permission_id'])
    .select(['user_roles.created_at as held_since', 'user_roles.expires_at as held_until'])
    .select(['role_permissions.created_at as given_since', 'role_permissions.expires_at as given_until'])
    .limit(most + 1)
    .execute()
  const reasons = new Map<number, Reason[]>()
  for (const { id, uuid, name, slug, ...row } of rows) {
    const held = { since: row.held_since, until: row.held_until }
    const given = { since: row.given_since, until: row.given_until }
    const reason = reasonOf({ id, uuid, name, slug }, held, given)
    const known = reasons.get(row[by])
    if (known) known.push(reason)
    else reasons.set(row[by], [reason])
  }
  return reasons
}

const reasonOf = (role: Reason['role'], held: Span, given: Span | null): Reason => ({
  role,
  since: given ? laterOf(held.since, given.since) : held.since,
  // A super administrator's permissions do not expire with the role's link to them.
  until: role.slug === SUPER_ADMINISTRATOR ? held.until : earlierEnd(held.until, given?.until ?? null),
  user_role: held,
  role_permission: given,
})

type Permission = NonNullable<Awaited<ReturnType<typeof permissionOf>>>

/** The limit of records and bytes in the answer. @throws Refusal 400 beyond it */
interface Budget extends Slicing {
  embed: (count: number, least: number, embedding: typeof REASONS) => void
  spend: (bytes: number, embedding: typeof REASONS) => Promise<void> | undefined
}

/** The live permission with this slug, else a soft-deleted one. */
const permissionOf = (ctx: Ctx, slug: string) =>
  ctx.db
    .selectFrom('permissions')
    .where('slug', '=', slug)
    .orderBy((eb) => eb.case().when('deleted_at', 'is', null).then(0).else(1).end())
    .orderBy('id')
    .select(['id', 'slug', 'is_active', 'deleted_at'])
    .limit(1)
    .executeTakeFirst()

/**
 * Why a user holds a permission, or why not, and the fewest steps that would change that. If the user holds it, the steps
 * only remove roles from this user. Reads the roles in slices.
 * @param withinOwnRoles considers only roles that the user has a link with
 */
export async function explainPermission(
  ctx: Ctx,
  userId: number,
  slug: string,
  { withinOwnRoles, budget }: { withinOwnRoles: boolean; budget: Budget },
): Promise<Explanation> {
  const permission = isStorableText(slug) ? await permissionOf(ctx, slug) : undefined
  if (!permission) {
    const missing: Obstacle = { piece: 'permission', state: 'missing', role: null }
    return { allowed: false, reasons: [], obstacles: [missing], change: null, ways: [] }
  }
  if (!(await ctx.access.hasPermission(ctx, userId, slug))) {
    const remediations = await remediationsOf(ctx, userId, permission, { withinOwnRoles, slicing: budget })
    return { allowed: false, reasons: [], ...remediations }
  }
  const reasons: Reason[] = []
  const change: Step[] = []
  for await (const some of ownRoles(ctx, { userId, permissionId: permission.id }, budget)) {
    const found = some.flatMap((candidate) => reasonFor(candidate, permission, ctx.now()))
    budget.embed(found.length, LEAST_REASON, REASONS)
    await budget.spend(found.length * LEAST_REASON, REASONS)
    reasons.push(...found)
    change.push(...found.map(({ role }) => steps.removeRole(userId, role)))
  }
  return { allowed: true, reasons, obstacles: [], change, ways: [] }
}

/** The least bytes of a reason, with the step that removes the role. */
const LEAST_REASON = 450

const REASONS = {
  what: say`The roles that grant this permission to this user`,
  instead: say`Ask without explain, or read the user's roles page by page.`,
}

/** The reason if the user holds the permission through this role, else nothing. */
function reasonFor(
  { role, held, given, ...state }: Candidate,
  permission: Permission,
  now: string,
): Reason[] {
  if (!held || !isInForce(held, now) || !state.is_active || state.deleted_at !== null) return []
  const isSuper = role.slug === SUPER_ADMINISTRATOR
  // A super administrator needs no link of the role with the permission.
  if (!isSuper && !(given && isInForce(given, now) && permission.is_active)) return []
  return [reasonOf(role, spanOf(held), given ? spanOf(given) : null)]
}

const spanOf = ({ created_at: since, expires_at: until }: NonNullable<Link>): Span => ({ since, until })
