import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import { networkOf } from '../access/network.ts'

/** What a request takes that waits, besides what its client sends or has yet to read. */
export const REQUEST_BYTES = 4096

interface Held {
  bytes: number
  /** By connection, in the order in which they began. */
  of: Map<Socket, number>
}

/** So much of a body is counted together: no more than the headers of a request may take, which are not counted. */
const STEP_BYTES = 16_000

/**
 * What this process holds for clients that are slow: of bodies that have not arrived, of answers that are not read, and of
 * requests behind those. It takes nothing from others but memory, which is bounded: where there is too much of it, a
 * connection from the network that holds most is closed, the one that has held some for longest. So many connections of one
 * attacker cut off nobody elsewhere, however slowly those send.
 */
export class ClientMemory {
  readonly #most: number
  #bytes = 0
  readonly #networks = new Map<string, Held>()
  /** A connection that is closed has no address any more. */
  readonly #names = new WeakMap<Socket, string>()

  constructor(most: number) {
    this.#most = most
  }

  hold(socket: Socket, bytes: number): void {
    if (socket.destroyed) return
    const name = this.#nameOf(socket)
    const network = this.#networks.get(name) ?? { bytes: 0, of: new Map() }
    this.#networks.set(name, network)
    network.of.set(socket, (network.of.get(socket) ?? 0) + bytes)
    network.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > this.#most) this.#closeOne()
  }

  /** Never more than the connection holds, which is nothing once it was closed. */
  release(socket: Socket, bytes: number): void {
    const name = this.#nameOf(socket)
    const network = this.#networks.get(name)
    const held = network?.of.get(socket)
    if (network === undefined || held === undefined) return
    const released = Math.min(bytes, held)
    network.bytes -= released
    this.#bytes -= released
    if (released < held) network.of.set(socket, held - released)
    else network.of.delete(socket)
    if (network.of.size === 0) this.#networks.delete(name)
  }

  #nameOf(socket: Socket): string {
    const name = this.#names.get(socket) ?? networkOf(socket.remoteAddress ?? '')
    this.#names.set(socket, name)
    return name
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

  #closeOne(): void {
    let most: Held | undefined
    for (const network of this.#networks.values()) if (network.bytes > (most?.bytes ?? 0)) most = network
    const [socket] = most?.of.keys() ?? []
    if (!socket) return
    this.release(socket, Infinity)
    // Else the system would go on holding what the client does not read.
    socket.resetAndDestroy()
  }
}
