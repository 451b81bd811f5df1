import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { nothing, nullable, ref, time } from '../../contract/fields.ts'
import { SignIn } from '../../contract/users.ts'
import type { StoredToken } from '../access/actor.ts'
import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Config } from '../config/config.ts'
import { KNOWN_DAYS } from '../credentials/known-places.ts'
import type { Limits } from '../credentials/limits.ts'
import { hasCurrentCosts, hashPassword, verifyPassword } from '../credentials/passwords.ts'
import { standInFor } from '../credentials/sign-ins.ts'
import { revokeToken } from '../credentials/tokens.ts'
import { fold } from '../db/queries/texts.ts'
import { Refusal, unauthenticated } from '../errors.ts'
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { beginningCookie, cookiesNamed, ENDING_COOKIE } from '../http/request/session-cookie.ts'
import { say } from '../messages/say.ts'
import { endReplacedSession, type SessionConfig, sessionTerms } from './session-terms.ts'
import {
  type FirstFactorPassed,
  passFirstFactor,
  requireSession,
  type Session,
  type SignInRequest,
} from './sign-in.ts'

/** The settings of sign-in and sign-up. */
export type IdentityConfig = SessionConfig &
  Pick<Config, 'signup' | 'approval' | 'signinCode' | 'signinRateLimit'>

/** Logs failed sign-ins, and completed and refused setups. */
export interface IdentityLog {
  info: (what: object, words: string) => void
  warn: (what: object, words: string) => void
}

const signedIn = Type.Object({
  item: Type.Intersect([
    Type.Unsafe<object>(ref('User')),
    Type.Object({
      api_token: Type.Optional(
        Type.String({
          description: 'Shown once. Send it as `Authorization: Bearer`. Absent with `session=cookie`.',
        }),
      ),
      expires_at: nullable(
        time(
          'When the token stops working; null: never. A session in a cookie may end earlier, without use.',
        ),
      ),
    }),
  ]),
})

export const signInShared = {
  methods: ['POST'],
  path: '/api/signin',
  tag: 'identity',
  access: 'public',
  isForEndUsers: true,
  effect: 'write',
  // It makes a new token each time.
  ignoresIdempotencyKey: true,
  unknown: 'refuse',
  data: signedIn,
  setsCookie: true,
} as const

export function signInEndpoint(config: IdentityConfig, limits: Limits, log?: IdentityLog): Endpoint {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    ...signInShared,
    name: 'signin',
    summary: 'Sign in',
    description:
      'Each sign-in makes a new token; several devices stay signed in. Failures are limited by account and by ' +
      'address. A browser gets a cookie by which it is known at later sign-ins, so that failures of others do not ' +
      'keep its user out. That cookie signs nobody in; with `session=cookie`, another one is the session.',
    input: SignIn,
    refusals: [401, 403, 409, 429],
    handle: async ({ ctx, input, request }) => {
      const { email: name, password } = input
      const terms = sessionTerms(ctx, config, request, input.session)
      ctx.hashing?.refuseIfFull(ctx)
      const user = await findAccount(ctx, name)
      const sentDevice = cookie.read(request.headers)
      const device = sentDevice ?? newDevice()
      const visitor = { name, userId: user?.id, device: sentDevice }
      // Never log the name: people type passwords into the name field.
      const attempt = loggedAttempt(ctx, request, user)
      const passed = await limits
        .signIn(ctx, visitor, device, (resetFailures) =>
          attemptSignIn(ctx, { name, user, password, terms, resetFailures }),
        )
        .catch(logTooMany(log, attempt))
      if (!passed) {
        log?.warn(attempt, 'a sign-in failed')
        noteFailedSignIn(ctx, user)
        throw wrong()
      }
      return signedInAnswer(ctx, requireSession(passed), { config, device })
    },
  })
}

/** What the log says of each attempt to sign in. */
export const loggedAttempt = (ctx: Ctx, request: Call['request'], user: { id: number } | undefined) => ({
  reqId: request.id,
  ip: ctx.ip,
  ...(user && { user: user.id }),
  ...(ctx.trustedClient !== undefined && { client: ctx.trustedClient }),
})

/** For the audit trail. It contains no unknown name, which may be a password. */
export const noteFailedSignIn = (ctx: Ctx, user: { id: number } | undefined): void =>
  ctx.refusals?.note(ctx, {
    action: 'signin.failed',
    subject: { type: 'users', table: 'users', id: user?.id ?? null },
    of: user?.id ?? (ctx.ip === null ? '' : networkOf(ctx.ip)),
  })

export const logTooMany = (log: IdentityLog | undefined, attempt: object) => (error: unknown) => {
  if (error instanceof Refusal && error.status === 429)
    log?.warn(attempt, 'a sign-in was refused: too many failures')
  throw error
}

