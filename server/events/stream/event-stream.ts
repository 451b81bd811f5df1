import type { ServerResponse } from 'node:http'
import type { EventTypes } from '../event-types.ts'

/** How long clients wait before they connect again. */
const RETRY_MS = 1000

/** One stream: a response that stays open. */
export class EventStream {
  readonly types: EventTypes
  /** The number of the last entry that was read for it. */
  position: number
  readonly #raw: ServerResponse
  /** The last uuid that the client knows. */
  #toldId: string | undefined
  #sentAt = 0
  /** Since when it waits for the client to read. */
  #waitsSince: number | undefined

  constructor(raw: ServerResponse, types: EventTypes, position: number) {
    this.#raw = raw
    this.types = types
    this.position = position
  }

  get isOpen(): boolean {
    return !this.#raw.destroyed && !this.#raw.writableEnded
  }

  /** @param id from which the client can continue if it gets no event */
  begin(id: string | undefined): void {
    this.#toldId = id
    this.#write(`retry: ${RETRY_MS}\n${id === undefined ? '' : `id: ${id}\n`}\n`)
  }

  /** Sends events. @param most bytes that may wait for the client; if there would be more, it is disconnected */
  send(events: Buffer, most: number): void {
    if (events.length === 0 || !this.isOpen) return
    const waiting = this.#raw.writableLength
    if (waiting > 0 && waiting + events.length > most) this.cut()
    else this.#write(events)
  }

  /** Sends events, and resolves once the client has read them. */
  async sendAll(events: Buffer): Promise<void> {
    if (events.length === 0 || !this.isOpen || this.#write(events)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#raw.on('drain', resolve).on('close', resolve)
    this.#waitsSince = performance.now()
    await promise
    this.#waitsSince = undefined
    this.#raw.off('drain', resolve).off('close', resolve)
  }

  /**
   * Keeps the connection alive through proxies, if nothing was sent for a while.
   * @param id of the last entry, if the client has received all its events up to it: it can then continue from there
   */
  beat({ everyMs, stalledMs, id }: { everyMs: number; stalledMs: number; id: string | undefined }): void {
    const now = performance.now()
    if (this.#waitsSince !== undefined) {
      if (now - this.#waitsSince >= stalledMs) this.cut()
    } else if (now - this.#sentAt >= everyMs && this.isOpen) {
      const isNew = id !== undefined && id !== this.#toldId
      if (isNew) this.#toldId = id
      this.#write(isNew ? `:\nid: ${id}\n\n` : ':\n\n')
    }
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
