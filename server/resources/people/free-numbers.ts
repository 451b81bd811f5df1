/** Of some numbers, those that are taken. */
export type Look = (numbers: readonly number[]) => Promise<ReadonlySet<number>>

/** 1, 2, 4, 8 and so on after a number: further than there are people. */
const LEAPS = Array.from({ length: 40 }, (_, power) => 2 ** power)

/** Numbers between two that one look asks about: after the leaps, two looks find one of eight thousand. */
const BETWEEN = 63

/**
 * A number that is free, by a few looks however many are taken: by leaps to one that is free (exponential search), then
 * between it and the last that is taken. Where those taken have no gaps, it is the next one.
 */
export async function freeNumber(look: Look, after: number): Promise<number> {
  let [low, high] = [after, Infinity]
  while (high > low + 1) {
    const numbers = high === Infinity ? LEAPS.map((leap) => low + leap) : between(low, high)
    const taken = await look(numbers)
    const free = numbers.find((number) => !taken.has(number)) ?? high
    low = numbers.findLast((number) => number < free) ?? low
    high = free
  }
  return high
}

function between(low: number, high: number): number[] {
  const step = Math.ceil((high - low) / (BETWEEN + 1))
  return Array.from({ length: Math.ceil((high - low) / step) - 1 }, (_, index) => low + (index + 1) * step)
}

/** So many numbers that are free, from 1 on. */
export async function freeNumbers(look: Look, count: number): Promise<number[]> {
  const found: number[] = []
  for (let last = 0; found.length < count; ) {
    const first = await freeNumber(look, last)
    found.push(first)
    const others = Array.from({ length: count - found.length }, (_, index) => first + 1 + index)
    const taken = others.length === 0 ? new Set<number>() : await look(others)
    for (const number of others) if (!taken.has(number)) found.push(number)
    last = others.at(-1) ?? first
  }
  return found
}
