/** The value below or at which this part of the numbers lies; zero if there are none. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

/** The middle number, or the mean of the two middle numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = inOrder(numbers)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The distance between the least and the largest, relative to the median. */
export function spread(numbers: readonly number[]): number {
  const sorted = inOrder(numbers)
  return ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (median(numbers) || 1)
}
