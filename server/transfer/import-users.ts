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
  /** SHA-256 of the file; of the standard input, once it was read to its end. */
  digest?: (() => string | undefined) | undefined
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
  if (options.seen) return previewUsers(ctx, chunks, { ...options, seen: options.seen })
  let { progress } = options
  const note = (now: Progress) => {
    progress = now
  }
  try {
    if (await importChunks(ctx, chunks, options, note)) return { progress, isWhole: true }
    await recordStopped(ctx, progress, options)
    return { progress, isWhole: false }
  } catch (error) {
    // The database itself may have failed. The next run of the same import then tells what this one has stored.
    await recordStopped(ctx, progress, options).catch(() => undefined)
    throw error
  }
}

/** Writes nothing. */
async function previewUsers(
  ctx: Ctx,
  chunks: AsyncIterable<ReadRow[]>,
  { onConflict, seen, signal, onBatch, progress: before }: Options & { seen: Seen },
): Promise<{ progress: Progress; isWhole: boolean }> {
  const makeUsername = usernameMaker()
  let progress = before
  for await (const batch of batches(chunks, () => MIN_ROWS)) {
    if (signal.aborted) return { progress, isWhole: false }
    const { valid, invalid } = sorted(batch)
    const plan = await planBatch(ctx, valid, { onConflict, makeUsername, seen })
    await seen.add(plan.keys)
    const outcomes = outcomesOf(plan, invalid)
    progress = progressAfter(progress, batch, outcomes)
    onBatch(progress, outcomes)
  }
  return { progress, isWhole: true }
}

/** @param note called with the progress after each transaction @returns whether all rows were imported */
async function importChunks(
  ctx: Ctx,
  chunks: AsyncIterable<ReadRow[]>,
  options: Options,
  note: (progress: Progress) => void,
): Promise<boolean> {
  const { onConflict, hash, signal, onBatch } = options
  const [makeUsername, runPlan] = [usernameMaker(), planRunner()]
  let { progress } = options
  let size = MIN_ROWS
  for await (const batch of batches(chunks, () => size)) {
    if (signal.aborted) return false
    const { valid, invalid } = sorted(batch)
    const before = progress
    const started = performance.now()
    const done = await inTransaction(ctx, async (ctx) => {
      // Checked first: if another process runs this import, its file of rejected rows must not be touched.
      if (hash !== undefined) await recordProgress(ctx, hash, before, before)
      const plan = await planBatch(ctx, valid, { onConflict, makeUsername, seen: undefined })
      await runPlan(ctx, plan)
      const outcomes = outcomesOf(plan, invalid)
      const now = progressAfter(before, batch, outcomes)
      now.rejectsBytes =
        (await options.rejects?.write(outcomes.reject as RejectedRow[], before.rejectsBytes)) ?? 0
      if (hash !== undefined) await recordProgress(ctx, hash, before, now)
      return { now, outcomes }
    })
    size = nextSizeOf(batch.length, performance.now() - started)
    progress = done.now
    note(progress)
    onBatch(progress, done.outcomes)
    await wait(PAUSE_MS)
  }
  await inTransaction(ctx, async (ctx) => {
    recordImport(ctx, progress, { isFinished: true, digest: options.digest?.() })
    if (hash !== undefined) await recordProgress(ctx, hash, progress, { ...progress, finishedAt: ctx.now() })
  })
  return true
}

const sorted = (batch: ReadRow[]) => ({
  valid: batch.filter((row) => !('faults' in row)) as UserRow[],
  invalid: batch.filter((row) => 'faults' in row) as RejectedRow[],
})

/** Tells subscribers what was stored before the import stopped. */
async function recordStopped(
  ctx: Ctx,
  progress: Progress,
  { progress: before, digest }: Options,
): Promise<void> {
  if (progress.rows === before.rows) return
  await inTransaction(ctx, async (ctx) =>
    recordImport(ctx, progress, { isFinished: false, digest: digest?.() }),
  )
}

/** The entry of the import, beside those of its records: what it has done until now, with its earlier runs. */
const recordImport = (
  ctx: Ctx,
  { counts }: Progress,
  { isFinished, digest }: { isFinished: boolean; digest: string | undefined },
): void =>
  recordEntry(ctx, {
    action: 'import',
    subject: { type: 'users', id: null },
    counts,
    changes: [
      ...(digest === undefined ? [] : [{ field: 'digest', from: null, to: digest }]),
      { field: 'is_finished', from: null, to: isFinished },
    ],
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
