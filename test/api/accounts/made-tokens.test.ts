// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeUser } from '../../support/actors.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import type { CallOptions } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

/** A token made for another user does no more than its maker may. When it ends: made-tokens-end.test.ts. */

const { service, call } = useService()

const ASSIGN = ['can-read-users', 'can-assign-api-tokens']
const ENDED = { status: 401, code: 'unauthenticated' }

const at = ({ id }: { id: number }, rest = '') => `/api/users/id/${id}/tokens${rest}`
const root = { id: 1 }
let count = 0

/** Makes a token for a user. @returns the response about it, with the token itself */
async function make(maker: { token: string }, user: { id: number }, json: object = {}) {
  const answer = await call('POST', at(user, '/create'), {
    token: maker.token,
    json: { name: 'made', expires_at: null, ...json },
  })
  return dataOf(answer).item
}

const me = async (token: string) => dataOf(await call('GET', '/api/me', { token }))
const post = (path: string, json: object = {}, options: CallOptions = {}) =>
  call('POST', path, { json, ...options })
const exists = async (id: number) =>
  (await service().connection.db.selectFrom('tokens').where('id', '=', id).select('id').execute()).length ===
  1

describe('a full token without expiry, made for a user without roles', () => {
  const promoteUser = async () => {
    const [maker, ada] = [await makeActor(service(), ASSIGN), await makeUser(service())]
    const item = await make(maker, ada)
    await giveRole(service(), ada, 'super-administrator')
    return { maker, ada, item }
  }

  it('does no more than its maker may after that user becomes super administrator', async () => {
    const { maker, item } = await promoteUser()
    const { permissions } = await me(item.api_token)
    assert.deepEqual(permissions, [...ASSIGN].sort())
    assert.deepEqual(permissions, (await me(maker.token)).permissions)
    const token = item.api_token
    assertRefused(await post('/api/roles/create', { name: 'Grown' }, { token }), {
      status: 403,
      code: 'forbidden',
    })
  })

  it('stops working when its maker is deactivated, and does not work again when they are reactivated', async () => {
    const { maker, item } = await promoteUser()
    dataOf(await post(`/api/users/id/${maker.id}/update`, { is_active: false }))
    assertRefused(await call('GET', '/api/me', { token: item.api_token }), ENDED)
    dataOf(await post(`/api/users/id/${maker.id}/update`, { is_active: true }))
    assertRefused(await call('GET', '/api/me', { token: item.api_token }), ENDED)
  })

  it('is deleted when its maker is destroyed', async () => {
    const { maker, item } = await promoteUser()
    dataOf(await call('DELETE', `/api/users/${maker.id}`))
    assertRefused(await call('GET', '/api/me', { token: item.api_token }), ENDED)
    assert.ok(!(await exists(item.id)))
  })
})

describe('a limited token, made for the super administrator', () => {
  const may = [
    ...ASSIGN,
    'can-create-roles',
    'can-read-roles',
    'can-assign-permissions',
    'can-read-permissions',
  ]

  it('does not show the email of that user', async () => {
    const maker = await makeActor(service(), may)
    const { api_token: token } = await make(maker, root, { permissions: ['can-read-users'] })
    const shown = JSON.stringify([
      await me(token),
      dataOf(await call('GET', '/api/users/id/1', { token })),
      dataOf(await call('GET', '/api/users', { token })),
      dataOf(await call('GET', '/api/users/1/relationships/created_by', { token })),
    ])
    const { email } = dataOf(await call('GET', '/api/users/id/1'))
    assert.ok(!shown.includes(email))
  })

  it('shows the email if both its maker and the token may see contact details', async () => {
    const slugs = ['can-read-users', 'can-see-users-contact-details']
    const maker = await makeActor(service(), [...may, 'can-see-users-contact-details'])
    const { api_token: token } = await make(maker, root, { permissions: slugs })
    assert.ok((await me(token)).user.email)
    dataOf(await call('DELETE', `/api/roles/${maker.role.id}/relationships/permissions`, { json: slugs[1] }))
    assert.equal((await me(token)).user.email, undefined)
  })

  it('reads no more than its maker may', async () => {
    const maker = await makeActor(service(), may)
    const { api_token: token } = await make(maker, root, {
      permissions: ['can-read-roles', 'can-read-users'],
    })
    assert.equal((await call('GET', '/api/roles', { token })).status, 200)
    dataOf(
      await call('DELETE', `/api/roles/${maker.role.id}/relationships/permissions`, {
        json: 'can-read-roles',
      }),
    )
    assertRefused(await call('GET', '/api/roles', { token }), { status: 403, code: 'forbidden' })
    assert.deepEqual((await me(token)).permissions, ['can-read-users'])
  })

  it('writes as its maker, including links', async () => {
    const maker = await makeActor(service(), [...may, 'can-read-taxonomies'])
    const permissions = [
      'can-create-roles',
      'can-assign-permissions',
      'can-read-roles',
      'can-read-permissions',
    ]
    const { api_token: token } = await make(maker, root, { permissions })
    const { item } = dataOf(await post('/api/roles/create', { name: `Written ${++count}` }, { token }))
    assert.deepEqual([item.created_by, item.updated_by], [maker.id, maker.id])
    const link = `/api/roles/${item.id}/relationships/permissions`
    const { permissions: page } = dataOf(await post(link, { id: 'can-read-roles' }, { token }))
    assert.equal(page.data[0].pivot.created_by, maker.id)
  })

  it('makes no token that holds more than itself, and no full token', async () => {
    const maker = await makeActor(service(), may)
    const permissions = [...ASSIGN, 'can-read-roles']
    const made = await make(maker, root, { permissions })
    const own = { token: made.api_token }
    const create = (json: object) => () => post(at(root, '/create'), { name: 'x', ...json }, own)
    await assertForbidden(service(), create({ permissions: ['can-create-roles'] }), ['can-create-roles'])
    await assertRefusedUnchanged(service(), create({}), { status: 403, code: 'forbidden' })
    const further = await make(own as { token: string }, root, { permissions: ['can-read-users'] })
    assert.equal(further.created_by, maker.id)
    const ofMaker = await make(own as { token: string }, maker, { permissions: ['can-read-users'] })
    assert.equal((await me(ofMaker.api_token)).user.email, undefined, 'it does not count as its user either')
    dataOf(await post(`/api/users/id/${maker.id}/delete`))
    for (const { api_token: token } of [made, further, ofMaker])
      assertRefused(await call('GET', '/api/me', { token }), ENDED)
  })
})

