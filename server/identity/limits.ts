import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../errors.ts'

/** Counts attempts, per account and per address. */
export interface Limits {
  /** @throws Refusal 429 with `Retry-After` once either has had its share of this minute */
  spend: (account: string, address: string | null) => Promise<void>
}

const MINUTE_SECONDS = 60

/** @param perMinute attempts a minute; 0: no limit */
export function createLimits(perMinute: number): Limits {
  if (perMinute === 0) return { spend: async () => undefined }
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_SECONDS })
  const spendOne = async (key: string) => {
    try {
      await limiter.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooMany(Math.ceil(error.msBeforeNext / 1000))
    }
  }
  return {
    spend: async (account, address) => {
      if (address !== null) await spendOne(`address:${address}`)
      await spendOne(`account:${account.trim().toLowerCase()}`)
    },
  }
}

const tooMany = (seconds: number) =>
  new Refusal(429, 'too_many_requests', `Too many attempts. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
