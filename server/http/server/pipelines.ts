import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ClientMemory, REQUEST_BYTES } from '../../capacity/client-memory.ts'
import { IterationQueue } from '../../capacity/iteration-queue.ts'

/** The most unsent responses of one connection: as many as a deep pipeline of a load generator. */
const MAX_UNSENT = 16

interface QueuedRequest {
  response: ServerResponse
  start: () => void
}

/**
 * The requests of one connection. A client may send requests without waiting for responses (HTTP pipelining). Node would
 * start each at once, even if the client reads no response: all of them would then hold memory and count as load. Here, a
 * request starts when earlier responses are sent; until then it is queued, and the connection is not read. Node reads
 * 64 KB at a time, so the queue is short.
 */
class Pipeline {
  readonly #socket: Socket
  readonly #memory: ClientMemory
  readonly #starts: IterationQueue
  /** Responses to the started requests, in order. */
  readonly #unsent: ServerResponse[] = []
  readonly #queue: QueuedRequest[] = []
  #isWatched = false

  constructor(socket: Socket, memory: ClientMemory, starts: IterationQueue) {
    this.#socket = socket
    this.#memory = memory
    this.#starts = starts
  }

  enter(response: ServerResponse, start: () => void): void {
    // Node parses the data that it has already read, even after the connection was closed.
    if (this.#socket.destroyed) return
    this.#dropSent()
    if (this.#queue.length === 0 && this.#isOpen()) {
      this.#unsent.push(response)
      start()
    } else this.#enqueue({ response, start })
  }

  #dropQueue(): void {
    this.#memory.release(this.#socket, this.#queue.length * REQUEST_BYTES)
    this.#queue.length = 0
  }

  #dropSent(): void {
    while (this.#unsent[0]?.closed) this.#unsent.shift()
  }

  /** Whether another request may start; not while written data is unread by the client. */
  #isOpen(): boolean {
    const { length } = this.#unsent
    return length === 0 || (length < MAX_UNSENT && this.#socket.writableLength === 0)
  }

  #enqueue(queued: QueuedRequest): void {
    this.#memory.hold(this.#socket, REQUEST_BYTES)
    if (this.#queue.push(queued) > 1) return
    this.#stopReading()
    this.#unsent[0]?.once('close', this.#schedule)
  }

  #stopReading(): void {
    const socket = this.#socket
    socket.pause()
    if (this.#isWatched) return
    this.#isWatched = true
    // Node resumes the socket when its own buffers are empty.
    socket.on('resume', () => {
      if (this.#queue.length > 0) socket.pause()
    })
  }

  /** Called when a response is sent or the connection is closed. */
  readonly #schedule = (): void => this.#starts.schedule(this.#proceed)

  readonly #proceed = (): void => {
    if (this.#socket.destroyed) this.#dropQueue()
    this.#dropSent()
    while (this.#queue.length > 0 && this.#isOpen()) {
      const { response, start } = this.#queue.shift() as QueuedRequest
      this.#memory.release(this.#socket, REQUEST_BYTES)
      this.#unsent.push(response)
      start()
    }
    if (this.#queue.length > 0) this.#unsent[0]?.once('close', this.#schedule)
    else this.#socket.resume()
  }
}

/**
 * Limits concurrent requests per connection, and starts none while its client reads no response. The queue holds Node's
 * requests: 64 KB contain 1,900, and creating Fastify's requests for them takes five times as long.
 */
export function boundPipelines(memory: ClientMemory): (serve: RequestListener) => RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()
  // Each iteration of the event loop starts the queued requests of one connection. Without this, sending a response and
  // starting the next request would never yield to clients that send one request at a time.
  const starts = new IterationQueue()
  return (serve) => (request, response) => {
    const { socket } = request
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, memory, starts)
    pipelines.set(socket, pipeline)
    pipeline.enter(response, () => serve(request, response))
  }
}
