import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { recordEntry } from '../audit/entries.ts'
import { type OnConflict, type Plan, planBatch } from './plan.ts'
import { type Counts, OUTCOMES, type Progress, type RowOutcome, recordProgress } from './progress-record.ts'
import type { Rejects } from './rejects.ts'
import { CHUNK_ROWS } from './row-messages.ts'
import { planRunner } from './run-plan.ts'
import type { Seen } from './seen.ts'
import type { ReadRow, RejectedRow, UserRow } from './user-rows.ts'
import { usernameMaker } from './usernames.ts'

/** Rows per transaction. More are faster, but a service on the same SQLite database waits during each transaction. */
const MAX_ROWS = 5000
const MIN_ROWS = CHUNK_ROWS
/** The target duration: a transaction has as many rows as fit into it. */
const TRANSACTION_MS = 250
/** The pause between transactions lets other processes get the database lock: they retry every 25 to 100 ms. */
const PAUSE_MS = 25

interface Options {
  onConflict: OnConflict
  /** The progress before these rows. */
  progress: Progress
  /** The key of the recorded progress; undefined if the import cannot be continued. */
  hash?: string | undefined
  /** Absent in a dry run, which writes nothing. */
  rejects?: Rejects | undefined
  /** Present in a dry run. */
  seen?: Seen | undefined
  signal: AbortSignal
  onBatch: (progress: Progress, outcomes: Outcomes) => void
}

/** The rows by their outcome. */
export type Outcomes = Record<RowOutcome, ReadRow[]>

/** Imports all rows, some thousand per transaction. @returns the progress at the end, or when the signal aborted it */
export async function importUsers(
  ctx: Ctx,
  chunks: AsyncIterable<ReadRow[]>,
  options: Options,
): Promise<{ progress: Progress; isWhole: boolean }> {
  const { onConflict, seen, signal, onBatch } = options
  const [makeUsername, runPlan] = [usernameMaker(), planRunner()]
  let { progress } = options
  let size = MIN_ROWS
  for await (const batch of batches(chunks, () => size)) {
    if (signal.aborted) return { progress, isWhole: false }
    const valid = batch.filter((row) => !('faults' in row)) as UserRow[]
    const invalid = batch.filter((row) => 'faults' in row) as RejectedRow[]
    const planFor = (ctx: Ctx) => planBatch(ctx, valid, { onConflict, makeUsername, seen })
    const before = progress
    if (seen) {
      const plan = await planFor(ctx)
      await seen.add(plan.keys)
      const outcomes = outcomesOf(plan, invalid)
      progress = progressAfter(before, batch, outcomes)
      onBatch(progress, outcomes)
      continue
    }
    const started = performance.now()
    const done = await inTransaction(ctx, async (ctx) => {
      // Checked first: if another process runs this import, its file of rejected rows must not be touched.
      if (options.hash !== undefined) await recordProgress(ctx, options.hash, before, before)
      const plan = await planFor(ctx)
      await runPlan(ctx, plan)
      const outcomes = outcomesOf(plan, invalid)
      const now = progressAfter(before, batch, outcomes)
      now.rejectsBytes =
        (await options.rejects?.write(outcomes.reject as RejectedRow[], before.rejectsBytes)) ?? 0
      if (options.hash !== undefined) await recordProgress(ctx, options.hash, before, now)
      return { now, outcomes }
    })
    size = nextSizeOf(batch.length, performance.now() - started)
    progress = done.now
    onBatch(progress, done.outcomes)
    await wait(PAUSE_MS)
  }
  if (seen) return { progress, isWhole: true }
  await inTransaction(ctx, async (ctx) => {
    recordImport(ctx, progress, options.hash)
    if (options.hash !== undefined)
      await recordProgress(ctx, options.hash, progress, { ...progress, finishedAt: ctx.now() })
  })
  return { progress, isWhole: true }
}

/** The entry of the whole import, beside those of its records. */
const recordImport = (ctx: Ctx, { counts }: Progress, digest: string | undefined): void =>
  recordEntry(ctx, {
    action: 'import',
    subject: { type: 'users', id: null },
    counts,
    ...(digest !== undefined && { changes: [{ field: 'digest', from: null, to: digest }] }),
  })

/** The number of rows of the next transaction, from the duration of the last one. */
const nextSizeOf = (rows: number, ms: number): number =>
  Math.round(Math.min(MAX_ROWS, Math.max(MIN_ROWS, (rows * TRANSACTION_MS) / ms)))

async function* batches(chunks: AsyncIterable<ReadRow[]>, size: () => number): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  for await (const chunk of chunks) {
    batch.push(...chunk)
    // A short chunk took long to read or is large, so it is not held back for the next one.
    if (batch.length + CHUNK_ROWS <= size() && chunk.length === CHUNK_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const outcomesOf = (plan: Plan, invalid: RejectedRow[]): Outcomes => ({
  create: plan.create.map(({ row }) => row),
  update: plan.update.map(({ row }) => row),
  unchanged: plan.unchanged,
  skip: plan.skip,
  reject: [...invalid, ...plan.reject].sort((one, other) => one.number - other.number),
})

const progressAfter = (
  { counts, rejectsBytes }: Progress,
  batch: ReadRow[],
  outcomes: Outcomes,
): Progress => ({
  rows: (batch.at(-1) as ReadRow).number,
  counts: Object.fromEntries(OUTCOMES.map((name) => [name, counts[name] + outcomes[name].length])) as Counts,
  rejectsBytes,
  finishedAt: null,
})
