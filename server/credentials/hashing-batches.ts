/** Smaller than the number of hashing threads, which leaves some for sign-ins. */
const BATCH_SIZE = 2

/**
 * Runs a task that may hash a password for each item. @returns the results in order
 * @param beforeBatch aborts the run if it throws
 */
export async function hashInBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
  beforeBatch?: () => Promise<void>,
): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < items.length) {
    await beforeBatch?.()
    const start = results.length
    const batch = items.slice(start, start + BATCH_SIZE)
    results.push(...(await Promise.all(batch.map((item, offset) => run(item, start + offset)))))
  }
  return results
}
