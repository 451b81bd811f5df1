// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  everySlug,
  giveRole,
  giveSession,
  makeActor,
  makeRole,
  makeUser,
  type Role,
} from '../../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'

const NEEDED = ['can-create-roles', 'can-assign-permissions', 'can-read-roles', 'can-read-permissions']
const DAY_MS = 86_400_000

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const duplicate = (role: Role, json: object, options: { token?: string; headers?: object } = {}) =>
  service.call('POST', `/api/roles/id/${role.id}/duplicate`, { json, ...options } as never)

const daysFromNow = (days: number) => new Date(Date.parse(service.clock.now()) + days * DAY_MS).toISOString()

/** The permissions that a role is linked with: the slug, the state and the end of each link. */
async function linksOf(role: { id: number }) {
  const { permissions } = dataOf(
    await service.call('GET', `/api/roles/${role.id}/relationships/permissions?per_page=1000&sort=slug`),
  )
  return permissions.data.map(({ slug, pivot }: { slug: string; pivot: Record<string, unknown> }) => [
    slug,
    pivot.is_active,
    pivot.expires_at,
  ])
}

const changeLink = async (role: Role, json: object) =>
  dataOf(await service.call('PATCH', `/api/roles/${role.id}/relationships/permissions`, { json }))

describe('A duplicated role', () => {
  it('has the permissions that the original grants now, each until the same time', async () => {
    const role = await makeRole(service, [
      'can-read-users',
      'can-read-roles',
      'can-read-taxonomies',
      'can-delete-users',
    ])
    const end = daysFromNow(30)
    await changeLink(role, { id: 'can-read-users', expires_at: end })
    await changeLink(role, { id: 'can-read-taxonomies', is_active: false })
    await changeLink(role, { id: 'can-delete-users', expires_at: '2020-01-01' })
    const answer = await duplicate(role, { name: 'The same again' })
    assert.equal(answer.status, 201)
    const copy = dataOf(answer)
    assert.deepEqual(
      [copy.name, copy.slug, copy.count_permissions, copy.count_users],
      ['The same again', 'the-same-again', 2, 0],
    )
    assert.deepEqual(await linksOf(copy), [
      ['can-read-roles', true, null],
      ['can-read-users', true, end],
    ])
    assert.equal((await linksOf(role)).length, 4, 'the original stays as it was')
  })

  it('has the description, type and state of the original, unless others are given', async () => {
    const role = await makeRole(service, [], { details: 'Tends.', type: 'frontend', is_active: false })
    const same = dataOf(await duplicate(role, { name: 'All the same', details: null }))
    assert.deepEqual([same.details, same.type, same.is_active], ['Tends.', 'frontend', false])
    const fields = { name: 'Other', slug: 'another', details: 'Mends.', type: 'backend', is_active: true }
    const { slug, details, type, is_active } = dataOf(await duplicate(role, fields))
    assert.deepEqual([slug, details, type, is_active], ['another', 'Mends.', 'backend', true])
  })

  it('has no users', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    const copy = dataOf(await duplicate(role, { name: 'Nobody yet' }))
    const { users } = dataOf(await service.call('GET', `/api/roles/${copy.id}/relationships/users`))
    assert.deepEqual(users.data, [])
  })

  it('of super-administrator grants every permission that exists now, and is an ordinary role', async () => {
    const original = dataOf(await service.call('GET', '/api/roles/slug/super-administrator'))
    await changeLink(original, { id: 'can-read-taxonomies', is_active: true })
    const copy = dataOf(await duplicate(original, { name: 'Nearly everything' }))
    const slugs = (await linksOf(copy)).map(([slug]: [string]) => slug)
    assert.deepEqual(slugs, (await everySlug(service)).toSorted())
    assert.equal(copy.details, null, 'the description of the built-in role is true of no other')
    const path = `/api/roles/${copy.id}/relationships/permissions`
    dataOf(await service.call('DELETE', path, { json: 'can-delete-permanently' }))
    assert.equal((await linksOf(copy)).length, slugs.length - 1)
  })

  it('is made once for an Idempotency-Key', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const headers = { 'idempotency-key': 'one-copy' }
    const first = dataOf(await duplicate(role, { name: 'One copy' }, { headers }))
    assert.equal(dataOf(await duplicate(role, { name: 'One copy' }, { headers })).id, first.id)
  })

  it('takes the same number of statements for thirty-two permissions as for twenty', async () => {
    const slugs = await everySlug(service)
    const costs: number[] = []
    for (const count of [20, 32]) {
      const role = await makeRole(service, slugs.slice(0, count))
      await cachesInUse(service)
      service.statements.count = 0
      dataOf(await duplicate(role, { name: `Of ${count}` }))
      costs.push(service.statements.count)
    }
    assert.equal(costs[0], costs[1])
  })

  it('is refused without a name, with a taken one, of an unknown role, and with an outdated version', async () => {
    const role = await makeRole(service, ['can-read-users'])
    await assertRefusedUnchanged(service, () => duplicate(role, {}), {
      status: 422,
      code: 'required',
      details: [['name', 'required']],
    })
    for (const [json, details] of [
      [{ name: role.name }, [['name', 'taken']]],
      [{ name: 'Free', slug: role.slug }, [['slug', 'taken']]],
    ] as const) {
      const answer = await duplicate(role, json)
      assert.ok([409, 422].includes(answer.status), JSON.stringify(answer.body))
      assert.equal(answer.body.details[0].field, details[0][0])
    }
    await assertRefusedUnchanged(service, () => duplicate({ ...role, id: 999_999 }, { name: 'Of none' }), {
      status: 404,
      code: 'not_found',
    })
    const headers = { 'if-match': '"99-x"' }
    await assertRefusedUnchanged(service, () => duplicate(role, { name: 'Stale' }, { headers }), {
      status: 412,
      code: 'stale',
    })
    await assertRefusedUnchanged(service, () => duplicate(role, { name: 'More', users: [1] }), {
      status: 422,
      code: 'read_only',
      details: [['users', 'read_only']],
    })
  })
})

