import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/context.ts'

/** For the request's line in the log. */
interface Logged {
  actor?: Actor
  /** Whose password, email or tokens the caller, who is somebody else, changed. */
  credentialsOf?: Set<number>
}

const logged = new WeakMap<FastifyRequest, Logged>()

export const logCaller = (request: FastifyRequest, actor: Actor): void => {
  if (actor.token) logged.set(request, { actor })
}

/** A transaction may be run again: each is named once. */
export function logCredentialsOf(request: FastifyRequest, userId: number): void {
  const known = logged.get(request)
  const credentialsOf = known?.credentialsOf ?? new Set()
  logged.set(request, { ...known, credentialsOf: credentialsOf.add(userId) })
}

/** The token and its user; and of a token that somebody else made, its maker, whose power it is. */
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
