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

/** On PostgreSQL, a write that takes authority away waits for the writes that rely on it. SQLite has one writer. */

let running: Service
const service = () => running
const call: Service['call'] = (...args) => running.call(...args)

type Holder = Person & { role: Role }
interface AuthorityRemoval {
  what: string
  remove: (holder: Holder) => Promise<Answer>
}

const post = (path: string, json: object = {}, token = service().token) => call('POST', path, { json, token })
const update = ({ id }: { id: number }, json: object) => post(`/api/users/id/${id}/update`, json)
const rolesOf = ({ id }: { id: number }) => `/api/users/${id}/relationships/roles`
const usersOf = ({ role }: Holder) => `/api/roles/${role.id}/relationships/users`
const permissionsOf = ({ role }: Holder) => `/api/roles/${role.id}/relationships/permissions`
const soon = () => new Date(Date.parse(service().clock.now()) + 60_000).toISOString()
const idOf = async (slug: string) => dataOf(await call('GET', `/api/permissions/slug/${slug}`)).id
const SLUG = 'can-read-taxonomies'

const FROM_USERS: AuthorityRemoval[] = [
  { what: 'a user is deactivated', remove: (user) => update(user, { is_active: false }) },
  { what: 'a user becomes inactive', remove: (user) => update(user, { status: 'inactive' }) },
  { what: 'a password changes', remove: (user) => update(user, { password: 'a phrase of my own' }) },
  { what: 'a user is deleted', remove: ({ id }) => post(`/api/users/id/${id}/delete`) },
  { what: 'a user is destroyed', remove: ({ id }) => call('DELETE', `/api/users/${id}`) },
  {
    what: 'users are deleted in bulk',
    remove: ({ id }) => call('DELETE', '/api/users', { json: { ids: [id] } }),
  },
  {
    what: 'users are deactivated in bulk',
    remove: ({ id }) => call('PATCH', '/api/users', { json: [{ id, is_active: false }] }),
  },
  { what: 'all tokens are revoked', remove: ({ id }) => post(`/api/users/id/${id}/tokens/revoke`) },
  {
    what: 'a token is revoked',
    remove: async ({ id }) => {
      const { list } = dataOf(await call('GET', `/api/users/id/${id}/tokens`))
      return post(`/api/users/id/${id}/tokens/${list.data[0].id}/revoke`)
    },
  },
  { what: 'somebody signs out', remove: ({ token }) => post('/api/signout', {}, token) },
  { what: 'a role is taken away', remove: (user) => call('DELETE', rolesOf(user), { json: user.role.slug }) },
  { what: 'the roles are replaced', remove: (user) => call('PUT', rolesOf(user), { json: [] }) },
  {
    what: 'the link with a role is deactivated',
    remove: (user) => call('PATCH', rolesOf(user), { json: { id: user.role.slug, is_active: false } }),
  },
  {
    what: 'the link with a role gets an end',
    remove: (user) => call('PATCH', rolesOf(user), { json: { id: user.role.slug, expires_at: soon() } }),
  },
  { what: 'a user is taken from a role', remove: (user) => call('DELETE', usersOf(user), { json: user.id }) },
  {
    what: 'all are taken from a role',
    remove: (user) => call('DELETE', usersOf(user), { query: 'all=true' }),
  },
  { what: 'the users of a role are replaced', remove: (user) => call('PUT', usersOf(user), { json: [] }) },
]

const FROM_ROLES: AuthorityRemoval[] = [
  {
    what: 'a role is deactivated',
    remove: ({ role }) => post(`/api/roles/id/${role.id}/update`, { is_active: false }),
  },
  { what: 'a role is deleted', remove: ({ role }) => post(`/api/roles/id/${role.id}/delete`) },
  { what: 'a role is destroyed', remove: ({ role }) => call('DELETE', `/api/roles/${role.id}`) },
  {
    what: 'roles are deleted in bulk',
    remove: ({ role }) => call('DELETE', '/api/roles', { json: { ids: [role.id] } }),
  },
  {
    what: 'a permission is taken from a role',
    remove: (user) => call('DELETE', permissionsOf(user), { json: SLUG }),
  },
  {
    what: 'the permissions of a role are replaced',
    remove: (user) => call('PUT', permissionsOf(user), { json: [] }),
  },
  {
    what: 'the link with a permission gets an end',
    remove: (user) => call('PATCH', permissionsOf(user), { json: { id: SLUG, expires_at: soon() } }),
  },
  {
    what: 'a role is taken from a permission',
    remove: async ({ role }) =>
      call('DELETE', `/api/permissions/${await idOf(SLUG)}/relationships/roles`, { json: role.id }),
  },
  {
    what: 'the matrix is changed',
    remove: ({ role }) =>
      post('/api/role-permissions/changes', { changes: [{ role: role.id, permission: SLUG, held: false }] }),
  },
  {
    what: 'a permission is deleted',
    remove: async () => {
      const answer = await post(`/api/permissions/slug/${SLUG}/delete`)
      dataOf(await post(`/api/permissions/slug/${SLUG}/restore`))
      return answer
    },
  },
]

describe('the authority lock', { skip: engine !== 'postgres' }, () => {
  let other: Connection
  before(async () => {
    running = await startService()
    other = connect(running.config.databaseUrl)
  })
  after(async () => {
    await other.close()
    await running.stop()
  })

  const waitForBlockedLock = () =>
    eventually(async () => {
      const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(other.db)
      return rows.length > 0
    })

  for (const [space, removals] of [
    ['user', FROM_USERS],
    ['role', FROM_ROLES],
  ] as const) {
    for (const { what, remove: take } of removals) {
      it(`delays the change until dependent writes end when ${what}`, async () => {
        const holder = await makeActor(service(), [SLUG])
        let isAnswered = false
        let removal: Promise<Answer> | undefined
        await other.db.transaction().execute(async (db) => {
          await takeLocks(db, [{ space, id: space === 'user' ? holder.id : holder.role.id, mode: 'shared' }])
          removal = take(holder)
          removal.finally(() => {
            isAnswered = true
          })
          await waitForBlockedLock()
          assert.ok(!isAnswered)
        })
        dataOf((await removal) as Answer)
      })
    }
  }

  it('allows exactly one of two users to deactivate the other at the same time', async () => {
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

  it('does not deadlock when a user signs out on 12 devices during an update of the user', async () => {
    const ada = await makeActor(service(), [SLUG])
    const tokens = await Promise.all(Array.from({ length: 12 }, () => giveToken(service(), ada)))
    const signedOut = tokens.map((token) => post('/api/signout', {}, token))
    const changed = post(`/api/users/id/${ada.id}/update`, { title: 'Countess' }, ada.token)
    for (const answer of await Promise.all([...signedOut, changed])) dataOf(answer)
    const { list } = dataOf(await call('GET', `/api/users/id/${ada.id}/tokens`))
    assert.equal(list.total, 1)
  })
})
