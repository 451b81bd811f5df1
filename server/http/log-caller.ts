import type { FastifyRequest } from 'fastify'
import type { Actor } from '../access/context.ts'

const callers = new WeakMap<FastifyRequest, Actor>()

/** For the request's line in the log. */
export const logCaller = (request: FastifyRequest, actor: Actor): void => {
  if (actor.token) callers.set(request, actor)
}

/** The token's user; and of a token that somebody else made, its maker, whose power it is. */
export function loggedCaller(request: FastifyRequest): { user?: number; maker?: number } {
  const token = callers.get(request)?.token
  if (!token) return {}
  return { user: token.user_id, ...(token.maker_id !== null && { maker: token.maker_id }) }
}
