import { SignInFinish } from '../../contract/factors.ts'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import {
  type ChallengeId,
  challengeUse,
  type FoundChallenge,
  findChallenge,
  spendTry,
} from '../credentials/challenges.ts'
import { findSentFactor, type PresentedFactor, type SentFactor, useFactor } from '../credentials/factors.ts'
import type { Limits, Place } from '../credentials/limits.ts'
import { type SigningIn, signInRecord } from '../credentials/sign-ins.ts'
import { lockForSignIn } from '../credentials/tokens.ts'
import { unauthenticated } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import type { Recipient } from '../mail/code-mails.ts'
import { say } from '../messages/say.ts'
import { tellOfFactor } from './factor-changes.ts'
import { refuseUnlessOne } from './mailed.ts'
import {
  deviceCookie,
  type IdentityConfig,
  type IdentityLog,
  loggedAttempt,
  logTooMany,
  newDevice,
  noteFailedSignIn,
  signedInAnswer,
  signInShared,
} from './session.ts'
import { type SessionTerms, sessionTerms } from './session-terms.ts'
import { issueSession, type Session, tellIfNewPlace } from './sign-in.ts'

/** Finishes a sign-in that waits for a second factor. */
export const signInFinishEndpoint = (config: IdentityConfig, limits: Limits, log?: IdentityLog): Endpoint => {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    ...signInShared,
    name: 'signin-finish',
    when: (sent) => sent.challenge !== undefined,
    isDescribedLast: true,
    summary: 'Sign in with a second factor',
    description:
      'An account with a second factor gets 401 `second_factor_required` for the right password, with a `challenge` ' +
      'that works once, for 10 minutes and five tries. It is sent here with `code`, of the authenticator app, with ' +
      '`passkey`, what the browser answered to `passkey_options`, or with `recovery_code`.',
    input: SignInFinish,
    refusals: [401, 403, 409, 429],
    handle: async ({ ctx, input, request }) => {
      const terms = sessionTerms(ctx, config, request, input.session)
      refuseUnlessOne(input, ['code', 'passkey', 'recovery_code'])
      const found = await limits.checkCode(ctx, () => findChallenge(ctx, input.challenge))
      if (!found) {
        log?.warn(loggedAttempt(ctx, request, undefined), 'a second factor was sent to no challenge')
        noteFailedSignIn(ctx, undefined)
        throw wrongFactor(input)
      }
      const device = cookie.read(request.headers) ?? newDevice()
      const attempt = loggedAttempt(ctx, request, found)
      const session = await limits
        .secondFactor(
          ctx,
          found.id,
          (resetFailures) => finishSignIn(ctx, { found, sent: input, terms, resetFailures }),
          device,
        )
        .catch(logTooMany(log, attempt))
      if (!session) {
        log?.warn(attempt, 'a second factor failed')
        noteFailedSignIn(ctx, found)
        throw wrongFactor(input)
      }
      return signedInAnswer(ctx, session, { config, device })
    },
  })
}

interface Finish {
  found: FoundChallenge
  sent: SentFactor
  terms: SessionTerms
  resetFailures: (ctx: Ctx) => Promise<Place>
}

/** Another request has used the challenge or the factor, or the account has changed: nothing of the transaction stays. */
class Lost extends Error {}

/** @returns undefined for any failure */
async function finishSignIn(ctx: Ctx, finish: Finish): Promise<Session | undefined> {
  const { found, sent, terms, resetFailures } = finish
  if (!(await spendTry(ctx, found))) return undefined
  const use = { purpose: 'second-factor', subject: found.challengeId } as const
  const factor = await findSentFactor(ctx, found.id, sent, use)
  if (!factor) return undefined
  return signInWith(ctx, found, { factor, terms, resetFailures, challenge: found })
}

interface FactorSignIn extends Pick<Finish, 'terms' | 'resetFailures'> {
  /** Right when it was looked at. */
  factor: PresentedFactor
  /** Of the sign-in that waited for the factor, if one did. */
  challenge?: ChallengeId
}

/** Signs in with a factor, after the password or in its place. @returns undefined if it was used meanwhile */
export async function signInWith(
  ctx: Ctx,
  account: SigningIn & Recipient,
  { factor, terms, resetFailures, challenge }: FactorSignIn,
): Promise<Session | undefined> {
  const signIn = async (ctx: Ctx) => {
    const { recorded, met } = await lockForSignIn(ctx, account.id, {
      recorded: signInRecord(ctx, account, { isFinished: true }),
      ...(challenge && { met: challengeUse(ctx, challenge) }),
    })
    const isOurs = recorded.length > 0 && met?.length !== 0
    if (!isOurs || !(await useFactor(ctx, account.id, factor))) throw new Lost()
    await tellIfNewPlace(ctx, account, await resetFailures(ctx))
    if ('recoveryCode' in factor) await tellOfFactor(ctx, 'recovery-code-used', account)
    return issueSession(ctx, account.id, terms, { isProvenByFactor: true })
  }
  return inTransaction(ctx, signIn).catch((error: unknown) => {
    if (error instanceof Lost) return undefined
    throw error
  })
}

/** The same for every failure: a challenge that ended, a wrong code, one that was used. */
const wrongFactor = ({ passkey }: SentFactor) =>
  passkey === undefined
    ? unauthenticated(
        say`The code is wrong or was used, or this sign-in has ended. Try another code, or begin again with your password.`,
      )
    : wrongPasskey()

/** The same for every failure, here and without a password. */
export const wrongPasskey = () =>
  unauthenticated(
    say`The passkey does not sign in here, or this sign-in has ended. Begin again, or sign in with your password.`,
  )
