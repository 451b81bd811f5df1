// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { referencesToClear } from '../../../server/db/references.ts'
import { resources } from '../../../server/resources/index.ts'
import { dataOf, giveRole, makeActor, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { engine } from '../../support/databases.ts'
import { insertUsers } from '../../support/many-users.ts'
import { assertForbidden } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** What a permanent deletion removes, and what it keeps. */

const { service, call, make } = useService()

describe('the permanent deletion of a user', () => {
  it('clears the author of their records and removes their links', async () => {
    const { id, token } = await makeActor(service(), ['can-create-roles'])
    const role = dataOf(await call('POST', '/api/roles', { token, json: { name: 'Orphan' } })).item
    assert.equal(role.created_by, id)
    const guest = await make('roles')
    await giveRole(service(), { id }, guest.slug)
    const invited = await makeUser(service(), { invited_by: id })
    dataOf(await call('DELETE', `/api/users/${id}`))
    assert.equal(dataOf(await call('GET', `/api/roles/${role.id}`)).created_by, null)
    assert.equal(dataOf(await call('GET', `/api/users/${invited.id}`)).invited_by, null)
    assert.equal(dataOf(await call('GET', `/api/roles/${guest.id}`)).count_users, 0)
    assert.equal((await call('GET', '/api/roles', { token })).status, 401)
  })

  it('needs more than the permission to delete', async () => {
    const { token } = await makeActor(service(), ['can-delete-users'])
    const { id } = await makeUser(service())
    const attempt = () => call('DELETE', `/api/users/${id}`, { token })
    await assertForbidden(service(), attempt, ['can-delete-permanently'])
  })
})

describe('the references to a record', () => {
  const referencesInSchema = async () => {
    const { rows } = await sql<{ to: string; table: string; column: string; action: string }>`
      select f."table" as "to", s.name as "table", f."from" as "column", f.on_delete as action
      from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'`.execute(
      service().connection.db,
    )
    // References between other tables, such as tokens, are left to the schema.
    return rows
      .filter(({ to, action }) => action !== 'NO ACTION' && resources.some(({ table }) => table === to))
      .map(
        ({ to, table, column, action }) =>
          `${to} < ${table}.${column}${action === 'CASCADE' ? ', owned' : ''}`,
      )
      .sort()
  }

  it('are those of the schema', {
    skip: engine === 'postgres' && 'both engines have the same schema',
  }, async () => {
    const known: string[] = []
    for (const { table: to } of resources) {
      const references = await referencesToClear(service().connection.db, to)
      for (const { table, column, isOwned } of references)
        known.push(`${to} < ${table}.${column}${isOwned ? ', owned' : ''}`)
    }
    assert.ok(known.length > 30)
    assert.deepEqual(known.sort(), await referencesInSchema())
  })

  it('are cleared, however many, while other requests are answered', async () => {
    const { id } = await makeUser(service())
    const role = await make('roles')
    const { db } = service().connection
    await insertUsers(service(), 1200)
    const many = sql`email like ${'m%@e.com'}`
    await sql`update users set created_by = ${id} where ${many}`.execute(db)
    await sql`insert into user_roles (user_id, role_id, created_at, updated_at, created_by)
      select id, ${role.id}, created_at, created_at, ${id} from users where ${many}`.execute(db)
    const count = async (table: 'users' | 'user_roles') => {
      const rows = await db.selectFrom(table).where('created_by', '=', id).select('id').execute()
      return rows.length
    }
    assert.deepEqual([await count('users'), await count('user_roles')], [1200, 1200])

    const ended: string[] = []
    const note = (name: string) => (answer: Answer) => {
      ended.push(name)
      return dataOf(answer)
    }
    await Promise.all([
      call('DELETE', `/api/users/${id}`).then(note('deleted')),
      call('GET', '/api/users?per_page=1').then(note('answered')),
    ])
    if (engine === 'sqlite') assert.deepEqual(ended, ['answered', 'deleted'])
    assert.deepEqual([await count('users'), await count('user_roles')], [0, 0])

    assert.ok(dataOf(await call('GET', `/api/roles/${role.id}`)).count_users > 1000)
    dataOf(await call('DELETE', `/api/roles/${role.id}`))
    const left = await db.selectFrom('user_roles').where('role_id', '=', role.id).select('id').execute()
    assert.deepEqual(left, [])
  })
})
