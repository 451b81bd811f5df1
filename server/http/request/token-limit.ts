import cluster from 'node:cluster'
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/** What a token has spent lately, by the id of the token. Kept in memory: a minute is all it is about. */
export interface TokenLimit {
  /** @throws Refusal 429 with `Retry-After`, which costs nothing */
  spend: (tokenId: number, cost: () => number) => Promise<void> | undefined
}

const MINUTE_S = 60
const COUNTED_WITHIN_MS = 3000

/** @param points a minute, for each token; 0: as many as one likes */
export function limitTokens(points: number): TokenLimit {
  if (points === 0) return { spend: () => undefined }
  const options = { points, duration: MINUTE_S, keyPrefix: 'tokens' }
  // Workers of one machine count together, in their primary.
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: COUNTED_WITHIN_MS })
    : new RateLimiterMemory(options)
  return {
    spend: async (tokenId, cost) => {
      // What costs more than a whole minute has is worth a whole minute.
      const spent = Math.min(cost(), points)
      try {
        await limiter.consume(tokenId, spent)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await limiter.reward(tokenId, spent)
        throw tooManyRequests(
          say`This token has reached its rate limit.`,
          Math.ceil(refused.msBeforeNext / 1000),
        )
      }
    },
  }
}
