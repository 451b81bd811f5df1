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

/** How well a single number tells which of two samples it is from. */
export interface Difference {
  /** The chance that a number of the second sample is larger than one of the first (Mann–Whitney); 0.5: no difference. */
  larger: number
  /** What the best threshold gains over guessing (Kolmogorov–Smirnov): 0 is nothing, 1 is certainty. */
  gain: number
  /** The gain that two samples of one distribution exceed in one of a hundred comparisons. */
  noise: number
}

export function differenceOf(one: readonly number[], other: readonly number[]): Difference {
  const all = [
    ...one.map((value) => ({ value, isOther: false })),
    ...other.map((value) => ({ value, isOther: true })),
  ]
  all.sort((a, b) => a.value - b.value)
  const [n, m] = [one.length, other.length]
  let [below, belowOther, wins, gain] = [0, 0, 0, 0]
  for (let start = 0; start < all.length; ) {
    const { value } = all[start] as { value: number }
    let end = start
    let [equal, equalOther] = [0, 0]
    for (; end < all.length && all[end]?.value === value; end++) all[end]?.isOther ? equalOther++ : equal++
    wins += equalOther * (below + equal / 2)
    below += equal
    belowOther += equalOther
    gain = Math.max(gain, Math.abs(below / n - belowOther / m))
    start = end
  }
  return { larger: wins / (n * m), gain, noise: 1.628 * Math.sqrt((n + m) / (n * m)) }
}
