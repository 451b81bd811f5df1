import { setTimeout as wait } from 'node:timers/promises'

/** Longer than anything takes on a machine that does much else: what has not come by then will not. */
const WITHIN_MS = 60_000
const EVERY_MS = 10

/** Tries until it is answered with anything but `false`. */
export async function eventually<T>(run: () => Promise<T> | T): Promise<Exclude<T, false>> {
  for (const deadline = performance.now() + WITHIN_MS; ; await wait(EVERY_MS)) {
    const isLast = performance.now() > deadline
    try {
      const result = await run()
      if (result !== false) return result as Exclude<T, false>
      if (isLast) throw new Error(`not so within ${WITHIN_MS} ms`)
    } catch (error) {
      if (isLast) throw error
    }
  }
}

/**
 * What must hold of everything that is asked when so much time has passed, and may hold earlier.
 * @param compare @throws where it does not hold
 */
export async function within(ms: number, compare: () => Promise<void>): Promise<void> {
  for (const deadline = performance.now() + ms; ; await wait(EVERY_MS)) {
    // Before it is asked: an answer that was begun in time may be an old one, however late it comes.
    const isLast = performance.now() >= deadline
    try {
      return await compare()
    } catch (error) {
      if (isLast) throw error
    }
  }
}
