import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** The engines bind at most about 32,000 values in one statement. */
const MAX_BOUND = 10_000

/**
 * Rows of one batch. Between batches, the event loop serves other requests: a statement of SQLite blocks it until the
 * statement ends. Other writes still wait for the whole transaction.
 */
export const BATCH_SIZES = {
  /** Read by one statement. */
  read: 5000,
  /** Counted by one statement. */
  counted: 50_000,
  /** Read by one statement, with all columns. */
  wholeRows: 500,
  /** Written by one statement. */
  rows: 500,
  /** Written by operations on single records, with all their rules: some of them merge the text index (80 ms). */
  records: 10,
}

/** Splits items into chunks that one statement can bind. @param valuesEach bound values of an item */
export function* chunks<T>(items: readonly T[], valuesEach = 1): Generator<T[]> {
  yield* slicesOf(items, Math.floor(MAX_BOUND / valuesEach))
}

/** Splits items into batches and yields to the event loop between them. */
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
 * The size of the next batch: at most four times that of the last one, since the next items may be larger.
 * @param last size of the last batch @param fit size that would fit if the next items are as large as those before
 */
const nextBatchSize = (last: number, fit: number): number =>
  Math.max(1, Math.min(BATCH_SIZES.rows, GROWTH * last, Math.floor(fit)))

/**
 * Reads data for each id, and yields to the event loop between the statements.
 * @param first ids of the first statement, when no sizes are known @param most approximate rows that a statement may scan
 * @param rowsOf how many rows it scanned for an id
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
