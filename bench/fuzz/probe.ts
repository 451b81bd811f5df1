// Loaded into the service before it starts (`node --import`). Tells for how long the longest turn of the event loop took
// the processor, between `reset` and `read`: time in which the machine ran other processes is not counted, which makes
// this a figure of the service alone. While it measures, it keeps the loop turning.
let isOn = false
let most = 0
let since = 0

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function turn(): void {
  const now = cpuMs()
  most = Math.max(most, now - since)
  since = now
  if (isOn) setImmediate(turn)
}

process.on('message', (message) => {
  if (message === 'reset') {
    isOn = true
    since = cpuMs()
    most = 0
    setImmediate(turn)
    process.send?.(0)
  } else if (message === 'read') {
    isOn = false
    process.send?.(most)
  }
})
// A service that is told to stop stops.
process.channel?.unref()
