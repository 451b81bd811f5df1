// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import type { Db } from '../../../server/db/tables.ts'
import { takeLocks } from '../../../server/db/transactions/locks.ts'
import { giveRole, makeRole, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { heldUntil, usersOf } from '../../support/expiring-permission.ts'
import { type Service, startService } from '../../support/service.ts'
import { rowsFor } from '../../support/shared-records.ts'

describe('A write on PostgreSQL', {
  skip: engine === 'postgres' ? false : 'SQLite has one writer',
}, () => {
  let service: Service
  let holder: Connection
  before(async () => {
    service = await startService()
    holder = connect(service.config.databaseUrl)
  })
  after(async () => {
    await holder.close()
    await service.stop()
  })
  beforeEach(() => {
    service.statements.failures = []
  })

  /** Starts a call that must wait for another transaction. @param meanwhile runs while the call waits */
  async function waiting(
    hold: (db: Db) => Promise<unknown>,
    call: () => Promise<Answer>,
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<Answer> {
    let answer: Promise<Answer> | undefined
    await holder.db.transaction().execute(async (db) => {
      await hold(db)
      let isAnswered = false
      answer = call().finally(() => {
        isAnswered = true
      })
      // A call that wrongly does not wait shows in its response.
      await eventually(async () => isAnswered || (await someoneWaits(db)))
      await meanwhile()
    })
    return answer as Promise<Answer>
  }

  async function someoneWaits(db: Db): Promise<boolean> {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    return rows.length > 0
  }

  it("does not block a role's row while it waits for the role's advisory lock", async () => {
    const role = await makeRole(service, ['can-read-users'])
    const answer = await waiting(
      (db) => takeLocks(db, [{ space: 'role', id: role.id, mode: 'shared' }]),
      () => service.call('POST', `/api/roles/id/${role.id}/update`, { json: { is_active: false } }),
      async () => {
        const json = { details: 'Written beside it' }
        assert.equal((await service.call('PATCH', `/api/roles/${role.id}`, { json })).status, 200)
      },
    )
    assert.equal(answer.status, 200)
    assert.equal(answer.body.data.details, 'Written beside it')
    assert.deepEqual(service.statements.failures, [])
  })

  it("does not block a user's row while it waits for the user's advisory lock", async () => {
    const { id } = await makeUser(service)
    const answer = await waiting(
      (db) => takeLocks(db, [{ space: 'user', id, mode: 'shared' }]),
      () => service.call('POST', `/api/users/id/${id}/delete`),
      async () => {
        const json = { title: 'Written beside it' }
        assert.equal((await service.call('PATCH', `/api/users/${id}`, { json })).status, 200)
      },
    )
    assert.equal(answer.status, 200)
    assert.deepEqual(service.statements.failures, [])
  })

  it('creates no token for a user who is being deleted', async () => {
    const { id } = await makeUser(service)
    const answer = await waiting(
      async (db) => {
        await db.deleteFrom('tokens').where('user_id', '=', id).execute()
        await db.updateTable('users').set({ deleted_at: service.clock.now() }).where('id', '=', id).execute()
      },
      () => service.call('POST', `/api/users/id/${id}/tokens/create`, { json: { name: 'Late' } }),
    )
    assert.equal(answer.status, 404)
    const left = await holder.db.selectFrom('tokens').where('user_id', '=', id).select('id').execute()
    assert.deepEqual(left, [])
  })

  it('assigns no default role that is being deleted permanently', async () => {
    const [id] = await rowsFor(service, 'registrations', [{ word: 'asking' }])
    const answer = await waiting(
      (db) => db.deleteFrom('roles').where('slug', '=', 'registered').execute(),
      () => service.call('POST', `/api/registrations/id/${id}/create-user`),
    )
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const user = answer.body.data.user.id
    const links = await holder.db.selectFrom('user_roles').where('user_id', '=', user).select('id').execute()
    assert.deepEqual(links, [])
  })

  it('creates no user without a selected role that is being deleted permanently', async () => {
    const [id] = await rowsFor(service, 'registrations', [{ word: 'choosing' }])
    const role = await makeRole(service)
    const answer = await waiting(
      (db) => db.deleteFrom('roles').where('id', '=', role.id).execute(),
      () => service.call('POST', `/api/registrations/id/${id}/create-user`, { json: { roles: [role.slug] } }),
    )
    assert.deepEqual([answer.status, answer.body.details[0].field], [422, 'roles.0'])
    const { data } = (await service.call('GET', `/api/registrations/id/${id}`)).body
    assert.deepEqual([data.status === 'user-created', data.user_id], [false, null])
  })

  it('that replaces the users of a role checks their expiries after it has locked them', async () => {
    const world = heldUntil(service)
    const caller = await world.callerHolding([[2, null]])
    const role = await world.roleGiving(null)
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    // The caller means to shorten a link without an end, but by then another transaction has shortened it, so the write
    // would lengthen it.
    const json = [{ id: user.id, expires_at: world.at(3) }]
    const answer = await waiting(
      async (db) => {
        await db.updateTable('users').set({ title: 'Locked' }).where('id', '=', user.id).execute()
        const until = world.at(1) as string
        await db.updateTable('user_roles').set({ expires_at: until }).where('user_id', '=', user.id).execute()
      },
      () => service.call('PUT', usersOf(role), { token: caller.token, json }),
    )
    assert.equal(answer.status, 403, JSON.stringify(answer.body))
  })

  it('refuses a reference to a user who is being deleted permanently', async () => {
    const [one, other] = [await makeUser(service), await makeUser(service)]
    const answer = await waiting(
      (db) => db.deleteFrom('users').where('id', '=', other.id).execute(),
      () => service.call('POST', `/api/users/${one.id}/relationships/invited_by`, { json: other.id }),
    )
    assert.equal(answer.status, 422, JSON.stringify(answer.body))
  })
})
