import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { after } from '../access/after.ts'
import type { Actor, Ctx } from '../access/context.ts'
import { grantsOf } from '../access/effective.ts'
import { unauthenticated } from '../errors.ts'
import { findToken } from '../secrets/tokens.ts'
import type { Fields } from './parameters.ts'

/** The credential, and whether it came in the header. Body comes before query: they are one in `sent`. */
export function credentialOf(authorization: string | undefined, sent: Fields) {
  const [, bearer] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (bearer !== undefined) return { token: bearer, fromHeader: true }
  if (authorization !== undefined && authorization.trim() !== '') {
    throw unauthenticated('The Authorization header must read: Bearer <token>.')
  }
  return { token: typeof sent.api_token === 'string' ? sent.api_token.trim() : '', fromHeader: false }
}

/** Who has come with a token. */
type SignedIn = Actor & { userId: number; tokenId: number }

/** @throws Refusal 401, the same for every token that does not work */
export function authenticate(ctx: Ctx, token: string): SignedIn | Promise<SignedIn> {
  if (token === '') throw unauthenticated('A token is needed: sign in, then send it as a bearer token.')
  return after(findToken(ctx, token), (found) => {
    if (!found) throw unauthenticated('The token is unknown, expired or revoked.')
    const { id: tokenId, user_id: userId, permissions } = found
    return after(grantsOf(ctx, userId), (grants) => {
      const isLimited = permissions !== null
      return { userId, tokenId, isLimited, grants: isLimited ? grants.within(permissions) : grants }
    })
  })
}

/** Where the call comes from: what a trusted proxy says, if it says an address; else the other end of the socket. */
export const callerAddress = ({ ip, socket }: FastifyRequest): string | null =>
  isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? null)
