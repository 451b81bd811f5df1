import { type Ctx, type Hashing, refuseIfGone } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { FairSlots } from '../capacity/fair-slots.ts'
import { overloaded } from '../errors.ts'

export const HASHES = {
  /**
   * libuv's pool has four threads by default. One is left for short tasks: otherwise a write would wait for every queued hash
   * before it reaches the disk.
   */
  slots: 3,
  /** About as many as the threads compute in a second or two. */
  maxQueued: 64,
}

interface QueuedHash {
  start: () => void
  refuse: (error: unknown) => void
}

/**
 * Limits how many passwords are hashed concurrently, as each hash keeps a core busy. When too many are queued, the newest
 * hash of the source with the longest queue is refused.
 */
export class HashingQueue implements Hashing {
  readonly #maxQueued: number
  readonly #slots: FairSlots<string, QueuedHash[]>

  /** @param limits `slots`: concurrent hashes */
  constructor({ slots = HASHES.slots, maxQueued = HASHES.maxQueued } = {}) {
    this.#slots = new FairSlots(slots, () => [])
    this.#maxQueued = maxQueued
  }

  get waiting(): number {
    return this.#slots.waiting
  }

  refuseIfFull(ctx: Ctx): void {
    this.#queueToTrim(sourceOf(ctx))
  }

  async run<T>(ctx: Ctx, hash: () => Promise<T>): Promise<T> {
    if (!this.#slots.tryTake()) await this.#enqueue(sourceOf(ctx))
    try {
      refuseIfGone(ctx)
      return await hash()
    } finally {
      this.#release()
    }
  }

  /** @throws Refusal 503 */
  #enqueue(source: string): Promise<void> {
    const queueToTrim = this.#queueToTrim(source)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#slots.enqueue(source, (queue) => queue.push({ start: resolve, refuse: reject }))
    queueToTrim?.pop()?.refuse(overloaded())
    return promise
  }

  /** The queue that loses a hash, if too many are queued. @throws Refusal 503 if it would be the source's own */
  #queueToTrim(source: string): QueuedHash[] | undefined {
    if (this.#slots.waiting < this.#maxQueued) return undefined
    const longest = this.#slots.queueToTrim(source)
    if (!longest) throw overloaded()
    return longest
  }

  #release(): void {
    this.#slots.release((queue) => {
      const hash = queue.shift()
      if (!hash) return false
      hash.start()
      return true
    })
  }
}

/** The user who calls or who made the token; for anonymous callers, the network address. */
const sourceOf = ({ actor: { authorId }, ip }: Ctx): string =>
  authorId === null ? networkOf(ip ?? '') : String(authorId)
