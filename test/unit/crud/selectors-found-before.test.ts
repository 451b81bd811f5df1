// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayMatchOthers } from '../../../server/crud/query/selector.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const selector = (live: number, trashed: number) => ({
  column: 'bio',
  value: 'Alike',
  ownOnly: undefined,
  selectedIds: { live: ids(live), trashed: ids(trashed) },
})

describe('A selector whose records were found before the transaction', () => {
  it('may match others if none of them matches any more', () => {
    assert.ok(mayMatchOthers(selector(1, 0), 'false', 0))
    assert.ok(mayMatchOthers(selector(0, 1), 'only', 0))
  })

  it('matches none if none was found in the state that is asked for', () => {
    assert.ok(!mayMatchOthers(selector(0, 0), 'false', 0))
    assert.ok(!mayMatchOthers(selector(0, 1), 'false', 0))
    assert.ok(!mayMatchOthers(selector(1, 0), 'only', 0))
  })

  it('may match others if some of them have changed, and one is left', () => {
    assert.ok(mayMatchOthers(selector(2, 0), 'false', 1))
    assert.ok(mayMatchOthers(selector(1, 1), 'true', 1))
    assert.ok(!mayMatchOthers(selector(1, 20), 'false', 1), 'it is the one that was found')
    assert.ok(!mayMatchOthers(selector(20, 0), 'false', 2), 'it is ambiguous')
  })

  it('is searched for in the transaction if none were looked for', () => {
    assert.ok(!mayMatchOthers({ column: 'id', value: '1', ownOnly: undefined }, 'false', 0))
  })
})
