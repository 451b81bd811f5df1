// Engines: none
// Process: its own
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createUtilization } from '../../../server/event-loop.ts'
import { MOST_WHILE_BUSY, Pace } from '../../../server/webhooks/pace.ts'

const UNLIMITED = Number.POSITIVE_INFINITY

describe('The pace of events', () => {
  it('is not limited while the event loop has pauses, whatever was sent before', () => {
    const pace = new Pace(
      () => 0.74,
      () => 0,
    )
    assert.equal(pace.refill(), UNLIMITED)
    pace.spend(1000)
    assert.equal(pace.refill(), UNLIMITED)
    assert.equal(pace.roundMs, 5)
  })

  it('is 250 a second while the event loop is busy, in rounds of a twentieth', () => {
    let [time, sent] = [0, 0]
    const pace = new Pace(
      () => 0.75,
      () => time,
    )
    for (; time <= 10_000; time += pace.roundMs) {
      const tokens = pace.refill()
      sent += tokens
      pace.spend(tokens)
      assert.equal(pace.roundMs, 50)
    }
    assert.equal(MOST_WHILE_BUSY, 250)
    assert.equal(sent, 10 * MOST_WHILE_BUSY)
  })

  it('makes up for at most a tenth of a second', () => {
    let [time, utilization] = [0, 0]
    const pace = new Pace(
      () => utilization,
      () => time,
    )
    assert.equal(pace.refill(), UNLIMITED)
    pace.spend(MOST_WHILE_BUSY)
    utilization = 1
    time = 60_000
    assert.equal(pace.refill(), MOST_WHILE_BUSY / 10, 'what began while it was not limited is not owed')
    pace.spend(MOST_WHILE_BUSY / 10)
    assert.equal(pace.refill(), 0)
    time += 100
    assert.equal(pace.refill(), MOST_WHILE_BUSY / 10)
  })

  it('measures the event loop over 50 ms at least', () => {
    let [time, utilization] = [0, 0]
    const pace = new Pace(
      () => utilization,
      () => time,
    )
    assert.equal(pace.refill(), UNLIMITED)
    utilization = 1
    time = 49
    assert.equal(pace.refill(), UNLIMITED)
    time = 50
    assert.equal(pace.refill(), Math.floor((50 * MOST_WHILE_BUSY) / 1000))
    utilization = 0
    time = 100
    assert.equal(pace.refill(), UNLIMITED)
  })
})

/** Blocks the event loop. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('The utilization of the event loop', () => {
  // It is counted from the first iteration on.
  before(() => wait(1))

  it('is 1 if it had no pause since the last call', () => {
    const utilization = createUtilization()
    work(20)
    assert.equal(utilization(), 1)
  })

  it('is less after a pause, and counts from the last call on', async () => {
    const utilization = createUtilization()
    work(20)
    await wait(50)
    const withPause = utilization()
    assert.ok(withPause > 0 && withPause < 1, String(withPause))
    work(20)
    assert.equal(utilization(), 1)
  })
})
