import type { Updateable } from 'kysely'
import { doAtEnd } from '../access/at-end.ts'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { addMs } from '../dates.ts'
import { forgetDeletedTexts } from '../db/search/text-index.ts'
import type { ErasureTable, RecordTableName } from '../db/tables.ts'
import { needsLocks } from '../db/transactions/locks.ts'
import { type ErasureProgress, eraseEntries, type Person } from './erase.ts'

/*
 * People may have a million entries, and a reason that names them may be on a million others, so a transaction erases the first
 * ones, and a job the rest. After an hour, the job reads all entries of the person once more: transactions that ran beside the
 * erasure, and refusals that were counted in memory, may have told of the person since.
 */

const REPEAT_AFTER_MS = 3_600_000

/** Tables whose text indices keep deleted texts until they are rewritten. */
const SEARCHED: readonly RecordTableName[] = ['users', 'registrations']

/**
 * Erases a person from the audit trail, in the transaction that destroys their records, after everything that it records.
 * @returns whether no entry is left
 */
export async function beginErasure(ctx: Ctx, person: Person): Promise<boolean> {
  // What was gathered names the person too.
  await doAtEnd(ctx)
  const progress = await eraseEntries(ctx, person, FROM_THE_START)
  const { userId, registrations, tokens } = person
  await ctx.db
    .insertInto('erasures')
    .values({
      user_id: userId,
      registrations: [...registrations],
      tokens: [...tokens],
      // Without an entry left, only the repetition.
      ...stored(progress),
      created_at: ctx.now(),
      repeat_at: addMs(ctx.now(), REPEAT_AFTER_MS),
    })
    .execute()
  return progress === undefined
}

const FROM_THE_START: ErasureProgress = { after: 0, batches: [] }

/** In place of the id of an entry. */
const NOTHING_LEFT = -1

const stored = (progress: ErasureProgress | undefined) =>
  progress ? { after: progress.after, batches: [...progress.batches] } : { after: NOTHING_LEFT, batches: [] }

/** Goes on with each erasure, in batches. @param signal ends it after the current batch */
export async function continueErasures(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const erasures = await ctx.db.selectFrom('erasures').select('id').orderBy('id').execute()
  for (const { id } of erasures) {
    let isLeft = true
    while (isLeft && !signal.aborted) isLeft = await continueErasure(ctx, id)
  }
}

/** @returns whether something is left to do now */
async function continueErasure(ctx: Ctx, id: number): Promise<boolean> {
  const step = await inAnonymousTransaction(ctx, (ctx) => takeStep(ctx, id))
  if (step === 'end') await end(ctx, id)
  return step === 'done'
}

/**
 * Erases the next batch and stores the progress, in one transaction: the entries of the batch no longer show which transactions
 * had a reason.
 */
async function takeStep(ctx: Ctx, id: number): Promise<'done' | 'wait' | 'end'> {
  const { db, now } = ctx
  const found = db.selectFrom('erasures').selectAll().where('id', '=', id)
  // Each process runs the job.
  const erasure = await (needsLocks(db) ? found.forUpdate() : found).executeTakeFirst()
  if (!erasure) return 'wait'
  const { user_id: userId, registrations, tokens, after, batches, repeat_at } = erasure
  const keep = (values: Updateable<ErasureTable>) =>
    db.updateTable('erasures').set(values).where('id', '=', id).execute()
  if (after === NOTHING_LEFT) {
    if (repeat_at === null) return 'end'
    if (repeat_at > now()) return 'wait'
    await keep({ ...stored(FROM_THE_START), repeat_at: null })
  } else await keep(stored(await eraseEntries(ctx, { userId, registrations, tokens }, { after, batches })))
  return 'done'
}

async function end(ctx: Ctx, id: number): Promise<void> {
  for (const table of SEARCHED)
    await forgetDeletedTexts(ctx.db, table, (step) => inAnonymousTransaction(ctx, ({ db }) => step(db)))
  await inAnonymousTransaction(ctx, ({ db }) => db.deleteFrom('erasures').where('id', '=', id).execute())
}
