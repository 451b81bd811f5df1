import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Ctx } from '../../access/context.ts'
import {
  lastNumber,
  type PositionedEntry,
  readNumbered,
  readPositioned,
} from '../../db/queries/numbered-entries.ts'

/** Entries of one read. */
const BATCH = 100

/** The size of a part, roughly. Each part fits into the buffer of a stream, and is sent in one iteration of the event loop. */
const PART_BYTES = 24 * 1024

/** An entry's size apart from its changes. */
const ENTRY_BYTES = 1024

/** A place in the audit trail: after this entry. */
export interface Position {
  number: number
  /** Undefined in an empty trail. */
  uuid: string | undefined
}

interface Options {
  /** Resolves when all commits before the call are on the disk. */
  flushed: () => Promise<void>
  /** @returns delivers the entries, at once */
  prepare: (entries: readonly PositionedEntry[]) => Promise<() => void>
  /** The audit trail no longer has what was read: the database was restored, or a standby without the last commits took over. */
  onLost: () => void
}

/** Reads new entries of the audit trail once, in the order of their commits, for all streams of the process. */
export class Follower {
  readonly #ctx: Ctx
  readonly #options: Options
  #head: Position | undefined
  #starting: Promise<void> | undefined
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(ctx: Ctx, options: Options) {
    this.#ctx = ctx
    this.#options = options
  }

  /** All entries up to it have been delivered. Undefined: nobody follows. */
  get head(): Position | undefined {
    return this.#head
  }

  /** Starts with the next new entry, unless it runs already. */
  start(): Promise<void> {
    this.#starting ??= this.#begin().catch((error: unknown) => {
      this.#starting = undefined
      throw error
    })
    return this.#starting
  }

  async #begin(): Promise<void> {
    const head = await this.last()
    await this.#options.flushed()
    this.#head = head
  }

  stop(): void {
    this.#head = undefined
    this.#starting = undefined
  }

  /** The last entry that has a number. */
  async last(): Promise<Position> {
    const number = await lastNumber(this.#ctx.db)
    const [entry] = number === 0 ? [] : await readNumbered(this.#ctx.db, number - 1, 1)
    return { number, uuid: entry?.uuid }
  }

  /** Delivers the entries up to this number. */
  async reach(number: number): Promise<void> {
    while (this.#head && this.#head.number < number) await this.pull()
  }

  /** Delivers what is new. Calls while it runs share the next run. */
  pull(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      // Commits of one iteration of the event loop share a run.
      .then(() => yieldToEventLoop())
      .then(() => {
        this.#next = undefined
        this.#running = this.#pull()
        return this.#running
      })
    return this.#next
  }

  async #pull(): Promise<void> {
    const { flushed, prepare, onLost } = this.#options
    for (let head = this.#head; head; ) {
      // Includes the last known entry, to check that it still exists.
      const found = await readPositioned(this.#ctx.db, head.number - 1, BATCH + 1)
      if (this.#head !== head) return
      const isFirst = head.number === 0
      if (!isFirst && found[0]?.uuid !== head.uuid) return onLost()
      const entries = isFirst ? found : found.slice(1)
      if (entries.length === 0) return
      // Never send an entry that a loss of power could still undo.
      await flushed()
      for (const part of partsOf(entries)) {
        const deliver = await prepare(part)
        if (this.#head !== head) return
        const { number, uuid } = part.at(-1) as PositionedEntry
        head = { number, uuid }
        this.#head = head
        deliver()
        await yieldToEventLoop()
      }
      if (entries.length < BATCH || this.#head !== head) return
    }
  }
}

function* partsOf(entries: readonly PositionedEntry[]): Generator<PositionedEntry[]> {
  let part: PositionedEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    const size = ENTRY_BYTES + JSON.stringify(entry.changes).length
    if (part.length > 0 && bytes + size > PART_BYTES) {
      yield part
      part = []
      bytes = 0
    }
    part.push(entry)
    bytes += size
  }
  yield part
}
