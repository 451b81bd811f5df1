// Loaded into the service before it starts (`node --import`), by the measure of the event loop alone. A timer of a
// millisecond is due all the time: by how much the latest came too late is how long something held the loop.
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
// A service that is told to stop stops.
process.channel?.unref()
