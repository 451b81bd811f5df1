// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BUSY_REQUESTS, MOST_WHILE_BUSY, Pace } from '../../../server/webhooks/pace.ts'

const UNLIMITED = Number.POSITIVE_INFINITY

describe('The pace of events', () => {
  it('is not limited while fewer requests are in progress, whatever was sent before', () => {
    const pace = new Pace(
      () => BUSY_REQUESTS - 1,
      () => 0,
    )
    assert.equal(pace.allowed(), UNLIMITED)
    pace.noteBegun(1000)
    assert.equal(pace.allowed(), UNLIMITED)
  })

  it('is 250 a second while the process is busy, in rounds of a twentieth', () => {
    let [time, sent] = [0, 0]
    const pace = new Pace(
      () => BUSY_REQUESTS,
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

  it('saves at most a tenth of a second of what it did not use', () => {
    let time = 0
    const pace = new Pace(
      () => BUSY_REQUESTS,
      () => time,
    )
    time = 60_000
    assert.equal(pace.allowed(), MOST_WHILE_BUSY / 10)
    pace.noteBegun(MOST_WHILE_BUSY)
    assert.equal(pace.allowed(), 0, 'what began while it was not limited is not owed')
    time += 100
    assert.equal(pace.allowed(), MOST_WHILE_BUSY / 10)
  })

  it('is that of a quiet process again with the first round without many requests', () => {
    let requests = BUSY_REQUESTS
    const pace = new Pace(
      () => requests,
      () => 0,
    )
    assert.equal(pace.allowed(), 0)
    requests = 1
    assert.equal(pace.allowed(), UNLIMITED)
    assert.equal(pace.roundMs, 5)
  })
})
