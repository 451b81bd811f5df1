// Loaded into the service before it starts (`node --import`). Measures the longest iteration of the event loop in
// processor time, between `reset` and `read`. Time in which the machine ran other processes is not counted. While it
// measures, it keeps the loop iterating.
let isOn = false
let most = 0
let since = 0

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function iterate(): void {
  const now = cpuMs()
  most = Math.max(most, now - since)
  since = now
  if (isOn) setImmediate(iterate)
}

process.on('message', (message) => {
  if (message === 'reset') {
    isOn = true
    since = cpuMs()
    most = 0
    setImmediate(iterate)
    process.send?.(0)
  } else if (message === 'read') {
    isOn = false
    process.send?.(most)
  }
})
// The channel must not keep a stopping service alive.
process.channel?.unref()
