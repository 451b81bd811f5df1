// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { engine } from '../../support/databases.ts'
import { next } from '../../support/factories.ts'
import { insertUsers } from '../../support/many-users.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { forEveryResource, ids, useService } from '../../support/suite.ts'

/** Totals and pages are exact, whichever process has written last. */

const { service, call, make, list } = useService()

const totalOf = async (path: string, query: Record<string, string> = {}): Promise<number> => {
  const { status, body } = await call('GET', path, { query: { per_page: '1', ...query } })
  assert.equal(status, 200, JSON.stringify(body))
  return (body.data.list ?? body.data.users).total
}

/** The count, by a separate statement. */
async function counted(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where ${sql.raw(where)}`.execute(service().connection.db)
  return Number(rows[0]?.count)
}

const TRASHED = { false: 'deleted_at is null', only: 'deleted_at is not null', true: 'true' }

forEveryResource(({ name, table }, { label }) => {
  const assertExact = async (what: string) => {
    for (const [trashed, where] of Object.entries(TRASHED)) {
      assert.equal(
        await totalOf(`/api/${name}`, { trashed }),
        await counted(table, where),
        `${what}, ${trashed}`,
      )
      const filtered = { trashed, 'filter[id]': 'gt:0' }
      assert.equal(await totalOf(`/api/${name}`, filtered), await counted(table, where), `${what}, filtered`)
    }
  }

  it('are exact after each kind of write', async () => {
    await assertExact('before')
    const q = `Mark ${next()}x`
    const records = [await make(name, { [label]: q }), await make(name), await make(name)]
    await assertExact('created')
    const [one, another, third] = ids(records) as [number, number, number]
    await call('POST', `/api/${name}/id/${one}/delete`)
    await assertExact('deleted')
    await call('POST', `/api/${name}/id/${one}/restore`)
    await assertExact('restored')
    await call('DELETE', `/api/${name}`, { json: { ids: [another, third] } })
    await assertExact('deleted in bulk')
    assert.equal((await call('DELETE', `/api/${name}/${another}`)).status, 200)
    await assertExact('deleted for good')
    assert.equal(await totalOf(`/api/${name}`, { q }), 1)
    await call('POST', `/api/${name}/id/${one}/delete`)
    assert.equal(await totalOf(`/api/${name}`, { q }), 0)
    assert.equal(await totalOf(`/api/${name}`, { q, trashed: 'only' }), 1)
  })

  it('are unchanged after a refused write', async () => {
    const { id } = await make(name)
    const total = await totalOf(`/api/${name}`)
    const refused = await call('DELETE', `/api/${name}`, { json: { ids: [id, 999_999_999] } })
    assert.equal(refused.status, 404)
    assert.equal(await totalOf(`/api/${name}`), total)
    await assertExact('refused')
  })
})

describe('another process', () => {
  let other: Connection
  before(() => {
    other = connect(service().config.databaseUrl)
  })
  after(() => other.close())

  it('has its writes noticed at once, in totals, searches and counts', async () => {
    const user = await make('users', { first_name: 'Elsewhere' })
    const role = await make('roles')
    const seen = async () => [
      await nextIteration(),
      await totalOf('/api/users'),
      await totalOf('/api/users', { q: 'elsewhere' }),
      await totalOf('/api/users', { 'filter[first_name]': 'like:lsewher' }),
      await totalOf(`/api/roles/id/${role.id}/users`),
      (await call('GET', `/api/roles/id/${role.id}`)).body.data.count_users,
    ]
    const [, users] = (await seen()) as [undefined, number]
    assert.deepEqual(await seen(), [undefined, users, 1, 1, 0, 0])
    const now = new Date().toISOString()
    const link = { user_id: user.id, role_id: role.id, created_at: now, updated_at: now }
    await other.db
      .insertInto('user_roles')
      .values(link as never)
      .execute()
    assert.deepEqual(await seen(), [undefined, users, 1, 1, 1, 1])
    await other.db.updateTable('users').set({ deleted_at: now }).where('id', '=', user.id).execute()
    assert.deepEqual(await seen(), [undefined, users - 1, 0, 0, 0, 0])
    const texts = { deleted_at: null, search_text: 'nowhere', first_name: 'Nowhere' }
    await other.db.updateTable('users').set(texts).where('id', '=', user.id).execute()
    assert.deepEqual(await seen(), [undefined, users, 0, 0, 1, 1])
    await other.db.deleteFrom('users').where('id', '=', user.id).execute()
    assert.deepEqual(await seen(), [undefined, users - 1, 0, 0, 0, 0])
  })

  const skipReason = engine === 'postgres' && 'PostgreSQL notifies of the writes of others'
  it('has its writes noticed too if the previous request ran late in its iteration of the event loop', {
    skip: skipReason,
  }, async () => {
    const { id } = await make('users')
    const total = await totalOf('/api/users')
    for (let round = 0; round < 20; round++) {
      const isLive = round % 2 === 1
      assert.equal(await totalOf('/api/users'), isLive ? total - 1 : total)
      // Queued requests run here, after the event loop has polled for I/O.
      await immediate()
      service().connection.syncChanges()
      // It ends while others write: the next request is read together with it.
      const somethingRead = stat(import.meta.filename)
      const deleted_at = isLive ? null : new Date().toISOString()
      await other.db.updateTable('users').set({ deleted_at }).where('id', '=', id).execute()
      await somethingRead
      assert.equal(await totalOf('/api/users'), isLive ? total : total - 1)
    }
  })

  it('leaves no trace if it rolls back', async () => {
    const total = await totalOf('/api/users')
    const writing = other.db.transaction().execute(async (db) => {
      await db
        .updateTable('users')
        .set({ deleted_at: 'x' })
        .where('email', '<>', 'root@example.com')
        .execute()
      throw new Error('taken back')
    })
    await assert.rejects(writing, /taken back/)
    assert.equal(await totalOf('/api/users'), total)
    await make('users')
    assert.equal(await totalOf('/api/users', { 'filter[id]': 'gt:0' }), total + 1)
  })
})

it('totals stay exact while many clients write at the same time', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => make('users')))
  const path = '/api/users'
  const writes = made.flatMap(({ id }, index) => [
    call('POST', `/api/users/id/${id}/delete`),
    ...(index % 3 === 0 ? [make('users')] : []),
    totalOf(path, { q: 'e' }),
    totalOf(path),
  ])
  await Promise.all(writes)
  const live = await counted('users', 'deleted_at is null')
  assert.equal(await totalOf(path), live)
  assert.equal(await totalOf(path, { 'filter[id]': 'gt:0' }), live)
})

it('totals stay exact when the parts of a table state are compacted', async () => {
  const { db } = service().connection
  for (let count = 0; count < 520; count++)
    await sql`update roles set version = version + 1 where id = 1`.execute(db)
  const live = await counted('roles', 'deleted_at is null')
  const parts = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from table_states`.execute(db)
    return Number(rows[0]?.count)
  }
  assert.equal(await totalOf('/api/roles'), live)
  if (engine === 'postgres') {
    assert.ok((await parts()) > 500, 'a read changes nothing')
    await service().runJob('compact-counters')
  }
  assert.ok((await parts()) < 20)
  assert.equal(await totalOf('/api/roles'), live)
  await make('roles')
  assert.equal(await totalOf('/api/roles'), live + 1)
})

