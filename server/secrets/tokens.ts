import { randomUUIDv7 } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { prepared, slot } from '../db/prepared.ts'
import { digest, newToken } from './digest.ts'

interface TokenRequest {
  userId: number
  name: string
  /** Days until it expires; 0: never. */
  ttlDays: number
}

const DAY_MS = 86_400_000

/** Makes a token and shows it, this once. */
export async function issueToken(ctx: Ctx, { userId, name, ttlDays }: TokenRequest) {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = ttlDays === 0 ? null : new Date(Date.parse(now) + ttlDays * DAY_MS).toISOString()
  await storeToken(ctx, { token, userId, name, expiresAt })
  return { token, expiresAt }
}

/** Keeps a token's digest, never the token. */
export async function storeToken(
  ctx: Ctx,
  {
    token,
    userId,
    name,
    expiresAt,
  }: { token: string; userId: number; name: string; expiresAt: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('tokens')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      hash: digest(token),
      name,
      created_at: ctx.now(),
      created_by: ctx.actor.userId,
      expires_at: expiresAt,
    })
    .execute()
}

const tokenInForce = prepared((db) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.hash', '=', slot('hash'))
    .where((eb) => eb.or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', slot('now'))]))
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .select(['tokens.id', 'tokens.user_id']),
)

/** The token and its user, if it is in force and the user is live and active. */
export async function findToken(ctx: Ctx, token: string) {
  const [found] = await tokenInForce(ctx.db, { hash: digest(token), now: ctx.now() })
  return found
}

export async function revokeToken(ctx: Ctx, tokenId: number): Promise<void> {
  await ctx.db.deleteFrom('tokens').where('id', '=', tokenId).execute()
}

/** Revokes every token of a user's; with `exceptInUse`, all but the one that asks. */
export async function revokeTokensOf(
  ctx: Ctx,
  userId: number,
  { exceptInUse }: { exceptInUse: boolean },
): Promise<void> {
  const kept = exceptInUse ? ctx.actor.tokenId : null
  await ctx.db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('id', '!=', kept as number))
    .execute()
}
