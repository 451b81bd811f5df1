import { setTimeout as wait } from 'node:timers/promises'
import { type Ctx, inTransaction } from '../access/context.ts'
import { planRunner } from './carry-out.ts'
import { type OnConflict, type Plan, planBatch } from './plan.ts'
import { type Counts, OUTCOMES, type Outcome, type Progress, recordProgress } from './progress-record.ts'
import type { RawRow } from './records.ts'
import type { Rejects } from './rejects.ts'
import type { Seen } from './seen.ts'
import { type RejectedRow, readUserRow, type UserRow } from './user-rows.ts'
import { usernameMaker } from './usernames.ts'

/** Rows of one transaction. More are quicker; but while SQLite writes one, a service on the same database waits. */
const MOST_ROWS = 5000
const FEWEST_ROWS = 500
/** So long may it wait: there are as many rows in a transaction as fit. */
const TRANSACTION_MS = 250
/** With a password in clear, each takes a hash to make: a stop shall not wait for a thousand. */
const PASSWORDS_AT_ONCE = 64
/** Half of the threads that hash: a service on the machine has sign-ins to answer. */
const HASHED_AT_ONCE = 2

/** Between transactions, so that whoever waits for the database gets it: they look again every 25 to 100 ms. */
const PAUSE_MS = 25

interface Options {
  onConflict: OnConflict
  ignored: ReadonlySet<string>
  /** What came before; its rows are passed over. */
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
export type Outcomes = Record<Outcome, (UserRow | RejectedRow)[]>

/** Imports row after row, some thousand in a transaction. @returns how far it came: to the end, or to the signal */
export async function importUsers(
  ctx: Ctx,
  rows: AsyncIterable<RawRow>,
  options: Options,
): Promise<{ progress: Progress; isWhole: boolean }> {
  const { onConflict, ignored, seen, signal, onBatch } = options
  const [makeUsername, carryOut] = [usernameMaker(), planRunner()]
  let { progress } = options
  let size = FEWEST_ROWS
  for await (const batch of batches(rows, progress.rows, () => size)) {
    if (signal.aborted) return { progress, isWhole: false }
    const read = await readAll(ctx, batch, ignored)
    const good = read.filter((row) => !('faults' in row)) as UserRow[]
    const bad = read.filter((row) => 'faults' in row) as RejectedRow[]
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

/** @param done rows at the beginning that are passed over */
async function* batches(
  rows: AsyncIterable<RawRow>,
  done: number,
  size: () => number,
): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = []
  let passwords = 0
  for await (const row of rows) {
    if (row.number <= done) continue
    batch.push(row)
    if (row.fields.password) passwords += 1
    if (batch.length < size() && passwords < PASSWORDS_AT_ONCE) continue
    yield batch
    batch = []
    passwords = 0
  }
  if (batch.length > 0) yield batch
}

async function readAll(ctx: Ctx, batch: RawRow[], ignored: ReadonlySet<string>) {
  const read: (UserRow | RejectedRow)[] = []
  while (read.length < batch.length) {
    const some = batch.slice(read.length, read.length + HASHED_AT_ONCE)
    read.push(...(await Promise.all(some.map((row) => readUserRow(ctx, row, ignored)))))
  }
  return read
}

const outcomesOf = (plan: Plan, bad: RejectedRow[]): Outcomes => ({
  create: plan.create.map(({ row }) => row),
  update: plan.update.map(({ row }) => row),
  unchanged: plan.unchanged,
  skip: plan.skip,
  reject: [...bad, ...plan.reject].sort((one, other) => one.number - other.number),
})

const after = ({ counts, rejectsBytes }: Progress, batch: RawRow[], outcomes: Outcomes): Progress => ({
  rows: (batch.at(-1) as RawRow).number,
  counts: Object.fromEntries(OUTCOMES.map((name) => [name, counts[name] + outcomes[name].length])) as Counts,
  rejectsBytes,
  finishedAt: null,
})
