import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { badRequest, Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { failed } from '../response/envelope.ts'
import type { Guards } from '../response/guards.ts'

interface Options {
  guards: Guards
  /** Milliseconds. */
  linger: number
}

const notHttp = () => badRequest('malformed', say`The request is not valid HTTP.`)

const CLIENT_ERRORS: Record<string, () => Refusal> = {
  HPE_HEADER_OVERFLOW: () =>
    new Refusal(431, 'headers_too_large', say`The path or the headers are too long.`),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Refusal(408, 'timeout', say`The request took too long to arrive.`),
}

/** A body of 1 MB then has chunks of 100 bytes. */
const MOST_CHUNKS = 10_000

const tooManyChunks = () => badRequest('malformed', say`The body comes in more than ${MOST_CHUNKS} chunks.`)

const noProxy = () =>
  new Refusal(405, 'method_not_allowed', say`This service is no proxy: it does not answer CONNECT.`, {
    headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  })

/**
 * Refuses what cannot be read as a request, or not to its end, and closes the connection. Earlier requests of the
 * connection are answered first, each request gets one answer, and the client has time to read it.
 */
export class ClientErrors {
  readonly #options: Options
  /** The answer to the last request that began on each connection: Node writes answers in the order of requests. */
  readonly #last = new WeakMap<Duplex, ServerResponse>()
  /** Connections of which nothing more is read as a request. */
  readonly #refused = new WeakSet<Duplex>()
  /** Connections that close after the answer to a request whose body is not read. */
  readonly #ending = new WeakSet<Duplex>()
  readonly #closing = new WeakSet<Duplex>()
  /** Of requests whose body nobody reads yet. */
  readonly #faults = new WeakMap<IncomingMessage, Refusal>()
  readonly #read = new WeakSet<IncomingMessage>()

  constructor(options: Options) {
    this.#options = options
  }

  /** What cannot be parsed as HTTP still gets the envelope. */
  readonly answer = (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy()
    // The parser tells again of whatever comes after a fault.
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
      // Left unanswered: its client was told that the connection closes.
      if (!this.#ending.has(socket)) next()
    })
    // One that is too long, and one in chunks that nobody counts, since nobody reads them.
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

  /** Node would close the connection without a word. An `Upgrade` is answered as if it were not asked for, as Node does. */
  #refuseConnect(app: FastifyInstance): void {
    app.server.on('connect', ({ socket }: IncomingMessage) => {
      // Node has let go of the connection: it does not read again what was paused, nor end it where its client is slow.
      socket.on('error', () => socket.destroy()).resume()
      socket._read(0)
      this.#destroyLater(socket)
      this.#refuse(socket, noProxy())
    })
  }

  /** Node tells of each chunk: of a million of a byte each, which may come in one turn of the event loop, half a second. */
  #boundChunks(request: IncomingMessage): void {
    let count = 0
    const onChunk = () => {
      if (++count <= MOST_CHUNKS) return
      request.off('data', onChunk)
      const { socket } = request
      this.#refuse(socket, tooManyChunks())
      // Not from within the parser.
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

  /** It is the request that gets this answer, unless it has one without its body. */
  #refuseBody(answer: ServerResponse, refusal: Refusal): void {
    const { req: request } = answer
    const { socket } = request
    this.#closeGently(socket)
    if (answer.closed) this.#close(socket)
    else answer.once('close', () => this.#close(socket))
    if (!this.#read.has(request)) this.#faults.set(request, refusal)
    // To whoever reads the body, the same as a body that breaks off.
    else if (request.listenerCount('error') > 0) request.emit('error', refusal)
  }

  /** Beside Fastify, since there is no request. */
  #write(socket: Socket, refusal: Refusal): void {
    if (!socket.writable) return
    const { status } = refusal
    const id = randomUUID()
    const body = JSON.stringify(failed(refusal, id, 'en'))
    const headers = Object.entries({
      'x-request-id': id,
      ...this.#options.guards,
      ...refusal.headers,
      // What the client prefers has not been read.
      'content-language': 'en',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`)
    this.#close(socket)
  }

  /** Once Node has written the answer that says so. */
  #closeGently(socket: Socket): void {
    socket.destroySoon = () => this.#close(socket)
  }

  /**
   * The client has `linger` to read its answer and to close its side: one that does neither would keep the connection for
   * as long as a stalled one. What it sends meanwhile is read: else the system would reset the connection, which may take
   * the answer back.
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

/** Reads what comes, and nothing into it. */
function discard(socket: Duplex): void {
  // Once Node reads again, if it had paused: another listener takes the connection from the parser, which would do so.
  socket
    .pause()
    .once('resume', () => socket.removeAllListeners('data').on('data', () => undefined))
    .resume()
}
