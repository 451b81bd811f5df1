import type { Ctx } from '../access/context.ts'
import { TransferError } from './error.ts'

export const OUTCOMES = ['create', 'update', 'unchanged', 'skip', 'reject'] as const
export type RowOutcome = (typeof OUTCOMES)[number]
export type Counts = Record<RowOutcome, number>

/** The progress of an import. */
export interface Progress {
  /** Rows done. */
  rows: number
  counts: Counts
  rejectsBytes: number
  finishedAt: string | null
}

export const NOTHING_YET: Progress = {
  rows: 0,
  counts: { create: 0, update: 0, unchanged: 0, skip: 0, reject: 0 },
  rejectsBytes: 0,
  finishedAt: null,
}

/** Starts an import. @returns the progress of an earlier run of the same import @param anew discards that progress */
export async function beginImport(
  ctx: Ctx,
  hash: string,
  file: string,
  anew: boolean,
): Promise<Progress | undefined> {
  if (anew) await ctx.db.deleteFrom('imports').where('hash', '=', hash).execute()
  const known = await ctx.db.selectFrom('imports').where('hash', '=', hash).selectAll().executeTakeFirst()
  if (known) {
    const { rows, counts, rejects_bytes: rejectsBytes, finished_at: finishedAt } = known
    return { rows, counts: counts as Counts, rejectsBytes, finishedAt }
  }
  const now = ctx.now()
  await ctx.db
    .insertInto('imports')
    .values({ hash, file, ...columnsOf(NOTHING_YET), started_at: now, updated_at: now })
    // Another process has just started the same import: recording the first rows decides which one continues.
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return undefined
}

/** Call this in the transaction that stores the rows. @throws TransferError if another process runs the same import */
export async function recordProgress(ctx: Ctx, hash: string, before: Progress, now: Progress): Promise<void> {
  const { numUpdatedRows: count } = await ctx.db
    .updateTable('imports')
    .set({ ...columnsOf(now), updated_at: ctx.now() })
    .where('hash', '=', hash)
    .where('rows', '=', before.rows)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count === 0n) throw new TransferError('The same import runs elsewhere; this one stops.')
}

const columnsOf = ({ rows, counts, rejectsBytes, finishedAt }: Progress) => ({
  rows,
  counts: counts as Record<string, number>,
  rejects_bytes: rejectsBytes,
  finished_at: finishedAt,
})
