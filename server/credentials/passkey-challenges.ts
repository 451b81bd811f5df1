import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { digest } from '../crypto/digest.ts'
import { secretOf } from '../crypto/installation-secret.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'

/*
 * What an authenticator signs. Anybody may ask for a challenge, so none is stored: the service recognizes its own by an HMAC.
 * Only one that was used is stored, until it expires, so that it is used once (docs/decisions/0034-passkeys.md).
 */

/** As long as a browser is told that it may take. */
export const CHALLENGE_MS = 10 * 60_000

/** A challenge counts only for what it was made for. */
export interface ChallengeUse {
  purpose: 'enrolment' | 'sign-in' | 'second-factor' | 'proof'
  /** The user, the sign-in or the token that it is for; anybody's: none. */
  subject?: number
}

const CHALLENGE = /^([0-9a-z]{1,12})\.([\w-]{22})\.([\w-]{43})$/

const signedText = ({ purpose, subject = 0 }: ChallengeUse, content: string) =>
  `passkey ${purpose} ${subject} ${content}`

/** @returns text; authenticators get its bytes */
export function issuePasskeyChallenge(ctx: Ctx, use: ChallengeUse): string {
  const expires = (Date.parse(ctx.now()) + CHALLENGE_MS).toString(36)
  const content = `${expires}.${randomBytes(16).toString('base64url')}`
  return `${content}.${secretOf(ctx).hmac('passkey', signedText(use, content))}`
}

export interface SignedChallenge {
  hash: string
  expiresAt: string
}

/** @returns undefined if the service made no such challenge for this use, or it has expired */
export function readPasskeyChallenge(ctx: Ctx, text: string, use: ChallengeUse): SignedChallenge | undefined {
  const [, expires = '', random = '', hmac = ''] = CHALLENGE.exec(text) ?? []
  if (hmac === '') return undefined
  const isOurs = secretOf(ctx)
    .hmacs('passkey', signedText(use, `${expires}.${random}`))
    .some((expected) => timingSafeEqual(Buffer.from(expected), Buffer.from(hmac)))
  const endMs = Number.parseInt(expires, 36)
  if (!isOurs || endMs <= Date.parse(ctx.now())) return undefined
  return { hash: digest(text), expiresAt: new Date(endMs).toISOString() }
}

/** Uses a challenge up, in the transaction of the write that it authorizes. @returns false if another request has */
export async function usePasskeyChallenge(
  { db }: Ctx,
  { hash, expiresAt }: SignedChallenge,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('used_passkey_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return (count ?? 0n) > 0n
}

const ROWS_PER_BATCH = 1000

export const deleteExpiredPasskeyChallenges = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, signal, async ({ db, now }) => {
    const expired = db
      .selectFrom('used_passkey_challenges')
      .where('expires_at', '<=', now())
      .select('hash')
      .orderBy('expires_at')
      .limit(ROWS_PER_BATCH)
    const { numDeletedRows: count } = await db
      .deleteFrom('used_passkey_challenges')
      .where('hash', 'in', skippingLocked(db, expired))
      .executeTakeFirstOrThrow()
    return Number(count) === ROWS_PER_BATCH
  })
