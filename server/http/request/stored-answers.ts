import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { addDays } from '../../dates.ts'
import { skippingLocked } from '../../db/transactions/row-locks.ts'
import { deleteInBatches } from '../../jobs/delete-in-batches.ts'
import type { Answer } from '../endpoint.ts'
import { textInSlices } from '../response/answer-text.ts'
import { successBody } from '../response/respond.ts'

/** The stored response to a write with an `Idempotency-Key`. */
type StoredAnswer = Answer & {
  /** Stored in place of a response that contains a secret. */
  isShown?: boolean
  /** The number of rows with the response's text: one value of 16 MB would block the event loop when written and read. */
  parts?: number
}

export const SECRET_SHOWN: StoredAnswer = { data: null, isShown: true }

export async function storedAnswer(ctx: Ctx, hash: string) {
  const found = await ctx.db
    .selectFrom('idempotency_keys')
    .where('hash', '=', hash)
    .where('created_at', '>', dayBefore(ctx.now()))
    .select(['fingerprint', 'answer'])
    .executeTakeFirst()
  return found && { fingerprint: found.fingerprint, answer: found.answer as unknown as StoredAnswer }
}

/** @returns the text of a long response, so that it is serialized only once */
export async function storeAnswer(
  ctx: Ctx,
  hash: string,
  answer: StoredAnswer,
  budget: AnswerBudget,
): Promise<Buffer[] | undefined> {
  const text =
    budget.isLarge && !answer.isShown
      ? await textInSlices(successBody(answer), () => budget.nextSlice())
      : undefined
  const isLong = text !== undefined && text.length > 1
  const kept: StoredAnswer = isLong ? { ...answer, data: null, parts: text.length } : answer
  if (isLong) await writeParts(ctx, hash, text, budget)
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ answer: { ...kept } })
    .where('hash', '=', hash)
    .execute()
  return text
}

async function writeParts(ctx: Ctx, hash: string, text: Buffer[], budget: AnswerBudget): Promise<void> {
  // Parts of an expired use of the same key.
  await ctx.db.deleteFrom('idempotency_parts').where('hash', '=', hash).execute()
  for (const [position, part] of text.entries()) {
    await budget.nextSlice()
    await ctx.db.insertInto('idempotency_parts').values({ hash, position, text: part.toString() }).execute()
  }
}

export async function readParts(
  ctx: Ctx,
  hash: string,
  count: number,
  budget: AnswerBudget,
): Promise<Buffer[]> {
  await budget.reserve()
  const text: Buffer[] = []
  for (let position = 0; position < count; position++) {
    await budget.nextSlice()
    const part = await ctx.db
      .selectFrom('idempotency_parts')
      .where('hash', '=', hash)
      .where('position', '=', position)
      .select('text')
      .executeTakeFirstOrThrow()
    text.push(Buffer.from(part.text))
  }
  return text
}

/** Keys, and parts, deleted in one transaction. A part has up to 128 KB, as has a key's answer. */
const ROWS_PER_BATCH = 20

/** Deletes expired keys and their parts. Skips those that a request has locked. */
export const deleteExpiredAnswers = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, signal, deleteOldest)

/** Deletes parts of the oldest keys; a key itself only once it has none. So each batch finds its rows through the oldest keys. */
async function deleteOldest({ db, now }: Ctx): Promise<boolean> {
  const oldest = db
    .selectFrom('idempotency_keys')
    .where('created_at', '<=', dayBefore(now()))
    .select('hash')
    .orderBy('created_at')
    .limit(sql.lit(ROWS_PER_BATCH))
  const keys = (await skippingLocked(db, oldest).execute()).map(({ hash }) => hash)
  if (keys.length === 0) return false
  const parts = db
    .selectFrom('idempotency_parts')
    .where('hash', 'in', keys)
    .select('id')
    .limit(sql.lit(ROWS_PER_BATCH))
  const { numDeletedRows: count } = await db
    .deleteFrom('idempotency_parts')
    .where('id', 'in', parts)
    .executeTakeFirstOrThrow()
  if (Number(count) === ROWS_PER_BATCH) return true
  await db.deleteFrom('idempotency_keys').where('hash', 'in', keys).execute()
  return keys.length === ROWS_PER_BATCH
}

/** Keys expire a day after their first use: keys used before this time have expired. */
export const dayBefore = (now: string) => addDays(now, -1)
