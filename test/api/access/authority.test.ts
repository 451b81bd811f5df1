// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Db } from '../../../server/db/tables.ts'
import type { Lock } from '../../../server/db/transactions/locks.ts'
import { giveRole, giveToken, makeActor, makeUser, type Person, type Role } from '../../support/actors.ts'
import { guardedCells, isWrite, shown } from '../../support/callers.ts'
import { engine } from '../../support/databases.ts'
import { startProbes } from '../../support/probes.ts'
import { assertRefused } from '../../support/refusals.ts'
import { startService } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'
import { whileHeld } from '../../support/while-held.ts'

/** The authority that admits a request is checked again in the transaction of the write: it may have ended in between. */

const { service, call } = useService()
const HOUR_MS = 3_600_000
let count = 0

/** Creates a role as a caller whose authority ends after the request was admitted. */
async function createRoleDuring(
  actor: Person & { role: Role },
  meanwhile: (db: Db) => Promise<unknown>,
  by: 'own' | 'other',
) {
  const name = `Made meanwhile ${++count}`
  const locks: Lock[] = [
    { space: 'user', id: actor.id, mode: 'exclusive' },
    { space: 'role', id: actor.role.id, mode: 'exclusive' },
  ]
  const { token } = actor
  const request = () => call('POST', '/api/roles/create', { token, json: { name } })
  const answer = await whileHeld(service(), { request, locks, meanwhile, by })
  const { db } = service().connection
  const made = await db.selectFrom('roles').where('name', '=', name).select('id').execute()
  assert.equal(made.length, answer.status === 201 ? 1 : 0)
  return answer
}

interface Ending {
  what: string
  status: 401 | 403
  end: (db: Db, actor: Person & { role: Role }) => Promise<unknown>
}

const now = () => service().clock.now()

const ENDINGS: Ending[] = [
  {
    what: 'the token is revoked',
    status: 401,
    end: (db, { id }) => db.deleteFrom('tokens').where('user_id', '=', id).execute(),
  },
  {
    what: 'the token has expired',
    status: 401,
    end: (db, { id }) =>
      db.updateTable('tokens').set({ expires_at: now() }).where('user_id', '=', id).execute(),
  },
  {
    what: 'the user is deactivated',
    status: 401,
    end: (db, { id }) => db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute(),
  },
  {
    what: 'the user is deleted',
    status: 401,
    end: (db, { id }) => db.updateTable('users').set({ deleted_at: now() }).where('id', '=', id).execute(),
  },
  {
    what: 'the user is destroyed',
    status: 401,
    end: (db, { id }) => db.deleteFrom('users').where('id', '=', id).execute(),
  },
  {
    what: 'the role is taken from the user',
    status: 403,
    end: (db, { id }) => db.deleteFrom('user_roles').where('user_id', '=', id).execute(),
  },
  {
    what: 'the link with the role is deactivated',
    status: 403,
    end: (db, { id }) =>
      db.updateTable('user_roles').set({ is_active: false }).where('user_id', '=', id).execute(),
  },
  {
    what: 'the link with the role has expired',
    status: 403,
    end: (db, { id }) =>
      db.updateTable('user_roles').set({ expires_at: now() }).where('user_id', '=', id).execute(),
  },
  {
    what: 'the role is deactivated',
    status: 403,
    end: (db, { role }) =>
      db.updateTable('roles').set({ is_active: false }).where('id', '=', role.id).execute(),
  },
  {
    what: 'the role is deleted',
    status: 403,
    end: (db, { role }) =>
      db.updateTable('roles').set({ deleted_at: now() }).where('id', '=', role.id).execute(),
  },
  {
    what: 'the permission is taken from the role',
    status: 403,
    end: (db, { role }) => db.deleteFrom('role_permissions').where('role_id', '=', role.id).execute(),
  },
  {
    what: 'the role’s link with the permission has expired',
    status: 403,
    end: (db, { role }) =>
      db.updateTable('role_permissions').set({ expires_at: now() }).where('role_id', '=', role.id).execute(),
  },
]

