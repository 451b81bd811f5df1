/** An engine takes some 32,000 bound values in one statement. */
const MAX_BOUND = 10_000

/** The items in parts that one statement can hold, where each is so many values. */
export function* chunks<T>(items: readonly T[], valuesEach = 1): Generator<T[]> {
  const size = Math.floor(MAX_BOUND / valuesEach)
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
