import type { Ctx } from '../access/context.ts'
import { heldUntil } from '../access/sql/effective.ts'
import { MAKES_TOKENS } from '../access/token-actor.ts'
import { chunks } from '../db/queries/chunks.ts'
import { tryLocks } from '../db/transactions/locks.ts'

/** Until when somebody may make tokens for others if nobody changes anything; null for good. */
export const endOfMaking = async (ctx: Ctx, userId: number): Promise<string | null> =>
  (await heldUntil(ctx, [userId], MAKES_TOKENS)).get(userId) ?? null

/**
 * Deletes the tokens that users made for others and may no longer make: they do not come back with the permission. Where
 * a maker holds it for a time only, their tokens end with that time. To be called after a write that takes rights away.
 * @param userIds whose rights it took; left out for anybody's
 */
export async function endTokensOfFormerMakers(ctx: Ctx, userIds?: readonly number[]): Promise<void> {
  const makers = await makersOfTokens(ctx, userIds)
  if (makers.length === 0) return
  // Of two writes that each take one of two roles with the permission, the second one has to see what the first one took.
  await tryLocks(ctx.db, [{ space: 'token-makers', mode: 'exclusive' }])
  const until = await heldUntil(ctx, makers, MAKES_TOKENS)
  const former = makers.filter((id) => !until.has(id))
  for (const some of chunks(former)) await ctx.db.deleteFrom('tokens').where('maker_id', 'in', some).execute()
  for (const [id, end] of until) {
    if (end === null) continue
    await ctx.db
      .updateTable('tokens')
      .set({ expires_at: end })
      .where('maker_id', '=', id)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', end)]))
      .execute()
  }
}

async function makersOfTokens(ctx: Ctx, userIds?: readonly number[]): Promise<number[]> {
  const makers = ctx.db.selectFrom('tokens').where('maker_id', 'is not', null).select('maker_id').distinct()
  const found: { maker_id: number | null }[] = []
  if (userIds === undefined) found.push(...(await makers.execute()))
  else
    for (const some of chunks(userIds)) found.push(...(await makers.where('maker_id', 'in', some).execute()))
  return found.map(({ maker_id: id }) => id as number)
}
