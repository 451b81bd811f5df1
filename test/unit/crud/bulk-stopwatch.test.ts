// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stopwatch } from '../../../server/crud/endpoints/bulk-report.ts'

describe('A bulk call', () => {
  it('ends before the next record after ten seconds, but handles one at least', () => {
    let now = 0
    const isOver = stopwatch({}, () => now)
    assert.deepEqual([isOver(0), isOver(1)], [false, false])
    now = 10_000
    assert.equal(isOver(1), false)
    now = 10_001
    assert.deepEqual([isOver(0), isOver(1)], [false, true])
  })

  it('ends before the next record if its client has disconnected', () => {
    let isGone = false
    const isOver = stopwatch({ isGone: () => isGone })
    assert.equal(isOver(0), false)
    isGone = true
    assert.deepEqual([isOver(0), isOver(1)], [true, true])
  })
})