/** The answer of each kind of sign-in, with the token or with the cookie. @param device the secret of the device cookie */
export async function signedInAnswer(
  ctx: Ctx,
  { user, token, terms }: Session,
  { config, device }: { config: IdentityConfig; device: string },
): Promise<Answer> {
  const isInCookie = terms.idleEndsAt !== undefined
  await endReplacedSession(ctx, terms)
  const cookies = [
    ...(config.signinRateLimit > 0 ? [deviceCookie(config).write(device)] : []),
    ...(isInCookie ? [beginningCookie(token)] : []),
  ]
  const shown = { expires_at: terms.expiresAt, ...(!isInCookie && { api_token: token }) }
  return {
    data: { item: user.with(shown) },
    ...(cookies.length > 0 && { headers: { 'set-cookie': cookies } }),
    onCommitted: () => ctx.days?.note('signins', ctx.now()),
  }
}

interface Attempt extends SignInRequest {
  name: string
  user: Awaited<ReturnType<typeof findAccount>>
  password: string
}

/** @returns undefined for any failure, after the time that verifying a password takes */
async function attemptSignIn(ctx: Ctx, attempt: Attempt): Promise<FirstFactorPassed | undefined> {
  const { name, user, password } = attempt
  const isRight = await verifyPassword(ctx, password, user?.password_hash, await standInFor(ctx, name))
  if (!user?.is_active || !user.password_hash || !isRight) return undefined
  const hash = hasCurrentCosts(user.password_hash) ? user.password_hash : await hashPassword(ctx, password)
  const passed = await inTransaction(ctx, (ctx) => passFirstFactor(ctx, user, attempt, hash))
  if (passed) return passed
  // The account has changed: a concurrent sign-in may have renewed the hash. Retry with the current row.
  const now = await findAccount(ctx, name)
  return attemptSignIn(ctx, { ...attempt, user: now?.id === user.id ? now : undefined })
}

/** Unknown accounts, wrong passwords and inactive accounts get the same response in the same time. */
const wrong = () => unauthenticated(say`The email or password is wrong.`)

/** The live user with this email or username. */
export const findAccount = (ctx: Ctx, name: string) =>
  ctx.db
    .selectFrom('users')
    .where((eb) => eb.or([eb('email_key', '=', fold(name)), eb('username_key', '=', fold(name))]))
    .where('deleted_at', 'is', null)
    // A username may equal another user's email; the email wins.
    .orderBy((eb) => eb.case().when('email_key', '=', fold(name)).then(0).else(1).end())
    .select(['id', 'password_hash', 'is_active', 'has_second_factor', 'last_login_at'])
    .limit(1)
    .executeTakeFirst()

/**
 * A cookie that identifies a browser that has signed in before ("device cookie" in OWASP's "Slow Down Online Guessing
 * Attacks"). It is not a credential: the client still needs the password, but its failures are counted separately.
 */
interface DeviceCookie {
  /** The secret in the request's cookie, if any. */
  read: (headers: IncomingHttpHeaders) => string | undefined
  /** The header `Set-Cookie` that sets the cookie or extends its lifetime. */
  write: (device: string) => string
}

const SECRET = /^[\w-]{43}$/
const MAX_AGE_S = KNOWN_DAYS * 86_400

export const newDevice = (): string => randomBytes(32).toString('base64url')

/** Under https, the `__Host-` prefix and `Secure` keep browsers from accepting it from other hosts or sending it in clear. */
export function deviceCookie({ publicUrl }: Pick<Config, 'publicUrl'>): DeviceCookie {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const name = `${isHttps ? '__Host-' : ''}rolecall-device`
  const attributes = `Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  return {
    read: (headers) => {
      const [secret] = cookiesNamed(headers, name)
      return secret !== undefined && SECRET.test(secret) ? secret : undefined
    },
    write: (device) => `${name}=${device}; ${attributes}`,
  }
}

export const signOutEndpoint = defineEndpoint({
  name: 'signout',
  methods: ['POST'],
  path: '/api/signout',
  tag: 'identity',
  summary: 'Sign out',
  isForEnrolment: true,
  description: 'Revokes the token in use. A session in a cookie ends, and so does the cookie.',
  access: 'signed-in',
  effect: 'write',
  input: Type.Object({}),
  unknown: 'ignore',
  data: nothing,
  messages: ['Action was successful'],
  setsCookie: true,
  refusals: [],
  handle: async ({ ctx }) => {
    const { id, user_id: userId, idle_ends_at: idleEndsAt } = ctx.actor.token as StoredToken
    const signOut = async (ctx: Ctx) => {
      await lockUsers(ctx, [userId])
      await revokeToken(ctx, id, userId, 'signout')
    }
    await inTransaction(ctx, signOut, { callerLock: 'exclusive' })
    return {
      data: [],
      messages: ['Action was successful'],
      ...(idleEndsAt !== null && { headers: { 'set-cookie': ENDING_COOKIE } }),
    }
  },
})
