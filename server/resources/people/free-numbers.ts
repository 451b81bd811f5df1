/** Returns which of some numbers are taken. */
export type FindTaken = (numbers: readonly number[]) => Promise<ReadonlySet<number>>

/** Steps of an exponential search: 1, 2, 4, 8 and so on, beyond any number of people. */
const STEPS = Array.from({ length: 40 }, (_, power) => 2 ** power)

/** Numbers per query between two bounds: after the steps, two queries narrow eight thousand down to one. */
const NUMBERS_PER_QUERY = 63

/**
 * Finds a free number with a few queries, however many are taken: by exponential search for a free one, then between it
 * and the last taken one. If the taken ones have no gaps, it is the next number.
 */
export async function freeNumber(findTaken: FindTaken, after: number): Promise<number> {
  let [low, high] = [after, Infinity]
  while (high > low + 1) {
    const numbers = high === Infinity ? STEPS.map((step) => low + step) : between(low, high)
    const taken = await findTaken(numbers)
    const free = numbers.find((number) => !taken.has(number)) ?? high
    low = numbers.findLast((number) => number < free) ?? low
    high = free
  }
  return high
}

function between(low: number, high: number): number[] {
  const step = Math.ceil((high - low) / (NUMBERS_PER_QUERY + 1))
  return Array.from({ length: Math.ceil((high - low) / step) - 1 }, (_, index) => low + (index + 1) * step)
}

/** The given count of free numbers, from 1 on. */
export async function freeNumbers(findTaken: FindTaken, count: number): Promise<number[]> {
  const found: number[] = []
  for (let last = 0; found.length < count; ) {
    const first = await freeNumber(findTaken, last)
    found.push(first)
    const others = Array.from({ length: count - found.length }, (_, index) => first + 1 + index)
    const taken = others.length === 0 ? new Set<number>() : await findTaken(others)
    for (const number of others) if (!taken.has(number)) found.push(number)
    last = others.at(-1) ?? first
  }
  return found
}
