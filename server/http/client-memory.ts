import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'

/** What a request takes that waits, besides what its client sends or has yet to read. */
export const REQUEST_BYTES = 4096

/** So much of a body is counted together: no more than the headers of a request may take, which are not counted. */
const STEP_BYTES = 16_000

/**
 * What this process holds for clients that are slow: of bodies that have not arrived, of answers that are not read, and of
 * requests behind those. It takes nothing from others but memory, which is bounded: where there is too much of it, the
 * connection that has held some for longest is closed. Clients that are prompt never hold any for long.
 */
export class ClientMemory {
  readonly #most: number
  #bytes = 0
  /** In the order in which they began. */
  readonly #held = new Map<Socket, number>()

  constructor(most: number) {
    this.#most = most
  }

  hold(socket: Socket, bytes: number): void {
    if (socket.destroyed) return
    this.#bytes += bytes
    this.#held.set(socket, (this.#held.get(socket) ?? 0) + bytes)
    while (this.#bytes > this.#most) this.#closeFirst()
  }

  /** Never more than the connection holds, which is nothing once it was closed. */
  release(socket: Socket, bytes: number): void {
    const held = this.#held.get(socket)
    if (held === undefined) return
    const released = Math.min(bytes, held)
    this.#bytes -= released
    if (released < held) this.#held.set(socket, held - released)
    else this.#held.delete(socket)
  }

  /** A body, as it arrives; until it is there as a whole. */
  holdBody(request: IncomingMessage): void {
    const { socket } = request
    let bytes = 0
    let held = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      // It may come byte by byte.
      if (bytes - held < STEP_BYTES) return
      this.hold(socket, bytes - held)
      held = bytes
    })
    finished(request, () => this.release(socket, held))
  }

  /** An answer, until it is read or its client is gone. */
  holdAnswer(answer: ServerResponse, bytes: number): void {
    const { socket } = answer.req
    if (answer.closed) return
    const held = bytes + REQUEST_BYTES
    this.hold(socket, held)
    answer.once('close', () => this.release(socket, held))
  }

  #closeFirst(): void {
    const [socket] = this.#held.keys()
    if (!socket) return
    this.release(socket, Infinity)
    // Else the system would go on holding what the client does not read.
    socket.resetAndDestroy()
  }
}
