import { RolecallError, RolecallNetworkError } from './errors.ts'

/** Maximum of the first wait; it doubles with each attempt. */
const FIRST_MS = 200
const LONGEST_MS = 10_000

const withJitter = (attempt: number) => Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)

const RETRYABLE = new Set([429, 502, 503, 504])

/**
 * Milliseconds to wait before the next attempt; undefined if a retry is useless. By default exponential backoff with full jitter,
 * in addition to `Retry-After`.
 * @param attempt number of attempts before the failed one
 * @param longest no retry if `Retry-After` is longer
 */
export function waitBefore(
  error: unknown,
  attempt: number,
  longest: number,
  backoff: (attempt: number) => number = withJitter,
): number | undefined {
  const wait = backoff(attempt)
  if (error instanceof RolecallNetworkError) return wait
  if (!(error instanceof RolecallError) || !RETRYABLE.has(error.status)) return undefined
  const { retryAfter = 0 } = error
  return retryAfter > longest ? undefined : retryAfter + wait
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
