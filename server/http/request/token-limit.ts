import cluster from 'node:cluster'
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { overloaded, tooManyRequests } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/** A rate limit per token id. Kept in memory: it covers only one minute. */
export interface TokenLimit {
  /** @throws Refusal 429 with `Retry-After`; a refused call costs nothing */
  spend: (tokenId: number, cost: () => number) => Promise<void> | undefined
}

const MINUTE_S = 60
const CLUSTER_TIMEOUT_MS = 3000

/** @param points per minute for each token; 0: unlimited */
export function createTokenLimit(points: number): TokenLimit {
  if (points === 0) return { spend: () => undefined }
  const options = { points, duration: MINUTE_S, keyPrefix: 'tokens' }
  // The workers of one machine share the counts in their primary process.
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: CLUSTER_TIMEOUT_MS })
    : new RateLimiterMemory(options)
  return {
    spend: async (tokenId, cost) => {
      // A call costs at most the points of a whole minute.
      const spent = Math.min(cost(), points)
      try {
        await limiter.consume(tokenId, spent)
      } catch (refused) {
        // The primary did not answer in time: it is stopped, or has no processor.
        if (!(refused instanceof RateLimiterRes)) throw overloaded(refused)
        await limiter.reward(tokenId, spent)
        throw tooManyRequests(
          say`This token has reached its rate limit.`,
          Math.ceil(refused.msBeforeNext / 1000),
        )
      }
    },
  }
}
