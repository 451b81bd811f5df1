import assert from 'node:assert/strict'

/** Of what takes milliseconds where it is done in one pass, and minutes where each character is looked at for every other. */
const MOST_MS = 10_000

/** Runs what must take little work: by the processor's time, which this process had. What else the machine does is not in it. */
export async function assertLittleWork<T>(what: string, run: () => Promise<T> | T): Promise<T> {
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000
  assert.ok(ms < MOST_MS, `${what}: ${ms} ms of work`)
  return result
}
