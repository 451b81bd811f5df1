// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { assertReport, bulkCalls } from '../../support/bulk.ts'
import { assertForbidden } from '../../support/refusals.ts'
import { ids, useService } from '../../support/suite.ts'

/** The list parameter `holds_role`: the users of a role, in force or not. */

const { service, call, list } = useService()
const { report } = bulkCalls(service)

describe('Users who hold a role', () => {
  it('are found by its id, uuid or slug, and chosen by a bulk call', async () => {
    const [role, other] = [await makeRole(service()), await makeRole(service())]
    const [active, asleep, none] = [
      await makeUser(service()),
      await makeUser(service()),
      await makeUser(service()),
    ]
    await giveRole(service(), active, role.slug)
    await giveRole(service(), asleep, { id: role.slug, is_active: false })
    await giveRole(service(), none, other.slug)
    for (const holds_role of [String(role.id), role.uuid, role.slug])
      assert.deepEqual(ids(await list('users', { holds_role, sort: 'id' })), [active.id, asleep.id])
    assert.deepEqual(ids(await list('users', { holds_role: 'no-such-role' })), [])
    const json = { matching: true, holds_role: role.slug, role: other.slug }
    assertReport(await report('assign-role', json), { done: [active.id, asleep.id] })
  })

  it('need the permission to read roles', async () => {
    const query = { holds_role: 'guest' }
    const reader = await makeActor(service(), ['can-read-users'])
    await assertForbidden(service(), () => call('GET', '/api/users', { query, token: reader.token }), [
      'can-read-roles',
    ])
    const both = await makeActor(service(), ['can-read-users', 'can-read-roles'])
    assert.equal((await call('GET', '/api/users', { query, token: both.token })).status, 200)
  })
})
