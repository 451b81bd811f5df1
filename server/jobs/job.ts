import type { Logger } from 'pino'

/** Work that the service repeats, without a request that waits for it. */
export interface Job {
  name: string
  intervalMs: number
  /** Runs once more when the service stops, as it writes what is buffered in memory. */
  runsAtStop?: boolean
  /** @param signal aborted when the service stops: work in batches ends after the current one */
  run: (signal: AbortSignal) => Promise<void>
}

/** Calls a function at an interval. @returns a function that stops it */
type Timer = (run: () => void, intervalMs: number) => () => void

const systemTimer: Timer = (run, intervalMs) => {
  const timer = setInterval(run, intervalMs).unref()
  return () => clearInterval(timer)
}

interface RunnerOptions {
  logger: Logger
  /** Tests replace it. */
  timer?: Timer
}

/**
 * Runs each job at its interval. A run is skipped while the previous one of the same job lasts. A job that fails is logged
 * and tried again at the next interval.
 * @returns a function that stops the jobs: it waits for the running ones
 */
export function startJobs(
  jobs: readonly Job[],
  { logger, timer = systemTimer }: RunnerOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const runners = jobs.map((job) => new Runner(job, logger, stopping.signal))
  const timers = runners.map((runner) => timer(() => void runner.run(), runner.job.intervalMs))
  return async () => {
    for (const stopTimer of timers) stopTimer()
    stopping.abort()
    for (const runner of runners) await runner.stop()
  }
}

class Runner {
  readonly job: Job
  readonly #logger: Logger
  readonly #stopping: AbortSignal
  #running: Promise<void> | undefined
  #hasFailed = false

  constructor(job: Job, logger: Logger, stopping: AbortSignal) {
    this.job = job
    this.#logger = logger
    this.#stopping = stopping
  }

  /** Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async stop(): Promise<void> {
    await this.#running
    if (this.job.runsAtStop) await this.run()
  }

  async #runOnce(): Promise<void> {
    const { name } = this.job
    try {
      await this.job.run(this.#stopping)
      if (this.#hasFailed) this.#logger.info({ job: name }, 'the job succeeds again')
      this.#hasFailed = false
    } catch (err) {
      // Only the first failure in a row: a job may run each second, and an outage last for hours.
      if (!this.#hasFailed) this.#logger.warn({ job: name, err }, 'the job failed; it is tried again')
      this.#hasFailed = true
    }
  }
}
