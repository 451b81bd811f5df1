import { type AnswerBudget, type Embedding, sizeOf } from '../../capacity/answer-budget.ts'
import type { Fields } from '../../values/fields.ts'

/** Rows of the first slice: few, since their size is still unknown and may be 100 KB each. */
export const FIRST_ROWS = 20
/** Each slice costs a statement, so it has at least this many rows. */
const MIN_ROWS = 5
const MAX_ROWS = 250
/** Target size of a slice: reading, parsing and measuring it takes about 15 ms. */
const SLICE_BYTES = 500_000

export interface Reading {
  budget: AnswerBudget
  embedding: Embedding
  /** How often each row appears in the response; default: once. */
  timesOf?: (row: Fields) => number
}

/** Reads rows by id, in slices that do not block other requests for long. @throws Refusal 400, 503 beyond the budget */
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
    await budget.spend(spent, embedding)
    start += count
    const each = Math.ceil(bytes / Math.max(1, rows.length))
    count = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(SLICE_BYTES / Math.max(1, each))))
  }
  return rows
}

const once = () => 1

/** Items in memory that are processed without yielding. */
const ITEMS_PER_BATCH = 2000

/** Calls `use` for each item; yields to other requests after each batch. */
export async function forEachInBatches<T>(
  items: readonly T[],
  budget: AnswerBudget,
  use: (item: T) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_BATCH) {
    if (items.length > ITEMS_PER_BATCH) await budget.nextSlice()
    for (const item of items.slice(start, start + ITEMS_PER_BATCH)) use(item)
  }
}
