// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAhead } from '../../../../server/db/queries/read-ahead.ts'

describe('reading ahead', () => {
  it('reads the next batch while the caller works on one, in order', async () => {
    const asked: number[] = []
    const read = async (batch: number) => {
      asked.push(batch)
      return batch * 10
    }
    const seen: [rows: number, asked: number[]][] = []
    for await (const rows of readAhead([1, 2, 3], read)) seen.push([rows, [...asked]])
    assert.deepEqual(seen, [
      [10, [1, 2]],
      [20, [1, 2, 3]],
      [30, [1, 2, 3]],
    ])
  })

  it('fails where the batch that cannot be read is due', async () => {
    const read = async (batch: number) => {
      if (batch === 2) throw new Error('cannot be read')
      return batch
    }
    const seen: number[] = []
    await assert.rejects(async () => {
      for await (const rows of readAhead([1, 2, 3], read)) seen.push(rows)
    }, /cannot be read/)
    assert.deepEqual(seen, [1])
  })

  it('lets the caller stop, also if the next batch cannot be read', async () => {
    const read = async (batch: number) => {
      if (batch === 2) throw new Error('cannot be read')
      return batch
    }
    // An unhandled rejection would fail this test.
    for await (const rows of readAhead([1, 2], read)) {
      assert.equal(rows, 1)
      break
    }
  })
})
