// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect } from '../../../server/db/connect.ts'
import { takeLocks } from '../../../server/db/transactions/locks.ts'
import { makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { type Service, startService } from '../../support/service.ts'

describe('A commit of another process', {
  skip: engine === 'postgres' ? false : 'SQLite has one writer',
}, () => {
  it('is noticed even if an older transaction commits after newer ones', async () => {
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
      await eventually(async () => (await may()) === true)
      const { promise: newerCommitted, resolve: commit } = Promise.withResolvers<void>()
      const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
      const older = writer.db.transaction().execute(async (db) => {
        await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
        hasWritten()
        await newerCommitted
      })
      await written
      // Newer commits, which the reader is notified of before the older one commits.
      for (let times = 0; times < 3; times++) {
        const newer = await makeRole(one, ['can-read-users'])
        await one.call('POST', `/api/users/1/relationships/roles`, { json: [newer.slug] })
        await eventually(
          async () =>
            (await reader.call('GET', `/api/users/id/1/roles/${newer.slug}`, { token: one.token })).body.data,
        )
      }
      assert.equal(await may(), true)
      commit()
      await older
      await eventually(async () => (await may()) === false)
    } finally {
      await writer.close()
      await reader.stop()
      await one.stop()
    }
  })
})

describe('A write that waits for a lock', {
  skip: engine === 'postgres' ? false : 'SQLite has one writer',
}, () => {
  let service: Service
  before(async () => {
    const { url } = await newDatabase()
    service = await startService({ databaseUrl: `${url}?lock_timeout=100` })
  })
  after(() => service.stop())

  /** Runs while the test holds the lock on the first user's row. */
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

  it('is answered with 409 write_conflict after the timeout, and changes nothing', async () => {
    const { status, body } = await whileLocked(rename)
    assert.deepEqual([status, body.code], [409, 'write_conflict'])
    const { body: read } = await service.call('GET', '/api/users/id/1')
    assert.equal(read.data.title, null)
    assert.equal((await rename()).status, 200)
  })

  it('leaves connections for reads, however many writes wait', async () => {
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

describe('The locks of writes', {
  skip: engine === 'postgres' ? false : 'SQLite has one writer',
}, () => {
  let one: Service
  let other: Service
  before(async () => {
    one = await startService()
    other = await startService({ databaseUrl: one.config.databaseUrl })
  })
  after(async () => {
    await other.stop()
    await one.stop()
  })

  it("are taken in one order by changes of one's own record and password, so that no transaction is retried", async () => {
    const { token, id } = await makeUser(one)
    await one.connection.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    one.statements.recorded = []
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, number) => {
        const json = number % 4 === 0 ? { password: null } : { title: `Title ${number}` }
        return one.call('PATCH', `/api/users/${id}`, { token, json })
      }),
    )
    const started = one.statements.recorded.filter(({ sql }) => sql.startsWith('start transaction'))
    delete one.statements.recorded
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(32).fill(200),
    )
    assert.equal(started.length, 32)
  })

  it('are not taken by a dry run', async () => {
    const role = await makeRole(one, ['can-read-users'])
    const holder = connect(one.config.databaseUrl)
    const changes = [{ role: role.id, permission: 'can-read-roles', held: true }]
    try {
      await holder.db.transaction().execute(async (db) => {
        await takeLocks(db, [{ space: 'role', id: role.id, mode: 'shared' }])
        const json = { changes, dry_run: true }
        assert.equal((await one.call('POST', '/api/role-permissions/changes', { json })).status, 200)
      })
    } finally {
      await holder.close()
    }
  })

  it('are not taken for a caller who may not change the role', async () => {
    const actor = await makeActor(one, ['can-update-roles', 'can-assign-permissions', 'can-read-roles'])
    const holder = connect(one.config.databaseUrl)
    try {
      await holder.db.transaction().execute(async (db) => {
        await takeLocks(db, [{ space: 'role', id: 1, mode: 'shared' }])
        const refused = [
          await one.call('POST', '/api/roles/id/1/update', { token: actor.token, json: { is_active: true } }),
          await one.call('POST', '/api/roles/1/relationships/permissions', {
            token: actor.token,
            json: ['can-read-roles'],
          }),
        ]
        assert.deepEqual(
          refused.map(({ status }) => status),
          [403, 403],
        )
      })
    } finally {
      await holder.close()
    }
  })

  it("cover roles that another process assigned in place of those in this process's cache", async () => {
    const roles = [await makeRole(one, ['can-update-users']), await makeRole(one, ['can-update-users'])]
    const person = await makeUser(one)
    const target = await makeUser(one)
    const give = (round: number) =>
      one.call('PUT', `/api/users/${person.id}/relationships/roles`, { json: [roles[round % 2]?.slug] })
    await give(0)
    const write = () =>
      other.call('PATCH', `/api/users/${target.id}`, { token: person.token, json: { title: 'Written' } })
    await eventually(async () => (await write()).status === 200)
    for (let round = 1; round <= 5; round++) {
      assert.equal((await give(round)).status, 200)
      assert.equal((await write()).status, 200)
    }
  })
})
