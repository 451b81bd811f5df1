import { performance } from 'node:perf_hooks'

/** The number of the current event-loop iteration. libuv counts iterations; reading the count takes 20 ns. */
export const currentIteration = (): number => performance.nodeTiming.uvMetricsInfo.loopCount

/**
 * The number of the current poll for I/O: all data that is read before the next poll was sent before this one. Usually
 * there is one poll per iteration; if more than a thousand connections have data, several.
 */
export const currentPoll = (): number => {
  const { loopCount, events } = performance.nodeTiming.uvMetricsInfo
  return loopCount + events
}

/** @returns the part of the time since its last call in which the event loop had work, from 0 to 1 */
export function createUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
