import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { inTransaction } from '../../access/transaction.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { addDays } from '../../dates.ts'
import { skippingLocked } from '../../db/transactions/row-locks.ts'
import { textInSlices } from '../response/answer-text.ts'
import { type Answer, succeeded } from '../response/envelope.ts'

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
      ? await textInSlices(succeeded(answer), () => budget.nextSlice())
      : undefined
  const isLong = text !== undefined && text.length > 1
  const kept: StoredAnswer = isLong ? { ...answer, data: null, parts: text.length } : answer
  if (isLong) await writeParts(ctx, hash, text, budget)
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ answer: kept as unknown as Record<string, unknown> })
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

/** Rows deleted in one transaction, which other writes on SQLite wait for. A part has up to 128 KB, as has a key's answer. */
const ROWS_PER_BATCH = 20

/**
 * Deletes expired keys and their parts, in batches. Skips those that a request has locked.
 * @param signal ends it after the current batch
 */
export async function deleteExpiredAnswers(ctx: Ctx, signal: AbortSignal): Promise<void> {
  // An empty transaction would count as a successful write.
  if (!(await expiredKey(ctx))) return
  for (const deleteBatch of [deleteExpiredParts, deleteExpiredKeys]) {
    while (!signal.aborted && (await inTransaction(ctx, deleteBatch)) === ROWS_PER_BATCH)
      await yieldToEventLoop()
  }
}

const expiredKey = ({ db, now }: Ctx) =>
  db
    .selectFrom('idempotency_keys')
    .where('created_at', '<=', dayBefore(now()))
    .select('hash')
    .limit(1)
    .executeTakeFirst()

async function deleteExpiredKeys({ db, now }: Ctx): Promise<number> {
  const keys = db
    .selectFrom('idempotency_keys as keys')
    .where('created_at', '<=', dayBefore(now()))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('idempotency_parts').whereRef('hash', '=', 'keys.hash').select('id'))),
    )
    .select('keys.hash')
    .limit(sql.lit(ROWS_PER_BATCH))
  const { numDeletedRows: count } = await db
    .deleteFrom('idempotency_keys')
    .where('hash', 'in', skippingLocked(db, keys))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function deleteExpiredParts({ db, now }: Ctx): Promise<number> {
  const parts = db
    .selectFrom('idempotency_parts as parts')
    .innerJoin('idempotency_keys as keys', 'keys.hash', 'parts.hash')
    .where('keys.created_at', '<=', dayBefore(now()))
    .select('parts.id')
    .limit(sql.lit(ROWS_PER_BATCH))
  const { numDeletedRows: count } = await db
    .deleteFrom('idempotency_parts')
    .where('id', 'in', skippingLocked(db, parts))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Keys expire a day after their first use: keys used before this time have expired. */
export const dayBefore = (now: string) => addDays(now, -1)
