// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { type Item, PASSWORD } from '../../support/factories.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** A write refuses an `invited_by` or `registration_id` that names a record which the caller may not read. */

let [registration, secret]: Item[] = []
const { call, make, service } = useService({}, async () => {
  secret = await make('users', { last_name: 'Hidden' })
  registration = await make('registrations', { last_name: 'Hidden' })
})

const refusedWithout = (slug: string, request: () => ReturnType<typeof call>, isItem = false) =>
  assertRefusedUnchanged(service(), request, {
    status: 403,
    code: 'forbidden',
    says: new RegExp(`needs the permission ${slug}\\.$`),
    ...(isItem && { details: [['0', 'forbidden']] as const }),
  })

const WRITE_PATHS: [string, (eve: Person, json: object) => [string, string, unknown]][] = [
  ['their own record', ({ id }, json) => ['PATCH', `/api/users/${id}`, json]],
  ['their own record in bulk', ({ id }, json) => ['PATCH', '/api/users', [{ id, ...json }]]],
  ['a new user', (_, json) => ['POST', '/api/users/create', { ...NEW, ...json }]],
  ['new users in bulk', (_, json) => ['POST', '/api/users', [{ ...NEW, ...json }]]],
]
const NEW = { email: 'mallory@example.com', first_name: 'Mallory' }
const WRITES = ['can-create-users', 'can-update-users', 'can-create-registrations'] as const

describe('A caller who may write users', () => {
  for (const [whom, requestFor] of WRITE_PATHS) {
    it(`cannot make ${whom} refer to a record that they may not read`, async () => {
      const eve = await makeActor(service(), WRITES)
      const isItem = Array.isArray(requestFor(eve, {})[2])
      const send = (json: object) => {
        const [method, path, body] = requestFor(eve, json)
        return call(method, path, { json: body, token: eve.token })
      }
      await refusedWithout('can-read-users', () => send({ invited_by: secret?.id }), isItem)
      await refusedWithout(
        'can-read-registrations',
        () => send({ registration_id: registration?.id }),
        isItem,
      )
    })
  }

  it('may refer to a record that they can read, and may keep or clear a reference that they cannot', async () => {
    const ada = await makeUser(service(), { invited_by: secret?.id, registration_id: registration?.id })
    const bob = await makeActor(service(), ['can-update-users'])
    const json = { invited_by: secret?.id, registration_id: registration?.id, title: 'Countess' }
    const update = (json: object, token: string) =>
      call('PATCH', `/api/users/${ada.id}`, { json, token }).then(dataOf)
    assert.equal((await update(json, bob.token)).title, 'Countess')
    const taken = await update({ invited_by: null, registration_id: null }, bob.token)
    assert.deepEqual([taken.invited_by, taken.registration_id], [null, null])
    const reader = await makeActor(service(), [
      'can-update-users',
      'can-read-users',
      'can-read-registrations',
    ])
    assert.equal((await update(json, reader.token)).invited_by, secret?.id)
  })
})

describe('A caller who may write registrations', () => {
  it('cannot set invited_by to a user they may not read: the user made from the registration would refer to it', async () => {
    const eve = await makeActor(service(), [...WRITES, 'can-update-registrations'])
    const json = { ...NEW, password: PASSWORD, invited_by: secret?.id }
    await refusedWithout('can-read-users', () =>
      call('POST', '/api/registrations/create', { json, token: eve.token }),
    )
    const path = `/api/registrations/${registration?.id}`
    await refusedWithout('can-read-users', () =>
      call('PATCH', path, { json: { invited_by: secret?.id }, token: eve.token }),
    )
  })

  it('may create a user from a registration whose inviter they may not read', async () => {
    const { token } = await makeActor(service(), ['can-create-users', 'can-update-registrations'])
    const invited = await make('registrations', { invited_by: secret?.id })
    const { user } = dataOf(await call('POST', `/api/registrations/id/${invited.id}/create-user`, { token }))
    assert.deepEqual([user.invited_by, user.registration_id], [secret?.id, invited.id])
  })
})

describe('The user in a registration’s user_id', () => {
  it('is not changed by operations on the registration, nor shown to callers who may not read users', async () => {
    const named = await makeUser(service())
    const eve = await makeActor(service(), [
      ...['can-read-registrations', 'can-create-registrations', 'can-update-registrations'],
      ...['can-delete-registrations', 'can-restore-records', 'can-delete-permanently', 'can-create-users'],
    ])
    const as = (method: string, path: string, json: object = {}) =>
      call(method, `/api/registrations${path}`, { token: eve.token, ...(method !== 'GET' && { json }) })
    const userOf = (id: number) =>
      service().connection.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirst()
    const before = await userOf(named.id)
    const json = { email: 'named@example.com', first_name: 'Eve', password: PASSWORD, user_id: named.id }
    const { item } = dataOf(await as('POST', '/create', json))
    assert.equal(item.user_id, named.id)
    const one = `/${item.id}`
    for (const path of [`${one}?include=user`, `?include=user`, `${one}/relationships/user`])
      await refusedWithout('can-read-users', () => as('GET', path))
    const steps: [method: string, path: string, json?: object][] = [
      ['PATCH', one, { status: 'email-verified', email: 'other@example.com', first_name: 'Mallory' }],
      ['POST', `/id/${item.id}/delete`],
      ['POST', `/id/${item.id}/restore`],
      ['POST', `/id/${item.id}/create-user`],
      ['PATCH', one, { user_id: named.id, password: 'a phrase of somebody else' }],
    ]
    for (const [method, path, json] of steps) dataOf(await as(method, path, json))
    dataOf(await as('DELETE', one))
    assert.deepEqual(await userOf(named.id), before)
  })
})
