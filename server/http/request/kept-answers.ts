import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { addDays } from '../../dates.ts'
import { skippingLocked } from '../../db/transactions/row-locks.ts'
import { textInSlices } from '../response/answer-text.ts'
import { type Answer, succeeded } from '../response/envelope.ts'

/** The answer that is kept of a write with an `Idempotency-Key`. */
type Kept = Answer & {
  /** In place of an answer with a secret in it. */
  isShown?: boolean
  /** Its data is in so many parts of a text: one value of 16 MB would hold the event loop, written and read. */
  parts?: number
}

export const SHOWN: Kept = { data: null, isShown: true }

export async function keptAnswer(ctx: Ctx, hash: string) {
  const found = await ctx.db
    .selectFrom('idempotency_keys')
    .where('hash', '=', hash)
    .where('created_at', '>', dayBefore(ctx.now()))
    .select(['fingerprint', 'answer'])
    .executeTakeFirst()
  return found && { fingerprint: found.fingerprint, answer: found.answer as unknown as Kept }
}

/** @returns the text of a long answer, which is made for that already */
export async function keepAnswer(
  ctx: Ctx,
  hash: string,
  answer: Kept,
  budget: AnswerBudget,
): Promise<Buffer[] | undefined> {
  const text =
    budget.isLarge && !answer.isShown
      ? await textInSlices(succeeded(answer), () => budget.nextSlice())
      : undefined
  const isLong = text !== undefined && text.length > 1
  const kept: Kept = isLong ? { ...answer, data: null, parts: text.length } : answer
  if (isLong) await writeParts(ctx, hash, text, budget)
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ answer: kept as unknown as Record<string, unknown> })
    .where('hash', '=', hash)
    .execute()
  return text
}

async function writeParts(ctx: Ctx, hash: string, text: Buffer[], budget: AnswerBudget): Promise<void> {
  // Of a key that was used before, and has expired.
  await ctx.db.deleteFrom('idempotency_parts').where('hash', '=', hash).execute()
  for (const [position, part] of text.entries()) {
    await budget.nextSlice()
    await ctx.db.insertInto('idempotency_parts').values({ hash, position, text: part.toString() }).execute()
    if (position % MOST_PARTS === MOST_PARTS - 1) await forgetParts(ctx)
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

/** Expired keys that one call deletes: it makes but one. */
const MOST_KEYS = 10
/** And parts, at most as many as it writes at once. */
const MOST_PARTS = 20

/** Deletes some of what is kept of keys that have expired. */
export async function forgetExpired(ctx: Ctx): Promise<void> {
  await forgetParts(ctx)
  const keys = ctx.db
    .selectFrom('idempotency_keys as keys')
    .where('created_at', '<=', dayBefore(ctx.now()))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('idempotency_parts').whereRef('hash', '=', 'keys.hash').select('id'))),
    )
    .select('keys.hash')
    .limit(sql.lit(MOST_KEYS))
  await ctx.db.deleteFrom('idempotency_keys').where('hash', 'in', skippingLocked(ctx.db, keys)).execute()
}

async function forgetParts(ctx: Ctx): Promise<void> {
  const parts = ctx.db
    .selectFrom('idempotency_parts as parts')
    .innerJoin('idempotency_keys as keys', 'keys.hash', 'parts.hash')
    .where('keys.created_at', '<=', dayBefore(ctx.now()))
    .select('parts.id')
    .limit(sql.lit(MOST_PARTS))
  await ctx.db.deleteFrom('idempotency_parts').where('id', 'in', skippingLocked(ctx.db, parts)).execute()
}

/** When the keys that expire at a moment were first used. */
export const dayBefore = (now: string) => addDays(now, -1)
