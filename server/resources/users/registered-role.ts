import type { Ctx } from '../../access/context.ts'
import { refuseUnlessMayAssign } from '../../access/rules.ts'
import { addLinks, renewLink } from '../../crud/write/links.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'

/** The role of everyone who signed up. */
const REGISTERED = 'registered'

/** Assigns the role `registered`, if it is live, as the open sign-up does. */
export async function giveRegisteredRole(ctx: Ctx, userId: number): Promise<void> {
  await assignRole(ctx, userId, REGISTERED)
}

/** The role of everyone who signed up, if it is live. */
export const registeredRole = (ctx: Ctx) => liveRole(ctx, REGISTERED)

/** An administrator may assign `registered` only if they hold its permissions. @throws Refusal 403 */
export async function refuseUnlessMayRegister(ctx: Ctx): Promise<void> {
  const role = await liveRole(ctx, REGISTERED)
  if (role) await refuseUnlessMayAssign(ctx, role)
}

const ROLES_OF_USERS = { table: 'user_roles', from: 'user_id', to: 'role_id' } as const

/**
 * Assigns a role without the rules for callers: for sign-up and the first administrator.
 * @returns the role; undefined if it is not live
 */
export async function assignRole(
  ctx: Ctx,
  userId: number,
  slug: string,
  until: string | null = null,
): Promise<{ id: number } | undefined> {
  // Locked, as it could be destroyed before it is linked.
  const role = await liveRole(ctx, slug, 'key')
  if (role) await addLinks(ctx, ROLES_OF_USERS, userId, new Map([[role.id, { expires_at: until }]]))
  return role
}

/** {@link assignRole}, which also activates an existing link and removes its expiry. */
export async function assignRolePermanently(ctx: Ctx, userId: number, slug: string): Promise<void> {
  const held = await ctx.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_id', '=', userId)
    .where('slug', '=', slug)
    .where('roles.deleted_at', 'is', null)
    .select('role_id')
    .executeTakeFirst()
  if (held) await renewLink(ctx, ROLES_OF_USERS, userId, held.role_id)
  else await assignRole(ctx, userId, slug)
}

const liveRole = ({ db }: Ctx, slug: string, lock: RowLock = 'none') => {
  const role = db
    .selectFrom('roles')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select(['id', 'slug', 'name'])
  return locking(db, role, lock).executeTakeFirst()
}
