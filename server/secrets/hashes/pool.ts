/**
 * Node's pool has four threads, unless it is told otherwise; one is left to what is short. Without it, a write would wait
 * for every hash before it to reach the disk.
 */
export const PLACES = 3
let free = PLACES
const waiting: (() => void)[] = []

/** Runs what hashes on a thread of Node's pool when there is one for it, in the order in which they came. */
export async function onPool<T>(run: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}
