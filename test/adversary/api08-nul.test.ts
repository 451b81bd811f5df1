// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { resources } from '../../server/resources/index.ts'
import { makeUser, type Person } from '../support/actors.ts'
import { dumpOf } from '../support/refusals.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

/** API8:2023 Security misconfiguration: a text that an engine cannot store is a client error, not a server error. */
describe('API8: a text that cannot be stored', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
  })
  after(() => service.stop())

  it('matches nothing and is not stored if it contains U+0000, which PostgreSQL refuses', async () => {
    const nul = 'a\u0000b'
    const users = `/api/users/id/${ada.id}`
    const before = await dumpOf(service)
    const assertStatus = async (method: string, path: string, options: CallOptions, statuses: number[]) => {
      const { status, body } = await service.call(method, path, options)
      assert.ok(statuses.includes(status), `${method} ${path}: ${status} ${JSON.stringify(body)}`)
    }
    const refused = [404, 422]
    for (const json of [nul, [nul], ['guest', nul], { id: nul }, { id: `guest,${nul}` }])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        await assertStatus(method, `/api/users/${ada.id}/relationships/roles`, { json }, refused)
    await assertStatus('PUT', '/api/users/1/relationships/invited_by', { json: nul }, refused)
    await assertStatus('POST', `${users}/tokens/create`, { json: { name: 'x', permissions: [nul] } }, refused)
    await assertStatus('POST', `${users}/tokens/create`, { json: { name: nul } }, refused)
    for (const slug of ['a%00', '%00'])
      for (const query of ['', '?explain=1'])
        for (const user of ['1', ada.id])
          await assertStatus('GET', `/api/users/id/${user}/permissions/${slug}${query}`, {}, [200])
    await assertStatus('GET', `${users}/roles/a%00`, {}, [200])
    await assertStatus('POST', '/api/checks', { json: [{ user: nul, role: nul }] }, refused)
    await assertStatus('POST', '/api/taxonomies', { json: { types: [nul] } }, refused)
    await assertStatus('POST', '/api/taxonomies/create', { json: { name: 'x', type: nul } }, refused)
    await assertStatus('GET', '/api/taxonomies/tree?type=a%00', {}, refused)
    await assertStatus('GET', '/api/taxonomies/type/a%00', {}, refused)
    await assertStatus('GET', '/api/taxonomies?filter[type]=a%00', {}, [200, 400])
    await assertStatus('GET', '/api/users?filter[username]=a%00', {}, [200, 400])
    await assertStatus('GET', '/api/users?filter[first_name]=like:a%00', {}, [200, 400])
    await assertStatus('GET', '/api/role-permissions?roles=a%00', {}, [200, ...refused])
    await assertStatus(
      'POST',
      '/api/role-permissions/changes',
      { json: { changes: [{ role: nul, permission: nul, held: true }] } },
      refused,
    )
    await assertStatus('POST', '/api/taxonomies/id/1/merge', { json: { into: nul } }, refused)
    for (const { name } of resources) {
      await assertStatus('GET', `/api/${name}/a%00`, {}, [404])
      await assertStatus('PATCH', `/api/${name}/a%00`, { json: {} }, [404, 405])
      await assertStatus('DELETE', `/api/${name}`, { json: { ids: [nul] } }, refused)
      for (const column of ['id', 'uuid', 'slug', 'name', 'username', 'email'])
        await assertStatus('GET', `/api/${name}/${column}/a%00`, {}, [400, 404])
      await assertStatus('POST', `/api/${name}`, { json: { q: nul } }, [200, 422])
    }
    assert.deepEqual(await dumpOf(service), before)
  })
})