describe('a token made for another user', () => {
  it('does not reach that user’s own record by the rule own-record', async () => {
    const [maker, ada] = [
      await makeActor(service(), ['can-update-users', ...ASSIGN]),
      await makeUser(service()),
    ]
    const { api_token: token } = await make(maker, ada)
    const self = `/api/users/id/${ada.id}`
    const attempts: [method: string, path: string, json?: object][] = [
      ['GET', self],
      ['GET', `${self}/roles`],
      ['GET', `${self}/permissions/can-read-users`],
      ['GET', `${self}/permissions/can-read-users?explain=true`],
      ['POST', '/api/checks', [{ user: ada.id, role: 'editor' }]],
      ['GET', at(ada)],
      ['POST', `${self}/update`, { first_name: 'Eve' }],
      ['POST', `${self}/update`, { password: 'a phrase of my own' }],
      ['POST', at(ada, '/create'), { name: 'more' }],
      ['POST', at(ada, '/revoke')],
    ]
    for (const [method, path, json] of attempts) {
      const attempt = () => call(method, path, { token, ...(method === 'POST' && { json: json ?? {} }) })
      await assertRefusedUnchanged(service(), attempt, { status: 403, code: 'forbidden' })
    }
    const { may, user, roles } = await me(token)
    assert.deepEqual([may.users.operations.read, may.users.operations.update], ['none', 'none'])
    assert.deepEqual([user.id, roles], [ada.id, []])
  })

  it('shows only the user’s names if it may not read users', async () => {
    const birth = '1815-12-10'
    const [maker, ada] = [await makeActor(service(), ASSIGN), await makeUser(service(), { birth })]
    const { api_token: token } = await make(maker, ada)
    const { id, uuid, username, first_name, last_name, name } = dataOf(
      await call('GET', `/api/users/id/${ada.id}`),
    )
    assert.deepEqual((await me(token)).user, { id, uuid, username, name, first_name, last_name })
    await giveRole(service(), ada, maker.role.slug)
    const { user } = await me(token)
    assert.deepEqual([user.birth, user.email], [birth, undefined], 'the same as for a reader of users')
    dataOf(
      await call('DELETE', `/api/roles/${maker.role.id}/relationships/permissions`, {
        json: 'can-read-users',
      }),
    )
    assert.equal((await me(token)).user.birth, undefined)
    assert.equal((await me(ada.token)).user.birth, birth, 'the user’s own token shows it')
  })

  it('is not exempt from the rule no-more-than-held on that user', async () => {
    const maker = await makeActor(service(), ['can-update-users', ...ASSIGN])
    const strong = await makeUser(service())
    const { api_token: token } = await make(maker, strong)
    await giveRole(service(), strong, 'administrator')
    const attempt = () => post(`/api/users/id/${strong.id}/update`, { title: 'x' }, { token })
    await assertRefusedUnchanged(service(), attempt, { status: 403, code: 'forbidden' })
  })

  it('can sign itself out', async () => {
    const [maker, ada] = [await makeActor(service(), ASSIGN), await makeUser(service())]
    const [one, two] = [await make(maker, ada), await make(maker, ada)]
    dataOf(await post('/api/signout', {}, { token: one.api_token }))
    assertRefused(await call('GET', '/api/me', { token: one.api_token }), ENDED)
    assert.ok(await me(two.api_token))
    assert.ok(await me(ada.token))
  })

  it('does not get the responses that its user has stored under an Idempotency-Key', async () => {
    const ada = await makeActor(service(), ['can-create-roles'])
    const maker = await makeActor(service(), ['can-create-roles', ...ASSIGN])
    const { api_token: token } = await make(maker, ada, { permissions: ['can-create-roles'] })
    const headers = { 'idempotency-key': `of-ada-${++count}` }
    const send = (token: string, name: string) => post('/api/roles/create', { name }, { token, headers })
    const name = `Once ${++count}`
    dataOf(await send(ada.token, name))
    assertRefused(await send(token, name), {
      status: 409,
      code: 'name_taken',
      details: [['name', 'name_taken']],
    })
  })
})
