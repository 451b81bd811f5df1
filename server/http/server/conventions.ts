import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Endpoint } from '../endpoint.ts'
import { refusalOf, sendRefusal } from '../response/failures.ts'
import type { SecurityHeaders } from '../response/security-headers.ts'
import { statusFor } from '../response/send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. The service refuses to start if a route does not declare it. */
    access?: Endpoint['access']
  }
}

/** Refuses to start with a route that declares no access: it would be public by mistake. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.access) throw new Error(`The route ${method} ${url} declares no access.`)
  })
}

/** Does not override headers that the route has set. */
function addHeaders(securityHeaders: SecurityHeaders, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}

/** Headers and status of every response through Fastify; `sendDirectly` in response/send.ts sets them for API responses. */
export function completeResponses(app: FastifyInstance, securityHeaders: SecurityHeaders): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    addHeaders(securityHeaders, request, reply)
    reply.code(statusFor(request, reply.statusCode))
    done(null, payload)
  })
}

/** A client that has closed its sending side still gets its response. */
export function respondToHalfClosed(app: FastifyInstance): void {
  Object.assign(app.server, { httpAllowHalfOpen: true })
}

/** Adds the envelope to what Node refuses with an empty body: HTTP/1.1 without a Host, and unknown expectations. */
export function respondToWhatNodeRefuses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    done(hostFault(raw.httpVersion, headers.host) ?? expectationFault(raw.httpVersion, headers.expect))
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** https://www.rfc-editor.org/rfc/rfc9110#field.expect; ignored in HTTP/1.0. */
function expectationFault(version: string, expected: string | undefined): Refusal | undefined {
  if (expected === undefined || version === '1.0' || expected.trim().toLowerCase() === '100-continue') return
  return new Refusal(417, 'expectation_failed', say`The header Expect can be 100-continue and nothing else.`)
}

/** A name or an address, with or without a port. https://www.rfc-editor.org/rfc/rfc9110#field.host */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

function hostFault(version: string, host: string | undefined): Refusal | undefined {
  if (host === undefined)
    return version === '1.1' ? badRequest('malformed', say`The header Host is missing.`) : undefined
  return HOST.test(host)
    ? undefined
    : badRequest('malformed', say`The header Host must be a host name or an address, with or without a port.`)
}

/** Browsers and proxies send about thirty. */
const MAX_HEADERS = 100

/** Node would silently drop headers beyond its limit, even the token. */
export function refuseManyHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done(raw.rawHeaders.length > 2 * MAX_HEADERS ? tooManyHeaders() : undefined)
  })
}

const tooManyHeaders = () =>
  new Refusal(431, 'headers_too_large', say`At most ${MAX_HEADERS} headers can be sent.`)

/** If these are repeated, Node silently uses the first, while a proxy in front may have used the last. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'content-type'])

/** https://www.rfc-editor.org/rfc/rfc9112#section-3.2: a second Host is refused. */
export function refuseRepeatedHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    const seen = new Set<string>()
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = (rawHeaders[index] as string).toLowerCase()
      if (!SINGLE_HEADERS.has(name)) continue
      if (seen.has(name)) return done(badRequest('malformed', say`The header ${name} can be sent only once.`))
      seen.add(name)
    }
    done()
  })
}

/** For requests that Fastify refuses before any hook runs, such as a path that is too long. */
export const respondToFrameworkError =
  (securityHeaders: SecurityHeaders) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, code, said, details, headers } = refusalOf(error)
    addHeaders(securityHeaders, request, reply)
    const refusal = new Refusal(statusFor(request, status), code, said, { details, headers })
    return sendRefusal(refusal, request, reply)
  }

/**
 * Allows pages of these origins, and no others, to call the API from a browser (CORS). Never with cookies: a page must
 * send the token itself.
 */
export async function acceptCrossOrigin(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const isOpen = origins.includes('*')
  await app.register(cors, {
    // Other origins get the same response as if CORS were off.
    origin: isOpen
      ? '*'
      : async (origin?: string) => origin !== undefined && origins.includes(origin) && origin,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['ETag', 'X-Request-Id', 'Retry-After', 'Idempotency-Replayed', 'X-Position'],
    // In strict mode, the plugin refuses an OPTIONS that is no preflight with a message of its own.
    strictPreflight: false,
    maxAge: 600,
  })
}

const LIVENESS_PATH = '/healthz'

/** Refuses requests with 503 while the service starts and once it stops; requests in flight are finished. */
export function refuseUnlessServing(
  app: FastifyInstance,
  isStarting: () => boolean,
): { isStopping: () => boolean } {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isRefused = (isStopping || isStarting()) && routeOptions.url !== LIVENESS_PATH
    if (!isRefused) done()
    else if (isStopping) done(refusedByState('stopping', say`The service is stopping.`))
    else done(refusedByState('starting', say`The service is starting.`))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A keep-alive connection would delay the stop until it times out.
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  return { isStopping: () => isStopping }
}

const refusedByState = (code: string, message: Message) =>
  new Refusal(503, code, message, { headers: { 'retry-after': '5' } })
