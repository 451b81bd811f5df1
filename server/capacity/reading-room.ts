import { overloaded } from '../errors.ts'
import { Backlog, type Patience } from './backlog.ts'

/** Reads of records that are under way at once: as many as a pool of PostgreSQL has connections. */
const PLACES = 10

/** More than `LOAD.wait`: a place may be held by a read that takes its time in the database. */
const PATIENCE: Patience = { wait: 1000, lasting: 1000, clock: () => performance.now() }

/** Of the event loop, to refuse those who have waited for too long. */
const REFUSING_MS = 2

/** A user, or null for nobody known. */
type Caller = number | null

/**
 * What a request reads is in memory until it is answered. One process reads no faster by reading for more at once, and
 * an answer may be of ten thousand records: the others wait, which takes next to nothing. The callers take turns: whoever
 * asks for one thing waits for about one of each other caller, however much those ask for.
 */
export class ReadingRoom {
  #free = PLACES
  readonly #patience: Patience
  /** The caller whose turn is next comes first. */
  readonly #backlogs = new Map<Caller, Backlog>()

  constructor(patience = PATIENCE) {
    this.#patience = patience
  }

  /** Undefined where there is a place at once. Each who enters leaves. @throws Refusal 503 */
  enter(caller: Caller): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const backlog = this.#backlogs.get(caller) ?? new Backlog(this.#patience)
    backlog.push({ carryOut: resolve, refuse: () => reject(overloaded()) }, this.#patience.clock())
    this.#backlogs.set(caller, backlog)
    return promise
  }

  leave(): void {
    for (const [caller, backlog] of this.#backlogs) {
      backlog.refuseLate(REFUSING_MS)
      const next = backlog.take()
      this.#backlogs.delete(caller)
      if (backlog.length > 0) this.#backlogs.set(caller, backlog)
      if (next) {
        next.carryOut()
        return
      }
    }
    this.#free += 1
  }
}

/** One request's place in the room, which it may leave for a while. */
export class Place {
  readonly #room: ReadingRoom
  readonly #caller: Caller
  #isTaken = false

  constructor(room: ReadingRoom, caller: Caller) {
    this.#room = room
    this.#caller = caller
  }

  /** @throws Refusal 503 */
  async enter(): Promise<void> {
    const waiting = this.#room.enter(this.#caller)
    if (waiting) await waiting
    this.#isTaken = true
  }

  leave(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#room.leave()
  }

  /** Leaves it to others until that is there. @throws Refusal 503 */
  async leaveWhile(waiting: Promise<void>): Promise<void> {
    const wasTaken = this.#isTaken
    this.leave()
    await waiting
    if (wasTaken) await this.enter()
  }
}
