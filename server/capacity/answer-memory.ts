import { overloaded } from '../errors.ts'

export const MB = 1_000_000

/** What all large answers of a process may hold together. */
const SHARED_BYTES = 64 * MB

/**
 * So much of it writes may hold together. They hold it while they wait for other writes, reads for the answer alone: so
 * whoever writes without end keeps nobody from reading.
 */
const MOST_OF_WRITES = 48 * MB

/** A client gives up at some time; until then the answers before it may be done. */
const LONGEST_WAIT_MS = 5000

/** A client that takes longer to read the next part of its answer (128 KB) is slow. */
const LONGEST_PART_MS = 1000
const LOOK_EVERY_MS = 500

/** Who asks: a user, or null for nobody known. */
type Caller = number | null

/** Whose share it is, and what for. */
export interface Share {
  caller: Caller
  isWrite: boolean
}

interface Waiting extends Share {
  bytes: number
  admit: () => void
}

/** A client to whom a large answer is being sent: as fast as it reads. */
export interface Receiver {
  /** That the answer still holds: what the client has read is given back as it goes. */
  bytes: number
  /** Closes the connection, after which the bytes are given back. */
  cut: () => void
}

/**
 * A counting semaphore of bytes: large answers hold their share of it from when they are read until they are sent. Next
 * is whose caller holds least; of these, who came first. While any waits, clients that do not read are cut off: they
 * keep nobody from being served.
 */
export class AnswerMemory {
  #free = SHARED_BYTES
  #ofWrites = 0
  readonly #held = new Map<Caller, number>()
  readonly #queue: Waiting[] = []
  #looking: NodeJS.Timeout | undefined
  /** When each of those who are being sent theirs read last. */
  readonly #receivers = new Map<Receiver, number>()
  readonly #clock: () => number

  /** @param clock in milliseconds */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Undefined where there is room at once. @throws Refusal 503 where there is none for too long */
  take(bytes: number, share: Share): Promise<void> | undefined {
    if (this.#queue.length === 0 && bytes <= this.#free && this.#isOpenTo(bytes, share)) {
      this.#hold(bytes, share)
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1)
      reject(overloaded())
      // One that waits for less may have stood behind it.
      this.#admit()
    }, LONGEST_WAIT_MS)
    const admit = () => {
      clearTimeout(timer)
      resolve()
    }
    const waiting: Waiting = { ...share, bytes, admit }
    this.#queue.push(waiting)
    // All who stand before it may be writes that have to wait for other writes.
    this.#admit()
    if (this.#looking === undefined) this.#cutSlow()
    return promise
  }

  give(bytes: number, share: Share): void {
    this.#hold(-bytes, share)
    this.#admit()
  }

  /** An answer is on its way, or some more of it has been read. */
  note(receiver: Receiver): void {
    this.#receivers.set(receiver, this.#clock())
  }

  /** It has its answer, or is gone. What it still holds is given back beside. */
  forget(receiver: Receiver): void {
    this.#receivers.delete(receiver)
  }

  #isOpenTo(bytes: number, { isWrite }: Share): boolean {
    return !isWrite || this.#ofWrites + bytes <= MOST_OF_WRITES
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

  /** Whose caller holds least, in the order in which they came; of writes only while they hold less than they may. */
  #next(): Waiting | undefined {
    const held = ({ caller }: Waiting) => this.#held.get(caller) ?? 0
    return this.#queue
      .filter((one) => this.#isOpenTo(one.bytes, one))
      .reduce<Waiting | undefined>(
        (least, one) => (least === undefined || held(one) < held(least) ? one : least),
        undefined,
      )
  }

  /** As many as the next one needs, the one that has read nothing for longest first; and again while any waits. */
  readonly #cutSlow = (): void => {
    this.#looking = undefined
    const next = this.#next()
    if (!next) return
    const now = this.#clock()
    let coming = this.#free
    for (const [receiver, readAt] of [...this.#receivers].sort(([, one], [, other]) => one - other)) {
      if (coming >= next.bytes || now - readAt < LONGEST_PART_MS) break
      coming += receiver.bytes
      receiver.cut()
    }
    this.#looking = setTimeout(this.#cutSlow, LOOK_EVERY_MS)
  }
}
