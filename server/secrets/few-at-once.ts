/** Of the threads that hash, some are left to those who sign in meanwhile. */
const AT_ONCE = 2

/** What may hash a password for each of many, in order. */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < items.length) {
    const start = results.length
    const some = items.slice(start, start + AT_ONCE)
    results.push(...(await Promise.all(some.map((item, offset) => run(item, start + offset)))))
  }
  return results
}
