// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { takeLocks } from '../../../server/db/transactions/locks.ts'
import { dataOf, giveToken, makeActor, type Person, type Role } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { type Service, startService } from '../../support/service.ts'

/** On PostgreSQL, whoever takes authority away waits for the writes that rely on it. SQLite has one writer. */

let running: Service
const service = () => running
const call: Service['call'] = (...args) => running.call(...args)

type Holder = Person & { role: Role }
interface Taking {
  what: string
  take: (holder: Holder) => Promise<Answer>
}

const post = (path: string, json: object = {}, token = service().token) => call('POST', path, { json, token })
const update = ({ id }: { id: number }, json: object) => post(`/api/users/id/${id}/update`, json)
const rolesOf = ({ id }: { id: number }) => `/api/users/${id}/relationships/roles`
const usersOf = ({ role }: Holder) => `/api/roles/${role.id}/relationships/users`
const permissionsOf = ({ role }: Holder) => `/api/roles/${role.id}/relationships/permissions`
const soon = () => new Date(Date.parse(service().clock.now()) + 60_000).toISOString()
const idOf = async (slug: string) => dataOf(await call('GET', `/api/permissions/slug/${slug}`)).id
const SLUG = 'can-read-taxonomies'

const FROM_USERS: Taking[] = [
  { what: 'a user is deactivated', take: (user) => update(user, { is_active: false }) },
  { what: 'a user becomes inactive', take: (user) => update(user, { status: 'inactive' }) },
  { what: 'a password changes', take: (user) => update(user, { password: 'a phrase of my own' }) },
  { what: 'a user is deleted', take: ({ id }) => post(`/api/users/id/${id}/delete`) },
  { what: 'a user is destroyed', take: ({ id }) => call('DELETE', `/api/users/${id}`) },
  {
    what: 'users are deleted in bulk',
    take: ({ id }) => call('DELETE', '/api/users', { json: { ids: [id] } }),
  },
  {
    what: 'users are deactivated in bulk',
    take: ({ id }) => call('PATCH', '/api/users', { json: [{ id, is_active: false }] }),
  },
  { what: 'all tokens are revoked', take: ({ id }) => post(`/api/users/id/${id}/tokens/revoke`) },
  {
    what: 'a token is revoked',
    take: async ({ id }) => {
      const { list } = dataOf(await call('GET', `/api/users/id/${id}/tokens`))
      return post(`/api/users/id/${id}/tokens/${list.data[0].id}/revoke`)
    },
  },
  { what: 'somebody signs out', take: ({ token }) => post('/api/signout', {}, token) },
  { what: 'a role is taken away', take: (user) => call('DELETE', rolesOf(user), { json: user.role.slug }) },
  { what: 'the roles are replaced', take: (user) => call('PUT', rolesOf(user), { json: [] }) },
  {
    what: 'the link with a role is deactivated',
    take: (user) => call('PATCH', rolesOf(user), { json: { id: user.role.slug, is_active: false } }),
  },
  {
    what: 'the link with a role gets an end',
    take: (user) => call('PATCH', rolesOf(user), { json: { id: user.role.slug, expires_at: soon() } }),
  },
  { what: 'a user is taken from a role', take: (user) => call('DELETE', usersOf(user), { json: user.id }) },
  { what: 'all are taken from a role', take: (user) => call('DELETE', usersOf(user), { query: 'all=true' }) },
  { what: 'the users of a role are replaced', take: (user) => call('PUT', usersOf(user), { json: [] }) },
]

const FROM_ROLES: Taking[] = [
  {
    what: 'a role is deactivated',
    take: ({ role }) => post(`/api/roles/id/${role.id}/update`, { is_active: false }),
  },
  { what: 'a role is deleted', take: ({ role }) => post(`/api/roles/id/${role.id}/delete`) },
  { what: 'a role is destroyed', take: ({ role }) => call('DELETE', `/api/roles/${role.id}`) },
  {
    what: 'roles are deleted in bulk',
    take: ({ role }) => call('DELETE', '/api/roles', { json: { ids: [role.id] } }),
  },
  {
    what: 'a permission is taken from a role',
    take: (user) => call('DELETE', permissionsOf(user), { json: SLUG }),
  },
  {
    what: 'the permissions of a role are replaced',
    take: (user) => call('PUT', permissionsOf(user), { json: [] }),
  },
  {
    what: 'the link with a permission gets an end',
    take: (user) => call('PATCH', permissionsOf(user), { json: { id: SLUG, expires_at: soon() } }),
  },
  {
    what: 'a role is taken from a permission',
    take: async ({ role }) =>
      call('DELETE', `/api/permissions/${await idOf(SLUG)}/relationships/roles`, { json: role.id }),
  },
  {
    what: 'the matrix is changed',
    take: ({ role }) =>
      post('/api/role-permissions/changes', { changes: [{ role: role.id, permission: SLUG, held: false }] }),
  },
  {
    what: 'a permission is deleted',
    take: async () => {
      const answer = await post(`/api/permissions/slug/${SLUG}/delete`)
      dataOf(await post(`/api/permissions/slug/${SLUG}/restore`))
      return answer
    },
  },
]

describe('a write that relies on authority', { skip: engine !== 'postgres' }, () => {
  let other: Connection
  before(async () => {
    running = await startService()
    other = connect(running.config.databaseUrl)
  })
  after(async () => {
    await other.close()
    await running.stop()
  })

  const somebodyWaits = () =>
    eventually(async () => {
      const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(other.db)
      return rows.length > 0
    })

  for (const [space, takings] of [
    ['user', FROM_USERS],
    ['role', FROM_ROLES],
  ] as const) {
    for (const { what, take } of takings) {
      it(`is over before ${what}`, async () => {
        const holder = await makeActor(service(), [SLUG])
        let isAnswered = false
        let taking: Promise<Answer> | undefined
        await other.db.transaction().execute(async (db) => {
          await takeLocks(db, [{ space, id: space === 'user' ? holder.id : holder.role.id, mode: 'shared' }])
          taking = take(holder)
          taking.finally(() => {
            isAnswered = true
          })
          await somebodyWaits()
          assert.ok(!isAnswered)
        })
        dataOf((await taking) as Answer)
      })
    }
  }

  it('deadlocks with none for long: of two who deactivate each other, one goes', async () => {
    for (let round = 0; round < 3; round++) {
      const both = [
        await makeActor(service(), ['can-update-users']),
        await makeActor(service(), ['can-update-users']),
      ]
      const [one, two] = both as [Holder, Holder]
      const answers = await Promise.all([
        post(`/api/users/id/${two.id}/update`, { is_active: false }, one.token),
        post(`/api/users/id/${one.id}/update`, { is_active: false }, two.token),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    }
  })

  it('nor does somebody who signs out on many devices at once, or changes and revokes meanwhile', async () => {
    const ada = await makeActor(service(), [SLUG])
    const tokens = await Promise.all(Array.from({ length: 12 }, () => giveToken(service(), ada)))
    const signedOut = tokens.map((token) => post('/api/signout', {}, token))
    const changed = post(`/api/users/id/${ada.id}/update`, { title: 'Countess' }, ada.token)
    for (const answer of await Promise.all([...signedOut, changed])) dataOf(answer)
    const { list } = dataOf(await call('GET', `/api/users/id/${ada.id}/tokens`))
    assert.equal(list.total, 1)
  })
})
