import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { badRequest, Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { refusalBody } from '../response/failures.ts'
import type { SecurityHeaders } from '../response/security-headers.ts'

interface Options {
  securityHeaders: SecurityHeaders
  /** Milliseconds. */
  linger: number
}

const notHttp = () => badRequest('malformed', say`The request is not valid HTTP.`)

const CLIENT_ERRORS: Record<string, () => Refusal> = {
  HPE_HEADER_OVERFLOW: () =>
    new Refusal(431, 'headers_too_large', say`The path or the headers are too long.`),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Refusal(408, 'timeout', say`The request took too long to arrive.`),
}

/** Enough for a body of 1 MB in chunks of 100 bytes. */
const MAX_CHUNKS = 10_000

const tooManyChunks = () => badRequest('malformed', say`The body comes in more than ${MAX_CHUNKS} chunks.`)

const noProxy = () =>
  new Refusal(405, 'method_not_allowed', say`This service is no proxy: it does not answer CONNECT.`, {
    headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  })

/**
 * Refuses invalid or incomplete requests and closes the connection. Earlier requests of the connection are answered
 * first, each request gets one response, and the client has time to read it.
 */
export class ClientErrors {
  readonly #options: Options
  /** The response to the latest request of each connection: Node writes responses in the order of requests. */
  readonly #last = new WeakMap<Duplex, ServerResponse>()
  /** Connections on which no more requests are parsed. */
  readonly #refused = new WeakSet<Duplex>()
  /** Connections that close after the response to a request whose body is not read. */
  readonly #ending = new WeakSet<Duplex>()
  readonly #closing = new WeakSet<Duplex>()
  /** Faults of requests whose body is not being read yet. */
  readonly #faults = new WeakMap<IncomingMessage, Refusal>()
  readonly #read = new WeakSet<IncomingMessage>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Responds to invalid HTTP with the usual envelope. */
  readonly respond = (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy()
    // The parser reports further errors after the first.
    else if (!this.#refused.has(socket))
      this.#refuse(socket, CLIENT_ERRORS[error.code ?? '']?.() ?? notHttp())
  }

  watch(app: FastifyInstance): void {
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#last.set(request.socket, response)
    })
    this.#refuseConnect(app)
    app.addHook('preParsing', ({ raw }, _reply, payload, next) => {
      this.#read.add(raw)
      if (raw.headers['transfer-encoding'] !== undefined) this.#boundChunks(raw)
      const fault = this.#faults.get(raw)
      if (fault) next(fault)
      else next(null, payload)
    })
    app.addHook('onRequest', ({ raw: { socket } }, _reply, next) => {
      // No response: the client was notified that the connection closes.
      if (!this.#ending.has(socket)) next()
    })
    // Close after the response if the body is too long, or if its chunks are not counted because it is not read.
    app.addHook('onSend', ({ raw }, reply, payload, next) => {
      const isChunked = raw.headers['transfer-encoding'] !== undefined
      if (raw.complete === false && (isChunked || reply.getHeader('connection') === 'close')) {
        reply.header('connection', 'close')
        this.#ending.add(raw.socket)
        this.#closeGently(raw.socket)
      }
      next(null, payload)
    })
  }

  /** Without this, Node would close the connection without a response. `Upgrade` is ignored, as Node does by default. */
  #refuseConnect(app: FastifyInstance): void {
    app.server.on('connect', ({ socket }: IncomingMessage) => {
      // Node no longer manages this connection: it neither resumes reading nor applies timeouts.
      socket.on('error', () => socket.destroy()).resume()
      socket._read(0)
      this.#destroyLater(socket)
      this.#refuse(socket, noProxy())
    })
  }

  /** Node emits an event for each chunk: a million one-byte chunks would block one iteration of the event loop for half a second. */
  #boundChunks(request: IncomingMessage): void {
    let count = 0
    const onChunk = () => {
      if (++count <= MAX_CHUNKS) return
      request.off('data', onChunk)
      const { socket } = request
      this.#refuse(socket, tooManyChunks())
      // Outside the parser's callback.
      process.nextTick(discard, socket)
    }
    // A listener makes the body flow from the next tick on: no later hook may wait before the body is read.
    request.on('data', onChunk)
  }

  #refuse(socket: Socket, refusal: Refusal): void {
    this.#refused.add(socket)
    const last = this.#last.get(socket)
    if (last && !last.req.complete) this.#refuseBody(last, refusal)
    else if (last && !last.closed) last.once('close', () => this.#write(socket, refusal))
    else this.#write(socket, refusal)
  }

  /** Responds to the incomplete request itself, unless it already has a response. */
  #refuseBody(response: ServerResponse, refusal: Refusal): void {
    const { req: request } = response
    const { socket } = request
    this.#closeGently(socket)
    if (response.closed) this.#close(socket)
    else response.once('close', () => this.#close(socket))
    if (!this.#read.has(request)) this.#faults.set(request, refusal)
    // The reader of the body sees an aborted body.
    else if (request.listenerCount('error') > 0) request.emit('error', refusal)
  }

  /** Writes to the socket directly: there is no request for Fastify. */
  #write(socket: Socket, refusal: Refusal): void {
    if (!socket.writable) return
    const { status } = refusal
    const id = randomUUID()
    const body = JSON.stringify(refusalBody(refusal, id, 'en'))
    const headers = Object.entries({
      'x-request-id': id,
      ...this.#options.securityHeaders,
      ...refusal.headers,
      // Accept-Language has not been parsed.
      'content-language': 'en',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`)
    this.#close(socket)
  }

  /** Closes after Node has written the response with `Connection: close`. */
  #closeGently(socket: Socket): void {
    socket.destroySoon = () => this.#close(socket)
  }

  /**
   * Gives the client `linger` ms to read its response and close its side; otherwise the connection would stay open until
   * the timeout for stalled ones. Meanwhile reads and discards incoming data: otherwise the kernel would reset the
   * connection, and the client may lose the response.
   */
  #close(socket: Socket): void {
    if (this.#closing.has(socket)) return
    this.#closing.add(socket)
    socket.end()
    discard(socket)
    this.#destroyLater(socket)
  }

  #destroyLater(socket: Duplex): void {
    const closing = setTimeout(() => socket.destroy(), this.#options.linger)
    socket.once('close', () => clearTimeout(closing))
  }
}

/** Reads and discards incoming data. */
function discard(socket: Duplex): void {
  // If Node had paused, wait until it resumes: another listener detaches the parser, which would resume it.
  socket
    .pause()
    .once('resume', () => socket.removeAllListeners('data').on('data', () => undefined))
    .resume()
}
