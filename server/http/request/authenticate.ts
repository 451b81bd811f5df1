import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Actor, StoredToken } from '../../access/actor.ts'
import { type MaybePromise, mapMaybePromise } from '../../access/answers.ts'
import type { Ctx } from '../../access/context.ts'
import type { FactorPolicy } from '../../access/second-factor.ts'
import { digestOfCookie, type IdleTimes } from '../../credentials/cookie-sessions.ts'
import type { TokenUsage } from '../../credentials/token-usage.ts'
import { digest } from '../../crypto/digest.ts'
import { tokenEnded, unauthenticated } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { costOf } from './cost.ts'
import { requireOrigin, sessionCookieIn } from './session-cookie.ts'
import type { TokenLimit } from './token-limit.ts'

interface Credential {
  token: string
  by: 'header' | 'field' | 'cookie'
}

/** The token that the request has. In `sent`, the body has already overridden the query. */
function credentialOf(
  request: FastifyRequest,
  sent: Fields,
  endpoint: Endpoint,
  cookieOrigin: string | undefined,
): Credential {
  const { authorization } = request.headers
  const [, bearer] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (bearer !== undefined) return { token: bearer, by: 'header' }
  if (authorization !== undefined && authorization.trim() !== '') {
    throw unauthenticated(say`The Authorization header must read: Bearer <token>.`)
  }
  if (authorization === undefined && sent.api_token === undefined && cookieOrigin !== undefined) {
    const secret = sessionCookieIn(request.headers)
    if (secret !== undefined) {
      refuseForgeable(request, endpoint, cookieOrigin)
      return { token: secret, by: 'cookie' }
    }
  }
  return { token: typeof sent.api_token === 'string' ? sent.api_token.trim() : '', by: 'field' }
}

/**
 * A page of somebody else can make a browser send requests with the cookie: links, images and forms (CSRF). `SameSite` does not
 * keep those from another port or a sibling domain.
 * @throws Refusal 401, 403
 */
function refuseForgeable(request: FastifyRequest, { effect }: Endpoint, cookieOrigin: string): void {
  const isSafe = request.method === 'GET' || request.method === 'HEAD'
  if (!isSafe) requireOrigin(request, cookieOrigin)
  if (!isSafe || effect === 'read') return
  request.suspicion = 'cross_site'
  throw unauthenticated(
    say`This changes something, so the session cookie does not count for ${request.method}. Send it as POST, PUT, PATCH or DELETE, or with a bearer token.`,
  )
}

export interface Authentication {
  /** Who needs a second factor. */
  factorPolicy: FactorPolicy
  tokenLimit: TokenLimit
  /** Records each use of a token. */
  tokenUsage: Pick<TokenUsage, 'note'>
  /** Ends sessions in cookies without use. */
  idleTimes: IdleTimes
  /** The origin whose pages may have a session in a cookie, if any. */
  cookieOrigin: string | undefined
}

/** Authenticates the caller and applies the token's rate limit. @throws Refusal 401, the same for every invalid token, 429 */
export function authenticate(
  ctx: Ctx,
  request: FastifyRequest,
  received: Pick<Call, 'sent' | 'body' | 'filters'>,
  endpoint: Endpoint,
  authentication: Authentication,
): MaybePromise<Actor> {
  if (endpoint.access === 'public') return ctx.actor
  const { sent } = received
  const { token, by } = credentialOf(request, sent, endpoint, authentication.cookieOrigin)
  if (token === '') throw unauthenticated(say`A token is needed: sign in, then send it as a bearer token.`)
  const hash = by === 'cookie' ? digestOfCookie(token) : digest(token)
  return mapMaybePromise(ctx.access.authority(ctx, hash), (actor) => {
    if (!actor) throw tokenEnded()
    const { idle_ends_at: idleEndsAt } = actor.token as StoredToken
    const using =
      idleEndsAt === null ? undefined : authentication.idleTimes.use(ctx, actor.token as StoredToken)
    return mapMaybePromise(using, (idleEndsAt) => {
      const spending = noteUse(
        ctx,
        actor,
        request,
        authentication,
        () => costOf(endpoint, received),
        idleEndsAt,
      )
      // If the header has a token, a different api_token is a value of the write, not a credential.
      if (by !== 'header' || sent.api_token === token) delete sent.api_token
      return spending ? spending.then(() => actor) : actor
    })
  })
}

function noteUse(
  ctx: Ctx,
  actor: Actor,
  { headers }: FastifyRequest,
  { tokenUsage, tokenLimit }: Authentication,
  cost: () => number,
  idleEndsAt: string | undefined,
): Promise<void> | undefined {
  const { id, user_id: userId } = actor.token as StoredToken
  tokenUsage.note(id, { userId, at: ctx.now(), ip: ctx.ip, userAgent: headers['user-agent'], idleEndsAt })
  return tokenLimit.spend(id, cost)
}

/** The service's origin as reported by a trusted proxy; any scheme other than https becomes http. */
export const originOf = ({ protocol, host }: FastifyRequest): string =>
  `${protocol === 'https' ? 'https' : 'http'}://${host}`

/**
 * The client's address: from a trusted proxy if it is a valid address, otherwise from the socket. Without a zone
 * (`fe80::1%eth0`), which can be any text, of any length, if the client has sent it.
 */
export function callerAddress({ ip, socket }: FastifyRequest): string | null {
  const address = isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? null)
  const zone = address?.indexOf('%') ?? -1
  return zone === -1 ? address : (address as string).slice(0, zone)
}
