import { randomUUIDv7 } from 'node:crypto'
import type { StoredToken } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { earlierEnd, endsAfter } from '../access/in-force.ts'
import { keepName, recordOfUser } from '../audit/entries.ts'
import { digest, newToken } from '../crypto/digest.ts'
import { addDays } from '../dates.ts'
import { pipeline, pipelineBoth, type Queries, type RowsOf } from '../db/queries/pipeline.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import { lockQuery, needsLocks, tryLocks } from '../db/transactions/locks.ts'
import { conflict, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { digestOfCookie } from './cookie-sessions.ts'
import { tokenMakingExpiry } from './token-makers.ts'
import { storedUserAgent } from './user-agent.ts'

interface TokenRequest {
  userId: number
  name: string
  /** Null: never expires. */
  expiresAt: string | null
  /** Limits the token to these; omitted: all permissions of its user. */
  permissions?: string[] | undefined
  isSignIn?: boolean
  /** Of a session in a cookie: when it ends unless it is used. */
  idleEndsAt?: string | undefined
  /** The header `User-Agent` of a sign-in. */
  userAgent?: string | undefined
  /** A second factor was part of the sign-in. */
  isProvenByFactor?: boolean
}

/** When a token made now expires. @param ttlDays 0: never */
export const expiryOf = (ctx: Ctx, ttlDays: number): string | null =>
  ttlDays === 0 ? null : addDays(ctx.now(), ttlDays)

/** Creates a token. Its plain text is available only here. */
export async function issueToken(ctx: Ctx, request: TokenRequest): Promise<{ id: number; token: string }> {
  await makeRoom(ctx, request.userId, request)
  const token = newToken()
  const id = await storeToken(ctx, { ...request, token })
  recordOfUser(ctx, request.isSignIn ? 'signin' : 'users.tokens.create', request.userId, {
    other: { type: 'tokens', id, name: request.name },
  })
  return { id, token }
}

/** Valid tokens per user. One is reserved for a sign-in, which is never refused. */
export const MAX_TOKENS = 100

/** How many of these others may make. The rest is reserved for the user's own. */
const MAX_BY_OTHERS = 50

/** Stores the digest of a token, never the token. @returns its id */
export async function storeToken(
  ctx: Ctx,
  {
    token,
    userId,
    name,
    expiresAt,
    permissions,
    isSignIn = false,
    idleEndsAt,
    userAgent,
    isProvenByFactor = false,
  }: TokenRequest & { token: string },
): Promise<number> {
  const makerId = makerOf(ctx, userId)
  const { id } = await ctx.db
    .insertInto('tokens')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      hash: idleEndsAt === undefined ? digest(token) : digestOfCookie(token),
      name,
      created_at: ctx.now(),
      created_by: ctx.actor.authorId,
      maker_id: makerId,
      parent_id: parentOf(ctx),
      expires_at: makerId === null ? expiresAt : earlierEnd(expiresAt, await tokenMakingExpiry(ctx, makerId)),
      permissions: permissions ?? null,
      is_sign_in: isSignIn,
      idle_ends_at: idleEndsAt ?? null,
      user_agent: storedUserAgent(userAgent),
      proven_by_factor: isProvenByFactor,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whose rights limit the new token, if not its user's: the caller's, or the maker's of the token in use. */
const makerOf = ({ actor }: Ctx, userId: number): number | null =>
  actor.token === null || actor.userId === userId ? null : actor.authorId

/**
 * The parent token, whose end is the end of the new one: the token in use. A sign-in token is no parent, as its user has
 * proved who they are.
 * @throws Refusal 403 if the token in use was itself made with a token for another user: its rights depend on three people
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
 * Makes room for another token: deletes expired ones and, for a sign-in, the oldest sign-in tokens.
 * @throws Refusal 409 if the user has the maximum number of tokens
 */
export async function makeRoom(
  ctx: Ctx,
  userId: number,
  { isSignIn = false }: { isSignIn?: boolean } = {},
): Promise<void> {
  // Serialized, so that concurrent requests cannot exceed the limit.
  await tryLocks(ctx.db, [{ space: 'tokens', id: userId, mode: 'exclusive' }])
  const { rows } = await pipeline(ctx.db, {
    deletion: deletionOfExpired.of(ctx.db, { userId, now: ctx.now() }),
    rows: tokensOf.of(ctx.db, { userId }),
  })
  const signIns = rows.filter((row) => row.is_sign_in)
  if (isSignIn) {
    const tooMany = signIns.slice(0, Math.max(0, rows.length + 1 - MAX_TOKENS)).map(({ id }) => id)
    if (tooMany.length > 0) {
      await ctx.db.deleteFrom('tokens').where('id', 'in', tooMany).execute()
      recordOfUser(ctx, 'users.sessions.revoke', userId, { counts: { sessions: tooMany.length } })
    }
    return
  }
  const isByAnother = makerOf(ctx, userId) !== null
  if (isByAnother && rows.filter((row) => row.maker_id !== null).length >= MAX_BY_OTHERS) {
    throw conflict(
      'too_many_tokens',
      say`Other users can make at most ${MAX_BY_OTHERS} active tokens for a user; revoke one that is not needed.`,
    )
  }
  if (rows.length < MAX_TOKENS && rows.length - signIns.length < MAX_TOKENS - 1) return
  throw conflict(
    'too_many_tokens',
    say`A user has at most ${MAX_TOKENS} active tokens, one of them reserved for signing in; revoke one that is not needed.`,
  )
}

const deletionOfExpired = prepared((db) =>
  db
    .deleteFrom('tokens')
    .where('user_id', '=', slot('userId'))
    .where((eb) => eb.or([eb('expires_at', '<=', slot('now')), eb('idle_ends_at', '<=', slot('now'))])),
)

const tokensOf = prepared((db) =>
  db
    .selectFrom('tokens')
    .where('user_id', '=', slot('userId'))
    .select(['id', 'is_sign_in', 'maker_id'])
    .orderBy('id'),
)

/**
 * The locks of a sign-in that issues a token, and these queries, in one round trip, first in its transaction. The oldest sign-in
 * token, which the new one may replace, can be in use by a pending write.
 */
export async function lockForSignIn<Rows>(
  { db }: Ctx,
  userId: number,
  queries: Queries<Rows>,
): Promise<RowsOf<Rows>> {
  if (!needsLocks(db)) return pipeline(db, queries)
  const locks = lockQuery(db, [{ space: 'tokens', id: userId, mode: 'exclusive' }], { author: userId })
  const [{ counted }, rows] = await pipelineBoth(
    db,
    { locks, counted: tokenCount.of(db, { userId }) },
    queries,
  )
  if (Number(counted[0]?.count) >= MAX_TOKENS)
    await tryLocks(db, [{ space: 'user', id: userId, mode: 'exclusive' }])
  return rows
}

const tokenCount = prepared((db) =>
  db
    .selectFrom('tokens')
    .where('user_id', '=', slot('userId'))
    .select((eb) => eb.fn.countAll().as('count')),
)

/**
 * The latest possible expiry of a new token: no token makes one that outlives it. Sign-in tokens may, as their user has
 * proved who they are. Null: no limit.
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
  'user_agent',
  'is_sign_in',
] as const

/** One page of a user's valid tokens, newest first, and the total. */
export async function readTokens(
  ctx: Ctx,
  userId: number,
  { page, perPage }: { page: number; perPage: number },
) {
  const inForce = ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where(endsAfter('expires_at', ctx.now()))
    .where(endsAfter('idle_ends_at', ctx.now()))
  const { total } = await inForce.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const rows = await inForce
    .select(SHOWN_COLUMNS)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { records: rows.map((row) => shown(ctx, row)), total: Number(total) }
}

/** A token as clients see it: without its digest and internal columns. */
export async function tokenOf(ctx: Ctx, id: number) {
  const row = await ctx.db.selectFrom('tokens').where('id', '=', id).select(SHOWN_COLUMNS).executeTakeFirst()
  return row && shown(ctx, row)
}

const shown = <T extends { id: number }>(ctx: Ctx, row: T) => ({
  ...row,
  is_current: row.id === ctx.actor.token?.id,
})

/** A user's valid tokens of sign-ins, newest first: at most {@link MAX_TOKENS}. */
export async function readSessions(ctx: Ctx, userId: number) {
  const rows = await ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where('is_sign_in', '=', true)
    .where(endsAfter('expires_at', ctx.now()))
    .where(endsAfter('idle_ends_at', ctx.now()))
    .select(['id', 'uuid', 'user_agent', 'used_ip', 'created_at', 'used_at', 'expires_at'])
    .orderBy('id', 'desc')
    .limit(MAX_TOKENS)
    .execute()
  return rows.map((row) => shown(ctx, row))
}

/** Revokes one session of a user, or all but the token in use. @returns how many there were */
export async function revokeSessions(
  ctx: Ctx,
  userId: number,
  which: { id: number } | { others: true },
): Promise<number> {
  const sessions = ctx.db.deleteFrom('tokens').where('user_id', '=', userId).where('is_sign_in', '=', true)
  const revoked =
    'id' in which
      ? sessions.where('id', '=', which.id)
      : sessions.where('id', '!=', (ctx.actor.token as StoredToken).id)
  const { numDeletedRows: count } = await revoked.executeTakeFirstOrThrow()
  if (count > 0n) recordOfUser(ctx, 'users.sessions.revoke', userId, { counts: { sessions: Number(count) } })
  return Number(count)
}

/** @returns whether the user had such a token */
export async function revokeToken(
  ctx: Ctx,
  tokenId: number,
  userId: number,
  action: 'users.tokens.revoke' | 'signout' = 'users.tokens.revoke',
): Promise<boolean> {
  const revoked = await ctx.db
    .deleteFrom('tokens')
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (!revoked) return false
  keepName(ctx, 'tokens', { id: tokenId, name: revoked.name })
  recordOfUser(ctx, action, userId, { other: { type: 'tokens', id: tokenId, name: revoked.name } })
  return true
}

/**
 * Revokes all tokens of a user, and those that they made for others, which they were responsible for. With `exceptInUse`,
 * the user's token in use stays.
 * @param isAsked it is recorded even if there was none
 */
export async function revokeTokensOf(
  ctx: Ctx,
  userId: number,
  { exceptInUse, isAsked = false }: { exceptInUse: boolean; isAsked?: boolean },
): Promise<void> {
  const exceptId = exceptInUse ? ctx.actor.token?.id : undefined
  const tokens = ctx.db.deleteFrom('tokens')
  const own = tokens
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId as number))
  const revoked = await pipeline(ctx.db, {
    // First: tokens that were made with a token end with it.
    made: tokens.where('maker_id', '=', userId).returning(['id', 'name']).compile(),
    own: own.returning(['id', 'name']).compile(),
  })
  const counts = { tokens: revoked.own.length, made: revoked.made.length }
  for (const token of [...revoked.own, ...revoked.made])
    if (token.id === ctx.actor.token?.id) keepName(ctx, 'tokens', token)
  if (isAsked || counts.tokens + counts.made > 0)
    recordOfUser(ctx, 'users.tokens.revoke-all', userId, { counts })
}
