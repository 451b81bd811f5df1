// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, makeUser } from '../support/actors.ts'
import { runHere, temporaryFolders } from '../support/process.ts'
import { dumpOf } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

const NAME = 'Xqzwyk'
const newFolder = temporaryFolders()

describe('rolecall users erase', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const erase = (user: string) =>
    runHere(newFolder(), ['users', 'erase', user], { DATABASE_URL: service.config.databaseUrl })

  const isAnywhere = async (value: string) =>
    JSON.stringify(await dumpOf(service))
      .toLowerCase()
      .includes(value.toLowerCase())

  it('erases a user beside a running service', async () => {
    const { id } = await makeUser(service, { first_name: NAME, email: `${NAME}@example.com` })
    assert.ok(await isAnywhere(NAME))
    const { code, out } = await erase(String(id))
    assert.equal(code, 0)
    assert.equal(out, `The user ${id} is erased. Deleted with them: registrations: 0; mails: 0.\n`)
    assert.ok(!(await isAnywhere(NAME)))
    const [entry] = dataOf(await service.call('GET', '/api/audit', { query: { action: 'users.erase' } })).list
      .data
    assert.deepEqual([entry.subject_id, entry.actor_id, entry.via], [id, null, 'command'])
  })

  it('erases a user who was deleted permanently before, by uuid or id', async () => {
    for (const name of ['id', 'uuid'] as const) {
      const user = await makeUser(service, { first_name: NAME, email: `${NAME}@example.com` })
      dataOf(await service.call('DELETE', `/api/users/${user.id}`))
      assert.ok(await isAnywhere(NAME), 'the audit trail and the outbox tell of them')
      const { code, out } = await erase(String(user[name]))
      assert.equal(code, 0)
      assert.equal(out, `The user ${user.id} is erased. Deleted with them: registrations: 0; mails: 1.\n`)
      assert.ok(!(await isAnywhere(NAME)))
    }
  })

  it('erases only what the id names, and keeps the last super administrator', async () => {
    const { id } = await makeUser(service, { first_name: NAME, email: `${NAME}@example.com` })
    const before = await dumpOf(service)
    for (const [user, reason] of [
      [`${NAME}@example.com`, /^error: Name the user by id or uuid: /],
      ['987654', /^error: There is and was no user with the id 987654\.\n$/],
      ['01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57', /^error: There is and was no user with the uuid 01978f6e/],
      ['1', /last active super administrator/],
    ] as const) {
      const { code, out, err } = await erase(user)
      assert.equal(code, 1)
      assert.equal(out, '')
      assert.match(err, reason)
    }
    assert.deepEqual(await dumpOf(service), before)
    const { rows } = await sql`select 1 from users where id = ${id}`.execute(service.connection.db)
    assert.equal(rows.length, 1)
  })
})
