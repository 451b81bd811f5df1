import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Connection } from '../../db/connect.ts'
import { badRequest, conflict, Refusal, tooLarge } from '../../errors.ts'
import { type Language, languageOf } from '../../messages/languages.ts'
import { say } from '../../messages/say.ts'
import { didYouMean } from '../../values/nearest.ts'
import type { NearPaths } from '../server/near-paths.ts'

/** Our messages for requests that Fastify refuses before an operation runs. */
const FRAMEWORK_REFUSALS: Record<string, (error: FastifyError) => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal(
      415,
      'unsupported_media_type',
      say`Send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    badRequest('malformed', say`The body is not as long as Content-Length says.`),
  FST_ERR_BAD_URL: () => badRequest('malformed', say`The path is not a valid URL.`),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal(414, 'uri_too_long', say`The path is too long.`),
}

/**
 * Converts any error to a refusal. An unexpected error becomes a 500 without details.
 * @param database knows the errors of statements, if any has run
 */
export function refusalOf(error: unknown, database?: Connection['errors']): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as FastifyError
  const known = FRAMEWORK_REFUSALS[code]
  if (known) return known(error as FastifyError)
  if (database?.isUniqueViolation(error)) {
    return conflict('taken', say`Another record took one of these values at the same moment.`)
  }
  if (database?.isUnstorableText(error)) {
    return new Refusal(422, 'invalid_type', say`A text has a character that cannot be stored: U+0000.`, {
      cause: error,
    })
  }
  if (database?.databaseFault(error) !== undefined) {
    const headers = { 'retry-after': '5' }
    return new Refusal(503, 'database_unavailable', say`The database cannot be used now.`, {
      headers,
      cause: error,
    })
  }
  if (statusCode === 413) return tooLarge()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal(statusCode, 'bad_request', say`The request cannot be read.`)
  }
  return new Refusal(
    500,
    'internal',
    say`Something went wrong on our side. The request id helps to find it in the logs.`,
    {
      cause: error,
    },
  )
}

/**
 * Responds to errors that are thrown in a route or a hook. Code outside of those calls {@link sendRefusal}, or
 * {@link refusalBody} if there is no reply.
 */
export function handleFailures(app: FastifyInstance, logger: Logger, database: Connection['errors']): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, database)
    // Node reports an incomplete body as a connection error.
    const isGone = request.raw.readableAborted
    const isServerFault = !isGone && (refusal.status >= 500 || refusal.code === 'write_conflict')
    if (isServerFault && refusal.cause !== undefined) {
      logger.error({ reqId: request.id, err: refusal.cause }, 'request failed')
    }
    return sendRefusal(refusal, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendRefusal(noSuchRoute(), request, reply))
}

function noSuchRoute(meant?: string): Refusal {
  return new Refusal(404, 'not_found', say`There is no such route.${didYouMean(meant)}`)
}

/** Responds 404 before the body is parsed, so that an invalid body does not matter. */
export function refuseUnknownPaths(app: FastifyInstance, near: NearPaths): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendRefusal(noSuchRoute(near.nearest(request.url)), request, reply)
    else done()
  })
}

export function refusalBody(refusal: Refusal, requestId: string, language: Language) {
  const details = refusal.details.map((detail) => ({ ...detail, message: detail.message.in(language) }))
  return {
    success: false,
    status: 'failed',
    errors: details.length > 0 ? details.map(({ message }) => message) : [refusal.said.in(language)],
    code: refusal.code,
    details,
    ...refusal.fields,
    request_id: requestId,
  }
}

const ACCEPT_LANGUAGE = 'Accept-Language'

/** In the language that the client prefers. */
export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request.headers['accept-language'])
  const earlier = reply.getHeader('vary')
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('vary', earlier === undefined ? ACCEPT_LANGUAGE : `${earlier}, ${ACCEPT_LANGUAGE}`)
    .header('content-language', language)
    .type('application/json; charset=utf-8')
    .send(refusalBody(refusal, request.id, language))
}
