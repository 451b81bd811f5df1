import { BATCH_SIZES, inBatches } from '../db/queries/chunks.ts'
import { tryLocks } from '../db/transactions/locks.ts'
import { conflict, forbidden, MAX_DETAILS, Refusal } from '../errors.ts'
import { type Message, say } from '../messages/say.ts'
import { lockRoles } from './authority.ts'
import type { Ctx } from './context.ts'
import { type Grants, SUPER_ADMINISTRATOR } from './grants.ts'
import { isLater } from './in-force.ts'
import {
  grantsOfRole,
  potentialGrantsOf,
  potentialGrantsUntil,
  superAdministrators,
} from './sql/effective.ts'

/** Callers grant only permissions that they hold. @throws Refusal 403 naming what the caller lacks */
export function refuseUnheldGrants(ctx: Ctx, grants: Grants, what: Message): void {
  if (grants.isAll && !ctx.actor.grants.isAll) throw superAdministratorsOnly(what)
  const lacking = ctx.actor.grants.lacks(grants)
  if (lacking.length > 0) throw forbidden(lacking, say`${what} needs`)
}

/** A new grant, or a grant that is extended. */
export interface GrantExtension {
  /** When it expires; null: never. */
  until: string | null
  /** The field of the request that sets it. */
  field?: string
}

/** Grants that a write assigns or extends. */
interface ExtendedGrants {
  grants: Grants
  /** As in "You hold {what} until". */
  what: Message
  extensions: readonly GrantExtension[]
}

/** Callers cannot grant a permission for longer than they hold it. @throws Refusal 403 with the latest expiry and the fields */
export function refuseLongerGrants(ctx: Ctx, granted: readonly ExtendedGrants[]): void {
  const faults = granted.flatMap(({ grants, what, extensions }) => {
    const latest = ctx.actor.grants.endOfGranting(grants)
    if (latest === null) return []
    return extensions
      .filter(({ until }) => isLater(until, latest))
      .map(({ field }) => ({ field, message: messageOfEnd(what, latest, field) }))
  })
  const [first] = faults
  if (!first) return
  const details = faults.flatMap(({ field, message }) =>
    field === undefined ? [] : [{ field, code: 'forbidden', message }],
  )
  throw new Refusal(403, 'forbidden', first.message, { details: details.slice(0, MAX_DETAILS) })
}

const messageOfEnd = (what: Message, latest: string, field?: string) =>
  field === undefined
    ? say`You hold ${what} until ${latest}; you can't grant it for longer.`
    : say`You hold ${what} until ${latest}. Set expires_at of the link to that time or earlier.`

/** A grant without expiry, set by no field. */
export const PERMANENT: GrantExtension = { until: null }

const superAdministratorsOnly = (what: Message) =>
  new Refusal(
    403,
    'forbidden',
    say`${what} needs every permission there is, which only the role ${SUPER_ADMINISTRATOR} holds.`,
  )

/**
 * Refuses to change a user who holds a permission that the caller lacks. Callers may always change themselves, except with
 * a limited token.
 */
export async function refuseUnlessMayChangeUsers(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  const { actor } = ctx
  const others = actor.isLimited ? userIds : userIds.filter((userId) => userId !== actor.userId)
  if (others.length === 0 || actor.grants.isAll) return
  const what = others.length === 1 ? say`Changing this user` : say`Changing these users`
  refuseUnheldGrants(ctx, await potentialGrantsOf(ctx, others), what)
}

/**
 * A caller who sets a user's email or password can sign in as the user; activating or restoring a user grants all of the
 * user's permissions. So the caller must hold them at least as long. @param what the operation, as in "Restoring this user"
 */
export async function refuseUnlessHeldAsLong(ctx: Ctx, userId: number, what: Message): Promise<void> {
  const { actor } = ctx
  if (actor.grants.isPermanent || (userId === actor.userId && !actor.isLimited)) return
  const grants = await potentialGrantsUntil(ctx, userId)
  const latest = actor.grants.endOfGranting(grants)
  if (latest === null) return
  const message = say`${what} needs all permissions of the user, for at least as long. You hold them until ${latest}.`
  throw new Refusal(403, 'forbidden', message)
}

