import { setTimeout as wait } from 'node:timers/promises'

/** Longer than anything takes on a busy machine. */
const WITHIN_MS = 120_000
const EVERY_MS = 10

/** Tries until the result is not `false`, and nothing is thrown. */
export async function eventually<T>(run: () => Promise<T> | T): Promise<Exclude<T, false>> {
  for (const deadline = performance.now() + WITHIN_MS; ; await wait(EVERY_MS)) {
    const isLast = performance.now() > deadline
    try {
      const result = await run()
      if (result !== false) return result as Exclude<T, false>
      if (isLast) throw new Error(`still false after ${WITHIN_MS} ms`)
    } catch (error) {
      if (isLast) throw error
    }
  }
}

/**
 * Tries until a comparison holds, which it must from this time on.
 * @param compare @throws if it does not hold
 */
export async function within(ms: number, compare: () => Promise<void>): Promise<void> {
  for (const deadline = performance.now() + ms; ; await wait(EVERY_MS)) {
    // Read before the comparison: an answer to a request that was sent in time may be outdated, however late it arrives.
    const isLast = performance.now() >= deadline
    try {
      return await compare()
    } catch (error) {
      if (isLast) throw error
    }
  }
}
