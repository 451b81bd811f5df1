// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person } from '../support/actors.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

/** API1:2023 Broken object level authorization. Each operation by each caller: api05-function-level.test.ts. */
describe('API1: object level authorization', () => {
  let service: Service
  let ada: Person
  let eve: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
    eve = await makeUser(service)
  })
  after(() => service.stop())

  const asEve = (path: string, options: CallOptions = {}, method = 'POST') =>
    service.call(method, path, { token: eve.token, ...options })

  it('refuses every selector of another user’s record like that of an unknown record', async () => {
    const unknownAnswer = await asEve('/api/users/id/987654', {}, 'GET')
    for (const selector of [
      `id/${ada.id}`,
      `uuid/${ada.uuid}`,
      `email/${ada.email}`,
      `username/${ada.username}`,
      'is_active/true',
      `first_name/${encodeURIComponent(ada.first_name)}`,
    ]) {
      const answer = await asEve(`/api/users/${selector}`, {}, 'GET')
      if (answer.status === 200) {
        // The selector matches several users, and the caller reaches only their own record.
        assert.equal(answer.body.data.id, eve.id)
        continue
      }
      assertRefused(answer, { status: 403, code: 'forbidden' })
      assert.deepEqual(answer.body.errors, unknownAnswer.body.errors)
    }
  })

  it('takes the record from the path, and refuses an id in the body or the query', async () => {
    const own = `/api/users/id/${eve.id}/update`
    for (const field of ['id', 'uuid', 'user_id', 'column', 'value']) {
      const value = field === 'uuid' ? ada.uuid : String(ada.id)
      for (const options of [
        { json: { title: 'Mine', [field]: value } },
        { json: { title: 'Mine' }, query: { [field]: value } },
      ]) {
        const { status } = await asEve(own, options)
        assert.ok([403, 422].includes(status), `${field} ${status}`)
      }
    }
    assert.equal(dataOf(await service.call('GET', `/api/users/${ada.id}`)).title, null)
  })

  it('returns 404 for another user’s token under one’s own record, and leaves it valid', async () => {
    const { list } = dataOf(await service.call('GET', `/api/users/id/${ada.id}/tokens`))
    const attempt = () => asEve(`/api/users/id/${eve.id}/tokens/${list.data[0].id}/revoke`)
    await assertRefusedUnchanged(service, attempt, { status: 404, code: 'not_found' })
    assert.equal((await service.call('GET', '/api/me', { token: ada.token })).status, 200)
  })

  it('returns 404 for ids that are malformed', async () => {
    const reader = await makeActor(service, ['can-read-users', 'can-update-users'])
    for (const id of [
      `${ada.id}.0`,
      `0x${ada.id.toString(16)}`,
      `${ada.id}e0`,
      `${ada.id},1`,
      `${ada.id} or 1=1`,
      `[${ada.id}]`,
      '-1',
      '0',
      '*',
      '%',
      'null',
      'me',
      '9007199254740993',
      '١',
    ]) {
      for (const path of [
        `/api/users/${encodeURIComponent(id)}`,
        `/api/users/id/${encodeURIComponent(id)}`,
      ]) {
        const answer = await service.call('GET', path, { token: reader.token })
        assertRefused(answer, { status: 404, code: 'not_found' })
      }
    }
  })

  it('refuses a whole bulk if one of its records is not allowed', async () => {
    const admin = await makeActor(service, ['can-update-users', 'can-delete-users'])
    const both = [ada.id, 1]
    const only = { status: 403, code: 'forbidden', details: [['1', 'forbidden']] as const }
    await assertRefusedUnchanged(
      service,
      () =>
        service.call('PATCH', '/api/users', {
          token: admin.token,
          json: both.map((id) => ({ id, title: 'x' })),
        }),
      only,
    )
    await assertRefusedUnchanged(
      service,
      () => service.call('DELETE', '/api/users', { token: admin.token, json: both }),
      only,
    )
    await assertForbidden(
      service,
      () => service.call('PATCH', '/api/users', { token: eve.token, json: [{ id: eve.id, title: 'x' }] }),
      ['can-update-users'],
    )
  })

  it('requires the permissions for records included from one’s own', async () => {
    for (const [include, slug] of [
      ['invited_by', 'can-read-users'],
      ['roles', 'can-read-roles'],
      ['roles.users', 'can-read-roles'],
      ['registration', 'can-read-registrations'],
      ['created_by', 'can-read-users'],
    ] as const)
      await assertForbidden(service, () => asEve(`/api/users/${eve.id}`, { query: { include } }, 'GET'), [
        slug,
      ])
  })

  it('hides a soft-deleted user from writes, and from callers who may not restore', async () => {
    const trashed = await makeUser(service)
    dataOf(await service.call('POST', `/api/users/id/${trashed.id}/delete`))
    for (const end of ['update', 'delete'])
      assertRefused(await service.call('POST', `/api/users/id/${trashed.id}/${end}`, { json: {} }), {
        status: 404,
        code: 'not_found',
      })
    assertRefused(await service.call('GET', '/api/me', { token: trashed.token }), {
      status: 401,
      code: 'unauthenticated',
    })
    assertRefused(await asEve(`/api/users/${trashed.id}`, { query: 'trashed=true' }, 'GET'), {
      status: 403,
      code: 'forbidden',
    })
  })
})
