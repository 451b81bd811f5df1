// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RecentCache } from '../../../../server/access/memory/recent-cache.ts'

describe('A cache of recent entries', () => {
  it('evicts what was not used while as much as it holds was added twice', () => {
    const cache = new RecentCache<string, number>(10, (weight) => weight)
    cache.set('unused', 1)
    cache.set('used', 1)
    cache.set('first', 9)
    assert.equal(cache.get('used'), 1)
    cache.set('second', 9)
    assert.equal(cache.get('unused'), undefined)
    assert.equal(cache.get('used'), 1)
    assert.equal(cache.get('second'), 9)
  })

  it('counts entries without weights as one each', () => {
    const cache = new RecentCache<number, true>(2)
    for (let key = 1; key <= 5; key++) cache.set(key, true)
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((key) => cache.get(key) ?? false),
      [false, false, true, true, true],
    )
  })

  it('does not count what was replaced or deleted', () => {
    const cache = new RecentCache<string, number>(10, (weight) => weight)
    cache.set('kept', 5)
    for (let count = 0; count < 10; count++) {
      cache.set('replaced', 5)
      cache.set('deleted', 0)
      cache.delete('replaced')
      cache.set('replaced', 4)
    }
    assert.equal(cache.get('kept'), 5)
    assert.equal(cache.get('replaced'), 4)
  })

  it('counts from nothing after it was cleared', () => {
    const cache = new RecentCache<string, number>(10, (weight) => weight)
    cache.set('before', 10)
    cache.clear()
    assert.equal(cache.get('before'), undefined)
    for (const key of ['one', 'two', 'three']) cache.set(key, 5)
    assert.equal(cache.get('one'), 5)
  })
})
