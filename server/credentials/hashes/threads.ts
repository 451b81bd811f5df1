import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import type { HashTask } from './hash-thread.ts'

/** As many threads as libuv's pool, which computes the other hashes, but no more than there are cores. */
const MAX_THREADS = Math.min(4, availableParallelism())
const IDLE_MS = 60_000

/** One pool for the whole process. Started by the first task, as most installations never have one. */
let pool: Promise<Piscina<HashTask, string>> | undefined

async function openPool(): Promise<Piscina<HashTask, string>> {
  const { Piscina } = await import('piscina')
  return new Piscina<HashTask, string>({
    filename: new URL('./hash-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
  })
}

/** Computes on a thread to keep the event loop free. Tasks beyond the number of threads are queued. */
export async function inThread(task: HashTask): Promise<string> {
  pool ??= openPool()
  return (await pool).run(task)
}
