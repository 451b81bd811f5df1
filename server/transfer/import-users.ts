import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { planRunner } from './carry-out.ts'
import { type OnConflict, type Plan, planBatch } from './plan.ts'
import { type Counts, OUTCOMES, type Outcome, type Progress, recordProgress } from './progress-record.ts'
import type { Rejects } from './rejects.ts'
import { CHUNK_ROWS } from './row-messages.ts'
import type { Seen } from './seen.ts'
import type { ReadRow, RejectedRow, UserRow } from './user-rows.ts'
import { usernameMaker } from './usernames.ts'

/** Rows of one transaction. More are quicker; but while SQLite writes one, a service on the same database waits. */
const MOST_ROWS = 5000
const FEWEST_ROWS = CHUNK_ROWS
/** So long may it wait: there are as many rows in a transaction as fit. */
const TRANSACTION_MS = 250
/** Between transactions, so that whoever waits for the database gets it: they look again every 25 to 100 ms. */
const PAUSE_MS = 25

interface Options {
  onConflict: OnConflict
  /** What came before these rows. */
  progress: Progress
  /** Under which the progress is recorded; undefined for what cannot be gone on with. */
  hash?: string | undefined
  /** Absent in a dry run, which writes nothing. */
  rejects?: Rejects | undefined
  /** Present in a dry run. */
  seen?: Seen | undefined
  signal: AbortSignal
  onBatch: (progress: Progress, outcomes: Outcomes) => void
}

/** The rows that became what. */
export type Outcomes = Record<Outcome, ReadRow[]>

/** Imports row after row, some thousand in a transaction. @returns how far it came: to the end, or to the signal */
export async function importUsers(
  ctx: Ctx,
  chunks: AsyncIterable<ReadRow[]>,
  options: Options,
): Promise<{ progress: Progress; isWhole: boolean }> {
  const { onConflict, seen, signal, onBatch } = options
  const [makeUsername, carryOut] = [usernameMaker(), planRunner()]
  let { progress } = options
  let size = FEWEST_ROWS
  for await (const batch of batches(chunks, () => size)) {
    if (signal.aborted) return { progress, isWhole: false }
    const good = batch.filter((row) => !('faults' in row)) as UserRow[]
    const bad = batch.filter((row) => 'faults' in row) as RejectedRow[]
    const planned = (ctx: Ctx) => planBatch(ctx, good, { onConflict, makeUsername, seen })
    const before = progress
    if (seen) {
      const plan = await planned(ctx)
      await seen.add(plan.keys)
      const outcomes = outcomesOf(plan, bad)
      progress = after(before, batch, outcomes)
      onBatch(progress, outcomes)
      continue
    }
    const started = performance.now()
    const done = await inTransaction(ctx, async (ctx) => {
      // First of all: should another process be at it, its file of rejected rows is not to be touched.
      if (options.hash !== undefined) await recordProgress(ctx, options.hash, before, before)
      const plan = await planned(ctx)
      await carryOut(ctx, plan)
      const outcomes = outcomesOf(plan, bad)
      const now = after(before, batch, outcomes)
      now.rejectsBytes =
        (await options.rejects?.write(outcomes.reject as RejectedRow[], before.rejectsBytes)) ?? 0
      if (options.hash !== undefined) await recordProgress(ctx, options.hash, before, now)
      return { now, outcomes }
    })
    size = fitting(batch.length, performance.now() - started)
    progress = done.now
    onBatch(progress, done.outcomes)
    await wait(PAUSE_MS)
  }
  if (options.hash !== undefined) {
    await recordProgress(ctx, options.hash, progress, { ...progress, finishedAt: ctx.now() })
  }
  return { progress, isWhole: true }
}

/** How many rows the next transaction takes, after one that took so long. */
const fitting = (rows: number, ms: number): number =>
  Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, (rows * TRANSACTION_MS) / ms)))

async function* batches(chunks: AsyncIterable<ReadRow[]>, size: () => number): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  for await (const chunk of chunks) {
    batch.push(...chunk)
    // A short one took long, or much room: what it holds is not to wait for the next.
    if (batch.length + CHUNK_ROWS <= size() && chunk.length === CHUNK_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const outcomesOf = (plan: Plan, bad: RejectedRow[]): Outcomes => ({
  create: plan.create.map(({ row }) => row),
  update: plan.update.map(({ row }) => row),
  unchanged: plan.unchanged,
  skip: plan.skip,
  reject: [...bad, ...plan.reject].sort((one, other) => one.number - other.number),
})

const after = ({ counts, rejectsBytes }: Progress, batch: ReadRow[], outcomes: Outcomes): Progress => ({
  rows: (batch.at(-1) as ReadRow).number,
  counts: Object.fromEntries(OUTCOMES.map((name) => [name, counts[name] + outcomes[name].length])) as Counts,
  rejectsBytes,
  finishedAt: null,
})
