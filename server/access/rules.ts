import { A_TURN, turns } from '../db/chunks.ts'
import { needsLocks, takeLocks } from '../db/locks.ts'
import { conflict, forbidden, Refusal } from '../errors.ts'
import { lockRoles, lockUsers } from './authority.ts'
import type { Ctx } from './context.ts'
import { grantsOfRole, potentialGrantsOf, SUPER_ADMINISTRATOR, superAdministrators } from './effective.ts'
import type { Grants } from './grants.ts'

/** Nobody hands out more than they hold. @throws Refusal 403 naming what the caller lacks */
export function refuseBeyond(ctx: Ctx, grants: Grants, what: string): void {
  if (grants.isAll && !ctx.actor.grants.isAll) throw superAdministratorsOnly(what)
  const lacking = ctx.actor.grants.lacks(grants)
  if (lacking.length > 0) throw forbidden(lacking, `${what} needs`)
}

const superAdministratorsOnly = (what: string) =>
  new Refusal(
    403,
    'forbidden',
    `${what} needs every permission there is, which only the role ${SUPER_ADMINISTRATOR} holds.`,
  )

/**
 * Changing a user who holds a permission that the caller lacks is refused. Oneself is never more than oneself, but
 * with a limited token.
 */
export async function refuseUnlessMayChangeUsers(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  const { actor } = ctx
  const others = actor.isLimited ? userIds : userIds.filter((userId) => userId !== actor.userId)
  if (others.length === 0 || actor.grants.isAll) return
  const what = others.length === 1 ? 'Changing this user' : 'Changing these users'
  refuseBeyond(ctx, await potentialGrantsOf(ctx, others), what)
}

/** The same of all that a role hands out. */
export async function refuseBeyondRole(
  ctx: Ctx,
  role: { id: number; slug: string },
  what: string,
): Promise<void> {
  if (ctx.actor.grants.isAll) return
  refuseBeyond(ctx, await grantsOfRole(ctx, role), what)
}

/** The same of roles of which there may be thousands: between some of them, other requests have their turn. */
export async function refuseBeyondRoles(
  ctx: Ctx,
  roles: readonly { id: number; slug: string }[],
  what: (slug: string) => string,
): Promise<void> {
  if (ctx.actor.grants.isAll) return
  for await (const some of turns(roles, A_TURN.records)) {
    for (const role of some) await refuseBeyondRole(ctx, role, what(role.slug))
  }
}

/**
 * Asks whether the caller may, locks the roles exclusively, and asks again, as another one may have changed them. Whoever
 * may not change a role thus keeps nobody waiting who relies on it.
 */
export async function lockRolesIfAllowed(
  ctx: Ctx,
  ids: readonly number[],
  refuseUnlessAllowed: () => Promise<void>,
): Promise<void> {
  await refuseUnlessAllowed()
  if (!needsLocks(ctx.db)) return
  await lockRoles(ctx, ids)
  await refuseUnlessAllowed()
}

/**
 * Locks users whose authority may end, before their rows: others lock in that order. Users whom the caller may not change
 * are not locked; the operation itself refuses them.
 */
export async function lockUsersIfAllowed(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const isAllowed = await refuseUnlessMayChangeUsers(ctx, ids).then(
    () => true,
    () => false,
  )
  if (isAllowed) await lockUsers(ctx, ids)
}

/** Changing what a role may do, or whether it counts, needs all of its permissions. */
export const refuseUnlessMayChangeRole = (ctx: Ctx, role: { id: number; slug: string }): Promise<void> =>
  refuseUnlessMayChangeRoles(ctx, [role])

export const refuseUnlessMayChangeRoles = (
  ctx: Ctx,
  roles: readonly { id: number; slug: string }[],
): Promise<void> => refuseBeyondRoles(ctx, roles, () => 'Changing this role')

/** The last active super administrator stays one, also where several are changed at once. @throws Refusal 409 */
export async function keepSuperAdministrator(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  const changed = new Set(userIds)
  const loses = (await superAdministrators(ctx)).some((holder) => changed.has(holder.user_id))
  if (!loses) return
  await takeLocks(ctx.db, [{ space: 'super-administrators', mode: 'exclusive' }])
  // Asked again: another one may have lost the role while the lock was waited for.
  const holders = await superAdministrators(ctx)
  if (holders.some((holder) => holder.expires_at === null && !changed.has(holder.user_id))) return
  throw conflict(
    'last_super_administrator',
    'This is the last active super administrator; make another one first.',
  )
}
