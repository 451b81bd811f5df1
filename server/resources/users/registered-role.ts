import type { Ctx } from '../../access/context.ts'
import { refuseUnlessMayAssign } from '../../access/rules.ts'
import { addLinks } from '../../crud/write/links.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'

/** The role of everyone who signed up. */
const REGISTERED = 'registered'

/** Assigns the role `registered`, if it is live, as the open sign-up does. */
export async function giveRegisteredRole(ctx: Ctx, userId: number): Promise<void> {
  await giveRole(ctx, userId, REGISTERED)
}

/** An administrator may assign `registered` only if they hold its permissions. @throws Refusal 403 */
export async function refuseUnlessMayRegister(ctx: Ctx): Promise<void> {
  const role = await liveRole(ctx, REGISTERED)
  if (role) await refuseUnlessMayAssign(ctx, role)
}

/** Assigns a role without the rules for callers: for sign-up and the first administrator. */
export async function giveRole(ctx: Ctx, userId: number, slug: string): Promise<void> {
  // Locked, as it could be destroyed before it is linked.
  const role = await liveRole(ctx, slug, 'key')
  if (!role) return
  const links = { table: 'user_roles', from: 'user_id', to: 'role_id' } as const
  await addLinks(ctx, links, userId, new Map([[role.id, {}]]))
}

/** As {@link giveRole}, but also activates an existing link and removes its expiry. */
export async function giveRoleForGood(ctx: Ctx, userId: number, slug: string): Promise<void> {
  await giveRole(ctx, userId, slug)
  await ctx.db
    .updateTable('user_roles')
    .set({ is_active: true, expires_at: null, updated_at: ctx.now(), updated_by: ctx.actor.authorId })
    .where('user_id', '=', userId)
    .where('role_id', 'in', (eb) => eb.selectFrom('roles').where('slug', '=', slug).select('id'))
    .execute()
}

const liveRole = ({ db }: Ctx, slug: string, lock: RowLock = 'none') => {
  const role = db
    .selectFrom('roles')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select(['id', 'slug'])
  return locking(db, role, lock).executeTakeFirst()
}
