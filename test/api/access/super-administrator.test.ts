// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

const SUPER = 'super-administrator'
const LAST = { status: 409, code: 'last_super_administrator', says: /make another one first/ }
const LATER = '2100-01-01T00:00:00.000Z'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const send = (path: string, json: unknown = {}, method = 'POST') => service.call(method, path, { json })
const linksOf = (user: { id: number }) => `/api/users/${user.id}/relationships/roles`
const holds = async (user: { id: number }) =>
  dataOf(await service.call('GET', `/api/users/id/${user.id}/roles/${SUPER}`))
const makeAnother = async (link: string | object = SUPER): Promise<Person> => {
  const user = await makeUser(service)
  await giveRole(service, user, link)
  return user
}

type Call = readonly [path: string, json?: unknown, method?: string]

/** Each call removes the role or the user who holds it. */
const removals = (user: { id: number }): Record<string, Call> => ({
  'be deleted': [`/api/users/id/${user.id}/delete`],
  'be deactivated': [`/api/users/id/${user.id}/update`, { is_active: false }],
  'become inactive': [`/api/users/id/${user.id}/update`, { status: 'inactive' }],
  'lose the role': [linksOf(user), SUPER, 'DELETE'],
  'lose all roles': [linksOf(user), { all: true }, 'DELETE'],
  'get other roles instead': [linksOf(user), ['administrator'], 'PUT'],
  'get no roles instead': [linksOf(user), [], 'PUT'],
  'keep the role inactive': [linksOf(user), { id: SUPER, is_active: false }, 'PATCH'],
  'keep the role inactive, by adding it again': [linksOf(user), { id: SUPER, is_active: false }],
  'keep the role inactive, in a new set': [linksOf(user), [{ id: SUPER, is_active: false }], 'PUT'],
  'keep the role until it ended': [linksOf(user), { id: SUPER, expires_at: '2020-01-01' }, 'PATCH'],
  'keep the role for some years': [linksOf(user), { id: SUPER, expires_at: LATER }, 'PATCH'],
})

describe('the last super administrator', () => {
  const root = { id: 1 }
  const assertAllRefused = async () => {
    for (const attempt of Object.values(removals(root))) {
      await assertRefusedUnchanged(service, () => send(...attempt), LAST)
    }
    assert.equal(await holds(root), true)
  }

  it('cannot be deleted, deactivated or stripped of the role by any call', assertAllRefused)

  it('is the last if all others are deleted, inactive, or hold the role temporarily or no longer', async () => {
    dataOf(await send(`/api/users/id/${(await makeAnother()).id}/delete`))
    dataOf(await send(`/api/users/id/${(await makeAnother()).id}/update`, { is_active: false }))
    await makeAnother({ id: SUPER, is_active: false })
    await makeAnother({ id: SUPER, expires_at: '2020-01-01' })
    await makeAnother({ id: SUPER, expires_at: LATER })
    await assertAllRefused()
  })

  it('can be changed otherwise and be given more roles', async () => {
    dataOf(
      await send('/api/users/id/1/update', {
        title: 'Root',
        is_active: true,
        password: 'a new phrase of mine',
        current_password: ADMIN.password,
      }),
    )
    dataOf(await send(linksOf(root), 'administrator'))
    dataOf(await send(linksOf(root), [SUPER, 'manager'], 'PUT'))
    dataOf(await send(linksOf(root), 'manager', 'DELETE'))
    dataOf(await send(linksOf(root), { id: SUPER, is_active: true, expires_at: null }, 'PATCH'))
    assert.equal(await holds(root), true)
  })

  for (const what of Object.keys(removals(root))) {
    it(`may ${what} once there is another, who then becomes the last`, async () => {
      const user = await makeAnother()
      assert.equal(await holds(user), true)
      dataOf(await send(...(removals(user)[what] as Call)))
      const check = await service.call('GET', `/api/users/id/${user.id}/roles/${SUPER}`)
      assert.equal(check.body.data ?? false, what === 'keep the role for some years')
      await assertRefusedUnchanged(service, () => send('/api/users/id/1/delete'), LAST)
    })
  }
})

describe('the role super-administrator', () => {
  const path = `/api/roles/slug/${SUPER}`

  it('cannot be deleted, renamed or deactivated, even by a super administrator', async () => {
    const refused = { status: 409, code: 'built_in_role', says: /super-administrator can't be/ }
    for (const json of [
      { name: 'Root' },
      { slug: 'root' },
      { name: 'Super Administrator', slug: 'root' },
      { is_active: false },
      { is_active: '0', details: 'Changed' },
    ]) {
      await assertRefusedUnchanged(service, () => send(`${path}/update`, json), refused)
    }
    await assertRefusedUnchanged(service, () => send(`${path}/delete`), refused)
  })

  it('keeps all its permissions', async () => {
    const links = `/api/roles/${dataOf(await service.call('GET', path)).id}/relationships/permissions`
    const refused = { status: 409, code: 'built_in_role', says: /holds every permission/ }
    for (const [json, method] of [
      ['can-read-users', 'DELETE'],
      [{ all: true }, 'DELETE'],
      [['can-read-users'], 'PUT'],
      [[], 'PUT'],
      [{ id: 'can-read-users', is_active: false }, 'PATCH'],
      [{ id: 'can-read-users', expires_at: LATER }, 'PATCH'],
    ] as const) {
      await assertRefusedUnchanged(service, () => send(links, json, method), refused)
    }
  })

  it('can be given new details', async () => {
    const json = { name: 'Super Administrator', slug: SUPER, is_active: true, details: 'Runs everything.' }
    assert.equal(dataOf(await send(`${path}/update`, json)).details, 'Runs everything.')
  })

  it('has a slug that no other role can take', async () => {
    await assertRefusedUnchanged(service, () => send('/api/roles/create', { name: 'Other', slug: SUPER }), {
      status: 409,
      code: 'slug_taken',
      details: [['slug', 'slug_taken']],
    })
    const role = await makeRole(service)
    await assertRefusedUnchanged(service, () => send(`/api/roles/id/${role.id}/update`, { slug: SUPER }), {
      status: 409,
      code: 'slug_taken',
      details: [['slug', 'slug_taken']],
    })
  })
})
