import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import type { IdRange, Numbered } from '../db/dialect.ts'
import { entryNumbersOf, settledIn } from '../db/queries/numbered-entries.ts'
import { pipeline } from '../db/queries/pipeline.ts'
import { lockQuery } from '../db/transactions/locks.ts'

/** Commits within this time after the first one get their numbers together. */
const TURN_MS = 5
/**
 * So many turns pass between two transactions that give numbers while there are commits all the time. With one in each turn, they
 * cost 32 writers a tenth of their rate.
 */
const TURNS_APART = 3

/** Entries that are read, and get their numbers, by one statement and in one transaction. */
const MOST = 20_000

/** Gives entries their numbers: the order in which they are read, sealed and sent. */
export interface Numbering {
  /** Entries were committed. */
  wake: () => void
  /** Gives numbers to all that was committed before the call and has none, also by other processes. */
  run: () => Promise<void>
}

/** With one writer, ids are in the order of commits: an entry's number is its id. */
const oneWriter = (onNumbered: () => void): Numbering => ({ wake: onNumbered, run: async () => {} })

/** The ids up to this one are settled once all transactions up to `xid` have ended. */
interface Settling {
  id: number
  xid: bigint
}

/** Ranges that are kept apart. Beyond that, neighbours are read as one, with the entries between them. */
const MOST_RANGES = 1000

/** The last ids are gone, by a failover or a restore. What this process knows is no longer true, so its numbers are rolled back. */
class LostIds extends Error {}

/** The rows of the statements that give numbers. */
interface Steps {
  lock: object
  last: { id: number }
  given: Numbered
}

/** What one process knows of the entries. */
interface Known {
  /** Every entry with an id up to this one has a number, and no further entry with such an id can appear. */
  settled: number
  settling: Settling | undefined
  /** All entries up to this id have been seen, except those of transactions that were running. */
  seen: number
  /** Ids up to `seen` that no entry had. A transaction that runs may commit an entry with such an id. */
  gaps: IdRange[]
}

/**
 * The numbering of one process. What ids are settled is derived from the transactions that were running when they were the
 * last ones, so a transaction that stays open delays nobody: only the gaps that it may fill are read again.
 * @param ctx of no request @param onNumbered called when entries have got numbers
 */
export function createNumbering(
  ctx: Ctx,
  { onNumbered = () => {}, turnMs = TURN_MS }: { onNumbered?: () => void; turnMs?: number | undefined } = {},
): Numbering {
  const numbers = entryNumbersOf(ctx.db)
  if (!numbers) return oneWriter(onNumbered)
  const { lastId, give } = numbers
  let known: Known | undefined
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  let isAwake = false
  let lastTurn = -Infinity

  /** @returns whether entries may be left */
  async function number(): Promise<boolean> {
    const lock = { space: 'entry-numbers', mode: 'exclusive' } as const
    const before = known
    const { start, last, given } = await inAnonymousTransaction(ctx, async ({ db, now }) => {
      // Read before the lock: if another process gives numbers in between, their entries are read again.
      const start = before ?? (await begin(db))
      const { settled, seen, gaps } = start
      const ranges = [...gaps, { first: seen + 1, last: Number.MAX_SAFE_INTEGER }]
      const rows = await pipeline<Steps>(db, {
        lock: lockQuery(db, [lock]),
        // Before `given`: whoever took an id up to it has had a smaller transaction id than the next statement takes.
        last: lastId.compile(db),
        given: give(ranges, { settled, at: now(), most: MOST }).compile(db),
      })
      const { id } = rows.last[0] as { id: number }
      if (before && id < before.seen) throw new LostIds()
      return { start, last: id, given: rows.given[0] as Numbered }
    })
    const isAll = Number(given.read) < MOST
    known = progressOf(start, { last, given, isAll })
    if (Number(given.count) > 0) onNumbered()
    return !isAll
  }

  async function numberAll(): Promise<void> {
    let isMore = true
    while (isMore) {
      try {
        isMore = await number()
      } catch (error) {
        // Another database may have taken over.
        known = undefined
        if (!(error instanceof LostIds)) throw error
      }
    }
  }

  /** One run for all who call before it begins: it sees what was committed before each call. */
  const run = () =>
    (next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        running = numberAll()
        return running
      }))

  function takeTurn(): void {
    isAwake = false
    lastTurn = performance.now()
    // If it fails, the job tries again.
    run().catch(() => {})
  }

  return {
    run,
    wake: () => {
      if (isAwake) return
      isAwake = true
      const sinceLast = performance.now() - lastTurn
      setTimeout(takeTurn, Math.max(turnMs, TURNS_APART * turnMs - sinceLast)).unref()
    },
  }
}

async function begin(db: Ctx['db']): Promise<Known> {
  const settled = await settledIn(db)
  return { settled, settling: undefined, seen: settled, gaps: [] }
}

interface Run {
  /** The last id that was taken before. */
  last: number
  given: Numbered
  /** Whether all entries that could be seen have numbers now. */
  isAll: boolean
}

function progressOf(known: Known, { last, given, isAll }: Run): Known {
  const { found } = given
  const seen = Math.max(known.seen, isAll ? last : (found.at(-1) as IdRange).last)
  const unread = [...known.gaps, ...(seen > known.seen ? [{ first: known.seen + 1, last: seen }] : [])]
  let settled = Math.max(known.settled, given.settled)
  let { settling } = known
  if (isAll && settling && BigInt(given.xmin) > settling.xid) {
    settled = Math.max(settled, settling.id)
    settling = undefined
  }
  if (isAll) settling ??= { id: last, xid: BigInt(given.xid) }
  const gaps = without(unread, [{ first: 1, last: settled }, ...found.filter(({ last }) => last > settled)])
  return {
    settled,
    settling,
    seen: Math.max(seen, settled),
    gaps: gaps.length > MOST_RANGES ? inPairs(gaps) : gaps,
  }
}

/** Both are in order, and neither overlaps itself. */
function without(ranges: readonly IdRange[], removed: readonly IdRange[]): IdRange[] {
  const left: IdRange[] = []
  let index = 0
  for (const range of ranges) {
    let { first } = range
    while (index < removed.length && (removed[index] as IdRange).last < first) index += 1
    for (let at = index; at < removed.length && (removed[at] as IdRange).first <= range.last; at += 1) {
      const { first: start, last: end } = removed[at] as IdRange
      if (start > first) left.push({ first, last: start - 1 })
      first = Math.max(first, end + 1)
    }
    if (first <= range.last) left.push({ first, last: range.last })
  }
  return left
}

const inPairs = (ranges: readonly IdRange[]): IdRange[] =>
  ranges.flatMap(({ first, last }, index) =>
    index % 2 === 0 ? [{ first, last: ranges[index + 1]?.last ?? last }] : [],
  )
