import type { FeedPoll } from './change-feed.ts'

/** Every replica in use shows writes that are older than this. */
const MAX_LAG_MS = 10_000
const SAMPLE_EVERY_MS = 250

/** Not known yet: no replica reaches this position. */
const UNKNOWN = Number.POSITIVE_INFINITY

/** The log position that a replica must have replayed to show a user their own writes, made by any process. */
export class WritePositions {
  /** The last positions by user; older ones are below the floor. */
  readonly #positions = new Map<number, number>()
  /** Samples of the log position of the last {@link MAX_LAG_MS}. */
  #past: { at: number; position: number }[] = []
  #floor = UNKNOWN
  readonly #clock: () => number

  /** @param clock in milliseconds */
  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  /** The position that a replica must have replayed to show all writes of the user before the last poll. */
  positionOf(userId: number): number {
    return Math.max(this.#floor, this.#positions.get(userId) ?? 0)
  }

  learn({ changes, position, isIncomplete }: FeedPoll): void {
    if (isIncomplete) {
      this.#positions.clear()
      this.#past = []
      this.#floor = position
    }
    for (const { author } of changes) if (author !== null) this.#positions.set(author, position)
    const now = this.#clock()
    const latest = this.#past.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    if (now - latest < SAMPLE_EVERY_MS) return
    this.#past.push({ at: now, position })
    this.#raiseFloor(now - MAX_LAG_MS)
  }

  #raiseFloor(until: number): void {
    const old = this.#past.filter(({ at }) => at <= until)
    const last = old.at(-1)
    if (!last) return
    this.#past.splice(0, old.length)
    this.#floor = Math.max(this.#floor, last.position)
    for (const [userId, position] of this.#positions) {
      if (position <= this.#floor) this.#positions.delete(userId)
    }
  }
}
