import type { ServerResponse } from 'node:http'
import type { EventTypes } from '../event-types.ts'
import type { Position } from './follower.ts'

/** How long clients wait before they connect again. */
const RETRY_MS = 1000

/** After this many entries without an event, a client that catches up is told its position: the connection may be short. */
const TOLD_EVERY = 1000

/** One stream: a response that stays open. */
export class EventStream {
  readonly types: EventTypes
  readonly #raw: ServerResponse
  /** The last entry that was read for it. Its events up to there are sent. */
  #position: Position
  /** The last entry whose uuid is sent: from there the client continues on another connection. */
  #told: Position | undefined
  #sentAt = 0
  /** Since when it waits for the client to read. */
  #waitsSince: number | undefined

  constructor(raw: ServerResponse, types: EventTypes, position: Position) {
    this.#raw = raw
    this.types = types
    this.#position = position
  }

  get position(): Position {
    return this.#position
  }

  get isOpen(): boolean {
    return !this.#raw.destroyed && !this.#raw.writableEnded
  }

  /** Sends the id from which the client can continue if it gets no event. */
  begin(): void {
    this.#write(`retry: ${RETRY_MS}\n${this.#untoldId()}\n`)
  }

  /**
   * Sends the events up to a position. @param most bytes that may wait for the client; if there would be more, it is
   * disconnected
   */
  send(events: Buffer, position: Position, most: number): void {
    this.#position = position
    if (events.length === 0 || !this.isOpen) return
    const waiting = this.#raw.writableLength
    if (waiting > 0 && waiting + events.length > most) this.cut()
    else this.#write(events)
  }

  /** Sends the events up to a position, and resolves once the client has read them. */
  async sendAll(events: Buffer, position: Position): Promise<void> {
    this.#position = position
    const isFar = position.number - (this.#told?.number ?? 0) >= TOLD_EVERY
    if ((events.length === 0 && !isFar) || !this.isOpen) return
    if (this.#write(Buffer.concat([events, Buffer.from(`${this.#untoldId()}\n`)]))) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#raw.on('drain', resolve).on('close', resolve)
    this.#waitsSince = performance.now()
    await promise
    this.#waitsSince = undefined
    this.#raw.off('drain', resolve).off('close', resolve)
  }

  /** Keeps the connection alive through proxies, if nothing was sent for a while. */
  beat({ everyMs, stalledMs }: { everyMs: number; stalledMs: number }): void {
    const now = performance.now()
    if (this.#waitsSince !== undefined) {
      if (now - this.#waitsSince >= stalledMs) this.cut()
    } else if (now - this.#sentAt >= everyMs && this.isOpen) this.#write(`:\n${this.#untoldId()}\n`)
  }

  /** The field with the id of the position; empty if the client has it. An id without data is no event, and is kept by clients. */
  #untoldId(): string {
    const { number, uuid } = this.#position
    if (uuid === undefined || number === this.#told?.number) return ''
    this.#told = this.#position
    return `id: ${uuid}\n`
  }

  /** Ends the response. A client that has not read all of it yet is disconnected. */
  end(): void {
    if (this.#raw.writableLength === 0) this.#raw.end()
    else this.#raw.destroy()
  }

  /** Disconnects the client. Without a reset, the kernel would keep what it has not read. */
  cut(): void {
    this.#raw.socket?.resetAndDestroy()
    this.#raw.destroy()
  }

  /** @returns false if the client has yet to read it */
  #write(text: Buffer | string): boolean {
    this.#sentAt = performance.now()
    return this.#raw.write(text)
  }
}
