import { Session } from 'node:inspector'

export interface Steps {
  total: number
  /** In one iteration of the event loop. */
  most: number
}

/**
 * Counts the functions and blocks of some source files that are run, at any speed of the machine. It differs by a half from run to run.
 * @param files a part of their paths
 */
export async function countSteps<T>(
  files: string,
  run: () => Promise<T>,
): Promise<{ result: T; steps: Steps }> {
  const session = new Session()
  session.connect()
  const steps: Steps = { total: 0, most: 0 }
  const take = () =>
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error
      const counts = taken.result
        .filter(({ url }) => url.includes(files))
        .flatMap((script) => script.functions)
        .flatMap(({ ranges }) => ranges.map(({ count }) => count))
      const sum = counts.reduce((all, count) => all + count, 0)
      steps.total += sum
      steps.most = Math.max(steps.most, sum)
    })
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  let isRunning = true
  const tick = () => {
    if (!isRunning) return
    take()
    setImmediate(tick)
  }
  try {
    setImmediate(tick)
    const result = await run()
    take()
    return { result, steps }
  } finally {
    isRunning = false
    session.disconnect()
  }
}
