// Engines: none
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ConnectError, connect } from '../../../server/db/connect.ts'
import { prepared, slot } from '../../../server/db/queries/prepared.ts'

const connection = connect('sqlite::memory:')
after(() => connection.close())

describe('a connection', () => {
  it('knows the errors of its engine', () => {
    const full = Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    assert.equal(connection.errors.databaseFault(full), 'the disk is full')
  })

  it('does not take an error of a socket or of another engine for a fault of its database', () => {
    for (const code of ['ECONNRESET', '53100', '57014', '23505']) {
      const error = Object.assign(new Error('failed'), { code })
      assert.equal(connection.errors.databaseFault(error), undefined)
      assert.equal(connection.errors.isUniqueViolation(error), false)
    }
  })

  it('runs prepared queries that write only in a transaction', async () => {
    await connection.migrate()
    const removal = prepared((db) => db.deleteFrom('codes').where('hash', '=', slot('hash')))
    await assert.rejects(
      removal(connection.db, { hash: '' }),
      /^Error: A prepared write needs a transaction\.$/,
    )
    const removed = connection.db.transaction().execute((db) => removal(db, { hash: '' }))
    assert.deepEqual(await removed, [])
  })

  it('is not opened for the URL of an unknown engine', () => {
    assert.throws(() => connect('mysql://localhost/rolecall'), ConnectError)
  })
})