describe('Duplicating a role', () => {
  it('needs the permissions to create roles and to assign permissions', async () => {
    const role = await makeRole(service)
    for (const lacking of NEEDED) {
      const { token } = await makeActor(
        service,
        NEEDED.filter((slug) => slug !== lacking),
      )
      await assertRefusedUnchanged(service, () => duplicate(role, { name: 'Denied' }, { token }), {
        status: 403,
        code: 'forbidden',
        says: new RegExp(lacking),
      })
    }
  })

  it('gives nobody a role beyond their own permissions, and makes no role then', async () => {
    const above = await makeRole(service, ['can-read-roles', 'can-delete-users'])
    const { token } = await makeActor(service, NEEDED)
    await assertRefusedUnchanged(service, () => duplicate(above, { name: 'Above' }, { token }), {
      status: 403,
      code: 'forbidden',
      says: /can-delete-users/,
    })
    const original = dataOf(await service.call('GET', '/api/roles/slug/super-administrator'))
    await assertRefusedUnchanged(service, () => duplicate(original, { name: 'Above all' }, { token }), {
      status: 403,
      code: 'forbidden',
    })
    const within = await makeRole(service, ['can-read-roles'])
    assert.equal(dataOf(await duplicate(within, { name: 'Within' }, { token })).count_permissions, 1)
  })

  it('considers only what the original grants now', async () => {
    const role = await makeRole(service, ['can-read-roles', 'can-delete-users'])
    await changeLink(role, { id: 'can-delete-users', is_active: false })
    const { token } = await makeActor(service, NEEDED)
    assert.equal(dataOf(await duplicate(role, { name: 'Of the rest' }, { token })).count_permissions, 1)
  })

  it('grants nothing for longer than the caller holds it', async () => {
    const caller = await makeUser(service)
    const own = await makeRole(service, [...NEEDED, 'can-read-users'])
    await giveRole(service, caller, { id: own.slug, expires_at: daysFromNow(10) })
    const role = await makeRole(service, ['can-read-users'])
    const { token } = caller
    await assertRefusedUnchanged(service, () => duplicate(role, { name: 'Longer' }, { token }), {
      status: 403,
      code: 'forbidden',
      says: /^You hold the permission can-read-users until .*; you can't grant it for longer\.$/,
    })
    await changeLink(role, { id: 'can-read-users', expires_at: daysFromNow(5) })
    dataOf(await duplicate(role, { name: 'Not longer' }, { token }))
  })

  it("is limited by a limited token's permissions", async () => {
    const role = await makeRole(service, ['can-read-users'])
    const json = { name: 'limited', permissions: NEEDED }
    // Making a token for oneself needs a recent proof, such as a sign-in.
    const session = { token: await giveSession(service, { id: 1 }) }
    const made = await service.call('POST', '/api/users/id/1/tokens/create', { json, ...session })
    const token: string = dataOf(made).item.api_token
    assertRefused(await duplicate(role, { name: 'Limited' }, { token }), {
      status: 403,
      code: 'forbidden',
      says: /can-read-users/,
    })
  })
})
