import { Type } from 'typebox'
import { MailRequest, mailed, SignInByCode } from '../../contract/passwords.ts'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Limits } from '../credentials/limits.ts'
import {
  askedForWith,
  invalidCode,
  newRequest,
  type PresentedCode,
  useCode,
} from '../credentials/mailed-codes.ts'
import type { SigningIn } from '../credentials/sign-ins.ts'
import { lockForSignIn } from '../credentials/tokens.ts'
import { fold } from '../db/queries/texts.ts'
import { Refusal } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { mailCode } from '../mail/code-mails.ts'
import { addressLock } from '../mail/outbox.ts'
import { say } from '../messages/say.ts'
import { storedUser } from './locked-users.ts'
import { checkSentCode, inEqualTime } from './mailed.ts'
import {
  deviceCookie,
  type IdentityConfig,
  type IdentityLog,
  loggedAttempt,
  newDevice,
  noteFailedSignIn,
  signedInAnswer,
  signInShared,
} from './session.ts'
import { sessionTerms } from './session-terms.ts'
import { type FirstFactorPassed, passFirstFactor, requireSession, type SignInRequest } from './sign-in.ts'

const SENT = 'If somebody signs in with this address, a mail is on its way'

/** Mails the code that stands for a password. */
export const signInCodeEndpoint = (config: IdentityConfig, limits: Limits): Endpoint => {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    name: 'signin-code',
    methods: ['POST'],
    path: '/api/signin/code',
    tag: 'identity',
    summary: 'Ask for a code to sign in with',
    description:
      'With SIGNIN_CODE=on. Mails the user with this address 8 digits, which `POST /api/signin` takes together with ' +
      '`request`, within ten minutes. The answer is the same, after the same time, if nobody has the address. An address ' +
      'gets at most five such mails in an hour; one that is not verified gets none, as somebody else may have signed up with it.',
    access: 'public',
    isForEndUsers: true,
    effect: 'write',
    // Each mail has a code of its own.
    ignoresIdempotencyKey: true,
    input: MailRequest,
    unknown: 'refuse',
    status: 202,
    data: Type.Object(mailed),
    messages: [SENT],
    refusals: [403, 429],
    admit: ({ ctx }) => {
      refuseUnlessOn(config)
      return limits.askForMail(ctx)
    },
    handle: async ({ ctx, input: { email }, request: { headers } }) => {
      const request = newRequest()
      const mailDigits = async (ctx: Ctx) => {
        const user = await verifiedUser(ctx, email)
        await mailCode(ctx, {
          kind: 'signin-code',
          to: user && { user },
          address: user?.email ?? email,
          request,
          acceptLanguage: headers['accept-language'],
          device: cookie.read(headers),
        })
      }
      await inEqualTime(() => inTransaction(ctx, mailDigits, { locks: [addressLock(email)] }))
      return { data: { request }, messages: [SENT] }
    },
  })
}

/**
 * Whoever signed up with an address that is not verified may be a stranger, who knows the password: its owner would share the
 * account with them. A reset of the password, which verifies the address, is their way in.
 */
const verifiedUser = ({ db }: Ctx, email: string) =>
  db
    .selectFrom('users')
    .where('email_key', '=', fold(email))
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where('email_verified_at', 'is not', null)
    .select(['id', 'email', 'first_name', 'display_name', 'language'])
    .executeTakeFirst()

/** Signs in with a mailed code in place of the password. */
export const signInByCodeEndpoint = (config: IdentityConfig, limits: Limits, log?: IdentityLog): Endpoint => {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    ...signInShared,
    name: 'signin-by-code',
    when: (sent) => sent.request !== undefined,
    isDescribedLast: true,
    summary: 'Sign in with a mailed code',
    description:
      'With SIGNIN_CODE=on: the digits of the mail and the `request` that `POST /api/signin/code` answered. They stand for ' +
      'the password only: an account with a second factor gets 401 `second_factor_required`. Five wrong ones end the code.',
    input: SignInByCode,
    refusals: [401, 403, 409, 429],
    admit: async () => refuseUnlessOn(config),
    handle: async ({ ctx, input, request }) => {
      const terms = sessionTerms(ctx, config, request, input.session)
      const device = cookie.read(request.headers) ?? newDevice()
      const signIn = async () => {
        const presented = await checkSentCode(ctx, limits, 'signin', input)
        return inTransaction(ctx, (ctx) => signInByCode(ctx, presented, { device, terms, limits }))
      }
      const passed = await signIn().catch(async (error: unknown) => {
        const user = await askedForWith(ctx, 'signin', input.request)
        log?.warn(loggedAttempt(ctx, request, user), 'a sign-in with a mailed code failed')
        if (error instanceof Refusal && FAILURES.has(error.code)) noteFailedSignIn(ctx, user)
        throw error
      })
      const session = requireSession(passed)
      return signedInAnswer(ctx, session, { config, device })
    },
  })
}

/** The codes of refusals of a code that is not right, also where so many were sent that they are no longer told apart. */
const FAILURES: ReadonlySet<string> = new Set(['invalid_code', 'too_many_requests'])

interface ByCode extends Pick<SignInRequest, 'terms'> {
  device: string
  limits: Limits
}

/** @throws Refusal 422 if the code was used meanwhile, or its user is inactive, gone, or has another address */
async function signInByCode(
  ctx: Ctx,
  presented: PresentedCode,
  { device, terms, limits }: ByCode,
): Promise<FirstFactorPassed> {
  const { userId } = presented
  if (userId === undefined) throw invalidCode()
  await lockForSignIn(ctx, userId, {})
  await useCode(ctx, presented)
  const user = (await storedUser(ctx, userId)) as SigningIn | undefined
  const passed =
    user &&
    (await passFirstFactor(ctx, user, {
      terms,
      // Until the second factor, nobody has arrived: others may read the mails too.
      resetFailures: async (ctx, { isFinished }) =>
        isFinished ? limits.arrive(ctx, userId, device) : { isNew: false },
    }))
  if (!passed) throw invalidCode()
  return passed
}

/** Codes of a time when it was on stay without use. @throws Refusal 403 */
function refuseUnlessOn({ signinCode }: IdentityConfig): void {
  if (signinCode === 'on') return
  throw new Refusal(
    403,
    'signin_code_off',
    say`Signing in with a mailed code is switched off. Use your password.`,
  )
}
