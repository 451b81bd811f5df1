import { setImmediate as nextTurn } from 'node:timers/promises'

/** An engine takes some 32,000 bound values in one statement. */
const MAX_BOUND = 10_000

/**
 * Between which other requests of the process have their turn: a statement of SQLite is done before anything else is. Whoever
 * writes waits for the whole transaction all the same.
 */
export const A_TURN = {
  /** Read by one statement. */
  read: 5000,
  /** Read by one statement, with all their columns. */
  whole: 500,
  /** Written by one statement. */
  rows: 500,
  /** Written by the operations on a record, with all their rules: some of them merge the index of texts (80 ms). */
  records: 10,
}

/** The items in parts that one statement can hold, where each is so many values. */
export function* chunks<T>(items: readonly T[], valuesEach = 1): Generator<T[]> {
  yield* partsOf(items, Math.floor(MAX_BOUND / valuesEach))
}

/** The items in parts, with a turn of the event loop between. */
export async function* turns<T>(items: readonly T[], size = A_TURN.rows): AsyncGenerator<T[]> {
  let isFirst = true
  for (const some of partsOf(items, size)) {
    if (!isFirst) await nextTurn()
    isFirst = false
    yield some
  }
}

function* partsOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
