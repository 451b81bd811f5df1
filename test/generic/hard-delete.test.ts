import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeUser } from '../support/actors.ts'
import { assertForbidden } from '../support/refusals.ts'
import { useService } from '../support/suite.ts'

/** What a deletion for good takes along, and what it leaves. */

const { service, call, make } = useService()

describe('a user who is deleted for good', () => {
  it('leaves their records with no author, and takes their links along', async () => {
    const { id, token } = await makeActor(service(), ['can-create-roles'])
    const role = dataOf(await call('POST', '/api/roles', { token, json: { name: 'Orphan' } })).item
    assert.equal(role.created_by, id)
    const guest = await make('roles')
    await giveRole(service(), { id }, guest.slug)
    const invited = await makeUser(service(), { invited_by: id })
    dataOf(await call('DELETE', `/api/users/${id}`))
    assert.equal(dataOf(await call('GET', `/api/roles/${role.id}`)).created_by, null)
    assert.equal(dataOf(await call('GET', `/api/users/${invited.id}`)).invited_by, null)
    assert.equal(dataOf(await call('GET', `/api/roles/${guest.id}`)).count_users, 0)
    assert.equal((await call('GET', '/api/roles', { token })).status, 401)
  })

  it('needs more than the permission to delete', async () => {
    const { token } = await makeActor(service(), ['can-delete-users'])
    const { id } = await makeUser(service())
    const attempt = () => call('DELETE', `/api/users/${id}`, { token })
    await assertForbidden(service(), attempt, ['can-delete-permanently'])
  })
})
