/** Reads of records that are under way at once: as many as a pool of PostgreSQL has connections. */
const PLACES = 10

/**
 * What a request reads is in memory until it is answered. One process reads no faster by reading for more at once, and
 * an answer may be of ten thousand records: the others wait, which takes next to nothing.
 */
export class ReadingRoom {
  #free = PLACES
  readonly #waiting: (() => void)[] = []

  /** Undefined where there is a place at once. Each who enters leaves. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    return promise
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** One request's place in the room, which it may leave for a while. */
export class Place {
  readonly #room: ReadingRoom
  #isTaken = false

  constructor(room: ReadingRoom) {
    this.#room = room
  }

  async enter(): Promise<void> {
    const waiting = this.#room.enter()
    if (waiting) await waiting
    this.#isTaken = true
  }

  leave(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#room.leave()
  }

  /** Leaves it to others until that is there. */
  async leaveWhile(waiting: Promise<void>): Promise<void> {
    const wasTaken = this.#isTaken
    this.leave()
    await waiting
    if (wasTaken) await this.enter()
  }
}
