import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { ANONYMOUS, type Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { inDays } from '../dates.ts'
import { lockingFree } from '../db/transactions/row-locks.ts'
import { tooManyRequests } from '../errors.ts'
import { say } from '../messages/say.ts'

/*
 * Counters of attempts, in the database: a restart forgets nothing, and all processes count together. Each change is one
 * statement in a transaction of its own, so sign-ins at the same time wait for a row only while it is written.
 */

const MINUTE_MS = 60_000
/** After a day without another attempt, a counter starts anew. */
const KEPT_DAYS = 1
const NEVER = new Date(0).toISOString()

/** Minutes to wait after each strike. */
const WAITS = { ofAccount: [1, 2, 4, 8, 15], ofAddress: [1, 2, 4, 8, 16, 32, 60] }

/** An attempt whose process died is not waited for after this time. */
const LOST_AFTER_MS = MINUTE_MS

/** How long an attempt waits for others that are under way and may turn out to be failures. */
const ROOM = { waitMs: 50, tries: 40 }

const later = (ctx: Ctx, ms: number) => new Date(Date.parse(ctx.now()) + ms).toISOString()

const tooMany = (waitMs: number) => tooManyRequests(say`Too many attempts.`, Math.ceil(waitMs / 1000))

/** @throws Refusal 429 with `Retry-After`, while a wait lasts */
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

/** Counts also for a client that has hung up meanwhile, and for a caller whose authority has ended. */
const run = ({ db, now, ip }: Ctx, statement: RawBuilder<unknown>) =>
  inTransaction(
    { db, now, ip, actor: ANONYMOUS },
    async ({ db }) => (await statement.execute(db)).rows.length > 0,
  )

/** The end of the wait that one more strike brings. */
function endOfWait(ctx: Ctx, waits: readonly number[]): RawBuilder<string> {
  const ends = waits.map((minutes) => later(ctx, minutes * MINUTE_MS))
  const cases = ends.map((end, strikes) => sql`when ${sql.lit(strikes)} then ${end}`)
  return sql`case attempts.strikes ${sql.join(cases, sql` `)} else ${ends.at(-1)} end`
}

/**
 * Lets an attempt in that {@link fail}, {@link succeed} or {@link release} will decide. Attempts under way count as
 * failures meanwhile, or a hundred at once would all be let in; one that they alone leave no room for waits for them.
 * @param limit failures without a success between them; from then on there is one attempt after each wait
 * @throws Refusal 429 with `Retry-After`
 */
export async function reserve(ctx: Ctx, hash: string, limit: number): Promise<void> {
  for (let tries = 1; !(await takeRoom(ctx, hash, limit)); tries++) {
    await refuseBlocked(ctx, hash)
    if (tries === ROOM.tries) throw tooMany(1000)
    await wait(ROOM.waitMs)
  }
}

function takeRoom(ctx: Ctx, hash: string, limit: number): Promise<boolean> {
  const now = ctx.now()
  const isOld = sql`attempts.expires_at <= ${now}`
  const pending = sql`case when attempts.pending_until <= ${now} then 0 else attempts.pending end`
  const failures = sql`case when attempts.strikes > 0 then ${sql.lit(limit - 1)} else attempts.count end`
  const statement = sql`
    insert into attempts (hash, count, strikes, window_ends_at, blocked_until, pending, pending_until, expires_at)
    values (${hash}, 0, 0, ${NEVER}, ${NEVER}, 1, ${later(ctx, LOST_AFTER_MS)}, ${inDays(now, KEPT_DAYS)})
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

/** The attempt was wrong. From the `limit`th failure on, a wait follows, longer each time. */
export async function fail(ctx: Ctx, hash: string, limit: number): Promise<void> {
  const isOver = sql`count + 1 >= ${sql.lit(limit)}`
  const statement = sql`
    update attempts set
      pending = ${oneLess},
      count = count + 1,
      strikes = case when ${isOver} then strikes + 1 else strikes end,
      blocked_until = case when ${isOver} then ${endOfWait(ctx, WAITS.ofAccount)} else blocked_until end,
      expires_at = ${inDays(ctx.now(), KEPT_DAYS)}
    where hash = ${hash}`
  await run(ctx, statement)
}

/** The attempt was right: earlier failures are forgiven. */
export async function succeed(ctx: Ctx, hash: string): Promise<void> {
  await ctx.db
    .updateTable('attempts')
    .set({ pending: oneLess, count: 0, strikes: 0, blocked_until: NEVER })
    .where('hash', '=', hash)
    .execute()
}

/** The attempt failed for a reason that is not the caller's. */
export async function release(ctx: Ctx, hash: string): Promise<void> {
  await run(ctx, sql`update attempts set pending = ${oneLess} where hash = ${hash}`)
}

/**
 * Counts one of `limit` a minute; with the last of them a wait begins, longer each time.
 * @returns false, and counts nothing, while a wait lasts
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
    values (${hash}, 1, ${strikes}, ${minute}, ${blockedUntil}, ${inDays(now, KEPT_DAYS)})
    on conflict (hash) do update set
      count = ${count},
      window_ends_at = case when ${isNewMinute} then excluded.window_ends_at else attempts.window_ends_at end,
      strikes = case when ${isOld} then excluded.strikes
        when ${isLast} then attempts.strikes + 1 else attempts.strikes end,
      blocked_until = case when ${isOld} then excluded.blocked_until
        when ${isLast} then ${endOfWait(ctx, WAITS.ofAddress)} else attempts.blocked_until end,
      expires_at = excluded.expires_at
    where ${isOld} or attempts.blocked_until <= ${now}
    returning hash`
  return run(ctx, statement)
}

const SWEPT_AT_ONCE = 1000

/**
 * Removes rows that have expired, past those that somebody is writing; some of them, where there are many.
 * @returns whether there may be more
 */
export function sweep(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ({ db, now }) => {
    let isPart = false
    for (const table of ['attempts', 'known_places'] as const) {
      const expired = db
        .selectFrom(table)
        .where('expires_at', '<=', now())
        .select('hash')
        .limit(sql.lit(SWEPT_AT_ONCE))
      const { numDeletedRows: count } = await db
        .deleteFrom(table)
        .where('hash', 'in', lockingFree(db, expired))
        .executeTakeFirstOrThrow()
      isPart ||= Number(count) === SWEPT_AT_ONCE
    }
    return isPart
  })
}
