/** What is known of earlier attempts under one key; times in milliseconds. */
export interface Attempts {
  count: number
  /** When the count starts anew. */
  windowEndsAt: number
  /** How often the limit has been passed: each doubles the wait. */
  strikes: number
  blockedUntil: number
}

interface Verdict {
  /** How long to wait; 0: go ahead. */
  waitMs: number
  /** What is known afterwards; undefined: nothing new. */
  attempts?: Attempts
}

const MINUTE_MS = 60_000
const LONGEST_WAIT_MS = 60 * MINUTE_MS

export const NO_ATTEMPTS: Attempts = { count: 0, windowEndsAt: 0, strikes: 0, blockedUntil: 0 }

/** A minute, two, four … an hour. */
const waitAfter = (strikes: number) => Math.min(MINUTE_MS * 2 ** (strikes - 1), LONGEST_WAIT_MS)

/** Undefined where there is no wait to be kept. */
export const blocked = ({ blockedUntil }: Attempts, now: number): Verdict | undefined =>
  blockedUntil > now ? { waitMs: blockedUntil - now } : undefined

/** So many attempts a minute. Each time there are more, the wait is twice as long. */
export function perMinute(known: Attempts, now: number, limit: number): Verdict {
  const refusal = blocked(known, now)
  if (refusal) return refusal
  const isNewWindow = known.windowEndsAt <= now
  const count = isNewWindow ? 1 : known.count + 1
  const windowEndsAt = isNewWindow ? now + MINUTE_MS : known.windowEndsAt
  if (count <= limit) return { waitMs: 0, attempts: { ...known, count, windowEndsAt } }
  const strikes = known.strikes + 1
  const waitMs = waitAfter(strikes)
  return { waitMs, attempts: { count, windowEndsAt, strikes, blockedUntil: now + waitMs } }
}

/** So many attempts without a success between them. From then on each is followed by a wait twice as long. */
export function withoutSuccess(known: Attempts, now: number, limit: number): Verdict {
  const refusal = blocked(known, now)
  if (refusal) return refusal
  const count = known.count + 1
  if (count < limit) return { waitMs: 0, attempts: { ...known, count } }
  const strikes = known.strikes + 1
  return { waitMs: 0, attempts: { ...known, count, strikes, blockedUntil: now + waitAfter(strikes) } }
}
