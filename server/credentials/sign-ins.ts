import type { Ctx } from '../access/context.ts'

/**
 * Records a sign-in with its user, and the hash of the password, which may be a new one.
 * @returns false if the account has changed while the password was verified
 */
export async function recordSignIn(
  ctx: Ctx,
  user: { id: number; password_hash: string | null },
  hash: string,
): Promise<boolean> {
  const { numUpdatedRows: found } = await ctx.db
    .updateTable('users')
    .set({ last_login_at: ctx.now(), last_login_ip: ctx.ip, password_hash: hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return found > 0n
}
