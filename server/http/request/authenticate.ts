import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Actor, StoredToken } from '../../access/actor.ts'
import { type MaybePromise, mapMaybePromise } from '../../access/answers.ts'
import type { Ctx } from '../../access/context.ts'
import type { TokenUsage } from '../../credentials/token-usage.ts'
import { digest } from '../../crypto/digest.ts'
import { tokenEnded, unauthenticated } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { costOf } from './cost.ts'
import type { TokenLimit } from './token-limit.ts'

/** The token, and whether it came in the header. In `sent`, the body has already overridden the query. */
function credentialOf(authorization: string | undefined, sent: Fields) {
  const [, bearer] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (bearer !== undefined) return { token: bearer, fromHeader: true }
  if (authorization !== undefined && authorization.trim() !== '') {
    throw unauthenticated(say`The Authorization header must read: Bearer <token>.`)
  }
  return { token: typeof sent.api_token === 'string' ? sent.api_token.trim() : '', fromHeader: false }
}

export interface Authentication {
  tokenLimit: TokenLimit
  /** Records each use of a token. */
  tokenUsage: Pick<TokenUsage, 'note'>
}

/** Authenticates the caller and applies the token's rate limit. @throws Refusal 401, the same for every invalid token, 429 */
export function authenticate(
  ctx: Ctx,
  request: FastifyRequest,
  received: Pick<Call, 'sent' | 'body' | 'filters'>,
  endpoint: Endpoint,
  { tokenUsage, tokenLimit }: Authentication,
): MaybePromise<Actor> {
  if (endpoint.access === 'public') return ctx.actor
  const { sent } = received
  const { token, fromHeader } = credentialOf(request.headers.authorization, sent)
  if (token === '') throw unauthenticated(say`A token is needed: sign in, then send it as a bearer token.`)
  return mapMaybePromise(ctx.access.authority(ctx, digest(token)), (actor) => {
    if (!actor) throw tokenEnded()
    const { id, user_id: userId } = actor.token as StoredToken
    const userAgent = request.headers['user-agent']
    tokenUsage.note(id, { userId, at: ctx.now(), ip: ctx.ip, userAgent })
    const spending = tokenLimit.spend(id, () => costOf(endpoint, received))
    // If the header has a token, a different api_token is a value of the write, not a credential.
    if (!fromHeader || sent.api_token === token) delete sent.api_token
    return spending ? spending.then(() => actor) : actor
  })
}

/** The service's origin as reported by a trusted proxy; any scheme other than https becomes http. */
export const originOf = ({ protocol, host }: FastifyRequest): string =>
  `${protocol === 'https' ? 'https' : 'http'}://${host}`

/** The client's address: from a trusted proxy if it is a valid address, otherwise from the socket. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | null =>
  isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? null)
