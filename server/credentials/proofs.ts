import type { Action } from '../../contract/actions.ts'
import type { StoredToken } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { insertEntries, keepName } from '../audit/entries.ts'
import { addMs } from '../dates.ts'
import type { Db } from '../db/tables.ts'
import { Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'

/*
 * A token that was stolen must not become the account. What changes how an account is signed in to needs a recent proof of
 * who uses the token: signing in is one, and `POST /api/reauthenticate` another.
 */

const RECENT_MS = 15 * 60_000

/** Failed proofs in a row that end the token. */
const MOST_FAILED = 10

interface ProofOptions {
  /** The hash that a password in the request matched: a proof for accounts without a factor. */
  provenHash?: string | undefined
}

/**
 * Requires a recent proof from a token of a sign-in. On an account with a second factor, only a factor is one.
 * @throws Refusal 403
 */
export async function requireRecentProof(ctx: Ctx, { provenHash }: ProofOptions = {}): Promise<void> {
  const { token } = ctx.actor
  if (token === null) return
  const row = await readProof(ctx, token)
  if (!row) return
  const since = addMs(ctx.now(), -RECENT_MS)
  const isRecent = row.is_sign_in && (row.proven_at ?? row.created_at) > since
  const isPassword = provenHash !== undefined && provenHash === row.password_hash
  if (row.has_second_factor ? isRecent && row.proven_by_factor : isRecent || isPassword) return
  throw reauthenticationRequired(row.has_second_factor)
}

/**
 * Requires a recent proof for a change of the caller's own address or password. Without a factor, `takeProof` asks for the
 * password, which an account may not have.
 * @throws Refusal 403
 */
export async function requireProofOfOwner(ctx: Ctx, row: Record<string, unknown>): Promise<void> {
  const isWithoutPassword = row.password_hash === null && ctx.actor.token?.is_sign_in
  if (row.has_second_factor || isWithoutPassword) await requireRecentProof(ctx)
}

/** Whether a user changes their own account with a token of a sign-in. Tokens made by hand have rules of their own. */
export const isOwnSignIn = ({ actor }: Ctx, userId: number): boolean =>
  actor.userId === userId && (actor.token?.is_sign_in ?? false)

const readProof = ({ db }: Ctx, { id }: StoredToken) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.id', '=', id)
    .select(['tokens.is_sign_in', 'tokens.created_at', 'tokens.proven_at', 'tokens.proven_by_factor'])
    .select(['users.has_second_factor', 'users.password_hash'])
    .executeTakeFirst()

const reauthenticationRequired = (hasFactor: boolean) =>
  new Refusal(
    403,
    'reauthentication_required',
    hasFactor
      ? say`This needs a proof that it is you, at most 15 minutes old: send a code of your second factor to POST /api/reauthenticate.`
      : say`This needs a proof that it is you, at most 15 minutes old: send your password to POST /api/reauthenticate, or here as current_password.`,
  )

/** Records that the user of the token in use has proved who they are. */
export async function recordProof(ctx: Ctx, { byFactor }: { byFactor: boolean }): Promise<void> {
  await ctx.db
    .updateTable('tokens')
    .set({ proven_at: ctx.now(), proven_by_factor: byFactor, failed_proofs: 0 })
    .where('id', '=', (ctx.actor.token as StoredToken).id)
    .execute()
}

/**
 * Ends what the tokens of a user have proved with a factor, after one was removed. Which one that was is not stored, so those who
 * used another one prove it again. Otherwise a session of somebody who had the removed factor would count as proved once the
 * account has another one.
 */
export async function endFactorProofs(
  { db, actor }: Ctx,
  userId: number,
  { exceptInUse }: { exceptInUse: boolean },
): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ proven_by_factor: false })
    .where('user_id', '=', userId)
    .where('proven_by_factor', '=', true)
    .$if(exceptInUse, (query) => query.where('id', '!=', actor.token?.id ?? 0))
    .execute()
}

/**
 * Counts a failed proof of a token of a sign-in, whatever becomes of the request; the tenth in a row ends the token. A program
 * whose token was made by hand does not lose it.
 */
export async function countFailedProof(ctx: Ctx): Promise<void> {
  noteOwnRefusal(ctx, 'users.reauthenticate')
  const { token } = ctx.actor
  if (!token?.is_sign_in) return
  const { id } = token
  await inAnonymousTransaction(ctx, async ({ db }) => {
    const row = await db
      .updateTable('tokens')
      .set((eb) => ({ failed_proofs: eb('failed_proofs', '+', 1) }))
      .where('id', '=', id)
      .returning('failed_proofs')
      .executeTakeFirst()
    if (row && row.failed_proofs >= MOST_FAILED) await endSession(ctx, db, token)
  })
}

/** For the audit trail: the caller was refused something about how their own account is signed in to. */
export function noteOwnRefusal(ctx: Ctx, action: Action): void {
  const { authorId } = ctx.actor
  if (authorId === null) return
  const subject = { type: 'users', table: 'users', id: authorId } as const
  ctx.refusals?.note(ctx, { action, subject, of: authorId })
}

/** In a transaction that is anonymous, in the name of the caller. */
async function endSession(
  { actor, ip, userAgent, origin, ...ctx }: Ctx,
  db: Db,
  { id, user_id: userId }: StoredToken,
): Promise<void> {
  const inside = { ...ctx, actor, ip, userAgent, origin, db }
  const ended = await db.deleteFrom('tokens').where('id', '=', id).returning('name').executeTakeFirst()
  if (!ended) return
  keepName(inside, 'tokens', { id, name: ended.name })
  await insertEntries(inside, [
    {
      action: 'users.tokens.revoke',
      subject: { type: 'users', table: 'users', id: userId },
      other: { type: 'tokens', id, name: ended.name },
    },
  ])
}

/** Ends a row of failed proofs with a right password. On an account with a factor, that is no proof. */
export async function forgetFailedProofs(ctx: Ctx): Promise<void> {
  const { token } = ctx.actor
  if (!token?.is_sign_in) return
  const failed = await ctx.db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.id', '=', token.id)
    .where('tokens.failed_proofs', '>', 0)
    .where('users.has_second_factor', '=', false)
    .select('tokens.id')
    .executeTakeFirst()
  if (!failed) return
  await inAnonymousTransaction(ctx, async ({ db }) => {
    await db.updateTable('tokens').set({ failed_proofs: 0 }).where('id', '=', token.id).execute()
  })
}
