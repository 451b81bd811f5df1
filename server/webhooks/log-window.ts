import { LRUCache } from 'lru-cache'
import type { Ctx } from '../access/context.ts'
import {
  lastNumber,
  type PositionedEntry,
  readPositionedAt,
  readPositionedInSlices,
} from '../db/queries/numbered-entries.ts'

/** Entries of one read. */
const BATCH = 200
/** Reads of one pull. */
const MOST_BATCHES = 10

/** Bounds the memory of the entries, which most webhooks read at the same time. */
const MOST_BYTES = 16 * 1024 * 1024

/** An entry may be erased: it is read again after this time, by the monotonic clock. */
const FRESH_MS = 5000

/** Entries that were read in the last seconds, mostly the end of the audit trail: a thousand webhooks that follow it cost one read. */
export class LogWindow {
  readonly #ctx: Ctx
  readonly #flushed: () => Promise<void>
  readonly #entries = new LRUCache<number, PositionedEntry>({
    maxSize: MOST_BYTES,
    ttl: FRESH_MS,
    sizeCalculation: (entry) => JSON.stringify(entry).length,
  })
  #head = 0

  /** @param flushed resolves when all commits before the call are on the disk */
  constructor(ctx: Ctx, flushed: () => Promise<void>) {
    this.#ctx = ctx
    this.#flushed = flushed
  }

  /** The last number that may be sent. */
  get head(): number {
    return this.#head
  }

  /** Looks for new entries. */
  async pull(): Promise<void> {
    if (this.#head === 0) {
      this.#head = await lastNumber(this.#ctx.db)
      await this.#flushed()
    }
    for (let batches = 0; batches < MOST_BATCHES; batches++) {
      const entries = await this.#read(this.#head)
      this.#head = entries.at(-1)?.number ?? this.#head
      if (entries.length < BATCH) return
    }
  }

  /** Some of the entries after a number, in order; none if that is the last one. */
  async after(number: number): Promise<readonly PositionedEntry[]> {
    const known: PositionedEntry[] = []
    for (let next = number + 1; next <= this.#head && known.length < BATCH; next++) {
      const entry = this.#entries.get(next)
      if (!entry) break
      known.push(entry)
    }
    if (known.length > 0 || number >= this.#head) return known
    return (await this.#read(number)).filter((entry) => entry.number <= this.#head)
  }

  /** The entries with these numbers. One statement reads all that were not read a moment ago. */
  async entries(numbers: readonly number[]): Promise<Map<number, PositionedEntry>> {
    const found = new Map<number, PositionedEntry>()
    const missing = new Set<number>()
    for (const number of numbers) {
      const entry = this.#entries.get(number)
      if (entry) found.set(number, entry)
      else missing.add(number)
    }
    if (missing.size === 0) return found
    for (const entry of await readPositionedAt(this.#ctx.db, [...missing])) {
      this.#entries.set(entry.number, entry)
      found.set(entry.number, entry)
    }
    return found
  }

  /** Read now. */
  async entry(number: number): Promise<PositionedEntry | undefined> {
    const [entry] = await readPositionedAt(this.#ctx.db, [number])
    return entry
  }

  async #read(after: number): Promise<PositionedEntry[]> {
    const entries = await readPositionedInSlices(this.#ctx.db, after, BATCH)
    if (entries.length === 0) return entries
    // Never send an entry that a loss of power could still undo.
    await this.#flushed()
    for (const entry of entries) this.#entries.set(entry.number, entry)
    return entries
  }
}
