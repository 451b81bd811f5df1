import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './connect.ts'
import { StandingConnection } from './standing.ts'

/** Where each write tells who carried it out. */
const CHANNEL = 'rolecall_writes'

/** What was written longer ago is shown by every replica that is read. */
const MOST_BEHIND_MS = 10_000
const REMEMBER_EVERY_MS = 250

/** A place in the log as a number, which is exact up to nine million gigabytes. */
const PLACE = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as place"

/** Not known yet: no replica has come so far. */
const UNKNOWN = Number.POSITIVE_INFINITY

/**
 * How far a replica must have come to show each user what they wrote, whatever process carried it out. A write tells who
 * wrote, in its own transaction; where in the log that was is not known before it is committed, so it is asked after.
 */
export class Writers {
  /** Of the last seconds; older ones are below the floor. */
  readonly #places = new Map<number, number>()
  /** Who was heard of and when; their place is that of a question asked later. */
  readonly #heard = new Map<number, number>()
  /** Where the log had come to {@link MOST_BEHIND_MS} ago, and since then. */
  #past: { at: number; place: number }[] = []
  #floor = UNKNOWN
  readonly #connection: StandingConnection<{ place: number }>

  constructor(url: string) {
    this.#connection = new StandingConnection({
      url,
      name: 'rolecall writers',
      question: PLACE,
      onConnected: (client) => this.#listen(client),
      onAnswer: ({ place }, asked) => this.#learn(place, asked),
    })
  }

  /** To be called in the transaction of a write: others hear of it when it is committed, if it is. */
  async tell(db: Db, userId: number): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${String(userId)})`.execute(db)
  }

  /** How far a replica must have come to show all that the user wrote before the call. */
  async placeOf(userId: number): Promise<number> {
    if (!this.#connection.isFresh()) return UNKNOWN
    try {
      await this.#connection.ask()
    } catch {
      return UNKNOWN
    }
    return Math.max(this.#floor, this.#places.get(userId) ?? 0)
  }

  stop(): Promise<void> {
    return this.#connection.stop()
  }

  async #listen(client: pg.Client): Promise<void> {
    // What was said while nobody listened is lost: whoever it was of, it is below where the log will have come to.
    this.#places.clear()
    this.#heard.clear()
    this.#past = []
    this.#floor = UNKNOWN
    client.on('notification', ({ payload }) => {
      this.#places.set(Number(payload), UNKNOWN)
      this.#heard.set(Number(payload), performance.now())
    })
    await client.query(`listen ${CHANNEL}`)
  }

  #learn(place: number, asked: number): void {
    for (const [userId, heard] of this.#heard) {
      if (heard >= asked) continue
      this.#places.set(userId, place)
      this.#heard.delete(userId)
    }
    if (this.#floor === UNKNOWN) this.#floor = place
    const latest = this.#past.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    if (asked - latest < REMEMBER_EVERY_MS) return
    this.#past.push({ at: asked, place })
    this.#raiseFloor(asked - MOST_BEHIND_MS)
  }

  #raiseFloor(until: number): void {
    const old = this.#past.filter(({ at }) => at <= until)
    const last = old.at(-1)
    if (!last) return
    this.#past.splice(0, old.length)
    this.#floor = Math.max(this.#floor, last.place)
    for (const [userId, place] of this.#places) if (place <= this.#floor) this.#places.delete(userId)
  }
}
