import type { Piscina } from 'piscina'

/** An idle thread goes after so long: what it keeps in memory is not nothing. */
const IDLE_MS = 60_000

interface Options {
  /** The database's, which each thread opens for itself. */
  file: string
  threads: number
  maxQueue?: number
}

/** Threads that begin with the first task: a start has other things to do. @param path of their file, beside this one */
export async function threadPool<Task, Outcome>(
  path: string,
  { file, threads, ...options }: Options,
): Promise<Piscina<Task, Outcome>> {
  const { Piscina } = await import('piscina')
  return new Piscina<Task, Outcome>({
    filename: new URL(path, import.meta.url).href,
    workerData: { file },
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // What they make is garbage as soon as it is told.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    atomics: 'disabled',
    ...options,
  })
}
