// The random values of tests come from one seed, the same in every run, so that results are reproducible. `npm run test:soak` uses new seeds.
import fc from 'fast-check'

/** Any number would do. */
const ALWAYS = 20_261_122

const seed = Number(process.env.TEST_SEED ?? ALWAYS)
if (!Number.isInteger(seed)) throw new Error('TEST_SEED must be a whole number.')

fc.configureGlobal({ seed })

export { fc }

/** Numbers from 0 to 1, the same ones in each run of a file. */
export function seededRandom(): () => number {
  let state = seed >>> 0
  // mulberry32: small, and uniform enough for the choices of a test.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