describe('pages far from the first', () => {
  before(() => insertUsers(service(), 12_500))

  const wholes: Record<string, (table: string) => string> = {
    'id:desc': () => 'id desc',
    first_name: () => 'first_name, id',
    'first_name:desc': () => 'first_name desc, id desc',
  }
  for (const [sort, order] of Object.entries(wholes)) {
    for (const trashed of ['false', 'true'] as const) {
      it(`are slices of the whole list: ${sort}, trashed=${trashed}`, async () => {
        const { db } = service().connection
        const { rows } = await sql<{ id: number }>`select id from users where ${sql.raw(TRASHED[trashed])}
          order by ${sql.raw(order('users'))}`.execute(db)
        const whole = ids(rows)
        const last = Math.ceil(whole.length / 7)
        for (const page of [1, 150, 1428, 1429, 1500, 1501, last - 1, last, last + 1]) {
          const query = { sort, trashed, page: String(page), per_page: '7' }
          const found = ids(await list('users', query))
          assert.deepEqual(found, whole.slice((page - 1) * 7, page * 7), String(page))
        }
        const { id } = await make('users')
        const [first] = await list('users', { page: '1', per_page: '7' })
        assert.equal(first.id, id)
        const later = await list('users', { sort: 'id:desc', trashed, page: '1600', per_page: '7' })
        if (sort === 'id:desc')
          assert.equal(later[0].id, whole[1599 * 7 - 1], 'one record was added before them')
      })
    }
  }

  it('are right for filtered and searched lists too', async () => {
    const query = { q: 'many', page: '1720', per_page: '7', sort: 'first_name' }
    for (let time = 0; time < 3; time++) {
      const { body } = await call('GET', '/api/users', { query })
      assert.equal(body.data.list.total, 12_250)
      assert.equal(body.data.list.data.length, 7)
      assert.ok(
        body.data.list.data.every((user: { first_name: string }) => user.first_name.startsWith('Many')),
      )
    }
  })
})
