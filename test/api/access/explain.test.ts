// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { explain, type Step } from '../../support/explained.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const reasonsIn = async (user: { id: number }, token = service.token) => {
  const query = { explain: 'true', sort: 'slug' }
  const answer = await service.call('GET', `/api/users/id/${user.id}/permissions`, { token, query })
  return dataOf(answer).permissions.data as { slug: string; reasons: Reason[] }[]
}

interface Reason {
  role: { slug: string }
  since: string
  until: string | null
  user_role: { since: string; until: string | null }
  role_permission: { since: string; until: string | null } | null
}

const later = (ms: number) => new Date(Date.parse(service.clock.now()) + ms).toISOString()

describe('a user’s permissions with explain=true', () => {
  it('name the roles and links that grant each permission, with their start and end', async () => {
    const user = await makeActor(service, ['can-read-users', 'can-read-roles'])
    service.clock.advance(1000)
    const second = await makeRole(service)
    const [sooner, afterwards] = [later(60_000), later(120_000)]
    await giveRole(service, user, { id: second.slug, expires_at: afterwards })
    service.clock.advance(1000)
    const grant = { id: 'can-read-users', expires_at: sooner }
    const at = `/api/roles/${second.id}/relationships/permissions`
    dataOf(await service.call('POST', at, { json: grant }))

    const [roles, users] = await reasonsIn(user)
    assert.deepEqual([roles?.slug, users?.slug], ['can-read-roles', 'can-read-users'])
    assert.deepEqual(
      roles?.reasons.map(({ role, until }) => [role.slug, until]),
      [[user.role.slug, null]],
    )
    const [first, other] = users?.reasons ?? []
    assert.deepEqual([first?.role.slug, first?.until], [user.role.slug, null])
    assert.deepEqual([other?.role.slug, other?.until], [second.slug, sooner])
    assert.deepEqual([other?.user_role.until, other?.role_permission?.until], [afterwards, sooner])
    assert.equal(other?.since, other?.role_permission?.since, 'the later of the two links')
    assert.ok((first?.since as string) < (other?.since as string))
  })

  it('cost one statement more than without explain, whatever their number', async () => {
    const user = await makeActor(service, ['can-read-users', 'can-read-roles', 'can-read-taxonomies'])
    const cost = async (query: Record<string, string>) => {
      await cachesInUse(service)
      service.statements.count = 0
      dataOf(await service.call('GET', `/api/users/id/${user.id}/permissions`, { query }))
      return service.statements.count
    }
    await cost({}) // Fills the caches that authentication and counts use.
    assert.equal(await cost({ explain: 'true' }), (await cost({})) + 1)
  })

  it('keep explain in the links between pages, and have no reasons without it', async () => {
    const user = await makeActor(service, ['can-read-users', 'can-read-roles'])
    const at = `/api/users/${user.id}/relationships/permissions`
    const page = dataOf(await service.call('GET', at, { query: { explain: '1', per_page: '1' } })).permissions
    assert.match(page.next_page_url, /explain=true/)
    assert.equal(page.data[0].reasons.length, 1)
    assert.equal('reasons' in dataOf(await service.call('GET', at)).permissions.data[0], false)
  })
})

describe('access to explanations', () => {
  it('lets users explain their own permissions, but hides roles that they have no link with', async () => {
    const user = await makeActor(service, ['can-update-roles'])
    await makeRole(service, ['can-delete-roles'])
    assert.equal((await reasonsIn(user, user.token))[0]?.reasons[0]?.role.slug, user.role.slug)
    assert.equal(dataOf(await explain(service, user, 'can-update-roles', user.token)).allowed, true)

    const { obstacles, change } = dataOf(await explain(service, user, 'can-delete-roles', user.token))
    assert.deepEqual(obstacles, [
      { piece: 'role_permission', state: 'missing', role: { ...inShort(user.role) } },
    ])
    assert.equal(change.length, 1)
    const stranger = await makeUser(service)
    assert.deepEqual(dataOf(await explain(service, stranger, 'can-delete-roles', stranger.token)), {
      allowed: false,
      reasons: [],
      obstacles: [{ piece: 'role', state: 'missing', role: null }],
      change: null,
      ways: [],
    })
  })

  it('requires the permissions to read users, roles and permissions for other users', async () => {
    const user = await makeUser(service)
    const reader = await makeActor(service, ['can-read-users', 'can-read-permissions'])
    const refusal = { status: 403, code: 'forbidden', says: /can-read-roles/ }
    assertRefused(await explain(service, user, 'can-read-users', reader.token), refusal)
    const query = { explain: 'true' }
    const list = `/api/users/id/${user.id}/permissions`
    assertRefused(await service.call('GET', list, { token: reader.token, query }), refusal)
    assert.equal((await service.call('GET', list, { token: reader.token })).status, 200)
    const plainUser = await makeUser(service)
    assertRefused(await explain(service, user, 'can-read-users', plainUser.token), {
      status: 403,
      code: 'forbidden',
      says: /can-read-users/,
    })
    const whole = await makeActor(service, ['can-read-users', 'can-read-permissions', 'can-read-roles'])
    assert.equal((await explain(service, user, 'can-read-users', whole.token)).status, 200)
  })
})

