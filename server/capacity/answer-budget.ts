import { MOST_EMBEDDED } from '../../contract/fields.ts'
import { Refusal } from '../errors.ts'
import { grouped, type Message, say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'
import { type AnswerMemory, MB, type Receiver, type Share } from './answer-memory.ts'
import { type ReadLimiter, ReadPlace } from './read-limiter.ts'
import type { Slices } from './slices.ts'

/** Of one answer. */
export const MOST_BYTES = 16 * MB

/** More than an ordinary page: such an answer is written in slices, and holds a share of the memory for answers. */
const LARGE_BYTES = 256_000

/** Records that are measured in a slice. */
const MEASURED = 50

/** What the answers of one process share. */
export interface Shared {
  memory: AnswerMemory
  reads: ReadLimiter
  slices: Slices
}

/** What one request holds of it, until its answer is sent. */
export class Reservation {
  readonly place: ReadPlace
  readonly slices: Slices
  readonly #memory: AnswerMemory
  readonly #share: Share
  #bytes = 0
  #receiver: Receiver | undefined

  /** @param share whoever holds much gets more of it after others */
  constructor({ memory, reads, slices }: Shared, share: Share) {
    this.#memory = memory
    this.#share = share
    this.place = new ReadPlace(reads, share.caller)
    this.slices = slices
  }

  /** Its answer is a large one. */
  get isLarge(): boolean {
    return this.#bytes > 0
  }

  /** Takes what the largest answer needs, so that it never waits again while it holds some. @throws Refusal 503 */
  async becomeLarge(): Promise<void> {
    if (this.isLarge) return
    const hold = () => {
      this.#bytes = MOST_BYTES
    }
    // Held before a place is waited for, which may be refused: what is held is given back then.
    const waiting = this.#memory.take(MOST_BYTES, this.#share)?.then(hold)
    if (waiting) await this.place.leaveWhile(waiting)
    else hold()
  }

  /** No more than so many are still needed. */
  shrinkTo(bytes: number): void {
    if (bytes >= this.#bytes) return
    this.#memory.give(this.#bytes - bytes, this.#share)
    this.#bytes = bytes
  }

  /** The answer is being sent. @param cut closes the connection of a client who is too slow */
  begin(cut: () => void): void {
    if (!this.isLarge) return
    this.#receiver = { bytes: this.#bytes, cut }
    this.#memory.note(this.#receiver)
  }

  /** The client has read so many bytes more. */
  read(bytes: number): void {
    this.shrinkTo(Math.max(0, this.#bytes - bytes))
    if (!this.#receiver) return
    this.#receiver.bytes = this.#bytes
    if (this.isLarge) this.#memory.note(this.#receiver)
    else this.end()
  }

  /** The client has the answer, or is gone. */
  end(): void {
    if (this.#receiver) this.#memory.forget(this.#receiver)
    this.#receiver = undefined
    this.shrinkTo(0)
  }
}

/** What embeds records, and how else those can be read: sentences of a refusal. */
export interface Embedding {
  /** `Including roles.users`. */
  what: Message
  instead: Message
}

/** What one answer may still hold. Spent before records are read, as far as their number tells, and while they are. */
export class AnswerBudget {
  readonly #reservation: Reservation
  readonly #copies: number
  #records = MOST_EMBEDDED
  #bytes = 0

  /** @param copies how often the answer holds all that is read for it: the contract has one that does so twice */
  constructor(reservation: Reservation, copies = 1) {
    this.#reservation = reservation
    this.#copies = copies
  }

  /** Records that may still be embedded. */
  get records(): number {
    return Math.floor(this.#records / this.#copies)
  }

  /** Before they are read. @param least bytes that each takes @throws Refusal 400 where they are too many */
  require(count: number, least: number, embedding: Embedding): void {
    if (count > this.records) throw tooMany(embedding)
    if (this.#bytes + count * this.#copies * least > MOST_BYTES) throw tooLongAnswer(embedding)
  }

  /** Spends records that are about to be read. @throws Refusal 400 */
  embed(count: number, least: number, embedding: Embedding): void {
    this.require(count, least, embedding)
    this.#records -= count * this.#copies
  }

  /** Spends bytes that were read. @returns what to wait for, where that makes it a large answer @throws Refusal 400 */
  spend(bytes: number, embedding: Embedding): Promise<void> | undefined {
    this.#bytes += bytes * this.#copies
    if (this.#bytes > MOST_BYTES) throw tooLongAnswer(embedding)
    return this.#bytes > LARGE_BYTES && !this.#reservation.isLarge
      ? this.#reservation.becomeLarge()
      : undefined
  }

  /**
   * Of records that are answered after a commit, when it is too late to refuse: as long as they will be.
   * @throws Refusal 400
   */
  async measure(records: readonly Fields[], embedding: Embedding): Promise<void> {
    let bytes = 0
    for (const [index, record] of records.entries()) {
      if (index % MEASURED === MEASURED - 1) await this.nextSlice()
      bytes += Buffer.byteLength(JSON.stringify(record))
      if (bytes > MOST_BYTES) throw tooLongAnswer(embedding)
    }
  }

  /** Before work that must not wait in the middle, such as a transaction: for what may become a large answer. */
  reserve(): Promise<void> {
    return this.#reservation.becomeLarge()
  }

  /** The answer is a large one, or may become one. */
  get isLarge(): boolean {
    return this.#reservation.isLarge
  }

  /** Others have their turn. */
  nextSlice(): Promise<void> {
    return this.#reservation.slices.next()
  }
}

const number = grouped(MOST_EMBEDDED)

const tooMany = ({ what, instead }: Embedding) =>
  refusal(say`${what} would put more than ${number} records into this answer. ${instead}`)

const tooLongAnswer = ({ what, instead }: Embedding) =>
  refusal(say`${what} would make this answer longer than ${MOST_BYTES / MB} MB. ${instead}`)

/** Where it is no part of an answer that is too long, but all of it. */
export const tooLongPage = () =>
  tooLongAnswer({ what: say`This`, instead: say`Ask for fewer records a page (per_page), or include less.` })

const refusal = (message: Message) => new Refusal(400, 'too_many_included', message)

export const sizeOfAll = (records: readonly Fields[]): number =>
  records.reduce((sum, record) => sum + sizeOf(record), 0)

/** What the record's text takes at least: texts may have to be escaped, and a character may take several bytes. */
export function sizeOf(record: Fields): number {
  let size = 2
  for (const name in record) {
    const value = record[name]
    if (value !== undefined) size += name.length + 5 + lengthOf(value)
  }
  return size
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 1
  if (typeof value !== 'object' || value === null) return 0
  for (const _ in value) return JSON.stringify(value).length
  return 1
}
