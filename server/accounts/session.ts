import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { nothing, nullable, ref, time } from '../../contract/fields.ts'
import { SignIn } from '../../contract/users.ts'
import type { StoredToken } from '../access/actor.ts'
import { lockUsers } from '../access/authority.ts'
import { asOwner, type Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Config } from '../config/config.ts'
import { KNOWN_DAYS } from '../credentials/known-places.ts'
import type { Limits } from '../credentials/limits.ts'
import { hasCurrentCosts, hashPassword, verifyPassword } from '../credentials/passwords.ts'
import { recordSignIn, standInFor } from '../credentials/sign-ins.ts'
import { expiryOf, issueToken, lockBeforeSignIn, revokeToken } from '../credentials/tokens.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { readById } from '../crud/read/read.ts'
import { fold } from '../db/queries/texts.ts'
import { takeLocks } from '../db/transactions/locks.ts'
import { Refusal, unauthenticated } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { say } from '../messages/say.ts'
import type { ReadRecord } from '../values/read-record.ts'

/** The settings of sign-in and sign-up. */
export type IdentityConfig = Pick<Config, 'signup' | 'tokenTtlDays' | 'signinRateLimit' | 'publicUrl'>

/** Logs failed sign-ins, and completed and refused setups. */
export interface IdentityLog {
  info: (what: object, words: string) => void
  warn: (what: object, words: string) => void
}

const signedIn = Type.Object({
  item: Type.Intersect([
    Type.Unsafe<object>(ref('User')),
    Type.Object({
      api_token: Type.String({ description: 'Shown once. Send it as `Authorization: Bearer`.' }),
      expires_at: nullable(time('When the token stops working; null: never.')),
    }),
  ]),
})

export function signInEndpoint(config: IdentityConfig, limits: Limits, log?: IdentityLog): Endpoint {
  const { tokenTtlDays, signinRateLimit } = config
  const cookie = deviceCookie(config)
  return defineEndpoint({
    name: 'signin',
    methods: ['POST'],
    path: '/api/signin',
    tag: 'identity',
    summary: 'Sign in',
    description:
      'Each sign-in makes a new token; several devices stay signed in. Failures are limited by account and by ' +
      'address. A browser gets a cookie by which it is known at later sign-ins, so that failures of others do not ' +
      'keep its user out. The cookie signs nobody in.',
    access: 'public',
    effect: 'write',
    // It makes a new token each time.
    ignoresIdempotencyKey: true,
    input: SignIn,
    unknown: 'refuse',
    data: signedIn,
    setsCookie: true,
    refusals: [401, 409, 429],
    handle: async ({ ctx, input, request }) => {
      const { email: name, password } = input
      ctx.hashing?.refuseIfFull(ctx)
      const expiresAt = expiryOf(ctx, tokenTtlDays)
      const user = await findAccount(ctx, name)
      const sentDevice = cookie.read(request.headers)
      const device = sentDevice ?? newDevice()
      const visitor = { name, userId: user?.id, device: sentDevice }
      // Never log the name: people type passwords into the name field.
      const attempt = { reqId: request.id, ip: ctx.ip, ...(user && { user: user.id }) }
      const userAgent = request.headers['user-agent']
      const session = await limits
        .signIn(ctx, visitor, device, (resetFailures) =>
          attemptSignIn(ctx, { name, user, password, expiresAt, userAgent, resetFailures }),
        )
        .catch((error) => {
          if (error instanceof Refusal && error.status === 429)
            log?.warn(attempt, 'a sign-in was refused: too many failures')
          throw error
        })
      if (!session) {
        log?.warn(attempt, 'a sign-in failed')
        throw wrong()
      }
      return {
        data: { item: session.user.with({ api_token: session.token, expires_at: expiresAt }) },
        ...(signinRateLimit > 0 && { headers: cookie.write(device) }),
        onCommitted: () => ctx.days?.note('signins', ctx.now()),
      }
    },
  })
}

interface Attempt {
  name: string
  user: Awaited<ReturnType<typeof findAccount>>
  password: string
  expiresAt: string | null
  userAgent: string | undefined
  resetFailures: (ctx: Ctx) => Promise<void>
}

/** @returns undefined for any failure, after the time that verifying a password takes */
async function attemptSignIn(
  ctx: Ctx,
  attempt: Attempt,
): Promise<{ user: ReadRecord; token: string } | undefined> {
  const { name, user, password, expiresAt, userAgent, resetFailures } = attempt
  const isRight = await verifyPassword(ctx, password, user?.password_hash, await standInFor(ctx, name))
  if (!user?.is_active || !user.password_hash || !isRight) return undefined
  const hash = hasCurrentCosts(user.password_hash) ? user.password_hash : await hashPassword(ctx, password)
  const issued = await inTransaction(ctx, async (ctx) => {
    await takeLocks(ctx.db, [], { author: user.id })
    await lockBeforeSignIn(ctx, user.id)
    if (!(await recordSignIn(ctx, user, hash))) return undefined
    await resetFailures(ctx)
    const request = { name: 'sign-in', expiresAt, isSignIn: true, userAgent }
    const { token } = await issueToken(ctx, { userId: user.id, ...request })
    // Read in the transaction: right after it, the user may be deleted.
    return { user: await readById(asOwner(ctx), resourceNamed(ctx, 'users'), user.id), token }
  })
  if (issued) return issued
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
    .select(['id', 'password_hash', 'is_active'])
    .limit(1)
    .executeTakeFirst()

/**
 * A cookie that identifies a browser that has signed in before ("device cookie" in OWASP's "Slow Down Online Guessing
 * Attacks"). It is not a credential: the client still needs the password, but its failures are counted separately.
 */
interface DeviceCookie {
  /** The secret in the request's cookie, if any. */
  read: (headers: IncomingHttpHeaders) => string | undefined
  /** The header that sets the cookie or extends its lifetime. */
  write: (device: string) => Record<string, string>
}

const SECRET = /^[\w-]{43}$/
const MAX_AGE_S = KNOWN_DAYS * 86_400

const newDevice = (): string => randomBytes(32).toString('base64url')

/** Under https, the `__Host-` prefix and `Secure` keep browsers from accepting it from other hosts or sending it in clear. */
function deviceCookie({ publicUrl }: Pick<Config, 'publicUrl'>): DeviceCookie {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const name = `${isHttps ? '__Host-' : ''}rolecall-device`
  const attributes = `Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  return {
    read: ({ cookie = '' }) => {
      const prefix = `${name}=`
      const pair = cookie.split(';').find((pair) => pair.trim().startsWith(prefix))
      const secret = pair?.trim().slice(prefix.length)
      return secret !== undefined && SECRET.test(secret) ? secret : undefined
    },
    write: (device) => ({ 'set-cookie': `${name}=${device}; ${attributes}` }),
  }
}

export const signOutEndpoint = defineEndpoint({
  name: 'signout',
  methods: ['POST'],
  path: '/api/signout',
  tag: 'identity',
  summary: 'Sign out',
  description: 'Revokes the token in use.',
  access: 'signed-in',
  effect: 'write',
  input: Type.Object({}),
  unknown: 'ignore',
  data: nothing,
  messages: ['Action was successful'],
  refusals: [],
  handle: async ({ ctx }) => {
    const { id, user_id: userId } = ctx.actor.token as StoredToken
    const signOut = async (ctx: Ctx) => {
      await lockUsers(ctx, [userId])
      await revokeToken(ctx, id, userId)
    }
    await inTransaction(ctx, signOut, { callerLock: 'exclusive' })
    return { data: [], messages: ['Action was successful'] }
  },
})
