import { type AnswerBudget, type Embedding, sizeOf } from '../../capacity/answer-budget.ts'
import type { Fields } from '../../values/fields.ts'

/** Rows of the first slice: few, since nothing is known of their size, which may be 100 KB each. */
export const FIRST_ROWS = 20
/** Of fewer the size is known no better, and each slice is a statement. */
const LEAST_ROWS = 5
const MOST_ROWS = 250
/** Of the rows of a slice, about: to read, parse and measure them takes 15 ms. */
const SLICE_BYTES = 500_000

export interface Reading {
  budget: AnswerBudget
  /** What they are read for. */
  embedding: Embedding
  /** How often each will stand in the answer; once, if it is not given. */
  timesOf?: (row: Fields) => number
}

/** Reads rows by their ids, as many at a time as others can wait for. @throws Refusal 400, 503 beyond the budget */
export async function rowsInSlices(
  ids: readonly number[],
  read: (ids: number[]) => Promise<Fields[]>,
  { budget, embedding, timesOf = once }: Reading,
): Promise<Fields[]> {
  const rows: Fields[] = []
  let [start, count, bytes] = [0, FIRST_ROWS, 0]
  while (start < ids.length) {
    if (start > 0) await budget.nextSlice()
    const some = await read(ids.slice(start, start + count))
    let spent = 0
    for (const row of some) {
      const size = sizeOf(row)
      bytes += size
      spent += size * timesOf(row)
      rows.push(row)
    }
    const waiting = budget.spend(spent, embedding)
    if (waiting) await waiting
    start += count
    const each = Math.ceil(bytes / Math.max(1, rows.length))
    count = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(SLICE_BYTES / Math.max(1, each))))
  }
  return rows
}

const once = () => 1

/** Of what is in memory, so many at once. */
const IN_MEMORY = 2000

/** Others have their turn where there are many. */
export async function inParts<T>(
  items: readonly T[],
  budget: AnswerBudget,
  use: (item: T) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += IN_MEMORY) {
    if (items.length > IN_MEMORY) await budget.nextSlice()
    for (const item of items.slice(start, start + IN_MEMORY)) use(item)
  }
}
