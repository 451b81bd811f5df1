import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { badRequest, Refusal } from '../errors.ts'
import { failed } from './envelope.ts'
import type { Guards } from './guards.ts'

interface Options {
  guards: Guards
  /** Milliseconds. */
  linger: number
}

/**
 * Writes an answer beside Fastify and closes the connection. The client has `linger` to read it and to close its side: one
 * that does neither would keep the connection for as long as a stalled one. (To close at once may take the answer back.)
 */
function refuseAndClose(socket: Duplex, refusal: Refusal, { guards, linger }: Options): void {
  const { status } = refusal
  const id = randomUUID()
  const body = JSON.stringify(failed(refusal, id))
  const headers = Object.entries({
    'x-request-id': id,
    ...guards,
    ...refusal.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`)
  const closing = setTimeout(() => socket.destroy(), linger)
  socket.once('close', () => clearTimeout(closing))
}

/** What cannot be parsed as HTTP still gets the envelope. */
export const answerClientError =
  (options: Options) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuseAndClose(socket, CLIENT_ERRORS[error.code ?? '']?.() ?? notHttp(), options)
  }

const notHttp = () => badRequest('malformed', 'The request is not valid HTTP.')

const TOO_MANY_CHUNKS = 'TOO_MANY_CHUNKS'

const CLIENT_ERRORS: Record<string, () => Refusal> = {
  HPE_HEADER_OVERFLOW: () => new Refusal(431, 'headers_too_large', 'The path or the headers are too long.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Refusal(408, 'timeout', 'The request took too long to arrive.'),
  [TOO_MANY_CHUNKS]: () => badRequest('malformed', `The body comes in more than ${MOST_CHUNKS} chunks.`),
}

/** A body of 1 MB then has chunks of 100 bytes. */
const MOST_CHUNKS = 10_000

/** Node tells of each chunk: of a million of a byte each, which may come in one turn of the event loop, half a second. */
export function boundChunks(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw }, _reply, payload, next) => {
    let count = 0
    const onChunk = () => {
      if (++count <= MOST_CHUNKS) return
      raw.off('data', onChunk)
      app.server.emit('clientError', Object.assign(new Error(), { code: TOO_MANY_CHUNKS }), raw.socket)
      // What it goes on sending is not read any more.
      raw.socket.destroy()
    }
    // A listener makes the body flow from the next tick on: no later hook may wait before the body is read.
    if (raw.headers['transfer-encoding'] !== undefined) raw.on('data', onChunk)
    next(null, payload)
  })
}

/** Node would close the connection without a word. An `Upgrade` is answered as if it were not asked for, as Node does. */
export function refuseConnect(app: FastifyInstance, options: Options): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node has let go of the connection.
    socket.on('error', () => socket.destroy()).resume()
    refuseAndClose(socket, noProxy(), options)
  })
}

const noProxy = () =>
  new Refusal(405, 'method_not_allowed', 'This service is no proxy: it does not answer CONNECT.', {
    headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  })
