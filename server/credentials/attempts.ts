import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { addDays, addMs } from '../dates.ts'
import { sendStatement } from '../db/queries/pipeline.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'
import { tooManyRequests } from '../errors.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import { say } from '../messages/say.ts'

/*
 * Attempt counters. They are stored in the database, so they survive a restart and all processes share them. Each change
 * is one statement in its own transaction, so concurrent sign-ins wait for a row only while it is written.
 */

const MINUTE_MS = 60_000
/** A counter is reset after a day without an attempt. */
const RETENTION_DAYS = 1
const NEVER = new Date(0).toISOString()

/** Backoff in minutes after each strike. */
const BACKOFF_MINUTES = { ofAccount: [1, 2, 4, 8, 15], ofAddress: [1, 2, 4, 8, 16, 32, 60] }

/** A pending attempt counts as lost after this time: its process may have died. */
const PENDING_TIMEOUT_MS = MINUTE_MS

/** How long an attempt waits for pending ones, which may turn out to be failures. */
const SLOT_WAIT = { waitMs: 50, tries: 40 }

const later = (ctx: Ctx, ms: number) => addMs(ctx.now(), ms)

const tooMany = (waitMs: number) => tooManyRequests(say`Too many attempts.`, Math.ceil(waitMs / 1000))

/** @throws Refusal 429 with `Retry-After`, during a backoff */
export async function refuseBlocked(ctx: Ctx, hash: string): Promise<void> {
  const now = ctx.now()
  const row = await ctx.db
    .selectFrom('attempts')
    .where('hash', '=', hash)
    .where('blocked_until', '>', now)
    .select('blocked_until')
    .executeTakeFirst()
  if (row) throw tooMany(Date.parse(row.blocked_until) - Date.parse(now))
}

/** In one round trip on PostgreSQL. @returns whether the statement returned a row */
async function run(ctx: Ctx, statement: RawBuilder<unknown>): Promise<boolean> {
  const ran = await inAnonymousTransaction(ctx, ({ db }) => sendStatement(db, statement.compile(db)))
  return (await ran.result).length > 0
}

/** When the backoff after one more strike ends. */
function endOfBackoff(ctx: Ctx, backoffMinutes: readonly number[]): RawBuilder<string> {
  const ends = backoffMinutes.map((minutes) => later(ctx, minutes * MINUTE_MS))
  const cases = ends.map((end, strikes) => sql`when ${sql.lit(strikes)} then ${end}`)
  return sql`case attempts.strikes ${sql.join(cases, sql` `)} else ${ends.at(-1)} end`
}

/**
 * Reserves an attempt; {@link failAttempt}, {@link succeedAttempt} or {@link releaseAttempt} then ends it. Pending attempts
 * count as failures: otherwise a hundred concurrent ones would all be admitted. An attempt that only pending ones block
 * waits for them.
 * @param limit consecutive failures; after that, one attempt is allowed per backoff
 * @throws Refusal 429 with `Retry-After`
 */
export async function reserveAttempt(ctx: Ctx, hash: string, limit: number): Promise<void> {
  for (let tries = 1; !(await takeSlot(ctx, hash, limit)); tries++) {
    await refuseBlocked(ctx, hash)
    if (tries === SLOT_WAIT.tries) throw tooMany(1000)
    await wait(SLOT_WAIT.waitMs)
  }
}

function takeSlot(ctx: Ctx, hash: string, limit: number): Promise<boolean> {
  const now = ctx.now()
  const isOld = sql`attempts.expires_at <= ${now}`
  const pending = sql`case when attempts.pending_until <= ${now} then 0 else attempts.pending end`
  const failures = sql`case when attempts.strikes > 0 then ${sql.lit(limit - 1)} else attempts.count end`
  const statement = sql`
    insert into attempts (hash, count, strikes, window_ends_at, blocked_until, pending, pending_until, expires_at)
    values (${hash}, 0, 0, ${NEVER}, ${NEVER}, 1, ${later(ctx, PENDING_TIMEOUT_MS)}, ${addDays(now, RETENTION_DAYS)})
    on conflict (hash) do update set
      count = case when ${isOld} then 0 else attempts.count end,
      strikes = case when ${isOld} then 0 else attempts.strikes end,
      pending = 1 + ${pending},
      pending_until = excluded.pending_until,
      expires_at = excluded.expires_at
    where ${isOld} or (attempts.blocked_until <= ${now} and ${pending} + ${failures} < ${sql.lit(limit)})
    returning hash`
  return run(ctx, statement)
}

