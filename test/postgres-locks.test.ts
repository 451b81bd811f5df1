import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect } from '../server/db/connect.ts'
import { makeRole } from './support/actors.ts'
import { engine, newDatabase } from './support/databases.ts'
import { type Service, startService } from './support/service.ts'

describe('what other processes commit', {
  skip: engine === 'postgres' ? false : 'SQLite has one writer',
}, () => {
  it('is noticed also where an older transaction commits after newer ones', async () => {
    const one = await startService()
    const reader = await startService({ databaseUrl: one.config.databaseUrl })
    const writer = connect(one.config.databaseUrl)
    try {
      const made = await one.call('POST', '/api/users/create', {
        json: { email: 'late@example.com', first_name: 'Late' },
      })
      const { id } = made.body.data.item
      await one.call('POST', `/api/users/${id}/relationships/roles`, { json: ['editor'] })
      const may = async () => {
        const path = `/api/users/id/${id}/permissions/can-read-users`
        return (await reader.call('GET', path, { token: one.token })).body.data
      }
      await soon(async () => (await may()) === true)
      const { promise: newerCommitted, resolve: commit } = Promise.withResolvers<void>()
      const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
      const older = writer.db.transaction().execute(async (db) => {
        await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
        hasWritten()
        await newerCommitted
      })
      await written
      // Newer ones, of which the reader hears before the older one commits.
      for (let times = 0; times < 3; times++) {
        const newer = await makeRole(one, ['can-read-users'])
        await one.call('POST', `/api/users/1/relationships/roles`, { json: [newer.slug] })
        await soon(
          async () =>
            (await reader.call('GET', `/api/users/id/1/roles/${newer.slug}`, { token: one.token })).body.data,
        )
      }
      assert.equal(await may(), true)
      commit()
      await older
      await soon(async () => (await may()) === false)
    } finally {
      await writer.close()
      await reader.stop()
      await one.stop()
    }
  })
})

describe('writes that wait for a lock', {
  skip: engine === 'postgres' ? false : 'SQLite has one writer',
}, () => {
  let service: Service
  before(async () => {
    const { url } = await newDatabase()
    service = await startService({ databaseUrl: `${url}?lock_timeout=100` })
  })
  after(() => service.stop())

  /** Runs while the test holds the row of the first user. */
  async function whileLocked<T>(run: () => Promise<T>): Promise<T> {
    const holder = connect(service.config.databaseUrl)
    try {
      return await holder.db.transaction().execute(async (db) => {
        await db.selectFrom('users').where('id', '=', 1).select('id').forUpdate().execute()
        return run()
      })
    } finally {
      await holder.close()
    }
  }

  const rename = () => service.call('POST', '/api/users/id/1/update', { json: { title: 'Held' } })

  it('are answered 409 write_conflict where it is not freed, and change nothing', async () => {
    const { status, body } = await whileLocked(rename)
    assert.deepEqual([status, body.code], [409, 'write_conflict'])
    const { body: read } = await service.call('GET', '/api/users/id/1')
    assert.equal(read.data.title, null)
    assert.equal((await rename()).status, 200)
  })

  it('leave reads their connections, however many wait', async () => {
    await whileLocked(async () => {
      const waiting = Array.from({ length: 30 }, rename)
      for (let times = 0; times < 30; times++) {
        const { status } = await service.call('GET', '/api/users', { query: { page: String(times + 1) } })
        assert.equal(status, 200)
      }
      const answers = await Promise.all(waiting)
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([409]))
    })
  })
})

/** Asks until it is so. */
async function soon(ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await ask())) assert.ok(Date.now() < deadline, 'not noticed within 20 seconds')
}
