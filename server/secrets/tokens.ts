import { randomUUIDv7 } from 'node:crypto'
import { after } from '../access/after.ts'
import type { Ctx } from '../access/context.ts'
import { inDays } from '../dates.ts'
import { prepared, slot } from '../db/prepared.ts'
import { digest, newToken } from './digest.ts'

interface TokenRequest {
  userId: number
  name: string
  /** Null: never. */
  expiresAt: string | null
  /** All that it may do; without it, all that its user may. */
  permissions?: string[] | undefined
}

/** When a token made now expires. @param ttlDays 0: never */
export const expiryOf = (ctx: Ctx, ttlDays: number): string | null =>
  ttlDays === 0 ? null : inDays(ctx.now(), ttlDays)

/** Makes a token and shows it, this once. Those of its user that have expired make room. */
export async function issueToken(ctx: Ctx, request: TokenRequest): Promise<{ id: number; token: string }> {
  await ctx.db
    .deleteFrom('tokens')
    .where('user_id', '=', request.userId)
    .where('expires_at', '<=', ctx.now())
    .execute()
  const token = newToken()
  return { id: await storeToken(ctx, { ...request, token }), token }
}

/** Keeps a token's digest, never the token. @returns its id */
export async function storeToken(
  ctx: Ctx,
  { token, userId, name, expiresAt, permissions }: TokenRequest & { token: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('tokens')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      hash: digest(token),
      name,
      created_at: ctx.now(),
      created_by: ctx.actor.userId,
      expires_at: expiresAt,
      permissions: permissions ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const tokenInForce = prepared((db) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.hash', '=', slot('hash'))
    .where((eb) => eb.or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', slot('now'))]))
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .select(['tokens.id', 'tokens.user_id', 'tokens.permissions']),
)

const tokenByHash = prepared((db) =>
  db
    .selectFrom('tokens')
    .where('hash', '=', slot('hash'))
    .select(['id', 'user_id', 'permissions', 'expires_at']),
)

/** The token and its user, if it is in force and the user is live and active. */
export function findToken({ db, memory, now }: Ctx, token: string) {
  const hash = digest(token)
  const read = async () => (await tokenInForce(db, { hash, now: now() }))[0]
  if (!memory) return read()
  const kept = memory.token(hash, async () => (await tokenByHash(db, { hash }))[0])
  return after(kept, (kept) => {
    if (!kept || (kept.expires_at !== null && kept.expires_at <= now())) return undefined
    return after(memory.holder(kept.user_id), (holder) => {
      if (!holder) return read()
      return holder.isCounting ? kept : undefined
    })
  })
}

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
  is_current: row.id === ctx.actor.tokenId,
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
