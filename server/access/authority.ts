import { pipeline, pipelineBoth, type Queries, type RowsOf } from '../db/queries/pipeline.ts'
import { type Lock, lockQuery, needsLocks, takeLocks, tryLocks } from '../db/transactions/locks.ts'
import { forbidden, overloaded, tokenEnded } from '../errors.ts'
import { type Actor, type Delegation, peopleOf, type StoredToken } from './actor.ts'
import type { AccessAnswers } from './answers.ts'
import type { Ctx } from './context.ts'
import { guard } from './guard.ts'
import { refuseUntilEnrolled } from './second-factor.ts'
import { authorityFrom, authorityQuery, delegatesOf, unlockedRoles, valuesOf } from './sql/authority.ts'

interface LockOptions {
  callerLock: Lock['mode']
  /** The locks that the operation is known to need, besides those of the caller's authority. */
  first: readonly Lock[]
}

/**
 * Checks again, as the first step in the transaction of a write, who the caller is and what they may do: a token, a user
 * or a grant may have ended since the request arrived. The result holds until the transaction ends: SQLite has one writer,
 * and on PostgreSQL a write that removes authority waits for the locks taken here.
 * @param ctx in the transaction @param access of the request @param queries the first queries of the operation
 * @returns the actor now, and the rows of the queries
 * @throws Refusal 401, 403
 */
export async function confirmAuthority<Rows>(
  ctx: Ctx,
  access: AccessAnswers,
  queries: Queries<Rows>,
  options: LockOptions,
): Promise<{ actor: Actor; rows: RowsOf<Rows> }> {
  const { token } = ctx.actor
  if (token && needsLocks(ctx.db)) {
    const { actor, rows } = await lockAndReadAuthority(ctx, access, token, queries, options)
    return { actor: requireAuthority(ctx, actor), rows }
  }
  await takeLocks(ctx.db, options.first)
  const actor = token ? requireAuthority(ctx, await access.authorityInTransaction(ctx, token)) : ctx.actor
  return { actor, rows: await pipeline(ctx.db, queries) }
}

/** Called between the password hashes of a long request, to stop once its authority has ended. @throws Refusal 401, 403 */
export async function refuseIfAuthorityEnded(ctx: Ctx): Promise<void> {
  await actorNow(ctx)
}

/** The caller of a long request, with what they may do by now. @throws Refusal 401, 403 */
export async function actorNow(ctx: Ctx): Promise<Actor> {
  const { token } = ctx.actor
  if (!token) return ctx.actor
  return requireAuthority(ctx, await ctx.access.current().authority(ctx, token.hash))
}

/**
 * Refuses a request that took long if its caller has lost a permission since it was checked: the answer may have a part that needed it.
 * @throws Refusal 401, 403, or 503 if the caller may still call, with fewer permissions
 */
export async function refuseIfAuthorityShrank(ctx: Ctx): Promise<void> {
  const { grants } = ctx.actor
  const { grants: now } = await actorNow(ctx)
  if (grants.isAll ? !now.isAll : now.lacks(grants).length > 0) throw overloaded()
}

function requireAuthority({ guarded, factorPolicy }: Ctx, actor: Actor | undefined): Actor {
  if (!actor) throw tokenEnded()
  refuseUntilEnrolled(actor, factorPolicy)
  if (guarded) {
    const missing = guard(actor, guarded.requirement, guarded.isWrite)
    if (missing && !guarded.isOwnOnly) throw forbidden(missing)
  }
  return actor
}

async function lockAndReadAuthority<Rows>(
  ctx: Ctx,
  access: AccessAnswers,
  token: StoredToken,
  queries: Queries<Rows>,
  { callerLock, first }: LockOptions,
): Promise<{ actor: Actor | undefined; rows: RowsOf<Rows> }> {
  const people = peopleOf(token)
  const userLocks = people.map((id): Lock => ({ space: 'user', id, mode: callerLock }))
  const roleLocks = (ids: Iterable<number>) =>
    [...ids].map((id): Lock => ({ space: 'role', id, mode: 'shared' }))
  const locked = new Set(await access.rolesToLock(ctx, people))
  const locks = lockQuery(ctx.db, [...userLocks, ...roleLocks(locked), ...first], { author: token.user_id })
  const authority = authorityQuery.of(ctx.db, valuesOf(token))
  const [caller, rows] = await pipelineBoth(ctx.db, { locks, authority }, queries)
  const unlocked = unlockedRoles(caller.authority, ctx.now(), locked)
  if (unlocked.size === 0) return { actor: authorityFrom(caller.authority, token, ctx.now(), locked), rows }
  // Roles assigned meanwhile, perhaps in place of the cached ones.
  await tryLocks(ctx.db, roleLocks(unlocked))
  const { authority: heldNow } = await pipeline(ctx.db, { authority })
  return { actor: authorityFrom(heldNow, token, ctx.now(), locked.union(unlocked)), rows }
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

/**
 * The caller that a delegation stands for now. In a transaction on PostgreSQL it locks that authority: a write that removes it
 * waits for the end of the transaction.
 * @returns undefined if it no longer works
 */
export async function lockDelegate(ctx: Ctx, delegation: Delegation): Promise<Actor | undefined> {
  const people = peopleOf(delegation)
  if (needsLocks(ctx.db)) {
    await tryLocks(
      ctx.db,
      people.map((id) => ({ space: 'user', id, mode: 'shared' })),
    )
    const rolesToLock = async () =>
      (await ctx.access.rolesToLock(ctx, people)).map((id): Lock => ({ space: 'role', id, mode: 'shared' }))
    // Again after locks were taken: roles may have been assigned meanwhile.
    while (await tryLocks(ctx.db, await rolesToLock()));
  }
  return (await delegatesOf(ctx, [delegation]))[0]
}
