import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../../access/actor.ts'
import { callerAddress } from '../request/authenticate.ts'

interface LoggedCaller {
  token: NonNullable<Actor['token']>
  /** Other users whose password, email or tokens the caller changed. */
  credentialsOf?: Set<number>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, for the log; null for anonymous callers. */
    caller: LoggedCaller | null
    /** The code of a refusal that may be an attack, for the log. */
    suspicion: string | null
    /** Logs the request before its response ends, which may go on for days. Null if requests are not logged. */
    logNow: (() => void) | null
  }
}

/**
 * Logs one line per request, with the route's pattern instead of the URL, since a client may have put a secret there.
 * Fastify's own logging creates a logger and five listeners per request (measured: a fifth of a check's time).
 */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('suspicion', null)
  app.decorateRequest('logNow', null)
  if (!logger.isLevelEnabled('info')) return
  app.addHook('onRequest', (request, reply, done) => {
    const start = performance.now()
    // Read it now: a closed connection no longer has an address.
    const ip = callerAddress(request)
    let isLogged = false
    const log = () => {
      if (isLogged) return
      isLogged = true
      const { method, url: route } = request.routeOptions
      const ms = Math.round((performance.now() - start) * 10) / 10
      logger.info(
        {
          reqId: request.id,
          method: request.method ?? method,
          route: route ?? null,
          // 499 as in nginx: the client disconnected before the response, or before it had sent the whole request.
          status: reply.raw.headersSent && !isCutOff(request) ? reply.raw.statusCode : 499,
          ms,
          ip,
          ...callerFields(request),
          ...(request.suspicion !== null && { refused: request.suspicion }),
        },
        'request',
      )
    }
    request.logNow = log
    reply.raw.once('close', log)
    done()
  })
}

const isCutOff = ({ raw }: FastifyRequest): boolean => raw.complete === false && raw.socket.readableEnded

export function logCaller(request: FastifyRequest, { token }: Actor): void {
  if (token) request.caller = { token }
}

/** Idempotent, since a transaction may be retried. */
export function logCredentialsOf({ caller }: FastifyRequest, userId: number): void {
  if (!caller) return
  caller.credentialsOf ??= new Set()
  caller.credentialsOf.add(userId)
}

/** The token and its user; for a token that another user made, also the maker, whose permissions it has. */
function callerFields({ caller }: FastifyRequest) {
  if (!caller) return {}
  const { token, credentialsOf } = caller
  return {
    user: token.user_id,
    token_id: token.id,
    ...(token.maker_id !== null && { maker: token.maker_id }),
    ...(credentialsOf && { credentials_of: [...credentialsOf] }),
  }
}
