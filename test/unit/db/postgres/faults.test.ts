// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { databaseFault } from '../../../../server/db/postgres/faults.ts'

describe('an error of a PostgreSQL connection', () => {
  for (const code of ['ECONNRESET', 'EPIPE', '57P01', '08006']) {
    it(`means that the database cannot be used if its code is ${code}`, () => {
      assert.equal(typeof databaseFault(Object.assign(new Error('failed'), { code })), 'string')
    })
  }

  it('concerns only the statement otherwise', () => {
    assert.equal(databaseFault(Object.assign(new Error('failed'), { code: '22012' })), undefined)
  })
})
