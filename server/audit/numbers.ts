import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import type { Numbered } from '../db/dialect.ts'
import { entryNumbersOf, settledIn } from '../db/queries/numbered-entries.ts'
import { takeLocks } from '../db/transactions/locks.ts'

/** Commits within this time after the first one get their numbers together. An entry waits for its number at most twice as long. */
const TURN_MS = 5

/** Entries that get their numbers by one statement, and in one transaction. */
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

/**
 * The numbering of one process. What ids are settled is derived from the transactions that were running when they were the
 * last ones, so a transaction that stays open delays nobody: only its time is read again and again.
 * @param ctx of no request @param onNumbered called when entries have got numbers
 */
export function createNumbering(
  ctx: Ctx,
  { onNumbered = () => {}, turnMs = TURN_MS }: { onNumbered?: () => void; turnMs?: number | undefined } = {},
): Numbering {
  const numbers = entryNumbersOf(ctx.db)
  if (!numbers) return oneWriter(onNumbered)
  const { lastId, give } = numbers
  let settled: number | undefined
  let settling: Settling | undefined
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  let isAwake = false

  /** @returns whether entries may be left */
  async function number(): Promise<boolean> {
    const lock = { space: 'entry-numbers', mode: 'exclusive' } as const
    const { last, given } = await inAnonymousTransaction(ctx, async ({ db, now }) => {
      await takeLocks(db, [lock])
      // First: whoever took an id up to it has had a smaller transaction id than the next statement takes.
      const { id } = (await lastId.execute(db)).rows[0] as { id: number }
      // After a failover or a restore the database may have lost ids.
      if (settled === undefined || id < settled) {
        settled = await settledIn(db)
        settling = undefined
      }
      return { last: id, given: (await give(settled, now(), MOST).execute(db)).rows[0] as Numbered }
    })
    settled = Math.max(settled ?? 0, given.settled)
    if (Number(given.count) > 0) onNumbered()
    if (Number(given.count) === MOST) return true
    // All entries that could be seen have numbers now.
    if (settling && BigInt(given.xmin) > settling.xid) {
      settled = Math.max(settled, settling.id)
      settling = undefined
    }
    settling ??= { id: last, xid: BigInt(given.xid) }
    return false
  }

  async function numberAll(): Promise<void> {
    while (await number());
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
    // If it fails, the job tries again.
    run().catch(() => {})
  }

  return {
    run,
    wake: () => {
      if (isAwake) return
      isAwake = true
      setTimeout(takeTurn, turnMs).unref()
    },
  }
}
