import { type Ctx, inTransaction } from '../access/context.ts'
import { inDays } from '../dates.ts'
import { tooManyRequests } from '../errors.ts'
import { digest } from '../secrets/digest.ts'
import { type Attempts, blocked, NO_ATTEMPTS, perMinute, withoutSuccess } from './attempts.ts'
import { networkOf } from './network.ts'

/**
 * Counts attempts, per account and per address, in the database: a restart forgets nothing. Too many against an
 * account never shut it: from an address where it has signed in before, nothing changes for it; from any other it
 * still has one try. So whoever knows no more than a name keeps nobody out but those at their own address.
 */
export interface Limits {
  /** Counts an attempt, before it is made. @throws Refusal 429 with `Retry-After` */
  admit: (ctx: Ctx, account: string) => Promise<void>
  /** The attempt was the owner's: it is not held against them, nor what failed here before. */
  forgive: (ctx: Ctx, account: string) => Promise<void>
}

/** After a day without another, attempts are forgotten; after three months, that somebody was here. */
const FORGOTTEN_DAYS = 1
const FAMILIAR_DAYS = 90

/** @param limit attempts a minute; 0: as many as one likes */
export function createLimits(purpose: 'signin' | 'signup', limit: number): Limits {
  if (limit === 0) return { admit: async () => undefined, forgive: async () => undefined }
  return {
    admit: async (ctx, account) => {
      const waitMs = await inTransaction(ctx, (ctx) =>
        countAttempt(ctx, keysOf(ctx, purpose, account), limit),
      )
      if (waitMs > 0) throw tooManyRequests('Too many attempts.', Math.ceil(waitMs / 1000))
    },
    forgive: (ctx, account) => forgive(ctx, keysOf(ctx, purpose, account)),
  }
}

/** Digests: people type passwords where their name belongs. */
function keysOf({ ip }: Ctx, purpose: string, account: string) {
  const name = account.trim().toLowerCase()
  const network = ip === null ? '' : networkOf(ip)
  const key = (...of: string[]) => digest(JSON.stringify([purpose, ...of]))
  return {
    address: key('address', network),
    account: key('account', name),
    pair: key('pair', network, name),
    familiar: key('familiar', network, name),
  }
}

type Keys = ReturnType<typeof keysOf>

/** @returns how long to wait; 0: go ahead */
async function countAttempt(ctx: Ctx, keys: Keys, limit: number): Promise<number> {
  const known = await read(ctx, Object.values(keys))
  const now = Date.parse(ctx.now())
  const of = (key: string) => known.get(key) ?? NO_ATTEMPTS
  const refusal = blocked(of(keys.pair), now)
  if (refusal) return refusal.waitMs
  const byAddress = perMinute(of(keys.address), now, limit)
  await write(ctx, keys.address, byAddress.attempts, FORGOTTEN_DAYS)
  if (byAddress.waitMs > 0) return byAddress.waitMs
  const byAccount = perMinute(of(keys.account), now, limit)
  await write(ctx, keys.account, byAccount.attempts, FORGOTTEN_DAYS)
  const isStranger = byAccount.waitMs > 0 && !known.has(keys.familiar)
  const byPair = withoutSuccess(of(keys.pair), now, isStranger ? 1 : limit)
  await write(ctx, keys.pair, byPair.attempts, FORGOTTEN_DAYS)
  return byPair.waitMs
}

async function forgive(ctx: Ctx, keys: Keys): Promise<void> {
  await ctx.db.deleteFrom('attempts').where('hash', '=', keys.pair).execute()
  await ctx.db
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('hash', 'in', [keys.address, keys.account])
    .where('count', '>', 0)
    .execute()
  await write(ctx, keys.familiar, NO_ATTEMPTS, FAMILIAR_DAYS)
}

/** What is known under the keys, as far as it is not to be forgotten. */
async function read(ctx: Ctx, keys: string[]): Promise<Map<string, Attempts>> {
  const rows = await ctx.db
    .selectFrom('attempts')
    .where('hash', 'in', keys)
    .where('expires_at', '>', ctx.now())
    .selectAll()
    .execute()
  return new Map(
    rows.map(({ hash, count, strikes, window_ends_at: windowEndsAt, blocked_until: blockedUntil }) => [
      hash,
      { count, strikes, windowEndsAt: Date.parse(windowEndsAt), blockedUntil: Date.parse(blockedUntil) },
    ]),
  )
}

async function write(
  ctx: Ctx,
  hash: string,
  attempts: Attempts | undefined,
  keptDays: number,
): Promise<void> {
  if (!attempts) return
  const time = (ms: number) => new Date(ms).toISOString()
  const row = {
    count: attempts.count,
    strikes: attempts.strikes,
    window_ends_at: time(attempts.windowEndsAt),
    blocked_until: time(attempts.blockedUntil),
    expires_at: inDays(ctx.now(), keptDays),
  }
  await ctx.db.deleteFrom('attempts').where('expires_at', '<=', ctx.now()).execute()
  await ctx.db
    .insertInto('attempts')
    .values({ hash, ...row })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
    .execute()
}
