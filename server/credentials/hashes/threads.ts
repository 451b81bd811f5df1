import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import type { Task } from './thread-main.ts'

/** As many threads as Node's own pool has, which computes the other hashes, and no more than there are cores. */
const MAX_THREADS = Math.min(4, availableParallelism())
/** An idle thread is ended after this time. */
const IDLE_MS = 60_000

/** One for the process, since its threads share the cores. Started by the first task: most installations have none. */
let pool: Promise<Piscina<Task, string>> | undefined

async function openPool(): Promise<Piscina<Task, string>> {
  const { Piscina } = await import('piscina')
  return new Piscina<Task, string>({
    filename: new URL('./thread-main.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
  })
}

/** Computes in a thread, so that the event loop stays free. Tasks beyond the number of threads are queued. */
export async function inThread(task: Task): Promise<string> {
  pool ??= openPool()
  return (await pool).run(task)
}
