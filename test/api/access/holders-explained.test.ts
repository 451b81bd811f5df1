// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { assertRefused } from '../../support/refusals.ts'
import { cachesInUse } from '../../support/statements.ts'
import { useService } from '../../support/suite.ts'

const SLUG = 'can-read-taxonomy-types'
const DAY_MS = 86_400_000

describe('The users of a permission, explained', () => {
  const { service } = useService()

  const holders = (query: object = {}, token?: string) =>
    service().call('GET', `/api/permissions/slug/${SLUG}/users`, {
      query: { explain: 'true', per_page: '1000', ...query },
      ...(token && { token }),
    })
  const daysFromNow = (days: number) =>
    new Date(Date.parse(service().clock.now()) + days * DAY_MS).toISOString()

  it('tell through which roles they hold it, and until when', async () => {
    const [one, two, other] = [
      await makeRole(service(), [SLUG]),
      await makeRole(service(), [SLUG]),
      await makeRole(service(), ['can-read-users']),
    ]
    const [soon, later] = [daysFromNow(5), daysFromNow(9)]
    dataOf(
      await service().call('PATCH', `/api/roles/${two.id}/relationships/permissions`, {
        json: { id: SLUG, expires_at: later },
      }),
    )
    const user = await makeUser(service())
    await giveRole(service(), user, [{ id: one.slug, expires_at: soon }, two.slug, other.slug])
    const { users } = dataOf(await holders())
    const { reasons } = users.data.find(({ id }: { id: number }) => id === user.id)
    assert.deepEqual(
      reasons.map((reason: { role: { slug: string }; until: string }) => [reason.role.slug, reason.until]),
      [
        [one.slug, soon],
        [two.slug, later],
      ],
    )
    const explained = await service().call('GET', `/api/users/id/${user.id}/permissions`, {
      query: { explain: 'true' },
    })
    const same = dataOf(explained).permissions.data.find(({ slug }: { slug: string }) => slug === SLUG)
    assert.deepEqual(reasons, same.reasons, 'as the permissions of the user tell it')
    const [admin] = users.data.filter(({ id }: { id: number }) => id === 1)
    assert.equal(admin.reasons[0].role.slug, 'super-administrator')
  })

  it('have no reasons unless they are asked for', async () => {
    const { users } = dataOf(await holders({ explain: 'false' }))
    assert.ok(users.data.length > 0)
    for (const user of users.data) assert.equal(user.reasons, undefined)
  })

  it('take the same number of statements for twenty users as for two', async () => {
    const role = await makeRole(service(), [SLUG])
    for (let count = 0; count < 20; count++) await giveRole(service(), await makeUser(service()), role.slug)
    const costs: number[] = []
    for (const per_page of ['2', '20']) {
      await cachesInUse(service())
      dataOf(await holders({ per_page }))
      await cachesInUse(service())
      service().statements.count = 0
      dataOf(await holders({ per_page }))
      costs.push(service().statements.count)
    }
    assert.equal(costs[0], costs[1])
  })

  it('are refused to callers who may not read roles, even about themselves', async () => {
    const actor = await makeActor(service(), ['can-read-permissions', 'can-read-users', SLUG])
    assertRefused(await holders({}, actor.token), {
      status: 403,
      code: 'forbidden',
      says: /can-read-roles/,
    })
    assert.equal((await holders({ explain: 'false' }, actor.token)).status, 200)
  })

  it('show no contact details to callers who may not see them', async () => {
    const actor = await makeActor(service(), ['can-read-permissions', 'can-read-users', 'can-read-roles'])
    const { users } = dataOf(await holders({}, actor.token))
    for (const user of users.data) assert.equal('email' in user, user.id === actor.id)
  })

  it('are refused beyond what one answer may embed, with the way out', async () => {
    const roles: string[] = []
    for (let count = 0; count < 25; count++) roles.push((await makeRole(service(), [SLUG])).slug)
    const json = Array.from({ length: 900 }, (_, index) => ({
      email: `many-${index}@example.com`,
      first_name: 'Many',
    }))
    const { items } = dataOf(await service().call('POST', '/api/users', { json }))
    const ids = items.map(({ id }: { id: number }) => id)
    for (const slug of roles) {
      const role = dataOf(await service().call('GET', `/api/roles/slug/${slug}`))
      dataOf(await service().call('POST', `/api/roles/${role.id}/relationships/users`, { json: ids }))
    }
    assertRefused(await holders(), {
      status: 400,
      code: 'too_many_included',
      says: /Ask for fewer users a page \(per_page\)\./,
    })
    assert.equal((await holders({ per_page: '500' })).status, 200)
  })
})
