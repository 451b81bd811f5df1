// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { inEqualTime } from '../../../server/accounts/mailed.ts'

const STEP_MS = 150
/** Timers may fire within the millisecond before. */
const EARLY_MS = 2

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await inEqualTime(run).catch(() => undefined)
  return performance.now() - start
}

describe('An answer that must not tell by its time who has an address', () => {
  it('takes a whole number of steps, also if its write takes longer than one, or fails', async () => {
    const [fast, slow, failed] = await Promise.all([
      timeOf(async () => undefined),
      timeOf(() => wait(STEP_MS + 10)),
      timeOf(async () => {
        throw new Error('refused')
      }),
    ])
    for (const [ms, steps] of [
      [fast, 1],
      [slow, 2],
      [failed, 1],
    ] as const)
      assert.ok(ms >= steps * STEP_MS - EARLY_MS, `${ms} ms for ${steps} steps`)
  })

  it('is the result, or the failure, of its write', async () => {
    assert.equal(await inEqualTime(async () => 'written'), 'written')
    await assert.rejects(
      inEqualTime(async () => {
        throw new Error('refused')
      }),
      /refused/,
    )
  })
})
