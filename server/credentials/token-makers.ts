import { MAKES_TOKENS } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { endsAfter } from '../access/in-force.ts'
import { heldUntil } from '../access/sql/effective.ts'
import { keepName, recordOfUser } from '../audit/entries.ts'
import { chunks } from '../db/queries/chunks.ts'
import { tryLocks } from '../db/transactions/locks.ts'

/** Until when a user may make tokens for others, as things stand; null: without end. */
export const tokenMakingExpiry = async (ctx: Ctx, userId: number): Promise<string | null> =>
  (await heldUntil(ctx, [userId], MAKES_TOKENS)).get(userId) ?? null

/**
 * Deletes the tokens that users made for others and may no longer make. Granting the permission again does not bring them
 * back. If a maker's permission expires, their tokens expire with it. Call this after every write that revokes rights.
 * @param userIds the users whose rights it revoked; omitted: any user's
 */
export async function deleteTokensOfFormerMakers(ctx: Ctx, userIds?: readonly number[]): Promise<void> {
  const makers = await tokenMakers(ctx, userIds)
  if (makers.length === 0) return
  // If two writes each remove one of two roles with the permission, the second one must see what the first one removed.
  await tryLocks(ctx.db, [{ space: 'token-makers', mode: 'exclusive' }])
  const until = await heldUntil(ctx, makers, MAKES_TOKENS)
  const former = makers.filter((id) => !until.has(id))
  for (const some of chunks(former)) {
    const ended = await ctx.db
      .deleteFrom('tokens')
      .where('maker_id', 'in', some)
      .returning(['id', 'name', 'maker_id'])
      .execute()
    for (const token of ended) if (token.id === ctx.actor.token?.id) keepName(ctx, 'tokens', token)
    for (const [makerId, { length: made }] of Map.groupBy(ended, ({ maker_id }) => maker_id as number))
      recordOfUser(ctx, 'users.tokens.revoke-all', makerId, { counts: { tokens: 0, made } })
  }
  for (const [id, end] of until) {
    if (end === null) continue
    const { numUpdatedRows } = await ctx.db
      .updateTable('tokens')
      .set({ expires_at: end })
      .where('maker_id', '=', id)
      .where(endsAfter('expires_at', end))
      .executeTakeFirstOrThrow()
    const made = Number(numUpdatedRows)
    if (made > 0) recordOfUser(ctx, 'users.tokens.shorten', id, { counts: { made } })
  }
}

async function tokenMakers(ctx: Ctx, userIds?: readonly number[]): Promise<number[]> {
  const makers = ctx.db.selectFrom('tokens').where('maker_id', 'is not', null).select('maker_id').distinct()
  const found: { maker_id: number | null }[] = []
  if (userIds === undefined) found.push(...(await makers.execute()))
  else
    for (const some of chunks(userIds)) found.push(...(await makers.where('maker_id', 'in', some).execute()))
  return found.map(({ maker_id: id }) => id as number)
}