const inShort = ({ id, uuid, name, slug }: { id: number; uuid: string; name: string; slug: string }) => ({
  id,
  uuid,
  name,
  slug,
})

describe('an explanation', () => {
  it('reports an unknown permission as missing and offers no change', async () => {
    const user = await makeUser(service)
    assert.deepEqual(dataOf(await explain(service, user, 'can-fly')), {
      allowed: false,
      reasons: [],
      obstacles: [{ piece: 'permission', state: 'missing', role: null }],
      change: null,
      ways: [],
    })
  })

  it('returns 404 for an unknown user, and reports a soft-deleted user as trashed', async () => {
    assertRefused(await explain(service, { id: 999_999 }, 'can-read-users'), {
      status: 404,
      code: 'not_found',
    })
    const user = await makeActor(service, ['can-read-users'])
    dataOf(await service.call('POST', `/api/users/id/${user.id}/delete`))
    const { allowed, obstacles, change } = dataOf(await explain(service, user, 'can-read-users'))
    assert.deepEqual([allowed, obstacles], [false, [{ piece: 'user', state: 'trashed', role: null }]])
    assert.deepEqual(
      change.map(({ does }: Step) => does),
      ['Restore the user.'],
    )
  })

  it('prefers, among changes of equal length, the one that affects others least, by the smallest role', async () => {
    const user = await makeUser(service)
    const slug = 'can-delete-registrations'
    await makeRole(service, [slug, 'can-read-users', 'can-read-roles'])
    const small = await makeRole(service, [slug])
    await giveRole(service, user, (await makeRole(service)).slug)
    const { change } = dataOf(await explain(service, user, slug))
    assert.deepEqual(change, [
      {
        does: `Assign the role ${small.slug} to the user.`,
        call: {
          method: 'POST',
          path: `/api/users/${user.id}/relationships/roles`,
          body: { id: small.id },
        },
      },
    ])
  })

  it('prefers renewing a link to assigning another role, and lists all alternatives, shortest first', async () => {
    const user = await makeUser(service)
    const slug = 'can-delete-taxonomy-types'
    const [had, smaller] = [
      await makeRole(service, [slug, 'can-read-users']),
      await makeRole(service, [slug]),
    ]
    const unlinked = await makeRole(service)
    await giveRole(service, user, unlinked.slug)
    await giveRole(service, user, { id: had.slug, expires_at: later(60_000) })
    service.clock.advance(120_000)
    const answer = dataOf(await explain(service, user, slug))
    const alternatives = answer.ways.map(({ change }: { change: Step[] }) => change.map(({ does }) => does))
    assert.deepEqual(alternatives.slice(0, 2), [
      [`Renew the role ${had.slug} for the user.`],
      [`Assign the role ${smaller.slug} to the user.`],
    ])
    // Among changes of equal length, one that affects other users comes last.
    const [forOthers, first] = [`Grant the permission to the role ${unlinked.slug}.`, alternatives.at(2)?.[0]]
    assert.notEqual(first, forOthers)
    assert.ok(alternatives.some(([step]: string[]) => step === forOthers))
    assert.deepEqual(answer.obstacles, [
      { piece: 'user_role', state: 'expired', role: answer.obstacles[0].role },
    ])
    assert.deepEqual({ obstacles: answer.obstacles, change: answer.change }, answer.ways[0])
    assert.ok(alternatives.length <= 10)
    assert.deepEqual(
      alternatives.map(({ length }: string[]) => length),
      alternatives
        .map(({ length }: string[]) => length)
        .toSorted((one: number, other: number) => one - other),
    )
    const { change } = answer
    const { method, path, body } = change[0].call
    dataOf(await service.call(method, path, { json: body }))
    const { allowed, ways } = dataOf(await explain(service, user, slug))
    assert.deepEqual([allowed, ways], [true, []])
  })

  it('names the role for a super administrator, even if it has no link with the permission', async () => {
    const { id } = dataOf(await service.call('GET', '/api/me')).user
    const { db } = service.connection
    const permission = dataOf(await service.call('GET', '/api/permissions/slug/can-delete-taxonomies'))
    await db.deleteFrom('role_permissions').where('permission_id', '=', permission.id).execute()
    const { allowed, reasons } = dataOf(await explain(service, { id }, 'can-delete-taxonomies'))
    assert.equal(allowed, true)
    assert.deepEqual(
      reasons.map(({ role, role_permission }: Reason) => [role.slug, role_permission]),
      [['super-administrator', null]],
    )
  })
})
