import { Type } from 'typebox'
import { ref } from '../../contract/fields.ts'
import { SignUp } from '../../contract/users.ts'
import { asOwner, type Ctx } from '../access/context.ts'
import { hasSuperAdministrator } from '../access/sql/effective.ts'
import { inTransaction } from '../access/transaction.ts'
import { LOGO_PATH } from '../brand/brand.ts'
import { brandIn, type Config } from '../config/config.ts'
import type { Limits } from '../credentials/limits.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { operationsOf } from '../crud/write/write.ts'
import { recordOf, writtenBy } from '../crud/write/written.ts'
import { invalidField, Refusal } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { cookieOriginOf } from '../http/request/session-cookie.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { say } from '../messages/say.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { giveRegisteredRole } from '../resources/users/registered-role.ts'
import type { Fields } from '../values/fields.ts'
import type { IdentityConfig } from './session.ts'
import { judgedSignUp, PendingSignUp, signUpToVerify } from './signup-verify.ts'

/** The state that each mode sets itself. */
const GIVES = {
  open: { is_active: true, status: 'active' },
  verify: { is_active: false, status: 'email-verification-pending' },
} as const

type Mode = keyof typeof GIVES

export function signUpEndpoint({ signup }: IdentityConfig, limits: Limits): Endpoint {
  /** @throws Refusal 403 */
  const modeInForce = (): Mode => {
    if (signup === 'closed') throw new Refusal(403, 'signup_closed', say`Sign-up is closed.`)
    return signup
  }
  return defineEndpoint({
    name: 'signup',
    methods: ['POST'],
    path: '/api/signup',
    tag: 'identity',
    summary: 'Sign up',
    description:
      'By the setting SIGNUP: an active user at once, a registration to verify, or refused. To verify, a mail is sent to ' +
      'the address, with a code for `POST /api/signup/verify`; the answer is the same, after the same time, if somebody ' +
      'has the address already, and the password is not kept. Until there is a super administrator, it is refused with ' +
      '503 `not_set_up`.',
    access: 'public',
    isForEndUsers: true,
    effect: 'write',
    // Each mail has a code of its own.
    ignoresIdempotencyKey: signup === 'verify',
    input: SignUp,
    unknown: 'refuse',
    nullIsAbsent: true,
    status: 201,
    data: Type.Object({ item: Type.Union([ref('User'), PendingSignUp]) }),
    messages: ['Saved successfully'],
    refusals: [403, 409, 429],
    // Counted before the transaction, which an Idempotency-Key opens early: a refusal would roll the count back. Also counted
    // before a stored response is replayed: that needs the same password, so guesses at it count too.
    admit: async ({ ctx, input }) => {
      modeInForce()
      await refuseUnlessSetUp(ctx)
      ctx.hashing?.refuseIfFull(ctx)
      await limits.signUp(ctx, input.email)
    },
    prepare: async ({ ctx, input }) => {
      const mode = modeInForce()
      const accepted = acceptedBy(mode, input)
      return mode === 'verify' ? judgedSignUp(accepted) : hashSecrets(accepted, ctx)
    },
    handle: async ({ ctx, prepared: values, request: { headers } }) => {
      const answered = {
        messages: ['Saved successfully'],
        onCommitted: () => ctx.days?.note('signups', ctx.now()),
      }
      if (modeInForce() === 'verify') {
        const item = await signUpToVerify(ctx, { values, acceptLanguage: headers['accept-language'] })
        return { data: { item }, ...answered }
      }
      const users = resourceNamed(ctx, 'users')
      const written = await inTransaction(ctx, async (ctx) => {
        await refuseUnlessSetUp(ctx)
        // Nobody has proved to own the address.
        const write = await operationsOf(users).create(ctx, users, { ...values, email_verified_at: null })
        const { id } = await write.result
        await giveRegisteredRole(ctx, id)
        await limits.rememberAddress(ctx, id)
        return writtenBy(asOwner(ctx), users, write)
      })
      return { data: { item: await recordOf(ctx, users, written) }, ...answered }
    },
  })
}

const SETUP_TAKES_S = 60

/** Otherwise, a stranger could sign up with the administrator's address before them. @throws Refusal 503 */
async function refuseUnlessSetUp(ctx: Ctx): Promise<void> {
  if (await hasSuperAdministrator(ctx)) return
  throw new Refusal(
    503,
    'not_set_up',
    say`Sign-up is not possible before the first administrator exists. Open the setup link that the service printed at its start, or ask whoever runs it.`,
    { headers: { 'retry-after': String(SETUP_TAKES_S) } },
  )
}

/** @throws Refusal 422 if the passwords differ, or the requested state is not the mode's */
function acceptedBy(mode: Mode, input: Fields): Fields {
  const gives = GIVES[mode]
  const { password_confirmation: confirmation, is_active: isActive, status, ...values } = input
  if (confirmation !== undefined && confirmation !== values.password) {
    throw invalidField('password_confirmation', 'mismatch', say`password_confirmation must equal password.`)
  }
  if (isActive !== undefined && isActive !== gives.is_active) throw notAllowed('is_active')
  if (status !== undefined && status !== gives.status) throw notAllowed('status')
  return values
}

const notAllowed = (field: string) =>
  invalidField(field, 'not_allowed', say`${field} can't be chosen at sign-up.`)

/** What a sign-in page must know before anybody has signed in. */
export const serviceEndpoint = (config: Config): Endpoint => {
  const { signup, approval, appUrl, publicUrl, signinCode } = config
  const { name, light, logo } = brandIn(config)
  return defineEndpoint({
    name: 'service',
    methods: ['GET'],
    path: '/api/service',
    tag: 'identity',
    summary: 'What can one do without signing in?',
    description:
      'How sign-up works here, whether there is an administrator, and what the pages for signing in look like. Until there ' +
      'is an administrator, nobody can sign up.',
    access: 'public',
    effect: 'read',
    input: Type.Object({}),
    unknown: 'ignore',
    data: ref('Service'),
    refusals: [],
    handle: async ({ ctx }) => ({
      data: {
        signup,
        is_set_up: await hasSuperAdministrator(ctx),
        approval,
        signin_code: signinCode === 'on',
        brand: { name, color: light.accent, logo: logo ? LOGO_PATH : null },
        has_passkeys: ctx.relyingParty !== undefined,
        app_url: appUrl ?? null,
        session_origin: cookieOriginOf(publicUrl) ?? null,
        languages: [...LANGUAGES],
      },
    }),
  })
}
