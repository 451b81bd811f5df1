import { randomUUIDv7 } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { earlierEnd } from '../access/in-force.ts'
import { digest, newToken } from '../crypto/digest.ts'
import { inDays } from '../dates.ts'
import { needsLocks, takeLocks, tryLocks } from '../db/transactions/locks.ts'
import { conflict, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { endOfMaking } from './made-tokens.ts'

interface TokenRequest {
  userId: number
  name: string
  /** Null: never. */
  expiresAt: string | null
  /** All that it may do; without it, all that its user may. */
  permissions?: string[] | undefined
  isSignIn?: boolean
}

/** When a token made now expires. @param ttlDays 0: never */
export const expiryOf = (ctx: Ctx, ttlDays: number): string | null =>
  ttlDays === 0 ? null : inDays(ctx.now(), ttlDays)

/** Makes a token and shows it, this once. */
export async function issueToken(ctx: Ctx, request: TokenRequest): Promise<{ id: number; token: string }> {
  await makeRoom(ctx, request.userId, request)
  const token = newToken()
  return { id: await storeToken(ctx, { ...request, token }), token }
}

/** Tokens of a user that work at one time. One of them is kept for a sign-in, which is never refused. */
const MOST_TOKENS = 100

/** Of these, so many may be made by others: the rest are always left for the user's own. */
const MOST_BY_OTHERS = 50

/** Keeps a token's digest, never the token. @returns its id */
export async function storeToken(
  ctx: Ctx,
  { token, userId, name, expiresAt, permissions, isSignIn = false }: TokenRequest & { token: string },
): Promise<number> {
  const makerId = makerOf(ctx, userId)
  const { id } = await ctx.db
    .insertInto('tokens')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      hash: digest(token),
      name,
      created_at: ctx.now(),
      created_by: ctx.actor.authorId,
      maker_id: makerId,
      parent_id: parentOf(ctx),
      expires_at: makerId === null ? expiresAt : earlierEnd(expiresAt, await endOfMaking(ctx, makerId)),
      permissions: permissions ?? null,
      is_sign_in: isSignIn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whose power the new token is, where it is not its user's: also where a token that somebody else made makes it. */
const makerOf = ({ actor }: Ctx, userId: number): number | null =>
  actor.token === null || actor.userId === userId ? null : actor.authorId

/**
 * The token that the new one ends with: the one in use, but for a sign-in, whose user has just proved who they are.
 * @throws Refusal 403 where that one came of a token made for somebody already: what it holds follows from three people
 */
function parentOf({ actor: { token } }: Ctx): number | null {
  if (token === null || token.is_sign_in) return null
  if (token.through_id === null) return token.id
  throw new Refusal(
    403,
    'forbidden',
    say`This token was made with a token that somebody made for another user. It cannot make further tokens.`,
  )
}

/**
 * Makes room for another token: those that have expired go, and for a sign-in the oldest that a sign-in made.
 * @throws Refusal 409 where the user has as many tokens as anyone may
 */
export async function makeRoom(
  ctx: Ctx,
  userId: number,
  { isSignIn = false }: { isSignIn?: boolean } = {},
): Promise<void> {
  // Counted one after the other, so that many at once are no way to more.
  await tryLocks(ctx.db, [{ space: 'tokens', id: userId, mode: 'exclusive' }])
  await ctx.db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', ctx.now())
    .execute()
  const rows = await ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .select(['id', 'is_sign_in', 'maker_id'])
    .orderBy('id')
    .execute()
  const signIns = rows.filter((row) => row.is_sign_in)
  if (isSignIn) {
    const tooMany = signIns.slice(0, Math.max(0, rows.length + 1 - MOST_TOKENS)).map(({ id }) => id)
    if (tooMany.length > 0) await ctx.db.deleteFrom('tokens').where('id', 'in', tooMany).execute()
    return
  }
  const isByAnother = makerOf(ctx, userId) !== null
  if (isByAnother && rows.filter((row) => row.maker_id !== null).length >= MOST_BY_OTHERS) {
    throw conflict(
      'too_many_tokens',
      say`Others make at most ${MOST_BY_OTHERS} of the tokens of a user that work; revoke one that is not needed.`,
    )
  }
  if (rows.length < MOST_TOKENS && rows.length - signIns.length < MOST_TOKENS - 1) return
  throw conflict(
    'too_many_tokens',
    say`A user has at most ${MOST_TOKENS} tokens that work, one of them kept for signing in; revoke one that is not needed.`,
  )
}

/** To be called first in the transaction of a sign-in: the sign-in that it may replace can have a write under way. */
export async function lockBeforeSignIn(ctx: Ctx, userId: number): Promise<void> {
  if (!needsLocks(ctx.db)) return
  const { count } = await ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_TOKENS)
    await takeLocks(ctx.db, [{ space: 'user', id: userId, mode: 'exclusive' }])
}

/**
 * When a token made now ends at the latest: no token makes one that outlives it, but for a sign-in, whose user has just
 * proved who they are. Null: it may live for ever.
 */
export const latestExpiry = ({ actor: { token } }: Ctx): string | null =>
  token === null || token.is_sign_in ? null : token.expires_at

const SHOWN_COLUMNS = [
  'id',
  'uuid',
  'name',
  'permissions',
  'created_at',
  'created_by',
  'expires_at',
  'used_at',
  'used_ip',
] as const

/** One page of a user's tokens that work, newest first, and how many there are. */
export async function readTokens(
  ctx: Ctx,
  userId: number,
  { page, perPage }: { page: number; perPage: number },
) {
  const inForce = ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.now())]))
  const { total } = await inForce.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const rows = await inForce
    .select(SHOWN_COLUMNS)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { records: rows.map((row) => shown(ctx, row)), total: Number(total) }
}

/** A token as it is shown, which is all but what it is kept by. */
export async function tokenOf(ctx: Ctx, id: number) {
  const row = await ctx.db.selectFrom('tokens').where('id', '=', id).select(SHOWN_COLUMNS).executeTakeFirst()
  return row && shown(ctx, row)
}

const shown = <T extends { id: number }>(ctx: Ctx, row: T) => ({
  ...row,
  is_current: row.id === ctx.actor.token?.id,
})

/** @returns whether the user has had such a token */
export async function revokeToken(ctx: Ctx, tokenId: number, userId: number): Promise<boolean> {
  const { numDeletedRows: count } = await ctx.db
    .deleteFrom('tokens')
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count > 0n
}

/**
 * Revokes every token of a user's, and those that they made for others, which were theirs to answer for. With
 * `exceptInUse`, the user's own that asks is left.
 */
export async function revokeTokensOf(
  ctx: Ctx,
  userId: number,
  { exceptInUse }: { exceptInUse: boolean },
): Promise<void> {
  const kept = exceptInUse ? ctx.actor.token?.id : undefined
  await ctx.db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept as number))
    .execute()
  await ctx.db.deleteFrom('tokens').where('maker_id', '=', userId).execute()
}
