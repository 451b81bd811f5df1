import { openThreads } from '../../thread-pool.ts'

interface Options {
  /** The database file; each thread opens it itself. */
  file: string
  maxThreads: number
  maxQueue?: number
}

/** @param path of the threads' module, relative to this one */
export const threadPool = <Task, Outcome>(path: string, { file, ...options }: Options) =>
  openThreads<Task, Outcome>(new URL(path, import.meta.url), {
    workerData: { file },
    // Their results are garbage as soon as they are sent.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    ...options,
  })
