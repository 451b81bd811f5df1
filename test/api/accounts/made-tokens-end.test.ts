// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect } from '../../../server/db/connect.ts'
import { takeLocks } from '../../../server/db/transactions/locks.ts'
import {
  dataOf,
  giveRole,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
} from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { engine } from '../../support/databases.ts'
import { assertRefused } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'
import { whileHeld } from '../../support/while-held.ts'

/** A token made for another user ends when its maker loses the permission to make it, and does not come back. */

const { service, call } = useService()

const HOUR_MS = 3_600_000
const MAKES = 'can-assign-api-tokens'
const ASSIGN = ['can-read-users', MAKES]
const ENDED = { status: 401, code: 'unauthenticated' }
type Maker = Person & { role: Role }

const root = { id: 1 }
let count = 0

const post = (path: string, json: object = {}, token?: string) =>
  call('POST', path, { json, ...(token !== undefined && { token }) })
const me = async (token: string) => dataOf(await call('GET', '/api/me', { token }))
const exists = async (id: number) =>
  (await service().connection.db.selectFrom('tokens').where('id', '=', id).select('id').execute()).length ===
  1
const inHours = (hours: number) => new Date(Date.parse(service().clock.now()) + hours * HOUR_MS).toISOString()

/** Makes a token for a user. @returns the response about it, with the token itself */
async function make(maker: { token: string }, user: { id: number }, json: object = {}) {
  const path = `/api/users/id/${user.id}/tokens/create`
  return dataOf(await post(path, { name: 'made', expires_at: null, ...json }, maker.token)).item
}

const rolesOf = ({ id }: { id: number }) => `/api/users/${id}/relationships/roles`
const usersOf = ({ role }: Maker) => `/api/roles/${role.id}/relationships/users`
const permissionsOf = ({ role }: Maker) => `/api/roles/${role.id}/relationships/permissions`
const update = ({ id }: { id: number }, json: object) => post(`/api/users/id/${id}/update`, json)
const ofPermission = async (rest: string) => post(`/api/permissions/slug/${MAKES}${rest}`)
const linkOf = (maker: Maker, attributes: object) => ({ id: maker.role.slug, ...attributes })
const cell = ({ role }: Maker, held: boolean) => ({ changes: [{ role: role.id, permission: MAKES, held }] })

type Step = (maker: Maker) => Promise<Answer>
/** Steps that take the permission from a maker, and steps that give it back. */
const LOSSES: [what: string, end: Step, back: Step][] = [
  [
    'is deactivated',
    (maker) => update(maker, { is_active: false }),
    (maker) => update(maker, { is_active: true }),
  ],
  [
    'becomes inactive',
    (maker) => update(maker, { status: 'inactive' }),
    (maker) => update(maker, { status: 'active' }),
  ],
  [
    'is deleted',
    ({ id }) => post(`/api/users/id/${id}/delete`),
    ({ id }) => post(`/api/users/id/${id}/restore`),
  ],
  [
    'is deleted in bulk',
    ({ id }) => call('DELETE', '/api/users', { json: { ids: [id] } }),
    ({ id }) => post(`/api/users/id/${id}/restore`),
  ],
  [
    'loses the role',
    (maker) => call('DELETE', rolesOf(maker), { json: maker.role.slug }),
    (maker) => call('POST', rolesOf(maker), { json: maker.role.slug }),
  ],
  [
    'has no role left',
    (maker) => call('PUT', rolesOf(maker), { json: [] }),
    (maker) => call('PUT', rolesOf(maker), { json: [maker.role.slug] }),
  ],
  [
    'has a link with the role that is deactivated',
    (maker) => call('PATCH', rolesOf(maker), { json: linkOf(maker, { is_active: false }) }),
    (maker) => call('PATCH', rolesOf(maker), { json: linkOf(maker, { is_active: true }) }),
  ],
  [
    'is removed from the role',
    (maker) => call('DELETE', usersOf(maker), { json: maker.id }),
    (maker) => call('POST', usersOf(maker), { json: maker.id }),
  ],
  [
    'is removed from the role with all others',
    (maker) => call('DELETE', usersOf(maker), { query: 'all=true' }),
    (maker) => call('POST', usersOf(maker), { json: maker.id }),
  ],
  [
    'holds a role that is deactivated',
    ({ role }) => post(`/api/roles/id/${role.id}/update`, { is_active: false }),
    ({ role }) => post(`/api/roles/id/${role.id}/update`, { is_active: true }),
  ],
  [
    'holds a role that is deleted',
    ({ role }) => post(`/api/roles/id/${role.id}/delete`),
    ({ role }) => post(`/api/roles/id/${role.id}/restore`),
  ],
  [
    'holds a role that loses the permission',
    (maker) => call('DELETE', permissionsOf(maker), { json: MAKES }),
    (maker) => call('POST', permissionsOf(maker), { json: MAKES }),
  ],
  [
    'holds a role that is removed from the permission',
    async ({ role }) => {
      const { id } = dataOf(await call('GET', `/api/permissions/slug/${MAKES}`))
      return call('DELETE', `/api/permissions/${id}/relationships/roles`, { json: role.slug })
    },
    (maker) => call('POST', permissionsOf(maker), { json: MAKES }),
  ],
  [
    'holds a role that loses it in the matrix',
    (maker) => post('/api/role-permissions/changes', cell(maker, false)),
    (maker) => post('/api/role-permissions/changes', cell(maker, true)),
  ],
  [
    'holds a role whose link with the permission is deactivated',
    (maker) => call('PATCH', permissionsOf(maker), { json: { id: MAKES, is_active: false } }),
    (maker) => call('PATCH', permissionsOf(maker), { json: { id: MAKES, is_active: true } }),
  ],
  ['holds a permission that is deleted', () => ofPermission('/delete'), () => ofPermission('/restore')],
]

