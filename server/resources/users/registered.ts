import type { Ctx } from '../../access/context.ts'
import { refuseUnlessMayAssign } from '../../access/rules.ts'
import { addLinks } from '../../crud/write/links.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'

/** The role of everyone who signed up. */
const REGISTERED = 'registered'

/** Gives the role `registered`, if it is live: what the open sign-up does. */
export async function giveRegisteredRole(ctx: Ctx, userId: number): Promise<void> {
  await giveRole(ctx, userId, REGISTERED)
}

/** What sign-up gives to everyone, an administrator gives only as far as they hold it. @throws Refusal 403 */
export async function refuseUnlessMayRegister(ctx: Ctx): Promise<void> {
  const role = await liveRole(ctx, REGISTERED)
  if (role) await refuseUnlessMayAssign(ctx, role)
}

/** Links a user with a role, past the rules for callers: for sign-up and the first administrator. */
export async function giveRole(ctx: Ctx, userId: number, slug: string): Promise<void> {
  // Locked: else it may be gone for good by the time that it is linked.
  const role = await liveRole(ctx, slug, 'key')
  if (!role) return
  const links = { table: 'user_roles', from: 'user_id', to: 'role_id' } as const
  await addLinks(ctx, links, userId, new Map([[role.id, {}]]))
}

/** The same, and a link that was inactive or had an end counts from now on. */
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
