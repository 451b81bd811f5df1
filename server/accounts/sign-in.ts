import type { SecondFactor } from '../../contract/factors.ts'
import { asOwner, type Ctx } from '../access/context.ts'
import { issueChallenge } from '../credentials/challenges.ts'
import { secondFactorsOf } from '../credentials/factors.ts'
import type { Place } from '../credentials/limits.ts'
import { requestOptions } from '../credentials/passkeys.ts'
import { type SigningIn, signInRecord } from '../credentials/sign-ins.ts'
import { issueToken, lockForSignIn } from '../credentials/tokens.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { readById } from '../crud/read/read.ts'
import { Refusal } from '../errors.ts'
import { tellNewDevice } from '../mail/notices.ts'
import { say } from '../messages/say.ts'
import type { ReadRecord } from '../values/read-record.ts'
import type { SessionTerms } from './session-terms.ts'

/** What a sign-in needs, whatever it is by. */
export interface SignInRequest {
  terms: SessionTerms
  /** From `Limits`. */
  resetFailures: (ctx: Ctx, options: { isFinished: boolean }) => Promise<Place>
}

export interface Session {
  user: ReadRecord
  token: string
  terms: SessionTerms
}

/** The account has a second factor, which must follow. */
interface Challenge {
  challenge: string
  expiresAt: string
  factors: SecondFactor[]
  /** What a browser needs to use a passkey, if the account has one. */
  passkeyOptions: object | undefined
}

export type FirstFactorPassed = Session | Challenge

/**
 * Every sign-in comes here in its transaction, once its first factor was right, whatever that was: it ends with a token, or
 * with a challenge if the account has a second factor. Nothing else asks whether it has one.
 * @param account as it was when its secret was verified @param hash of its password, as it is stored from now on
 * @returns undefined if the account has changed since: verify again
 */
export async function passFirstFactor(
  ctx: Ctx,
  account: SigningIn,
  request: SignInRequest,
  hash: string | null = account.password_hash,
): Promise<FirstFactorPassed | undefined> {
  const isFinished = !account.has_second_factor
  const { recorded } = await lockForSignIn(ctx, account.id, {
    recorded: signInRecord(ctx, account, { hash, isFinished }),
  })
  if (recorded.length === 0) return undefined
  const place = await request.resetFailures(ctx, { isFinished })
  if (isFinished) await tellIfNewPlace(ctx, account, place)
  if (isFinished) return issueSession(ctx, account.id, request.terms)
  const { challengeId, ...issued } = await issueChallenge(ctx, account.id, hash)
  const factors = await secondFactorsOf(ctx, account.id)
  const passkeyOptions = factors.includes('passkey')
    ? await requestOptions(ctx, { purpose: 'second-factor', subject: challengeId }, account.id)
    : undefined
  return { ...issued, factors, passkeyOptions }
}

/** Tells a user of a sign-in from a place that the account does not know. The first sign-in of all is none. */
export async function tellIfNewPlace(
  ctx: Ctx,
  account: Pick<SigningIn, 'id' | 'last_login_at'>,
  { isNew }: Place,
): Promise<void> {
  if (isNew && account.last_login_at !== null) await tellNewDevice(ctx, account.id)
}

/** Ends a sign-in. @param isProvenByFactor a second factor was part of it */
export async function issueSession(
  ctx: Ctx,
  userId: number,
  terms: SessionTerms,
  { isProvenByFactor = false } = {},
): Promise<Session> {
  const { expiresAt, idleEndsAt } = terms
  const request = {
    name: 'sign-in',
    expiresAt,
    idleEndsAt,
    isSignIn: true,
    userAgent: ctx.userAgent,
    isProvenByFactor,
  }
  const { token } = await issueToken(ctx, { userId, ...request })
  // Read in the transaction: right after it, the user may be deleted.
  return { user: await readById(asOwner(ctx), resourceNamed(ctx, 'users'), userId), token, terms }
}

/** @throws Refusal 401 with a challenge, if a second factor must follow */
export function requireSession(passed: FirstFactorPassed): Session {
  if ('token' in passed) return passed
  const { challenge, expiresAt, factors, passkeyOptions } = passed
  throw new Refusal(
    401,
    'second_factor_required',
    say`This account has a second factor. Send challenge, and code, passkey or recovery_code, to POST /api/signin.`,
    {
      headers: { 'www-authenticate': 'Bearer' },
      fields: {
        challenge,
        expires_at: expiresAt,
        factors,
        ...(passkeyOptions && { passkey_options: passkeyOptions }),
      },
    },
  )
}
