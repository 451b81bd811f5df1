// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { ChangeFeed, type FeedPoll, PLAN, POLL } from '../../../server/db/postgres/change-feed.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { type Service, startService } from '../../support/service.ts'

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The rows of `changes` that a statement read. */
const rowsRead = ({ Plans = [], ...node }: PlanNode): number =>
  (node['Relation Name'] === 'changes' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0) +
  Plans.reduce((sum, plan) => sum + rowsRead(plan), 0)

describe('the change feed on PostgreSQL', {
  skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
}, () => {
  let service: Service
  let client: pg.Client
  before(async () => {
    service = await startService()
    client = new pg.Client({ connectionString: service.config.databaseUrl })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await service.stop()
  })

  let created = 0
  async function makeUser(): Promise<number> {
    const json = { email: `feed${++created}@example.com`, first_name: 'Feed' }
    return (await service.call('POST', '/api/users/create', { json })).body.data.item.id
  }

  /** Runs with a feed that keeps rows for a second. */
  async function withFeed(run: (polls: FeedPoll[], feed: ChangeFeed) => Promise<void>): Promise<void> {
    const polls: FeedPoll[] = []
    const feed = new ChangeFeed(service.config.databaseUrl, (poll) => polls.push(poll), {
      retention: { kept: 1, markEvery: 0.1 },
    })
    try {
      await eventually(() => feed.isFresh())
      await run(polls, feed)
    } finally {
      await feed.stop()
    }
  }

  const changesOf = (polls: readonly FeedPoll[], user: number) =>
    polls
      .flatMap(({ changes }) => changes)
      .filter(({ table, record }) => table === 'users' && record === user)

  const stored = async (user: number) =>
    (await client.query("select id from changes where table_name = 'users' and record_id = $1", [user]))
      .rowCount

  it('reports a write with its author once the write is answered', async () => {
    await withFeed(async (polls, feed) => {
      const id = await makeUser()
      await feed.poll()
      const reported = changesOf(polls, id).map(({ author, rights }) => ({ author, rights }))
      assert.deepEqual(reported, [{ author: 1, rights: null }])
    })
  })

  it('deletes rows that every process has read, but none of an open transaction', async () => {
    await withFeed(async (polls, feed) => {
      const [old, late] = [await makeUser(), await makeUser()]
      await client.query('begin')
      await client.query('update users set bio = $1 where id = $2', ['late', late])
      await eventually(async () => (await stored(old)) === 0)
      polls.length = 0
      await client.query('commit')
      await feed.poll()
      assert.equal(changesOf(polls, late).length, 1)
      await eventually(async () => (await stored(late)) === 0)
    })
  })

  it('reads the changes of each transaction once, also while another transaction is open', async () => {
    const reader = new pg.Client({ connectionString: service.config.databaseUrl })
    await reader.connect()
    await reader.query(`${PLAN}; prepare look as ${POLL}`)
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    await makeUser()
    const { rows } = await reader.query('select pg_current_snapshot()::text as snapshot')
    const look = () => reader.query(`explain (analyze, format json) execute look('${rows[0].snapshot}')`)
    const before = rowsRead((await look()).rows[0]['QUERY PLAN'][0].Plan)
    await makeUser()
    const afterwards = rowsRead((await look()).rows[0]['QUERY PLAN'][0].Plan)
    await client.query('rollback')
    await reader.end()
    assert.equal(before, 0)
    assert.ok(afterwards > 0)
  })

  it('reports a poll as incomplete after a long pause', async () => {
    await withFeed(async (polls) => {
      const { rows: feeds } = await client.query(
        "select pid from pg_stat_activity where application_name = 'rolecall changes' and datname = current_database()",
      )
      for (const { pid } of feeds) process.kill(pid, 'SIGSTOP')
      try {
        await client.query('select pg_sleep(0.7)')
        polls.length = 0
      } finally {
        for (const { pid } of feeds) process.kill(pid, 'SIGCONT')
      }
      // The first one may have been under way when the pause began, and has missed nothing.
      await eventually(() => polls.length > 1)
      assert.ok(polls.slice(0, 2).some(({ isIncomplete }) => isIncomplete))
    })
  })
})
