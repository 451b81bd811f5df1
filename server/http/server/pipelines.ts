import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ClientMemory, REQUEST_BYTES } from '../../capacity/client-memory.ts'

/** Requests of one connection whose answers are not sent yet, at most: as many as a deep pipeline of a load generator has. */
const MOST_UNSENT = 16

interface Waiting {
  response: ServerResponse
  begin: () => void
}

/**
 * The requests of one connection. A client may send them without waiting for answers (pipelining), and Node would begin
 * each as soon as it is read: also where the client reads no answer, so that they all are held until it does, and count
 * against everybody's capacity. Here the next one begins when the answers before it are sent; until then it waits, and
 * nothing more is read from the connection. Node reads 64 KB at a time, so few of them wait.
 */
class Pipeline {
  readonly #socket: Socket
  readonly #memory: ClientMemory
  readonly #turns: Turns
  /** Of the requests that have begun, in order. */
  readonly #unsent: ServerResponse[] = []
  readonly #waiting: Waiting[] = []
  #isWatched = false

  constructor(socket: Socket, memory: ClientMemory, turns: Turns) {
    this.#socket = socket
    this.#memory = memory
    this.#turns = turns
  }

  enter(response: ServerResponse, begin: () => void): void {
    // Node goes on with what it has read of a connection that was closed meanwhile.
    if (this.#socket.destroyed) return
    this.#forgetSent()
    if (this.#waiting.length === 0 && this.#isOpen()) {
      this.#unsent.push(response)
      begin()
    } else this.#wait({ response, begin })
  }

  #forgetWaiting(): void {
    this.#memory.release(this.#socket, this.#waiting.length * REQUEST_BYTES)
    this.#waiting.length = 0
  }

  #forgetSent(): void {
    while (this.#unsent[0]?.closed) this.#unsent.shift()
  }

  /** Not where the client has yet to read what was written. */
  #isOpen(): boolean {
    const { length } = this.#unsent
    return length === 0 || (length < MOST_UNSENT && this.#socket.writableLength === 0)
  }

  #wait(waiting: Waiting): void {
    this.#memory.hold(this.#socket, REQUEST_BYTES)
    if (this.#waiting.push(waiting) > 1) return
    this.#stopReading()
    this.#unsent[0]?.once('close', this.#awaitTurn)
  }

  #stopReading(): void {
    const socket = this.#socket
    socket.pause()
    if (this.#isWatched) return
    this.#isWatched = true
    // Node goes on reading when its own buffers are empty.
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause()
    })
  }

  /** When an answer is sent, or the connection is closed. */
  readonly #awaitTurn = (): void => this.#turns.await(this.#proceed)

  readonly #proceed = (): void => {
    if (this.#socket.destroyed) this.#forgetWaiting()
    this.#forgetSent()
    while (this.#waiting.length > 0 && this.#isOpen()) {
      const { response, begin } = this.#waiting.shift() as Waiting
      this.#memory.release(this.#socket, REQUEST_BYTES)
      this.#unsent.push(response)
      begin()
    }
    if (this.#waiting.length > 0) this.#unsent[0]?.once('close', this.#awaitTurn)
    else this.#socket.resume()
  }
}

/**
 * Requests that waited begin in turns of the event loop, those of one connection in each: whoever sends one request
 * at a time waits for no more than a turn. Else one answer is sent and the next request begun without end.
 */
class Turns {
  readonly #waiting: (() => void)[] = []

  await(take: () => void): void {
    if (this.#waiting.push(take) === 1) setImmediate(this.#next)
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#next)
  }
}

/**
 * Carries out no more than some requests of one connection at once, and none while its client reads no answer. Those
 * that wait are as Node made them: 64 KB hold 1,900, and to make a request of Fastify's of each takes five times as long.
 */
export function boundPipelines(memory: ClientMemory): (serve: RequestListener) => RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const turns = new Turns()
  return (serve) => (request, response) => {
    const { socket } = request
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, memory, turns)
    pipelines.set(socket, pipeline)
    pipeline.enter(response, () => serve(request, response))
  }
}
