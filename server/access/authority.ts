import { pipeline, type Queries, type RowsOf } from '../db/queries/pipeline.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import type { Db } from '../db/tables.ts'
import { type Lock, lockQuery, needsLocks, takeLocks, tryLocks } from '../db/transactions/locks.ts'
import { forbidden, tokenEnded } from '../errors.ts'
import type { Actor, Ctx } from './context.ts'
import { guard } from './guard.ts'
import { isBefore, linkIsInForce } from './in-force.ts'
import { mapMaybePromise } from './maybe-promise.ts'
import type { AccessMemory, CachedToken } from './memory/memory.ts'
import { SUPER_ADMINISTRATOR, type UserAccess } from './memory/user-access.ts'
import {
  type AuthorityRow,
  authorityQuery,
  grantsHeld,
  unlockedRoles,
  valuesOf,
} from './sql/authority-rows.ts'
import { actorWith, peopleOf } from './token-actor.ts'

const tokenByHash = prepared((db) =>
  db
    .selectFrom('tokens')
    .leftJoin('tokens as parents', (join) =>
      join.onRef('parents.id', '=', 'tokens.parent_id').on('parents.maker_id', 'is not', null),
    )
    .where('tokens.hash', '=', slot('hash'))
    .select(['tokens.id', 'tokens.hash', 'tokens.user_id', 'tokens.maker_id', 'tokens.permissions'])
    .select(['tokens.expires_at', 'tokens.is_sign_in', 'parents.user_id as through_id']),
)

/**
 * The caller that a token authenticates now, with their grants.
 * @param hash of the token @returns undefined if it is unknown or expired, or its user or maker is not live and active
 */
export function authorityOf(ctx: Ctx, hash: string): Actor | undefined | Promise<Actor | undefined> {
  const { db, memory } = ctx
  const read = async () => (await tokenByHash(db, { hash }))[0]
  return mapMaybePromise(
    memory ? memory.token(hash, read) : read(),
    (token) => token && authorityOfToken(ctx, token),
  )
}

function authorityOfToken(ctx: Ctx, token: CachedToken): Actor | undefined | Promise<Actor | undefined> {
  const { db, memory } = ctx
  const now = ctx.now()
  if (!isBefore(now, token.expires_at)) return undefined
  if (!memory) return readAuthority(db, token, now)
  return mapMaybePromise(memory.userAccess(token.user_id), (user) => {
    if (!user) return readAuthority(db, token, now)
    if (token.maker_id === null) return actorWith(token, () => user.authorityAt(now))
    return authorityOfMadeToken(ctx, memory, token, now)
  })
}

async function authorityOfMadeToken({ db }: Ctx, memory: AccessMemory, token: CachedToken, now: string) {
  const holders = new Map<number, UserAccess>()
  for (const id of peopleOf(token)) {
    const holder = await memory.userAccess(id)
    if (!holder) return readAuthority(db, token, now)
    holders.set(id, holder)
  }
  return actorWith(token, (id) => holders.get(id)?.authorityAt(now))
}

const readAuthority = async (db: Db, token: CachedToken, now: string): Promise<Actor | undefined> =>
  authorityFrom(await authorityQuery(db, valuesOf(token)), token, now)

/** @param relied only these roles count, if given */
function authorityFrom(
  rows: readonly AuthorityRow[],
  token: CachedToken,
  now: string,
  relied?: ReadonlySet<number>,
): Actor | undefined {
  if (!isBefore(now, rows[0]?.expires_at ?? null)) return undefined
  return actorWith(token, (userId) => grantsHeld(rows, userId, now, relied))
}

interface LockOptions {
  callerLock: Lock['mode']
  /** The locks that the operation is known to need, besides those of the caller's authority. */
  first: readonly Lock[]
}

/**
 * Checks again, as the first step in the transaction of a write, who the caller is and what they may do: a token, a user
 * or a grant may have ended since the request arrived. The result holds until the transaction ends: SQLite has one writer,
 * and on PostgreSQL a write that removes authority waits for the locks taken here.
 * @param ctx in the transaction @param memory of the request @param queries the first queries of the operation
 * @returns the actor now, and the rows of the queries
 * @throws Refusal 401, 403
 */
export async function confirmAuthority<Asked extends Queries>(
  ctx: Ctx,
  memory: AccessMemory | undefined,
  queries: Asked,
  options: LockOptions,
): Promise<{ actor: Actor; rows: RowsOf<Asked> }> {
  const { token } = ctx.actor
  if (token && needsLocks(ctx.db)) {
    const { actor, rows } = await lockAndReadAuthority(ctx, memory, token, queries, options)
    return { actor: recheck(ctx, actor), rows }
  }
  await takeLocks(ctx.db, options.first)
  const now = ctx.now()
  const actor = token
    ? recheck(ctx, cachedAuthority(memory, token, now) ?? (await readAuthority(ctx.db, token, now)))
    : ctx.actor
  return { actor, rows: await pipeline(ctx.db, queries) }
}