/** The same for all grants of a role. @param extensions links that assign or extend it */
export async function refuseUnheldRole(
  ctx: Ctx,
  role: { id: number; slug: string },
  what: Message,
  extensions: readonly GrantExtension[] = [],
): Promise<void> {
  const { isAll, isPermanent } = ctx.actor.grants
  if (isAll && (isPermanent || extensions.length === 0)) return
  const grants = await grantsOfRole(ctx, role)
  refuseUnheldGrants(ctx, grants, what)
  refuseLongerGrants(ctx, [{ grants, what: say`all that the role ${role.slug} gives`, extensions }])
}

/** Until when the caller can assign a role; null: without end; undefined if they cannot. */
export async function endOfAssigning(
  ctx: Ctx,
  role: { id: number; slug: string },
): Promise<string | null | undefined> {
  const { grants: held } = ctx.actor
  const grants = await grantsOfRole(ctx, role)
  const isHeld = (held.isAll || !grants.isAll) && held.lacks(grants).length === 0
  return isHeld ? held.endOfGranting(grants) : undefined
}

/** The same for up to thousands of roles: yields to the event loop between batches. */
export async function refuseUnheldRoles(
  ctx: Ctx,
  roles: readonly { id: number; slug: string }[],
  what: (slug: string) => Message,
  extensions: ReadonlyMap<number, GrantExtension> = new Map(),
): Promise<void> {
  const { isAll, isPermanent } = ctx.actor.grants
  if (isAll && (isPermanent || extensions.size === 0)) return
  for await (const some of inBatches(roles, BATCH_SIZES.records)) {
    for (const role of some) {
      const link = extensions.get(role.id)
      await refuseUnheldRole(ctx, role, what(role.slug), link && [link])
    }
  }
}

/**
 * Checks permission, locks the roles exclusively, and checks again, as a concurrent write may have changed them. The first
 * check keeps unauthorized callers from blocking writes that rely on the roles.
 */
export async function lockRolesIfAllowed(
  ctx: Ctx,
  ids: readonly number[],
  refuseUnlessAllowed: () => Promise<void>,
): Promise<void> {
  await refuseUnlessAllowed()
  if (await lockRoles(ctx, ids)) await refuseUnlessAllowed()
}

/** Changing a role's permissions, or whether it is in force, needs all of its permissions. */
export const refuseUnlessMayChangeRole = (ctx: Ctx, role: { id: number; slug: string }): Promise<void> =>
  refuseUnlessMayChangeRoles(ctx, [role])

/** Reactivating a role grants all of its permissions again. */
export const refuseUnlessMayReactivate = (ctx: Ctx, role: { id: number; slug: string }): Promise<void> =>
  refuseUnheldRole(ctx, role, say`Changing this role`, [PERMANENT])

/** The role is assigned without expiry. */
export const refuseUnlessMayAssign = (ctx: Ctx, role: { id: number; slug: string }): Promise<void> =>
  refuseUnheldRole(ctx, role, say`Assigning the role ${role.slug}`, [PERMANENT])

export const refuseUnlessMayChangeRoles = (
  ctx: Ctx,
  roles: readonly { id: number; slug: string }[],
): Promise<void> => refuseUnheldRoles(ctx, roles, () => say`Changing this role`)

/** Protects the last active super administrator, also against concurrent changes. @throws Refusal 409 */
export async function keepSuperAdministrator(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  const changed = new Set(userIds)
  const loses = (await superAdministrators(ctx)).some((holder) => changed.has(holder.user_id))
  if (!loses) return
  await tryLocks(ctx.db, [{ space: 'super-administrators', mode: 'exclusive' }])
  // Read again: another one may have lost the role before this transaction had the lock.
  const holders = await superAdministrators(ctx)
  if (holders.some((holder) => holder.expires_at === null && !changed.has(holder.user_id))) return
  throw conflict(
    'last_super_administrator',
    say`This is the last active super administrator; make another one first.`,
  )
}
