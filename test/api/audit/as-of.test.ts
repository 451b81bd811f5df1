// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
} from '../../support/actors.ts'
import { numberEntries } from '../../support/numbering.ts'
import { type Service, startService } from '../../support/service.ts'

describe('questions about the past', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  /** A time between what was done and what is done next. */
  async function moment(): Promise<string> {
    await numberEntries(service)
    service.clock.advance(1000)
    const at = service.clock.now()
    service.clock.advance(1000)
    return at
  }
  const ask = (path: string, as_of: string, query: Record<string, string> = {}, token = service.token) =>
    service.call('GET', path, { query: { ...query, as_of }, token })
  const answer = async (path: string, as_of: string, query: Record<string, string> = {}) =>
    dataOf(await ask(path, as_of, query))
  const done = async (method: string, path: string, json?: unknown) =>
    dataOf(await service.call(method, path, json === undefined ? {} : { json }))
  const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id)

  it('are answered with the terms of then, though they were merged since', async () => {
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const type = (await done('POST', '/api/taxonomy-types/create', { name: 'Port' })).item
    const makeTerm = async (name: string) =>
      (await done('POST', '/api/taxonomies/create', { name, type: type.id })).item
    const [from, into] = [await makeTerm('Constantinople'), await makeTerm('Istanbul')]
    await done('POST', `/api/users/${user.id}/relationships/taxonomies`, [from.id])
    await done('POST', `/api/users/${other.id}/relationships/taxonomies`, [from.id, into.id])
    const before = await moment()
    await done('POST', `/api/taxonomies/id/${from.id}/merge`, { into: into.id })
    const after = await moment()
    const usersOf = async (term: { id: number }, at: string) =>
      idsOf((await answer(`/api/taxonomies/id/${term.id}/users`, at)).users)
    const termsOf = async ({ id }: Person, at: string) =>
      idsOf((await answer(`/api/users/id/${id}/taxonomies`, at)).taxonomies)
    assert.deepEqual(await usersOf(from, before), [other.id, user.id])
    assert.deepEqual(await usersOf(into, before), [other.id])
    assert.deepEqual(await usersOf(into, after), [other.id, user.id])
    assert.deepEqual(await termsOf(user, before), [from.id])
    assert.deepEqual(await termsOf(user, after), [into.id])
    assert.deepEqual(await termsOf(other, before), [into.id, from.id])
    assert.deepEqual(await termsOf(other, after), [into.id])
  })

  it('are refused for the time in which changes have a later time, since the clock was ahead', async () => {
    const [user, role] = [await makeUser(service), await makeRole(service, [], { slug: 'late-clock' })]
    const path = `/api/users/id/${user.id}/roles/late-clock`
    const before = await moment()
    const AHEAD_MS = 3_600_000
    await makeRole(service)
    await numberEntries(service)
    service.clock.advance(AHEAD_MS)
    await makeRole(service)
    await numberEntries(service)
    service.clock.advance(-AHEAD_MS)
    await giveRole(service, user, role.slug)
    const after = await moment()
    const changes = () => service.call('GET', '/api/access-changes', { query: { user: String(user.id) } })
    for (const { status, body } of [await ask(path, after), await changes()])
      assert.deepEqual([status, body.details?.[0]?.code], [422, 'clock_behind'])
    assert.equal(await answer(path, before), false)
    service.clock.advance(AHEAD_MS)
    assert.equal(await answer(path, await moment()), true)
    assert.equal((await changes()).status, 200)
  })

  describe('of a role that was renamed, and a user who is gone', () => {
    let user: Person
    let role: Role
    let permission: { id: number; uuid: string; slug: string; name: string }
    let nothing: string
    let held: string
    let renamed: string
    let inTrash: string
    let gone: string
    before(async () => {
      user = await makeUser(service)
      role = await makeRole(service, ['can-read-users'], { name: 'Auditors', slug: 'auditors' })
      permission = (await done('GET', '/api/permissions/slug/can-read-users')) as typeof permission
      nothing = await moment()
      await giveRole(service, user, { id: role.id, expires_at: '2100-01-01T00:00:00.000Z' })
      held = await moment()
      await done('POST', `/api/roles/id/${role.id}/update`, { name: 'Reviewers', slug: 'reviewers' })
      renamed = await moment()
      await done('POST', `/api/users/id/${user.id}/delete`)
      inTrash = await moment()
      await done('DELETE', `/api/users/${user.id}`)
      gone = await moment()
    })

    it('answers checks as they were answered then, by the slugs of then', async () => {
      const at = (what: string, slug: string, as_of: string) =>
        answer(`/api/users/id/${user.id}/${what}/${slug}`, as_of)
      assert.equal(await at('roles', 'auditors', nothing), false)
      assert.equal(await at('roles', 'auditors', held), true)
      assert.equal(await at('roles', 'reviewers', held), false)
      assert.equal(await at('roles', 'auditors', renamed), false)
      assert.equal(await at('roles', 'reviewers', renamed), true)
      assert.equal(await at('permissions', 'can-read-users', nothing), false)
      assert.equal(await at('permissions', 'can-read-users', held), true)
      assert.equal(await at('permissions', 'no-such-permission', held), false)
    })

    it('takes the time from the body of a POST, with any offset', async () => {
      const path = `/api/users/uuid/${user.uuid}/roles/auditors`
      const as_of = new Date(Date.parse(held) + 3_600_000).toISOString().replace('Z', '+01:00')
      assert.equal(dataOf(await service.call('POST', path, { json: { as_of } })), true)
      assert.equal((await service.call('POST', path, { json: {} })).status, 404)
      // An empty value is none.
      assert.equal((await ask(path, '')).status, 404)
    })

    it('answers 404 for a user who was not there, or in the trash', async () => {
      for (const [column, value] of [
        ['id', user.id],
        ['uuid', user.uuid],
      ]) {
        const path = `/api/users/${column}/${value}`
        for (const as_of of [inTrash, gone])
          for (const question of ['roles/reviewers', 'permissions/can-read-users', 'roles', 'permissions'])
            assert.equal(
              (await ask(`${path}/${question}`, as_of)).status,
              404,
              `${path}/${question} ${as_of}`,
            )
        assert.equal((await ask(`${path}/roles`, renamed)).status, 200)
      }
      for (const selector of ['id/999999', 'id/none', `uuid/${role.uuid}`, `email/${user.email}`])
        assert.equal((await ask(`/api/users/${selector}/roles`, renamed)).status, 404, selector)
      assert.equal((await ask('/api/users/password/x/roles', renamed)).status, 400)
    })

    it('answers many checks, and says who did not exist', async () => {
      const questions = [
        { user: user.id, role: 'auditors' },
        { user: user.uuid.toUpperCase(), permission: 'can-read-users' },
        { user: 999_999, role: 'auditors' },
        { user: role.uuid, permission: 'can-read-users' },
        { user: 1, permission: 'can-read-users' },
      ]
      const checks = async (as_of: string) => {
        const { results } = dataOf(
          await service.call('POST', '/api/checks', { query: { as_of }, json: questions }),
        )
        return results
      }
      const unknown = { allowed: false, code: 'unknown_user' }
      assert.deepEqual(await checks(held), [
        { allowed: true },
        { allowed: true },
        unknown,
        unknown,
        { allowed: true },
      ])
      assert.deepEqual((await checks(renamed))[0], { allowed: false })
      assert.deepEqual((await checks(gone)).slice(0, 2), [unknown, unknown])
    })

    it('lists the roles and permissions of a user, and the users of both, in short', async () => {
      const [{ pivot, ...shown }] = (await answer(`/api/users/id/${user.id}/roles`, held)).roles.data
      assert.deepEqual(shown, { id: role.id, uuid: role.uuid, slug: 'auditors', name: 'Auditors' })
      assert.deepEqual(Object.keys(pivot).sort(), ['created_at', 'expires_at', 'is_active'])
      assert.equal(pivot.is_active, true)
      assert.equal(pivot.expires_at, '2100-01-01T00:00:00.000Z')
      const later = await answer(`/api/users/id/${user.id}/roles`, renamed)
      assert.deepEqual(later.user, { id: user.id, uuid: user.uuid })
      assert.equal(later.roles.data[0].name, 'Reviewers')
      const { permissions } = await answer(`/api/users/id/${user.id}/permissions`, held)
      assert.equal(permissions.total, 1)
      const { id, uuid, slug, name } = permission
      assert.deepEqual({ ...permissions.data[0], pivot: 0 }, { id, uuid, slug, name, pivot: 0 })

      const ofRole = await answer(`/api/roles/slug/reviewers/users`, held)
      assert.deepEqual(ofRole.role, { id: role.id, uuid: role.uuid, slug: 'auditors', name: 'Auditors' })
      assert.deepEqual({ ...ofRole.users.data[0], pivot: 0 }, { id: user.id, uuid: user.uuid, pivot: 0 })
      assert.equal((await ask('/api/roles/slug/auditors/users', held)).status, 404)
      for (const [as_of, expected] of [
        [nothing, []],
        [renamed, [user.id]],
        [inTrash, []],
        [gone, []],
      ] as const)
        assert.deepEqual(idsOf((await answer(`/api/roles/id/${role.id}/users`, as_of)).users), expected)
      const ofPermission = await answer(`/api/permissions/id/${id}/users`, held)
      assert.ok(idsOf(ofPermission.users).includes(user.id))
      assert.ok(!idsOf((await answer(`/api/permissions/id/${id}/users`, nothing)).users).includes(user.id))
      assert.ok(idsOf((await answer(`/api/permissions/id/${id}/roles`, nothing)).roles).includes(role.id))
    })
  })

  it('lists the terms of a user, and the permissions of a role', async () => {
    const user = await makeUser(service)
    const type = (await done('POST', '/api/taxonomy-types/create', { name: 'City' })).item
    const term = (await done('POST', '/api/taxonomies/create', { name: 'Paris', type: type.id })).item
    const role = await makeRole(service, ['can-read-users', 'can-read-roles'])
    await done('POST', `/api/users/${user.id}/relationships/taxonomies`, [term.id])
    const before = await moment()
    await done('DELETE', `/api/users/${user.id}/relationships/taxonomies`, [term.id])
    await done('DELETE', `/api/roles/${role.id}/relationships/permissions`, ['can-read-roles'])
    const after = await moment()
    const terms = async (as_of: string) =>
      (await answer(`/api/users/id/${user.id}/taxonomies`, as_of)).taxonomies.data
    const [{ pivot, ...shown }] = await terms(before)
    assert.deepEqual(shown, { id: term.id, uuid: term.uuid, slug: 'paris', name: 'Paris' })
    assert.deepEqual(await terms(after), [])
    assert.deepEqual(idsOf((await answer(`/api/taxonomies/id/${term.id}/users`, before)).users), [user.id])
    for (const path of [
      `/api/roles/id/${role.id}/permissions`,
      `/api/roles/${role.id}/relationships/permissions`,
    ])
      for (const [as_of, count] of [
        [before, 2],
        [after, 1],
      ] as const)
        assert.equal((await answer(path, as_of)).permissions.total, count)
  })

  it('has pages, in the order of the list of now', async () => {
    const role = await makeRole(service)
    const users: number[] = []
    for (let index = 0; index < 5; index++) {
      const user = await makeUser(service)
      await giveRole(service, user, role.slug)
      users.unshift(user.id)
    }
    const at = await moment()
    await done('DELETE', `/api/roles/${role.id}/relationships/users`, { all: true })
    const path = `/api/roles/id/${role.id}/users`
    const { users: page } = await answer(path, at, { page: '2', per_page: '2' })
    assert.deepEqual(idsOf(page), users.slice(2, 4))
    assert.deepEqual([page.total, page.last_page, page.current_page], [5, 3, 2])
    assert.ok(page.next_page_url.includes('as_of='))
    const { users: next } = dataOf(
      await service.call('GET', page.next_page_url.replace(/^https?:\/\/[^/]*/, '')),
    )
    assert.deepEqual(idsOf(next), users.slice(4))
    assert.deepEqual(idsOf((await answer(path, at, { limit: '3' })).users), users.slice(0, 3))
    assert.deepEqual(idsOf((await answer(path, at, { page: '9' })).users), [])
    assert.equal((await ask(path, at, { per_page: '1001' })).status, 422)
  })

  it('refuses times that it cannot answer for, and what works for now only', async () => {
    const now = service.clock.now()
    const since = (
      await service.connection.db
        .selectFrom('installation')
        .where('name', '=', 'past.since')
        .select('value')
        .executeTakeFirstOrThrow()
    ).value
    const later = new Date(Date.parse(now) + 60_000).toISOString()
    const earlier = new Date(Date.parse(since) - 1).toISOString()
    for (const path of [
      '/api/users/id/1/roles/editor',
      '/api/users/id/1/permissions/can-read-users',
      '/api/users/id/1/roles',
      '/api/users/id/1/permissions',
      '/api/users/id/1/taxonomies',
      '/api/roles/id/1/users',
      '/api/permissions/id/1/users',
      '/api/permissions/id/1/roles',
      '/api/checks',
    ]) {
      const send = (as_of: string, query: Record<string, string> = {}) =>
        path === '/api/checks'
          ? service.call('POST', path, { query: { ...query, as_of }, json: [{ user: 1, role: 'editor' }] })
          : ask(path, as_of, query)
      assert.equal((await send(now)).status, 200, path)
      assert.notEqual((await send(since)).status, 422, path)
      for (const [as_of, code] of [
        [later, 'not_yet'],
        [earlier, 'before_history'],
      ] as const) {
        const refused = await send(as_of)
        assert.equal(refused.status, 422, path)
        assert.equal(refused.body.code, code)
        assert.equal(refused.body.details[0].field, 'as_of')
      }
      assert.equal((await send('yesterday')).status, 422, path)
      if (path === '/api/checks') continue
      for (const query of [
        { q: 'x' },
        { sort: 'id' },
        { 'filter[id]': '1' },
        { include: 'roles' },
        { explain: 'true' },
        { trashed: 'true' },
      ] as Record<string, string>[]) {
        const refused = await send(now, query)
        assert.equal(refused.status, 422, `${path} ${JSON.stringify(query)}`)
        assert.equal(refused.body.code, 'not_allowed')
      }
    }
  })

  it('needs can-read-audit beside what the question needs now, also about oneself', async () => {
    const person = await makeUser(service)
    const at = await moment()
    for (const path of ['roles/editor', 'permissions/can-read-users', 'roles', 'permissions', 'taxonomies']) {
      const own = `/api/users/id/${person.id}/${path}`
      assert.equal((await service.call('GET', own, { token: person.token })).status, 200)
      assert.equal((await ask(own, at, {}, person.token)).status, 403, path)
    }
    const asked = (token: string) =>
      service.call('POST', '/api/checks', {
        token,
        query: { as_of: at },
        json: [{ user: person.id, role: 'editor' }],
      })
    assert.equal((await asked(person.token)).status, 403)
    const path = `/api/users/id/${person.id}/roles`
    const reader = await makeActor(service, ['can-read-users', 'can-read-roles'])
    assert.equal((await ask(path, at, {}, reader.token)).status, 403)
    assert.equal((await asked(reader.token)).status, 403)
    const auditor = await makeActor(service, ['can-read-users', 'can-read-audit'])
    assert.equal((await ask(path, at, {}, auditor.token)).status, 403)
    assert.equal((await ask(`${path}/editor`, at, {}, auditor.token)).status, 200)
    assert.equal((await asked(auditor.token)).status, 200)
    // By an address they may not see.
    assert.equal(
      (await ask(`/api/users/email/${person.email}/roles/editor`, at, {}, auditor.token)).status,
      403,
    )
  })
})
