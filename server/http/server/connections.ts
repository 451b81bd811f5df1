import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/** How long a connection may take for what, in milliseconds. Nobody needs to set these but tests. */
export const TIMEOUTS = {
  /** For a client to send the headers of a request. */
  headers: 20_000,
  /** For a client to send a whole request. */
  request: 30_000,
  /** Between requests: longer than proxies keep theirs, so that it is they who close. */
  idle: 72_000,
  /** Without a byte in either direction, as when a client does not read its answer. */
  stalled: 120_000,
  /** For a client to read why its connection is closed. */
  linger: 2000,
  /** How often Node looks for those that took too long; by itself, every half minute. */
  checkEvery: 5_000,
}

export type Timeouts = typeof TIMEOUTS

const KIB = 1024

export function createHttpServer(
  { headers, request, idle, stalled, checkEvery }: Timeouts,
  serve: RequestListener,
): Server {
  const options = {
    requestTimeout: request,
    keepAliveTimeout: idle,
    headersTimeout: headers,
    connectionsCheckingInterval: checkEvery,
    // The first line and the headers. Said here, so that it is the same however Node was started.
    maxHeaderSize: 16 * KIB,
    // Node would refuse a request without a Host by itself, with no body: see answerWhatNodeRefuses.
    requireHostHeader: false,
  }
  return createServer(options, serve).setTimeout(stalled)
}

/** Browsers and proxies send some thirty. */
const MAX_HEADERS = 100

/** Node itself would leave out those beyond its number without a word, be it the token. */
export function refuseManyHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done(raw.rawHeaders.length > 2 * MAX_HEADERS ? tooManyHeaders() : undefined)
  })
}

const tooManyHeaders = () =>
  new Refusal(431, 'headers_too_large', say`At most ${MAX_HEADERS} headers can be sent.`)