/** Called between the password hashes of a long request, to stop once its authority has ended. @throws Refusal 401, 403 */
export async function refuseIfAuthorityEnded(ctx: Ctx): Promise<void> {
  const { token } = ctx.actor
  if (token) recheck(ctx, await authorityOf({ ...ctx, memory: ctx.memory?.current() }, token.hash))
}

function recheck({ guarded }: Ctx, actor: Actor | undefined): Actor {
  if (!actor) throw tokenEnded()
  if (guarded) {
    const missing = guard(actor, guarded.requirement, guarded.isWrite)
    if (missing && !guarded.isOwnOnly) throw forbidden(missing)
  }
  return actor
}

/** The authority from the cache, if it has the token and its users and is up to date in the open transaction. */
function cachedAuthority(
  memory: AccessMemory | undefined,
  { hash }: CachedToken,
  now: string,
): Actor | undefined {
  const known = memory?.inNewTransaction()
  const token = known?.cachedToken(hash)
  if (!token || !isBefore(now, token.expires_at)) return undefined
  const isKnown = peopleOf(token).every((id) => known?.cachedUserAccess(id))
  return isKnown ? actorWith(token, (id) => known?.cachedUserAccess(id)?.authorityAt(now)) : undefined
}

async function lockAndReadAuthority<Asked extends Queries>(
  ctx: Ctx,
  memory: AccessMemory | undefined,
  token: CachedToken,
  queries: Asked,
  { callerLock, first }: LockOptions,
): Promise<{ actor: Actor | undefined; rows: RowsOf<Asked> }> {
  const people = peopleOf(token)
  const userLocks = people.map((id): Lock => ({ space: 'user', id, mode: callerLock }))
  const roleLocks = (ids: Iterable<number>) =>
    [...ids].map((id): Lock => ({ space: 'role', id, mode: 'shared' }))
  const relied = new Set(await rolesReliedOn(ctx, memory, people))
  const locks = lockQuery(ctx.db, [...userLocks, ...roleLocks(relied), ...first], { author: token.user_id })
  const authority = authorityQuery.of(ctx.db, valuesOf(token))
  const [, held, ...rows] = await pipeline(ctx.db, [locks, authority, ...queries])
  const unlocked = unlockedRoles(held, ctx.now(), relied)
  if (unlocked.size === 0) return { actor: authorityFrom(held, token, ctx.now(), relied), rows }
  // Roles assigned meanwhile, perhaps in place of the cached ones.
  await tryLocks(ctx.db, roleLocks(unlocked))
  const [heldNow] = await pipeline(ctx.db, [authority])
  return { actor: authorityFrom(heldNow, token, ctx.now(), relied.union(unlocked)), rows }
}

const rolesInForceQuery = prepared((db) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', slot('user'))
    .where(linkIsInForce('user_roles', slot('now')))
    .select(['roles.id', 'roles.slug', 'user_roles.expires_at']),
)

/** A hint: changes since then are detected once the roles are locked. Never waits for a second connection. */
async function rolesReliedOn(
  ctx: Ctx,
  memory: AccessMemory | undefined,
  userIds: readonly number[],
): Promise<number[]> {
  const now = ctx.now()
  const roles: number[] = []
  for (const user of userIds) {
    const known = memory?.cachedUserAccess(user)
    if (known) roles.push(...known.roleIdsAt(now))
    else {
      const rows = await rolesInForceQuery(ctx.db, { user, now })
      const superRole = rows.find((row) => row.slug === SUPER_ADMINISTRATOR && row.expires_at === null)
      roles.push(...(superRole ? [superRole] : rows).map(({ id }) => id))
    }
  }
  return roles
}

/**
 * Blocks writes that rely on the authority of these users, or on tokens that they made. Call this before removing any of
 * it: a later write that relies on it is then refused.
 * @returns true if one of them was not locked before
 */
export const lockUsers = (ctx: Ctx, ids: readonly number[]): Promise<boolean> =>
  tryLocks(
    ctx.db,
    ids.map((id) => ({ space: 'user', id, mode: 'exclusive' })),
  )

/** The same for the permissions of roles, and whether the roles are in force. */
export const lockRoles = (ctx: Ctx, ids: readonly number[]): Promise<boolean> =>
  tryLocks(
    ctx.db,
    ids.map((id) => ({ space: 'role', id, mode: 'exclusive' })),
  )
