// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { ChangeFeed, type FeedPoll } from '../../../server/db/changes/change-feed.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { type Service, startService } from '../../support/service.ts'

describe('the feed of changes on PostgreSQL', {
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

  let made = 0
  async function makeUser(): Promise<number> {
    const json = { email: `feed${++made}@example.com`, first_name: 'Feed' }
    return (await service.call('POST', '/api/users/create', { json })).body.data.item.id
  }

  /** Runs with a feed that keeps rows for a second. */
  async function withFeed(run: (looks: FeedPoll[], feed: ChangeFeed) => Promise<void>): Promise<void> {
    const looks: FeedPoll[] = []
    const feed = new ChangeFeed(service.config.databaseUrl, (look) => looks.push(look), {
      kept: 1,
      markEvery: 0.1,
    })
    try {
      await eventually(() => feed.isFresh())
      await run(looks, feed)
    } finally {
      await feed.stop()
    }
  }

  const changesOf = (looks: readonly FeedPoll[], user: number) =>
    looks
      .flatMap(({ changes }) => changes)
      .filter(({ table, record }) => table === 'users' && record === user)

  const stored = async (user: number) =>
    (await client.query("select id from changes where table_name = 'users' and record_id = $1", [user]))
      .rowCount

  it('tells of a write to whoever asks once it is answered, with its author', async () => {
    await withFeed(async (looks, feed) => {
      const id = await makeUser()
      await feed.poll()
      const told = changesOf(looks, id).map(({ author, rights }) => ({ author, rights }))
      assert.deepEqual(told, [{ author: 1, rights: null }])
    })
  })

  it('deletes rows that all have read, and none of a transaction that is still open', async () => {
    await withFeed(async (looks, feed) => {
      const [old, late] = [await makeUser(), await makeUser()]
      await client.query('begin')
      await client.query('update users set bio = $1 where id = $2', ['late', late])
      await eventually(async () => (await stored(old)) === 0)
      looks.length = 0
      await client.query('commit')
      await feed.poll()
      assert.equal(changesOf(looks, late).length, 1)
      await eventually(async () => (await stored(late)) === 0)
    })
  })

  it('says that something may be missing where it was silent for long', async () => {
    await withFeed(async (looks) => {
      const { rows: feeds } = await client.query(
        "select pid from pg_stat_activity where application_name = 'rolecall changes' and datname = current_database()",
      )
      for (const { pid } of feeds) process.kill(pid, 'SIGSTOP')
      try {
        await client.query('select pg_sleep(0.7)')
        looks.length = 0
      } finally {
        for (const { pid } of feeds) process.kill(pid, 'SIGCONT')
      }
      await eventually(() => looks.length > 0)
      assert.equal(looks[0]?.isIncomplete, true)
    })
  })
})
