// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { LONG_READS } from '../../../server/capacity/read-limiter.ts'
import { featuresOf } from '../../../server/db/per-db.ts'
import { longReadDb } from '../../../server/db/queries/long-reads.ts'
import { makeActor, type Person } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { insertUsers } from '../../support/many-users.ts'
import { type Service, startService } from '../../support/service.ts'

/** More than a process reads at the same time. */
const MANY = 30

describe('beside a caller whose lists take long', () => {
  let service: Service
  let other: Person
  let answered: number[]
  let lists: Promise<number[]>
  let end: () => void

  beforeEach(async () => {
    service = await startService()
    await insertUsers(service, 6000)
    other = await makeActor(service, ['can-read-users'])
    answered = []
  })
  afterEach(async () => {
    end()
    for (const status of await lists) assert.equal(status, 200)
    await service.stop()
  })

  /** Sends lists whose results come when the test ends. */
  async function sendLists(queryOf: (number: number) => string, held: number): Promise<void> {
    const { db } = service.connection
    const ending = Promise.withResolvers<void>()
    end = ending.resolve
    let waiting = 0
    const readLong = async <T>(read: () => Promise<T>) => {
      const rows = await read()
      waiting += 1
      await ending.promise
      return rows
    }
    featuresOf(db).longReads = longReadDb({ db, longReads: { readLong } })
    const sent = Array.from({ length: MANY }, async (_, number) => {
      const query = { 'filter[first_name]': queryOf(number) }
      const { status } = await service.call('GET', '/api/users', { query })
      answered.push(number)
      return status
    })
    lists = Promise.all(sent)
    await eventually(async () => assert.equal(waiting, held))
  }

  async function readBesideThem(): Promise<void> {
    for (let i = 0; i < 20; i++) {
      const { status } = await service.call('GET', `/api/users/id/${other.id}`, { token: other.token })
      assert.equal(status, 200)
    }
    assert.deepEqual(answered, [])
  }

  it('others read records', async () => {
    await sendLists((number) => `like:${number}`, LONG_READS.slots)
    await readBesideThem()
  })

  it('others read records, also if all these lists are the same', async () => {
    await sendLists(() => 'like:7', 1)
    await readBesideThem()
  })
})
