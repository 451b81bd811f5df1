import type { Piscina } from 'piscina'

/** How long an idle thread lives: it uses memory. */
const IDLE_MS = 60_000

interface Options {
  /** The database file; each thread opens it itself. */
  file: string
  threads: number
  maxQueue?: number
}

/** Threads that start with the first task, not with the service. @param path of their module, relative to this one */
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
    // Their results are garbage as soon as they are sent.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    atomics: 'disabled',
    ...options,
  })
}
