import { overloaded } from '../errors.ts'

export const MB = 1_000_000

/** The memory of all large responses of a process. */
const SHARED_BYTES = 64 * MB

/**
 * The part of it that writes may hold. A write holds its memory while it waits for other writes, a read only for its
 * response: so continuous writes never block reads.
 */
const MAX_WRITE_BYTES = 48 * MB

/** A client gives up at some time; until then, earlier responses may have finished. */
const MAX_WAIT_MS = 5000

/** A client that takes longer to read the next part of its response (128 KB) is slow. */
const SLOW_AFTER_MS = 1000
const CHECK_EVERY_MS = 500

/** An account, or null for anonymous callers. */
export type Caller = number | null

export interface Share {
  caller: Caller
  isWrite: boolean
}

interface PendingRequest extends Share {
  bytes: number
  admit: () => void
}

/** A client that is receiving a large response. */
export interface Receiver {
  /** Memory that the response still holds: it is released as the client reads. */
  bytes: number
  /** Closes the connection, after which the bytes are released. */
  cut: () => void
}

/**
 * A counting semaphore of bytes: a large response holds its share from reading the records until it is sent. The request
 * whose caller holds least is next; ties are FIFO. While requests wait, clients that do not read are disconnected, so that
 * they never block others.
 */
export class ResponseMemory {
  #free = SHARED_BYTES
  #ofWrites = 0
  readonly #held = new Map<Caller, number>()
  readonly #queue: PendingRequest[] = []
  #checkTimer: NodeJS.Timeout | undefined
  /** When each receiver last read. */
  readonly #receivers = new Map<Receiver, number>()
  readonly #clock: () => number

  /** @param clock in milliseconds */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Returns undefined if there is room at once. @throws Refusal 503 if the wait takes too long */
  take(bytes: number, share: Share): Promise<void> | undefined {
    if (this.#queue.length === 0 && bytes <= this.#free && this.#isOpenTo(bytes, share)) {
      this.#hold(bytes, share)
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
      reject(overloaded())
      // A request for fewer bytes may have been queued behind this one.
      this.#admit()
    }, MAX_WAIT_MS)
    const admit = () => {
      clearTimeout(timer)
      resolve()
    }
    const waiting: PendingRequest = { ...share, bytes, admit }
    this.#queue.push(waiting)
    // All requests ahead in the queue may be writes that wait for other writes.
    this.#admit()
    if (this.#checkTimer === undefined) this.#cutSlow()
    return promise
  }

  give(bytes: number, share: Share): void {
    this.#hold(-bytes, share)
    this.#admit()
  }

  /** Call when a response starts, and when the client has read more of it. */
  note(receiver: Receiver): void {
    this.#receivers.set(receiver, this.#clock())
  }

  /** Call when the client has the response or has disconnected. Does not release its memory. */
  forget(receiver: Receiver): void {
    this.#receivers.delete(receiver)
  }

  #isOpenTo(bytes: number, { isWrite }: Share): boolean {
    return !isWrite || this.#ofWrites + bytes <= MAX_WRITE_BYTES
  }

  #hold(bytes: number, { caller, isWrite }: Share): void {
    this.#free -= bytes
    if (isWrite) this.#ofWrites += bytes
    const held = (this.#held.get(caller) ?? 0) + bytes
    if (held > 0) this.#held.set(caller, held)
    else this.#held.delete(caller)
  }

  #admit(): void {
    for (let next = this.#next(); next && next.bytes <= this.#free; next = this.#next()) {
      this.#queue.splice(this.#queue.indexOf(next), 1)
      this.#hold(next.bytes, next)
      next.admit()
    }
  }

  /** The request whose caller holds least, ties FIFO; writes only below their limit. */
  #next(): PendingRequest | undefined {
    const held = ({ caller }: PendingRequest) => this.#held.get(caller) ?? 0
    return this.#queue
      .filter((one) => this.#isOpenTo(one.bytes, one))
      .reduce<PendingRequest | undefined>(
        (least, one) => (least === undefined || held(one) < held(least) ? one : least),
        undefined,
      )
  }

  /**
   * Disconnects slow clients, the longest idle first, until the next request has enough memory. Repeats while requests
   * wait.
   */
  readonly #cutSlow = (): void => {
    this.#checkTimer = undefined
    const next = this.#next()
    if (!next) return
    const now = this.#clock()
    let available = this.#free
    for (const [receiver, readAt] of [...this.#receivers].sort(([, one], [, other]) => one - other)) {
      if (available >= next.bytes || now - readAt < SLOW_AFTER_MS) break
      available += receiver.bytes
      receiver.cut()
    }
    this.#checkTimer = setTimeout(this.#cutSlow, CHECK_EVERY_MS)
  }
}
