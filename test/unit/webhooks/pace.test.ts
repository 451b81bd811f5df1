// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUtilization } from '../../../server/event-loop.ts'
import { MOST_WHILE_BUSY, Pace } from '../../../server/webhooks/pace.ts'

const UNLIMITED = Number.POSITIVE_INFINITY

describe('The pace of events', () => {
  it('is not limited while the event loop has pauses, whatever was sent before', () => {
    const pace = new Pace(
      () => 0.74,
      () => 0,
    )
    assert.equal(pace.allowed(), UNLIMITED)
    pace.noteBegun(1000)
    assert.equal(pace.allowed(), UNLIMITED)
    assert.equal(pace.roundMs, 5)
  })

  it('is 250 a second while the event loop is busy, in rounds of a twentieth', () => {
    let [time, sent] = [0, 0]
    const pace = new Pace(
      () => 0.75,
      () => time,
    )
    for (; time <= 10_000; time += pace.roundMs) {
      const allowed = pace.allowed()
      sent += allowed
      pace.noteBegun(allowed)
      assert.equal(pace.roundMs, 50)
    }
    assert.equal(MOST_WHILE_BUSY, 250)
    assert.equal(sent, 10 * MOST_WHILE_BUSY)
  })

  it('makes up for at most a tenth of a second', () => {
    let time = 0
    const pace = new Pace(
      () => 1,
      () => time,
    )
    time = 60_000
    assert.equal(pace.allowed(), MOST_WHILE_BUSY / 10)
    pace.noteBegun(MOST_WHILE_BUSY)
    assert.equal(pace.allowed(), 0, 'what began while it was not limited is not owed')
    time += 100
    assert.equal(pace.allowed(), MOST_WHILE_BUSY / 10)
  })

  it('measures the event loop over 50 ms at least, so that a short burst does not count', () => {
    let [time, utilization] = [0, 0]
    const pace = new Pace(
      () => utilization,
      () => time,
    )
    assert.equal(pace.allowed(), UNLIMITED)
    utilization = 1
    time = 49
    assert.equal(pace.allowed(), UNLIMITED)
    time = 50
    assert.equal(pace.allowed(), Math.floor((50 * MOST_WHILE_BUSY) / 1000))
    utilization = 0
    time = 100
    assert.equal(pace.allowed(), UNLIMITED)
  })
})

describe('The utilization of the event loop', () => {
  it('is 1 if it had no pause since the last call', () => {
    const utilization = createUtilization()
    const end = performance.now() + 20
    while (performance.now() < end);
    assert.equal(utilization(), 1)
  })
})