describe('a token made for another user', () => {
  for (const [what, end, back] of LOSSES) {
    it(`ends for good when its maker ${what}: it does not come back with the permission`, async () => {
      const [maker, user] = [await makeActor(service(), ASSIGN), await makeUser(service())]
      const made = await make(maker, user)
      assert.ok(await me(made.api_token))
      dataOf(await end(maker))
      assertRefused(await call('GET', '/api/me', { token: made.api_token }), ENDED)
      assert.ok(!(await exists(made.id)))
      dataOf(await back(maker))
      const path = `/api/users/id/${maker.id}/permissions/${MAKES}`
      assert.equal(dataOf(await call('GET', path)), true)
      assertRefused(await call('GET', '/api/me', { token: made.api_token }), ENDED)
    })
  }

  const ENDINGS: [what: string, end: Step][] = [
    ['gets another password', (maker) => update(maker, { password: 'a phrase of their own' })],
    ['has all tokens revoked', ({ id }) => post(`/api/users/id/${id}/tokens/revoke`)],
    ['is destroyed', ({ id }) => call('DELETE', `/api/users/${id}`)],
    ['holds a role that is destroyed', ({ role }) => call('DELETE', `/api/roles/${role.id}`)],
  ]
  for (const [what, end] of ENDINGS) {
    it(`ends when its maker ${what}, while the user’s own tokens stay`, async () => {
      const [maker, ada] = [await makeActor(service(), ASSIGN), await makeActor(service(), ASSIGN)]
      const made = await make(maker, ada)
      const { api_token: byAda } = await make(ada, await makeUser(service()))
      dataOf(await end(maker))
      assertRefused(await call('GET', '/api/me', { token: made.api_token }), ENDED)
      assert.ok(!(await exists(made.id)))
      for (const token of [ada.token, byAda]) assert.ok(await me(token))
    })
  }

  it('stays if its maker keeps the permission by another role', async () => {
    const maker = await makeActor(service(), ASSIGN)
    await giveRole(service(), maker, (await makeRole(service(), ASSIGN)).slug)
    const made = await make(maker, await makeUser(service()))
    dataOf(await call('DELETE', rolesOf(maker), { json: maker.role.slug }))
    assert.ok(await me(made.api_token))
    assert.ok(await exists(made.id))
  })

  it('ends when two roles with the permission are removed at the same moment', {
    skip: engine === 'postgres' ? false : 'SQLite has one writer',
  }, async () => {
    const maker = await makeActor(service(), ASSIGN)
    const other = await makeRole(service(), ASSIGN)
    await giveRole(service(), maker, other.slug)
    const made = await make(maker, await makeUser(service()))
    const holder = connect(service().config.databaseUrl)
    let taken: Promise<Answer[]> | undefined
    await holder.db.transaction().execute(async (db) => {
      await takeLocks(db, [{ space: 'token-makers', mode: 'exclusive' }])
      taken = Promise.all([
        call('DELETE', rolesOf(maker), { json: maker.role.slug }),
        call('DELETE', `/api/roles/${other.id}/relationships/permissions`, { json: MAKES }),
      ])
      // Both have written their removal, and each sees only its own.
      for (let waiting = 0; waiting < 2; ) {
        const { rows } = await sql<{ count: number }>`select cast(count(*) as integer) as count from pg_locks
          where locktype = 'advisory' and not granted and database = (select oid from pg_database
            where datname = current_database())`.execute(db)
        waiting = rows[0]?.count ?? 0
      }
    })
    await holder.close()
    for (const answer of (await taken) ?? []) dataOf(answer)
    assert.ok(!(await exists(made.id)))
  })
})

