// Loaded into the service before it starts (`node --import`), only to measure the event loop. A timer fires every
// millisecond: the longest delay is how long something held the loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()

process.on('message', (message) => {
  if (message === 'reset') {
    delays.reset()
    process.send?.(0)
  } else if (message === 'read') process.send?.(Math.max(0, delays.max / 1e6 - RESOLUTION_MS))
})
// The channel must not keep a stopping service alive.
process.channel?.unref()