const oneLess = sql<number>`case when pending > 0 then pending - 1 else 0 end`

/** Ends an attempt that failed. From the `limit`th failure on, each starts a longer backoff. */
export async function failAttempt(ctx: Ctx, hash: string, limit: number): Promise<void> {
  const isOver = sql`count + 1 >= ${sql.lit(limit)}`
  const statement = sql`
    update attempts set
      pending = ${oneLess},
      count = count + 1,
      strikes = case when ${isOver} then strikes + 1 else strikes end,
      blocked_until = case when ${isOver} then ${endOfBackoff(ctx, BACKOFF_MINUTES.ofAccount)} else blocked_until end,
      expires_at = ${addDays(ctx.now(), RETENTION_DAYS)}
    where hash = ${hash}`
  await run(ctx, statement)
}

/** Ends an attempt that succeeded, and resets the count of failures, in the transaction of what it allows if there is one. */
export async function succeedAttempt(ctx: Ctx, hash: string): Promise<void> {
  const reset = ctx.db
    .updateTable('attempts')
    .set({ pending: oneLess, count: 0, strikes: 0, blocked_until: NEVER })
    .where('hash', '=', hash)
  await sendStatement(ctx.db, reset.compile())
}

/** Ends an attempt that failed for another reason than a wrong secret: it does not count. */
export async function releaseAttempt(ctx: Ctx, hash: string): Promise<void> {
  await run(ctx, sql`update attempts set pending = ${oneLess} where hash = ${hash}`)
}

/**
 * Counts one attempt of `limit` per minute. The last of them starts a backoff, longer each time.
 * @returns false, without counting, during a backoff
 */
export function countInMinute(ctx: Ctx, hash: string, limit: number): Promise<boolean> {
  const now = ctx.now()
  const minute = later(ctx, MINUTE_MS)
  const [strikes, blockedUntil] = limit === 1 ? [1, minute] : [0, NEVER]
  const isOld = sql`attempts.expires_at <= ${now}`
  const isNewMinute = sql`attempts.window_ends_at <= ${now}`
  const count = sql`case when ${isNewMinute} then 1 else attempts.count + 1 end`
  const isLast = sql`${count} >= ${sql.lit(limit)}`
  const statement = sql`
    insert into attempts (hash, count, strikes, window_ends_at, blocked_until, expires_at)
    values (${hash}, 1, ${strikes}, ${minute}, ${blockedUntil}, ${addDays(now, RETENTION_DAYS)})
    on conflict (hash) do update set
      count = ${count},
      window_ends_at = case when ${isNewMinute} then excluded.window_ends_at else attempts.window_ends_at end,
      strikes = case when ${isOld} then excluded.strikes
        when ${isLast} then attempts.strikes + 1 else attempts.strikes end,
      blocked_until = case when ${isOld} then excluded.blocked_until
        when ${isLast} then ${endOfBackoff(ctx, BACKOFF_MINUTES.ofAddress)} else attempts.blocked_until end,
      expires_at = excluded.expires_at
    where ${isOld} or attempts.blocked_until <= ${now}
    returning hash`
  return run(ctx, statement)
}

const ROWS_PER_BATCH = 1000

/** Deletes expired rows. Skips those that an attempt has locked. */
export async function deleteExpiredAttempts(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const table of ['attempts', 'known_places'] as const) {
    await deleteInBatches(ctx, signal, async ({ db, now }) => {
      const expired = db
        .selectFrom(table)
        .where('expires_at', '<=', now())
        .select('hash')
        .orderBy('expires_at')
        .limit(sql.lit(ROWS_PER_BATCH))
      const { numDeletedRows: count } = await db
        .deleteFrom(table)
        .where('hash', 'in', skippingLocked(db, expired))
        .executeTakeFirstOrThrow()
      return Number(count) === ROWS_PER_BATCH
    })
  }
}
