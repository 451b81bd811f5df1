// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { LONG_READS } from '../../../server/capacity/read-limiter.ts'
import { featuresOf } from '../../../server/db/per-db.ts'
import { longReadDb } from '../../../server/db/queries/long-reads.ts'
import { makeActor, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { eventually } from '../../support/eventually.ts'
import { insertUsers } from '../../support/many-users.ts'
import { type Service, startService } from '../../support/service.ts'

/** More than a process reads at the same time, and no more than may wait for one caller. */
const MANY = 25

/** Enough for a list with a filter to be a long read. */
const USERS = 6000

describe('beside a caller whose lists take long', () => {
  let service: Service
  let other: Person
  let answers: Answer[]
  let sent: Promise<unknown>[]
  let waiting: number
  let end: () => void

  beforeEach(async () => {
    service = await startService()
    await insertUsers(service, USERS)
    other = await makeActor(service, ['can-read-users', 'can-read-roles'])
    ;[answers, sent] = [[], []]
    await holdLongReads()
  })
  afterEach(async () => {
    end()
    await Promise.all(sent)
    // On a busy machine, the last ones may have waited for too long.
    for (const { status } of answers) assert.ok([200, 503].includes(status), String(status))
    await service.stop()
  })

  /** Until `end`, long reads have read their rows but have no results. */
  async function holdLongReads(): Promise<void> {
    const ending = Promise.withResolvers<void>()
    end = ending.resolve
    waiting = 0
    const { db } = service.connection
    const longReads = await longReadDb({ db })
    featuresOf(db).longReads = longReads.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        waiting += 1
        await ending.promise
        return result
      },
    })
  }

  function sendLists(count: number, filterOf: (number: number) => string, token = service.token): void {
    for (let number = 0; number < count; number++) {
      const query = { 'filter[first_name]': filterOf(number) }
      sent.push(service.call('GET', '/api/users', { query, token }).then((answer) => answers.push(answer)))
    }
  }

  async function readBesideThem(): Promise<void> {
    for (const path of [`/api/users/id/${other.id}`, '/api/roles', `/api/users/id/${other.id}`]) {
      const { status } = await service.call('GET', path, { token: other.token })
      assert.equal(status, 200)
    }
  }

  it('others read records, and so does that caller', async () => {
    sendLists(MANY, (number) => `like:${number}`)
    const atOnce = service.connection.longReadsAtOnce
    await eventually(() => waiting === atOnce)
    await readBesideThem()
    assert.equal((await service.call('GET', '/api/roles')).status, 200)
    assert.deepEqual([waiting, answers.length], [atOnce, 0])
  })

  it('others read records, also if all these lists are the same', async () => {
    sendLists(MANY, () => 'like:7')
    await eventually(() => waiting === 1)
    await readBesideThem()
    assert.deepEqual([waiting, answers.length], [1, 0])
  })

  it('others are not refused with the lists of that caller that are too many, even if they ask for the same', async () => {
    const most = service.connection.longReadsAtOnce + LONG_READS.maxQueued
    sendLists(most + 5, (number) => `like:${number}`)
    await eventually(() => answers.length === 5)
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${body.code}`),
      Array(5).fill('503 overloaded'),
    )
    const query = { 'filter[first_name]': `like:${most + 4}` }
    const same = service.call('GET', '/api/users', { query, token: other.token })
    end()
    assert.equal((await same).status, 200)
  })
})
