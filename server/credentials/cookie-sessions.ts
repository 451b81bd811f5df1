import type { StoredToken } from '../access/actor.ts'
import { type MaybePromise, mapMaybePromise } from '../access/answers.ts'
import type { Ctx } from '../access/context.ts'
import { RecentCache } from '../access/memory/recent-cache.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { digest } from '../crypto/digest.ts'
import { addMs } from '../dates.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'
import { tokenEnded } from '../errors.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'

/*
 * Sessions that a browser keeps in a cookie. They are tokens of sign-ins that end without use, so that a browser that
 * somebody left open does not stay signed in.
 */

const MINUTE_MS = 60_000

/** Uses are written every 30 s: other processes may not know of later ones. */
const UNWRITTEN_MS = 40_000

/** Sessions whose last use a process remembers. */
const MOST_REMEMBERED = 20_000

/**
 * The prefix is not hashed, so that it is no digest of any text: the cookie's secret is no bearer token, also not as part of a
 * longer one, and no token that somebody assigns is a cookie.
 */
export const digestOfCookie = (secret: string): string => `cookie ${digest(secret)}`

/** When a session that is used now ends unless it is used again. */
export const idleEnd = (now: string, idleMinutes: number): string => addMs(now, idleMinutes * MINUTE_MS)

/** Uses within this time of the one that was noted do not move the end: each would cost a date to read and one to write. */
const STEADY_MS = 1000

/** What a process knows of a session. */
interface KnownEnd {
  end: string
  /** Until then, uses do not move it. */
  steadyUntil: string
}

type CookieToken = Pick<StoredToken, 'id' | 'idle_ends_at'>

export interface IdleTimes {
  /** Notes a use. @returns when the session ends unless it is used again @throws Refusal 401 if it has ended */
  use: (ctx: Ctx, token: CookieToken) => MaybePromise<string>
  /** Whether the session has ended without use. Asking is no use. */
  hasEnded: (ctx: Ctx, token: CookieToken) => MaybePromise<boolean>
}

/** Uses are kept in memory, and written with those of other tokens: see {@link TokenUsage}. */
export function createIdleTimes(idleMinutes: number): IdleTimes {
  const ends = new RecentCache<number, KnownEnd>(MOST_REMEMBERED)
  return {
    use: (ctx, { id, idle_ends_at: stored }) => {
      const now = ctx.now()
      const known = ends.get(id)
      // ISO 8601 in UTC sorts as text.
      if (known && now < known.steadyUntil) return known.end
      const nowMs = Date.parse(now)
      const next = idleEnd(now, idleMinutes)
      const left = Date.parse(known?.end ?? (stored as string)) - nowMs
      const using = left > UNWRITTEN_MS ? undefined : writeUse(ctx, { id, next, isKnown: left > 0 })
      return mapMaybePromise(using, () => {
        ends.set(id, { end: next, steadyUntil: new Date(nowMs + STEADY_MS).toISOString() })
        return next
      })
    },
    hasEnded: (ctx, { id, idle_ends_at: stored }) => {
      if (stored === null || ctx.now() < (ends.get(id)?.end ?? stored)) return false
      return readEnd(ctx, id).then((end) => {
        const hasEnded = end === undefined || end <= ctx.now()
        if (!hasEnded) ends.set(id, { end, steadyUntil: '' })
        return hasEnded
      })
    },
  }
}

/** When the session ends as far as other processes have written: uses that move its last minute are written at once. */
async function readEnd({ db }: Ctx, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('tokens').where('id', '=', id).select('idle_ends_at').executeTakeFirst()
  return row?.idle_ends_at ?? undefined
}

/**
 * Writes a use at once, as the session ends soon or has ended as far as this process knows: another process may know of a
 * later use, or not know of this one in time.
 * @param isKnown this process knows that the session has not ended
 */
async function writeUse(
  ctx: Ctx,
  { id, next, isKnown }: { id: number; next: string; isKnown: boolean },
): Promise<void> {
  const isFound = await inAnonymousTransaction(ctx, async ({ db }) => {
    const { numUpdatedRows: count } = await db
      .updateTable('tokens')
      .set({ idle_ends_at: next })
      .where('id', '=', id)
      .$if(!isKnown, (query) => query.where('idle_ends_at', '>', ctx.now()))
      .executeTakeFirstOrThrow()
    return count > 0n
  })
  if (!isFound) throw tokenEnded()
}

const ROWS_PER_BATCH = 1000

/** Nobody uses a session after its last hour, so that each ends without use in the end. */
export const deleteEndedSessions = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, signal, async ({ db, now }) => {
    const ended = db
      .selectFrom('tokens')
      .where('idle_ends_at', '<=', now())
      .select('id')
      .orderBy('idle_ends_at')
      .limit(ROWS_PER_BATCH)
    const { numDeletedRows: count } = await db
      .deleteFrom('tokens')
      .where('id', 'in', skippingLocked(db, ended))
      .executeTakeFirstOrThrow()
    return Number(count) === ROWS_PER_BATCH
  })
