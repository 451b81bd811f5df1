import { MOST_EMBEDDED } from '../../contract/fields.ts'
import { clientGone, Refusal } from '../errors.ts'
import { grouped, type Message, say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'
import type { ReadRecord } from '../values/read-record.ts'
import type { IterationQueue } from './iteration-queue.ts'
import { type ReadLimiter, ReadSlot } from './read-limiter.ts'
import { MB, type Receiver, type ResponseMemory, type Share } from './response-memory.ts'

/** The largest response. */
export const MAX_BYTES = 16 * MB

/** More than an ordinary page. A larger response is serialized in slices and reserves response memory. */
const LARGE_BYTES = 256_000

/** Records measured per slice. */
const RECORDS_PER_SLICE = 50

/** Resources that all responses of one process share. */
export interface SharedCapacity {
  memory: ResponseMemory
  reads: ReadLimiter
  longReads: ReadLimiter
  slices: IterationQueue
}

/** The resources that one request holds until its response is sent. */
export class Reservation {
  readonly readSlot: ReadSlot
  readonly slices: IterationQueue
  readonly #memory: ResponseMemory
  readonly #share: Share
  #bytes = 0
  #receiver: Receiver | undefined

  /** @param share callers that hold much wait behind those that hold less */
  constructor(shared: SharedCapacity, share: Share) {
    this.#memory = shared.memory
    this.#share = share
    this.readSlot = new ReadSlot(shared, share.caller)
    this.slices = shared.slices
  }

  get isLarge(): boolean {
    return this.#bytes > 0
  }

  /** Reserves memory for the largest response, so that the request never waits for more while it holds some. @throws Refusal 503 */
  async becomeLarge(): Promise<void> {
    if (this.isLarge) return
    this.readSlot.noteTookLong()
    const hold = () => {
      this.#bytes = MAX_BYTES
    }
    // Set #bytes before waiting for a slot: if the slot is refused, the memory must be released.
    const waiting = this.#memory.take(MAX_BYTES, this.#share)?.then(hold)
    if (waiting) await this.readSlot.leaveWhile(waiting)
    else hold()
  }

  /**
   * Exchanges the read slot for one for long reads. A request that holds the memory of a large response keeps its slot: it would hold
   * that too while it waits. One that has had a transaction needs none: a refusal after the commit would be misleading.
   * @throws Refusal 503, clientGone
   */
  async beginLongRead(isGone: () => boolean): Promise<void> {
    if (this.readSlot.hasTransaction) return
    if (this.isLarge) {
      this.readSlot.noteTookLong()
      return
    }
    await this.readSlot.becomeLong(isGone)
    if (isGone()) throw clientGone()
  }

  /** Releases all but this many bytes. */
  shrinkTo(bytes: number): void {
    if (bytes >= this.#bytes) return
    this.#memory.give(this.#bytes - bytes, this.#share)
    this.#bytes = bytes
  }

  /** Call when the response is being sent. @param cut closes the connection of a client that is too slow */
  begin(cut: () => void): void {
    if (!this.isLarge) return
    this.#receiver = { bytes: this.#bytes, cut }
    this.#memory.note(this.#receiver)
  }

  /** Call when the client has read this many more bytes. */
  read(bytes: number): void {
    this.shrinkTo(Math.max(0, this.#bytes - bytes))
    if (!this.#receiver) return
    this.#receiver.bytes = this.#bytes
    if (this.isLarge) this.#memory.note(this.#receiver)
    else this.end()
  }

  /** Call when the client has the response or has disconnected. */
  end(): void {
    if (this.#receiver) this.#memory.forget(this.#receiver)
    this.#receiver = undefined
    this.shrinkTo(0)
  }
}

/** The sentences of a refusal: what embeds too many records, and how to read them instead. */
export interface Embedding {
  /** `Including roles.users`. */
  what: Message
  instead: Message
}

/** The remaining records and bytes of one response. Records are spent before they are read, bytes as they are read. */
export class AnswerBudget {
  readonly #reservation: Reservation
  readonly #copies: number
  #records = MOST_EMBEDDED
  #bytes = 0

  /** @param copies how often the response contains the data read for it: one response of the contract contains it twice */
  constructor(reservation: Reservation, copies = 1) {
    this.#reservation = reservation
    this.#copies = copies
  }

  /** Records that may still be embedded. */
  get records(): number {
    return Math.floor(this.#records / this.#copies)
  }

  /** Call before reading records. @param least the least bytes that each takes @throws Refusal 400 if they are too many */
  require(count: number, least: number, embedding: Embedding): void {
    if (count > this.records) throw tooMany(embedding)
    if (this.#bytes + count * this.#copies * least > MAX_BYTES) throw tooLongAnswer(embedding)
  }

  /** Spends records that are about to be read. @throws Refusal 400 */
  embed(count: number, least: number, embedding: Embedding): void {
    this.require(count, least, embedding)
    this.#records -= count * this.#copies
  }

  /** Spends bytes that were read; waits for memory if the response becomes a large one. @throws Refusal 400 */
  async spend(bytes: number, embedding: Embedding): Promise<void> {
    this.#bytes += bytes * this.#copies
    if (this.#bytes > MAX_BYTES) throw tooLongAnswer(embedding)
    if (this.#bytes > LARGE_BYTES && !this.#reservation.isLarge) await this.#reservation.becomeLarge()
  }

  /**
   * Measures records that the response will contain. Call it before the commit: afterwards, a response that is too long can't be refused.
   * @throws Refusal 400
   */
  async measure(records: readonly ReadRecord[], embedding: Embedding): Promise<void> {
    let bytes = 0
    for (const [index, record] of records.entries()) {
      if (index % RECORDS_PER_SLICE === RECORDS_PER_SLICE - 1) await this.nextSlice()
      bytes += Buffer.byteLength(record.text) + Buffer.byteLength(JSON.stringify(record.added))
      if (bytes > MAX_BYTES) throw tooLongAnswer(embedding)
    }
  }

  /** Reserves memory for a large response. Call before work that must not wait in the middle, such as a transaction. */
  reserve(): Promise<void> {
    return this.#reservation.becomeLarge()
  }

  /** Whether the response is or may become a large one. */
  get isLarge(): boolean {
    return this.#reservation.isLarge
  }

  /** Yields to other requests. */
  nextSlice(): Promise<void> {
    return this.#reservation.slices.nextIteration()
  }
}

const number = grouped(MOST_EMBEDDED)

const tooMany = ({ what, instead }: Embedding) =>
  refusal(say`${what} would put more than ${number} records into the response. ${instead}`)

const tooLongAnswer = ({ what, instead }: Embedding) =>
  refusal(say`${what} would make the response longer than ${MAX_BYTES / MB} MB. ${instead}`)

/** For a response that is too long as a whole, without an include. */
export const tooLongPage = () =>
  tooLongAnswer({ what: say`This`, instead: say`Ask for fewer records a page (per_page), or include less.` })

const refusal = (message: Message) => new Refusal(400, 'too_many_included', message)

export const sizeOfAll = (records: readonly Fields[]): number =>
  records.reduce((sum, record) => sum + sizeOf(record), 0)

/** The least length of the record's JSON: escapes and multi-byte characters add to it. */
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
