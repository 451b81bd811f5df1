// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { assertReport, bulkCalls } from '../../support/bulk.ts'
import { assertForbidden, assertRefused } from '../../support/refusals.ts'
import { ids, useService } from '../../support/suite.ts'

/** The list parameter `access_ends_before`: users with a role that ends soon. */

const { service, call, list } = useService()
const { report } = bulkCalls(service)

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.parse(service().clock.now()) + hours * HOUR_MS).toISOString()
const endingBefore = async (time: string, query: Record<string, string> = {}) =>
  ids(await list('users', { access_ends_before: time, sort: 'id', ...query }))

async function holders(...links: object[]) {
  const role = await makeRole(service())
  const people = []
  for (const link of links) {
    const user = await makeUser(service())
    await giveRole(service(), user, { id: role.slug, ...link })
    people.push(user.id)
  }
  return { role, people }
}

describe('Users whose access ends', () => {
  it('are those with a link in force that ends before the time', async () => {
    const { role, people } = await holders(
      { expires_at: inHours(1) },
      { expires_at: inHours(3) },
      { expires_at: null },
      { expires_at: inHours(-1) },
      { expires_at: inHours(1), is_active: false },
    )
    const [soon, later] = people
    assert.deepEqual(await endingBefore(inHours(2)), [soon])
    assert.deepEqual(await endingBefore(inHours(4)), [soon, later])
    assert.deepEqual(await endingBefore(inHours(4), { 'filter[id]': String(later) }), [later])
    assert.deepEqual(await endingBefore(inHours(-2)), [])
    const day = inHours(72).slice(0, 10)
    assert.deepEqual(await endingBefore(day), [soon, later])
    const { list: page } = dataOf(
      await call('GET', '/api/users', { query: { access_ends_before: day, include: 'roles', sort: 'id' } }),
    )
    assert.ok(page.data[0].roles[0].pivot.expires_at)
    const { users } = dataOf(
      await call('GET', `/api/roles/id/${role.id}/users`, { query: { access_ends_before: inHours(2) } }),
    )
    assert.deepEqual(ids(users.data), [soon])
    // A deleted role gives nothing that could end.
    dataOf(await call('POST', `/api/roles/id/${role.id}/delete`))
    assert.deepEqual(await endingBefore(inHours(4)), [])
  })

  it('leave the list when it has ended, although nothing is written', async () => {
    const { people } = await holders({ expires_at: inHours(1) }, { expires_at: inHours(3) })
    const time = inHours(4)
    assert.deepEqual(await endingBefore(time), people)
    assert.deepEqual(await endingBefore(time), people)
    service().clock.advance(HOUR_MS)
    assert.deepEqual(await endingBefore(time), people.slice(1))
    service().clock.advance(2 * HOUR_MS)
    assert.deepEqual(await endingBefore(time), [])
  })

  it('can be renewed all at once', async () => {
    const { people } = await holders(
      { expires_at: inHours(1) },
      { expires_at: inHours(2) },
      { expires_at: inHours(9) },
    )
    const json = { matching: true, access_ends_before: inHours(3), expires_at: inHours(20) }
    assertReport(await report('renew-roles', json), { done: people.slice(0, 2) })
    assertReport(await report('renew-roles', json), {})
    const left = { matching: true, access_ends_before: inHours(30), expires_at: null }
    assertReport(await report('renew-roles', left), { done: people })
  })

  it('are shown to those who may read roles', async () => {
    const reader = await makeActor(service(), ['can-read-users'])
    const query = { access_ends_before: inHours(1) }
    await assertForbidden(service(), () => call('GET', '/api/users', { query, token: reader.token }), [
      'can-read-roles',
    ])
    const both = await makeActor(service(), ['can-read-users', 'can-read-roles'])
    assert.equal((await call('GET', '/api/users', { query, token: both.token })).status, 200)
    const wrong = { access_ends_before: 'soon' }
    const expected = {
      status: 422,
      code: 'invalid_type',
      details: [['access_ends_before', 'invalid_type']] as const,
    }
    assertRefused(await call('GET', '/api/users', { query: wrong }), expected)
  })
})
