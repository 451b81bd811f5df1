/** Of the threads that hash, some are left to those who sign in meanwhile. */
const AT_ONCE = 2

/**
 * What may hash a password for each of many, in order.
 * @param goOn asked before each few; what it throws ends it
 */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
  goOn?: () => Promise<void>,
): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < items.length) {
    await goOn?.()
    const start = results.length
    const some = items.slice(start, start + AT_ONCE)
    results.push(...(await Promise.all(some.map((item, offset) => run(item, start + offset)))))
  }
  return results
}
