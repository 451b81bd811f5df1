import { RolecallError, RolecallNetworkError, UNEXPECTED_ANSWER } from './errors.ts'

/** Maximum of the first wait; it doubles with each attempt. */
const FIRST_MS = 200
const LONGEST_MS = 10_000

const withJitter = (attempt: number) => Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)

const RETRYABLE = new Set([429, 502, 503, 504])

/** Of a single call: a write whose answer was 500 may have been made. */
const isRetryable = ({ status }: RolecallError) => RETRYABLE.has(status)

/** Of a stream, which changes nothing: every fault of the service, and every answer of a proxy, such as its page for signing in. */
export const isRetryableStream = ({ status, code }: RolecallError) =>
  status === 429 || status >= 500 || code === UNEXPECTED_ANSWER

interface RetryRules {
  /** No retry if `Retry-After` is longer, in milliseconds. */
  longest: number
  /** By default exponential backoff with full jitter, in addition to `Retry-After`. */
  backoff?: (attempt: number) => number
  isRetryable?: (error: RolecallError) => boolean
}

/**
 * Milliseconds to wait before the next attempt; undefined if a retry is useless.
 * @param attempt number of attempts before the failed one
 */
export function waitBefore(error: unknown, attempt: number, rules: RetryRules): number | undefined {
  const { longest, backoff = withJitter, isRetryable: canRetry = isRetryable } = rules
  if (error instanceof RolecallNetworkError) return backoff(attempt)
  if (!(error instanceof RolecallError) || !canRetry(error)) return undefined
  const { retryAfter = 0 } = error
  if (retryAfter > longest) return undefined
  return retryAfter + backoff(attempt)
}

/** @throws the signal's reason, as soon as it aborts */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
