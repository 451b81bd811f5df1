import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import { mapMaybePromise } from '../../access/maybe-promise.ts'
import { digest } from '../../crypto/digest.ts'
import { tokenEnded, unauthenticated } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

/** The token, and whether it came in the header. In `sent`, the body has already overridden the query. */
export function credentialOf(authorization: string | undefined, sent: Fields) {
  const [, bearer] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (bearer !== undefined) return { token: bearer, fromHeader: true }
  if (authorization !== undefined && authorization.trim() !== '') {
    throw unauthenticated(say`The Authorization header must read: Bearer <token>.`)
  }
  return { token: typeof sent.api_token === 'string' ? sent.api_token.trim() : '', fromHeader: false }
}

/** @throws Refusal 401, the same for every invalid token */
export function authenticate(ctx: Ctx, token: string): Actor | Promise<Actor> {
  if (token === '') throw unauthenticated(say`A token is needed: sign in, then send it as a bearer token.`)
  return mapMaybePromise(ctx.access.authority(ctx, digest(token)), (actor) => {
    if (!actor) throw tokenEnded()
    return actor
  })
}

/** The service's origin as reported by a trusted proxy; any scheme other than https becomes http. */
export const originOf = ({ protocol, host }: FastifyRequest): string =>
  `${protocol === 'https' ? 'https' : 'http'}://${host}`

/** The client's address: from a trusted proxy if it is a valid address, otherwise from the socket. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | null =>
  isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? null)
