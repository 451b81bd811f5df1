import { randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { digest } from '../crypto/digest.ts'
import { addMs } from '../dates.ts'
import { sendStatement } from '../db/queries/pipeline.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { SigningIn } from './sign-ins.ts'

/*
 * Sign-ins that have passed their first factor and wait for the second. A challenge is a secret of 256 random bits, which
 * whoever began the sign-in has.
 */

const CHALLENGE_MS = 10 * 60_000
export const MAX_CHALLENGE_TRIES = 5

const digestOfPassword = (hash: string | null) => (hash === null ? null : digest(hash))

/** Begins to wait, in the transaction of the first factor. @param hash of the password, as it is stored from now on */
export async function issueChallenge(
  ctx: Ctx,
  userId: number,
  hash: string | null,
): Promise<{ challenge: string; challengeId: number; expiresAt: string }> {
  const challenge = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = addMs(now, CHALLENGE_MS)
  const row = {
    hash: digest(challenge),
    user_id: userId,
    password_digest: digestOfPassword(hash),
    created_at: now,
    expires_at: expiresAt,
  }
  const [stored] = await insert(ctx.db, row)
  return { challenge, challengeId: (stored as { id: number }).id, expiresAt }
}

const insert = prepared((db) =>
  db
    .insertInto('signin_challenges')
    .values({
      hash: slot('hash'),
      user_id: slot('user_id'),
      password_digest: slot('password_digest'),
      created_at: slot('created_at'),
      expires_at: slot('expires_at'),
    })
    .returning('id'),
)

/** A challenge that can be met, and its account as it is now. */
export interface FoundChallenge extends SigningIn {
  challengeId: number
  email: string
  first_name: string
  display_name: string | null
  language: string | null
}

/** Identifies a challenge. */
export type ChallengeId = Pick<FoundChallenge, 'challengeId'>

/**
 * @returns undefined for a challenge that is unknown, used, expired or exhausted, or whose account is inactive, gone, or has
 * another password now
 */
export async function findChallenge(ctx: Ctx, challenge: string): Promise<FoundChallenge | undefined> {
  const [row] = await find(ctx.db, { hash: digest(challenge.trim()), now: ctx.now() })
  if (!row) return undefined
  const { password_digest: known, ...found } = row
  return known === digestOfPassword(found.password_hash) ? found : undefined
}

const find = prepared((db) =>
  db
    .selectFrom('signin_challenges')
    .innerJoin('users', 'users.id', 'signin_challenges.user_id')
    .where('signin_challenges.hash', '=', slot('hash'))
    .where('signin_challenges.expires_at', '>', slot('now'))
    .where('signin_challenges.tries', '<', MAX_CHALLENGE_TRIES)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.password_hash', 'users.has_second_factor', 'users.last_login_at'])
    .select(['users.email', 'users.first_name', 'users.display_name', 'users.language'])
    .select(['signin_challenges.id as challengeId', 'signin_challenges.password_digest']),
)

/**
 * Counts a try before its factor is looked at: of many at the same time, no more than five get that far.
 * @returns false if none is left
 */
export async function spendTry(ctx: Ctx, { challengeId }: ChallengeId): Promise<boolean> {
  const spent = await inAnonymousTransaction(ctx, ({ db }) =>
    sendStatement(db, spend.of(db, { id: challengeId })),
  )
  return (await spent.result).length > 0
}

const spend = prepared((db) =>
  db
    .updateTable('signin_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', slot('id'))
    .where('tries', '<', MAX_CHALLENGE_TRIES)
    .returning('id'),
)

/** Ends a challenge, in the transaction of the sign-in that meets it. It returns no row if another sign-in has ended it. */
export const challengeUse = ({ db }: Ctx, { challengeId }: ChallengeId): CompiledQuery<{ id: number }> =>
  use.of(db, { id: challengeId })

const use = prepared((db) => db.deleteFrom('signin_challenges').where('id', '=', slot('id')).returning('id'))

const ROWS_PER_BATCH = 1000

export const deleteExpiredChallenges = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, signal, async ({ db, now }) => {
    const expired = db
      .selectFrom('signin_challenges')
      .where('expires_at', '<=', now())
      .select('id')
      .orderBy('expires_at')
      .limit(ROWS_PER_BATCH)
    const { numDeletedRows: count } = await db
      .deleteFrom('signin_challenges')
      .where('id', 'in', skippingLocked(db, expired))
      .executeTakeFirstOrThrow()
    return Number(count) === ROWS_PER_BATCH
  })
