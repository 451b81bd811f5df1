import { performance } from 'node:perf_hooks'

/** Which turn of the event loop this is: a number that grows with each. libuv counts them, and to ask takes 20 ns. */
export const currentIteration = (): number => performance.nodeTiming.uvMetricsInfo.loopCount

/**
 * Which of the times that the event loop looked for what came: what is read until the next was sent before this one.
 * Mostly once a turn; where more than a thousand connections have something, several times.
 */
export const currentPoll = (): number => {
  const { loopCount, events } = performance.nodeTiming.uvMetricsInfo
  return loopCount + events
}