describe('a token made for another user with a temporary permission', () => {
  const extend = (maker: Maker) =>
    call('PATCH', rolesOf(maker), { json: linkOf(maker, { expires_at: null }) })

  it('expires with the permission, and reports that', async () => {
    const [maker, user] = [await makeUser(service()), await makeUser(service())]
    const role = await makeRole(service(), ASSIGN)
    const [end, later] = [inHours(1), inHours(2)]
    await giveRole(service(), maker, { id: role.slug, expires_at: end })
    const made = [await make(maker, user), await make(maker, user, { expires_at: later })]
    const soon = await make(maker, user, { expires_at: inHours(0.5) })
    for (const { expires_at } of made) assert.equal(expires_at, end)
    assert.ok(soon.expires_at < end)
    service().clock.advance(HOUR_MS)
    dataOf(await extend({ ...maker, role }))
    for (const { api_token: token } of made) assertRefused(await call('GET', '/api/me', { token }), ENDED)
  })

  it('expires with the permission too if that end is set later, on the role or on the permission', async () => {
    const ends: ((maker: Maker, expires_at: string) => Promise<Answer>)[] = [
      (maker, expires_at) => call('PATCH', rolesOf(maker), { json: linkOf(maker, { expires_at }) }),
      (maker, expires_at) => call('POST', usersOf(maker), { json: { id: maker.id, expires_at } }),
      (maker, expires_at) => call('PATCH', permissionsOf(maker), { json: { id: MAKES, expires_at } }),
    ]
    for (const end of ends) {
      const maker = await makeActor(service(), ASSIGN)
      const made = await make(maker, await makeUser(service()))
      dataOf(await end(maker, inHours(1)))
      assert.ok(await me(made.api_token))
      service().clock.advance(HOUR_MS)
      assertRefused(await call('GET', '/api/me', { token: made.api_token }), ENDED)
      dataOf(await extend(maker))
      dataOf(await call('PATCH', permissionsOf(maker), { json: { id: MAKES, expires_at: null } }))
      assertRefused(await call('GET', '/api/me', { token: made.api_token }), ENDED)
    }
  })

  it('does not expire if the maker has the permission permanently by another role', async () => {
    const maker = await makeActor(service(), ASSIGN)
    const until = { id: (await makeRole(service(), ASSIGN)).slug, expires_at: inHours(1) }
    await giveRole(service(), maker, until)
    assert.equal((await make(maker, await makeUser(service()))).expires_at, null)
  })
})

describe('the transaction of a write with a made token', () => {
  it('refuses it if the maker was deactivated after the request was authorized', async () => {
    const maker = await makeActor(service(), ['can-create-roles', ...ASSIGN])
    const { api_token: token } = await make(maker, root, { permissions: ['can-create-roles'] })
    for (const [table, values, expected] of [
      ['user_roles', { is_active: false }, ENDED],
      ['users', { is_active: false }, ENDED],
    ] as const) {
      const set = (to: object) => sql`update ${sql.table(table)} set is_active = ${'on' in to}
        where ${sql.ref(table === 'users' ? 'id' : 'user_id')} = ${maker.id}`
      const answer = await whileHeld(service(), {
        request: () => post('/api/roles/create', { name: `Never ${++count}` }, token),
        locks: [{ space: 'user', id: maker.id, mode: 'exclusive' }],
        meanwhile: (db) => set(values).execute(db),
      })
      assertRefused(answer, expected)
      await set({ on: true }).execute(service().connection.db)
    }
  })
})
