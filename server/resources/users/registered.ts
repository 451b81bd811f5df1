import type { Ctx } from '../../access/context.ts'
import { addLinks } from '../../crud/links.ts'

/** The role of everyone who signed up. */
const REGISTERED = 'registered'

/** Gives the role `registered`, if it is live: what sign-up does, in either of its modes. */
export async function giveRegisteredRole(ctx: Ctx, userId: number): Promise<void> {
  await giveRole(ctx, userId, REGISTERED)
}

/** Links a user with a role, past the rules for callers: for sign-up and the first administrator. */
export async function giveRole(ctx: Ctx, userId: number, slug: string): Promise<void> {
  const role = await ctx.db
    .selectFrom('roles')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (role)
    await addLinks(
      ctx,
      { table: 'user_roles', from: 'user_id', to: 'role_id' },
      userId,
      new Map([[role.id, {}]]),
    )
}
