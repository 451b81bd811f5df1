// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { longReadDb } from '../../../server/db/queries/long-reads.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { insertUsers } from '../../support/many-users.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

/** A long list is read beside the event loop, and for a limited time. */

const LIMIT_MS = 1200

describe('a list that takes too long', () => {
  let service: Service
  before(async () => {
    service = await startService({}, { longestReadMs: LIMIT_MS })
    await insertUsers(service, 3000, 'a'.repeat(8000))
  })
  after(() => service.stop())

  // Each condition matches, so that all must be evaluated.
  const condition = (number: number) => `like:${'a'.repeat(90 + number)}`
  const slow = {
    'filter[bio]': Array.from({ length: 99 }, (_, number) => condition(number)).join('|AND|'),
  }
  const refused = { status: 503, code: 'too_slow' }

  it('is refused, and changes nothing', () =>
    assertRefusedUnchanged(
      service,
      () => service.call('POST', '/api/users', { json: { filter: { bio: slow['filter[bio]'] } } }),
      refused,
    ))

  it('does not block other requests', async () => {
    let isDone = false
    const reading = service
      .call('POST', '/api/users', { json: { filter: { bio: slow['filter[bio]'] } } })
      .finally(() => {
        isDone = true
      })
    let answered = 0
    let longest = 0
    while (!isDone) {
      // CPU time of the event loop's own thread: time that other threads and processes take is not in it.
      const before = process.threadCpuUsage()
      const { status } = await service.call('GET', '/healthz', { token: null })
      await nextIteration()
      longest = Math.max(longest, process.threadCpuUsage(before).user / 1000)
      assert.equal(status, 200)
      answered += 1
    }
    const { status, headers } = await reading
    assert.equal(status, 503)
    assert.equal(headers['retry-after'], '5')
    // One response at each end may not have been beside the read.
    assert.ok(answered > 2, `${answered} answers meanwhile`)
    assert.ok(longest < LIMIT_MS / 2, `${longest} ms`)
  })

  it('has its thread replaced if it cannot be interrupted', async () => {
    const { db } = service.connection
    const endless = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 30000000)
      select count(*) from numbers`
    let made = 0
    const onWorkerCreated = () => {
      made += 1
    }
    subscribe('worker_threads', onWorkerCreated)
    const longReads = await longReadDb({ db })
    const reads = Array.from({ length: 4 }, () => endless.execute(longReads))
    const ends = await Promise.allSettled(reads)
    for (const end of ends) assert.equal(end.status === 'rejected' && end.reason.code, 'too_slow')
    await eventually(() => sql`select 1`.execute(longReads))
    unsubscribe('worker_threads', onWorkerCreated)
    if (engine === 'sqlite') assert.ok(made > 0)
  })

  it('does not affect later lists', async () => {
    for (const query of [
      {},
      { q: 'many' },
      { q: 'm' },
      { sort: 'first_name' },
      { 'filter[username]': 'like:m' },
    ]) {
      const text = new URLSearchParams({ per_page: '3', ...query } as object as Record<string, string>)
      // On a busy machine, one may take too long.
      await eventually(async () => {
        const { status, body } = await service.call('GET', '/api/users', { query: text.toString() })
        assert.equal(status, 200, JSON.stringify(query))
        assert.equal(body.data.list.data.length, 3)
      })
    }
  })
})
