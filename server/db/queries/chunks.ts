import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** An engine takes some 32,000 bound values in one statement. */
const MAX_BOUND = 10_000

/**
 * Between which other requests of the process have their turn: a statement of SQLite is done before anything else is. Whoever
 * writes waits for the whole transaction all the same.
 */
export const BATCH_SIZES = {
  /** Read by one statement. */
  read: 5000,
  /** Counted by one statement. */
  counted: 50_000,
  /** Read by one statement, with all their columns. */
  whole: 500,
  /** Written by one statement. */
  rows: 500,
  /** Written by the operations on a record, with all their rules: some of them merge the index of texts (80 ms). */
  records: 10,
}

/** The items in parts that one statement can hold, where each is so many values. */
export function* chunks<T>(items: readonly T[], valuesEach = 1): Generator<T[]> {
  yield* slicesOf(items, Math.floor(MAX_BOUND / valuesEach))
}

/** The items in parts, with a turn of the event loop between. */
export async function* inBatches<T>(items: readonly T[], size = BATCH_SIZES.rows): AsyncGenerator<T[]> {
  let isFirst = true
  for (const some of slicesOf(items, size)) {
    if (!isFirst) await yieldToEventLoop()
    isFirst = false
    yield some
  }
}

const GROWTH = 4

/**
 * How many the next statement reads: at most four times as many as the last, since these may be larger.
 * @param last how many the last one read @param fit how many there may be if they are as large as those before
 */
export const nextBatchSize = (last: number, fit: number): number =>
  Math.max(1, Math.min(BATCH_SIZES.rows, GROWTH * last, Math.floor(fit)))

/**
 * Reads what there is for each id, with a turn of the event loop between the statements.
 * @param first ids of the first statement, when nothing is known @param most rows that a statement may go through, about
 * @param rowsOf how many it went through for an id
 */
export async function readInBatches<T>(
  ids: readonly number[],
  { first, most, rowsOf }: { first: number; most: number; rowsOf: (read: T) => number },
  read: (ids: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = []
  let [start, count, rows] = [0, first, 0]
  while (start < ids.length) {
    if (start > 0) await yieldToEventLoop()
    for (const one of await read(ids.slice(start, start + count))) {
      all.push(one)
      rows += rowsOf(one)
    }
    start += count
    count = nextBatchSize(count, (most * start) / (rows + 1))
  }
  return all
}

function* slicesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
