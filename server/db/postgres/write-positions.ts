import type { FeedPoll } from '../changes/change-feed.ts'

/** What was written longer ago is shown by every replica that is read. */
const MAX_LAG_MS = 10_000
const REMEMBER_EVERY_MS = 250

/** Not known yet: no replica has come so far. */
const UNKNOWN = Number.POSITIVE_INFINITY

/** How far a replica must have come to show each user what they wrote, whichever process carried it out. */
export class WritePositions {
  /** Of the last seconds; older ones are below the floor. */
  readonly #positions = new Map<number, number>()
  /** Where the log had come to {@link MAX_LAG_MS} ago, and since then. */
  #past: { at: number; position: number }[] = []
  #floor = UNKNOWN
  readonly #clock: () => number

  /** @param clock in milliseconds */
  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  /** How far a replica must have come to show all that the user wrote before the last look. */
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
    if (now - latest < REMEMBER_EVERY_MS) return
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
