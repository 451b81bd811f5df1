import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'

/** Fields of the request's log line. */
interface Logged {
  actor?: Actor
  /** Other users whose password, email or tokens the caller changed. */
  credentialsOf?: Set<number>
}

const logged = new WeakMap<FastifyRequest, Logged>()

export const logCaller = (request: FastifyRequest, actor: Actor): void => {
  if (actor.token) logged.set(request, { actor })
}

/** Idempotent, since a transaction may be retried. */
export function logCredentialsOf(request: FastifyRequest, userId: number): void {
  const known = logged.get(request)
  const credentialsOf = known?.credentialsOf ?? new Set()
  logged.set(request, { ...known, credentialsOf: credentialsOf.add(userId) })
}

/** The token and its user; for a token that another user made, also the maker, whose permissions it has. */
export function loggedCaller(request: FastifyRequest) {
  const { actor, credentialsOf } = logged.get(request) ?? {}
  const token = actor?.token
  if (!token) return {}
  return {
    user: token.user_id,
    token_id: token.id,
    ...(token.maker_id !== null && { maker: token.maker_id }),
    ...(credentialsOf && { credentials_of: [...credentialsOf] }),
  }
}