describe('a write whose caller has been authorized', () => {
  for (const by of engine === 'sqlite' ? (['other', 'own'] as const) : (['other'] as const)) {
    for (const { what, status, end } of ENDINGS) {
      it(`is refused with ${status} if ${what} before it commits, by ${by === 'own' ? 'the same' : 'another'} process`, async () => {
        const actor = await makeActor(service(), ['can-create-roles'])
        const answer = await createRoleDuring(actor, (db) => end(db, actor), by)
        const code = status === 401 ? 'unauthenticated' : 'forbidden'
        assertRefused(answer, { status, code })
      })
    }

    it(`succeeds if something else is written before it commits, by ${by === 'own' ? 'the same' : 'another'} process`, async () => {
      const actor = await makeActor(service(), ['can-create-roles'])
      const another = await makeUser(service())
      const end = (db: Db) =>
        db.updateTable('users').set({ is_active: false }).where('id', '=', another.id).execute()
      assert.equal((await createRoleDuring(actor, end, by)).status, 201)
    })
  }

  it('is refused if the token or the link with the role expires before it commits', async () => {
    for (const [table, status] of [
      ['tokens', 401],
      ['user_roles', 403],
    ] as const) {
      const actor = await makeActor(service(), ['can-create-roles'])
      const expires_at = new Date(Date.parse(now()) + HOUR_MS).toISOString()
      const { db } = service().connection
      await db.updateTable(table).set({ expires_at }).where('user_id', '=', actor.id).execute()
      const later = async () => service().clock.advance(2 * HOUR_MS)
      assert.equal((await createRoleDuring(actor, later, 'own')).status, status, table)
    }
  })

  it('is refused if the caller loses can-update-users, even for their own record', async () => {
    const actor = await makeActor(service(), ['can-update-users'])
    const request = () =>
      call('POST', `/api/users/id/${actor.id}/update`, { token: actor.token, json: { title: 'Countess' } })
    const answer = await whileHeld(service(), {
      request,
      locks: [{ space: 'user', id: actor.id, mode: 'exclusive' }],
      meanwhile: (db) => db.deleteFrom('user_roles').where('user_id', '=', actor.id).execute(),
    })
    assertRefused(answer, { status: 403, code: 'forbidden' })
    assert.equal((await request()).status, 200, 'the caller can still update their own record')
  })

  it('is refused if it assigns a role that the caller has lost meanwhile', async () => {
    const actor = await makeActor(service(), ['can-assign-roles', 'can-read-users', 'can-read-roles'])
    const [role, user] = [await makeActor(service(), ['can-read-taxonomies']), await makeUser(service())]
    await giveRole(service(), actor, role.role.slug)
    const path = `/api/users/${user.id}/relationships/roles`
    const answer = await whileHeld(service(), {
      request: () => call('POST', path, { token: actor.token, json: role.role.slug }),
      locks: [{ space: 'user', id: actor.id, mode: 'exclusive' }],
      meanwhile: (db) =>
        db
          .deleteFrom('user_roles')
          .where('user_id', '=', actor.id)
          .where('role_id', '=', role.role.id)
          .execute(),
    })
    assertRefused(answer, { status: 403, code: 'forbidden' })
  })
})

describe('every operation that writes', () => {
  it('is refused with 401 if the token is revoked after the request was authorized', async () => {
    const own = await startService()
    try {
      const { probe, targetOf } = await startProbes(own)
      const root = await makeUser(own)
      await giveRole(own, root, 'super-administrator')
      const writes = guardedCells.filter(isWrite)
      assert.ok(writes.length > 100)
      const seen: [string, number][] = []
      for (const { endpoint, method } of writes) {
        const target = await targetOf(endpoint)
        const token = await giveToken(own, root)
        const answer = await whileHeld(own, {
          request: () => probe(endpoint, method, token, target),
          locks: [{ space: 'user', id: root.id, mode: 'exclusive' }],
          meanwhile: (db) => db.deleteFrom('tokens').where('user_id', '=', root.id).execute(),
        })
        if (endpoint.name === 'permissions.restore')
          await own.call('POST', '/api/permissions/slug/can-read-permissions/restore')
        seen.push([shown({ endpoint, method }), answer.status])
      }
      assert.deepEqual(
        seen.filter(([, status]) => status !== 401),
        [],
      )
    } finally {
      await own.stop()
    }
  })
})
