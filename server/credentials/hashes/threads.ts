import { availableParallelism } from 'node:os'
import { openThreads } from '../../thread-pool.ts'
import type { HashTask } from './hash-thread.ts'

/** As many threads as libuv's pool, which computes the other hashes, but no more than there are cores. */
const MAX_THREADS = Math.min(4, availableParallelism())

const open = () =>
  openThreads<HashTask, string>(new URL('./hash-thread.ts', import.meta.url), { maxThreads: MAX_THREADS })

/** One pool for the whole process. Started by the first task, as most installations never have one. */
let pool: ReturnType<typeof open> | undefined

/** Computes on a thread to keep the event loop free. Tasks beyond the number of threads are queued. */
export async function inThread(task: HashTask): Promise<string> {
  pool ??= open()
  return (await pool).run(task)
}
