import assert from 'node:assert/strict'

/** A single pass takes milliseconds; quadratic work takes minutes. */
const MOST_MS = 10_000

/** Asserts that a call takes little CPU time of this process. Other load of the machine does not count. */
export async function assertLittleWork<T>(what: string, run: () => Promise<T> | T): Promise<T> {
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000
  assert.ok(ms < MOST_MS, `${what}: ${ms} ms of work`)
  return result
}
