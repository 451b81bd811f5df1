import type { Selectable } from 'kysely'
import { doAtEnd } from '../access/at-end.ts'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { forgetDeletedTexts } from '../db/search/text-index.ts'
import type { ErasureTable, RecordTableName } from '../db/tables.ts'
import { eraseEntries, type Person } from './erase.ts'

/*
 * People may have a million entries, so a transaction erases the first ones, and a job the others. After an hour, the job reads all
 * of them once more: transactions that ran beside the erasure, and refusals that were counted in memory, may have told of the
 * person since.
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
  const after = await eraseEntries(ctx, person, 0)
  const { userId, registrations, tokens } = person
  await ctx.db
    .insertInto('erasures')
    .values({
      user_id: userId,
      registrations: [...registrations],
      tokens: [...tokens],
      // Without an entry left, only the repetition.
      after: after ?? NOTHING_LEFT,
      created_at: ctx.now(),
      repeat_at: new Date(Date.parse(ctx.now()) + REPEAT_AFTER_MS).toISOString(),
    })
    .execute()
  return after === undefined
}

/** In place of the id of an entry. */
const NOTHING_LEFT = -1

/** Goes on with each erasure, in batches. @param signal ends it after the current batch */
export async function continueErasures(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const erasures = await ctx.db.selectFrom('erasures').selectAll().orderBy('id').execute()
  for (const erasure of erasures) {
    let left: Erasure | undefined = erasure
    while (left && !signal.aborted) left = await continueErasure(ctx, left)
  }
}

type Erasure = Selectable<ErasureTable>

/** @returns what is left to do now; undefined: nothing */
async function continueErasure(ctx: Ctx, erasure: Erasure): Promise<Erasure | undefined> {
  const { id, user_id: userId, registrations, tokens, after, repeat_at } = erasure
  if (after === NOTHING_LEFT) {
    if (repeat_at === null) return end(ctx, id)
    if (repeat_at > ctx.now()) return undefined
    return keep(ctx, erasure, { after: 0, repeat_at: null })
  }
  const last = await inAnonymousTransaction(ctx, (ctx) =>
    eraseEntries(ctx, { userId, registrations, tokens }, after),
  )
  return keep(ctx, erasure, { after: last ?? NOTHING_LEFT, repeat_at })
}

async function keep(
  ctx: Ctx,
  erasure: Erasure,
  progress: Pick<Erasure, 'after' | 'repeat_at'>,
): Promise<Erasure> {
  await inAnonymousTransaction(ctx, ({ db }) =>
    db.updateTable('erasures').set(progress).where('id', '=', erasure.id).execute(),
  )
  return { ...erasure, ...progress }
}

async function end(ctx: Ctx, id: number): Promise<undefined> {
  for (const table of SEARCHED)
    await forgetDeletedTexts(ctx.db, table, (step) => inAnonymousTransaction(ctx, ({ db }) => step(db)))
  await inAnonymousTransaction(ctx, ({ db }) => db.deleteFrom('erasures').where('id', '=', id).execute())
}
