import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import { networkOf } from '../access/network.ts'

/** Memory of a waiting request, besides its body and its response. */
export const REQUEST_BYTES = 4096

interface Held {
  bytes: number
  /** Bytes by connection, the oldest first. */
  of: Map<Socket, number>
}

/** A body is counted in steps of this size: no more than the limit for headers, which are not counted. */
const STEP_BYTES = 16_000

/**
 * Limits the memory that this process holds for slow clients: incomplete bodies, unread responses, and requests queued
 * behind those. Above the limit, it closes the oldest such connection of the network that holds most. So an attacker with
 * many connections disconnects no clients of other networks, however slow those are.
 */
export class ClientMemory {
  readonly #most: number
  #bytes = 0
  readonly #networks = new Map<string, Held>()
  /** Network names, since a closed connection no longer has an address. */
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

  /** Releases at most what the connection holds: nothing if it was closed. */
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

  /** Counts a body as it arrives, until it is complete. */
  holdBody(request: IncomingMessage): void {
    const { socket } = request
    let bytes = 0
    let held = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      // The body may arrive byte by byte.
      if (bytes - held < STEP_BYTES) return
      this.hold(socket, bytes - held)
      held = bytes
    })
    finished(request, () => this.release(socket, held))
  }

  /** Counts a response until the client has read it or disconnected. */
  holdResponse(response: ServerResponse, bytes: number): void {
    const { socket } = response.req
    if (response.closed) return
    const held = bytes + REQUEST_BYTES
    this.hold(socket, held)
    response.once('close', () => this.release(socket, held))
  }

  #closeOne(): void {
    let most: Held | undefined
    for (const network of this.#networks.values()) if (network.bytes > (most?.bytes ?? 0)) most = network
    const [socket] = most?.of.keys() ?? []
    if (!socket) return
    this.release(socket, Infinity)
    // Without a reset, the kernel would keep the unread data.
    socket.resetAndDestroy()
  }
}
