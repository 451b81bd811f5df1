import { RolecallError, RolecallNetworkError } from './errors.ts'

/** The first wait is up to this long, the next up to twice as long, and so on. Milliseconds. */
const FIRST_MS = 200
const LONGEST_MS = 10_000

const WORTH_REPEATING = new Set([429, 502, 503, 504])

/**
 * Milliseconds to wait before the next attempt; undefined where it would be of no use. The wait is random, so that
 * many clients do not come back at once, and no shorter than the service asks for.
 * @param attempt how many were made before the one that failed
 * @param longest a service that asks for a longer wait is not waited for
 */
export function waitBefore(error: unknown, attempt: number, longest: number): number | undefined {
  const wait = Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt)
  if (error instanceof RolecallNetworkError) return wait
  if (!(error instanceof RolecallError) || !WORTH_REPEATING.has(error.status)) return undefined
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
