// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, giveRole, makeActor, makeRole, makeUser, setPermissions } from '../../support/actors.ts'
import { insertUsers } from '../../support/many-users.ts'
import { numberEntries } from '../../support/numbering.ts'
import { type Service, startService } from '../../support/service.ts'

interface Change {
  at: string
  change: 'gained' | 'lost'
  permission: { id: number; uuid: string; slug: string; name: string }
  user: { id: number; uuid: string } | null
  count_users: number | null
  cause: string
  entry_id: number | null
  batch: string | null
  actor_id: number | null
  actor_name: string | null
  in: null
}

describe('changes of access', () => {
  let service: Service
  before(async () => {
    // Reads of many users take as long as the machine is busy.
    service = await startService({}, { longestReadMs: 600_000 })
  })
  after(() => service.stop())

  const ask = async (query: Record<string, string | number>, token = service.token) => {
    await numberEntries(service)
    service.clock.advance(1)
    const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return service.call('GET', '/api/access-changes', { query: texts, token })
  }
  const changes = async (query: Record<string, string | number>): Promise<Change[]> => {
    const all: Change[] = []
    for (let next: string | null = ''; next !== null; ) {
      const data: { changes: Change[]; next: string | null } = dataOf(
        await ask({ per_page: 1000, ...query, after: next }),
      )
      all.push(...data.changes)
      next = data.next
    }
    return all
  }
  const told = (rows: Change[]) =>
    rows.map(({ change, permission, cause }) => `${change} ${permission.slug} ${cause}`)
  const done = async (method: string, path: string, json?: unknown) =>
    dataOf(await service.call(method, path, json === undefined ? {} : { json }))

  it('tells who gained and lost what, when and by whom', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service, ['can-read-users'])
    service.clock.advance(1000)
    const from = service.clock.now()
    await giveRole(service, user, role.slug)
    await setPermissions(service, role, ['can-read-users', 'can-read-roles'])
    await done('POST', `/api/users/id/${user.id}/update`, { is_active: false })
    await done('POST', `/api/users/id/${user.id}/update`, { is_active: true })
    await done('POST', `/api/roles/id/${role.id}/delete`)
    const rows = await changes({ user: user.id })
    const both = (change: string, cause: string) =>
      ['can-read-users', 'can-read-roles'].map((slug) => `${change} ${slug} ${cause}`)
    const expected = [
      'gained can-read-users users.roles.add',
      'gained can-read-roles roles.permissions.add',
      ...both('lost', 'users.update'),
      ...both('gained', 'users.update'),
      ...both('lost', 'roles.delete'),
    ]
    assert.deepEqual(told(rows).toSorted(), expected.toSorted())
    assert.deepEqual(
      rows.map(({ cause }) => cause),
      expected.map((text) => text.split(' ').at(-1)),
    )
    const [first] = rows as [Change]
    assert.deepEqual(first.user, { id: user.id, uuid: user.uuid })
    assert.equal(first.count_users, null)
    assert.equal(first.in, null)
    assert.ok(first.at >= from)
    const [entry] = dataOf(
      await service.call('GET', '/api/audit', {
        query: { action: 'users.roles.add', subject_type: 'users', subject_id: String(user.id) },
      }),
    ).list.data
    assert.deepEqual(
      [first.entry_id, first.batch, first.actor_id, first.actor_name],
      [entry.id, entry.batch, entry.actor_id, entry.actor_name],
    )
    assert.ok(first.at >= entry.at && first.at < service.clock.now(), 'its entry had its number then')
    // Of the role and of the permission the same.
    assert.deepEqual(await changes({ role: role.uuid }), rows)
    const ofPermission = await changes({ permission: 'can-read-roles', from })
    assert.deepEqual(
      ofPermission.filter((row) => row.user?.id === user.id),
      rows.filter((row) => row.permission.slug === 'can-read-roles'),
    )
    // By uuid, and from ≤ at < to.
    const at = rows[3]?.at as string
    assert.deepEqual(
      await changes({ user: user.uuid, from: at }),
      rows.filter((row) => row.at >= at),
    )
    assert.deepEqual(
      await changes({ user: user.uuid, from, to: at }),
      rows.filter((row) => row.at < at),
    )
  })

  it('tells of permissions, not of links: a permission through another role is not lost', async () => {
    const user = await makeUser(service)
    const [one, other] = [
      await makeRole(service, ['can-read-users']),
      await makeRole(service, ['can-read-users']),
    ]
    await giveRole(service, user, one.slug)
    await giveRole(service, user, other.slug)
    await done('DELETE', `/api/users/${user.id}/relationships/roles`, [one.slug])
    assert.deepEqual(told(await changes({ user: user.id })), ['gained can-read-users users.roles.add'])
    assert.deepEqual(told(await changes({ role: other.slug })), [])
    // One transaction that exchanges roles changes nothing.
    await done('PUT', `/api/users/${user.id}/relationships/roles`, [one.slug])
    assert.equal((await changes({ user: user.id })).length, 1)
    await done('PUT', `/api/users/${user.id}/relationships/roles`, [])
    assert.deepEqual(told(await changes({ user: user.id })).slice(1), [
      'lost can-read-users users.roles.remove',
    ])
    assert.deepEqual(told(await changes({ role: one.id })), [
      'gained can-read-users users.roles.add',
      'lost can-read-users users.roles.remove',
    ])
  })

  it('tells of expiries, which nobody made', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service, ['can-read-users'])
    const expires_at = new Date(Date.parse(service.clock.now()) + 60_000).toISOString()
    await giveRole(service, user, { id: role.id, expires_at })
    assert.equal((await changes({ user: user.id })).length, 1)
    service.clock.advance(120_000)
    for (const query of [{ user: user.id }, { role: role.id }] as Record<string, number>[]) {
      const [, expiry] = await changes(query)
      assert.deepEqual(expiry && { ...expiry, permission: expiry.permission.slug, user: expiry.user?.id }, {
        at: expires_at,
        change: 'lost',
        permission: 'can-read-users',
        user: user.id,
        count_users: null,
        cause: 'expired',
        entry_id: null,
        batch: null,
        actor_id: null,
        actor_name: null,
        in: null,
      })
    }
    // Renewed after it expired.
    await done('PATCH', `/api/users/${user.id}/relationships/roles`, [{ id: role.id, expires_at: null }])
    assert.deepEqual(told(await changes({ user: user.id })).slice(1), [
      'lost can-read-users expired',
      'gained can-read-users users.roles.change',
    ])
  })

  it('tells of users, roles and permissions that are deleted by now', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service, ['can-read-users'])
    await giveRole(service, user, role.slug)
    await done('DELETE', `/api/roles/${role.id}`)
    await done('DELETE', `/api/users/${user.id}`)
    const expected = ['gained can-read-users', 'lost can-read-users']
    for (const query of [
      { user: user.id },
      { user: user.uuid },
      { role: role.id },
      { role: role.uuid },
    ] as Record<string, string>[]) {
      const rows = await changes(query)
      assert.deepEqual(
        rows.map(({ change, permission }) => `${change} ${permission.slug}`),
        expected,
      )
      // The first entry of the transaction.
      assert.match(String(rows[1]?.cause), /^(roles\.destroy|users\.roles\.remove)$/)
      assert.deepEqual(rows[1]?.user, { id: user.id, uuid: user.uuid })
    }
    assert.equal((await ask({ role: role.slug })).status, 404)
  })

  it('names the entry of the user, if one call changes several', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const users = [await makeUser(service), await makeUser(service), await makeUser(service)]
    await done(
      'POST',
      `/api/roles/${role.id}/relationships/users`,
      users.map(({ id }) => id),
    )
    const rows = await changes({ role: role.id })
    assert.equal(rows.length, 3)
    const { list } = dataOf(
      await service.call('GET', '/api/audit', {
        query: { action: 'users.roles.add', other_type: 'roles', other_id: String(role.id) },
      }),
    )
    const subjects = new Map<number | null, number>(
      list.data.map((entry: { id: number; subject_id: number }) => [entry.id, entry.subject_id]),
    )
    for (const { entry_id, user } of rows) assert.equal(subjects.get(entry_id), user?.id)
    const [, second] = users
    assert.deepEqual(
      await changes({ user: Number(second?.id) }),
      rows.filter((row) => row.user?.id === second?.id),
    )
  })

  it('has pages of any size, whose rows are those of one', async () => {
    const slugs = ['can-read-users', 'can-read-roles', 'can-read-permissions', 'can-read-taxonomies']
    const role = await makeRole(service, slugs)
    for (let index = 0; index < 4; index++) await giveRole(service, await makeUser(service), role.slug)
    await done('POST', `/api/roles/id/${role.id}/update`, { is_active: false })
    const all = await changes({ role: role.id })
    assert.equal(all.length, 32)
    for (const per_page of [1, 3, 16, 32]) assert.deepEqual(await changes({ role: role.id, per_page }), all)
    const { changes: first, next } = dataOf(await ask({ role: role.id, per_page: 5 }))
    assert.equal(first.length, 5)
    assert.match(next, /^[\d-]+$/)
  })

  it('counts the users if a change concerns more than 10,000', async () => {
    const role = await makeRole(service, ['can-read-users', 'can-read-roles'])
    const other = await makeRole(service, ['can-read-roles'])
    await insertUsers(service, 10_300)
    const { db } = service.connection
    // The links are older than the history.
    const { rows } = await sql<{ users: number }>`
      select count(*) as users from users where email like 'm%@e.com' and deleted_at is null and is_active = true`.execute(
      db,
    )
    const live = Number(rows[0]?.users)
    for (const { id } of [role, other])
      await sql`insert into user_roles (user_id, role_id, is_active, created_at, updated_at)
        select id, ${sql.lit(id)}, true, '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z' from users
        where email like 'm%@e.com' and (id % 2 = 0 or ${sql.lit(id === role.id)})`.execute(db)
    const { rows: evens } = await sql<{ users: number }>`
      select count(*) as users from users
      where email like 'm%@e.com' and deleted_at is null and is_active = true and id % 2 = 0`.execute(db)
    const even = Number(evens[0]?.users)
    await numberEntries(service)
    const from = service.clock.now()
    service.clock.advance(1000)
    await done('POST', `/api/roles/id/${role.id}/update`, { is_active: false })
    await done('POST', `/api/roles/id/${role.id}/update`, { is_active: true })
    await done('DELETE', `/api/roles/${role.id}`)
    // As the database does by itself some time after many rows have changed.
    await sql.raw('analyze').execute(db)
    const shown = (await changes({ role: role.id, from })).map((row) => ({
      what: told([row])[0]?.replace('users.roles.remove', 'roles.destroy'),
      users: row.count_users,
      user: row.user,
    }))
    const both = (change: string, cause: string) => [
      { what: `${change} can-read-users ${cause}`, users: live, user: null },
      { what: `${change} can-read-roles ${cause}`, users: live - even, user: null },
    ]
    const byName = (one: { what?: string | undefined }, two: { what?: string | undefined }) =>
      String(one.what).localeCompare(String(two.what))
    assert.deepEqual(
      shown.toSorted(byName),
      [
        ...both('lost', 'roles.update'),
        ...both('gained', 'roles.update'),
        ...both('lost', 'roles.destroy'),
      ].toSorted(byName),
    )
    const [anyone] = (
      await sql<{ id: number }>`select min(id) as id from users where email like 'm%@e.com'
      and deleted_at is null and is_active = true and id % 2 = 1`.execute(db)
    ).rows
    assert.equal((await changes({ user: Number(anyone?.id), from })).length, 6)
  })

  it('refuses what it cannot answer, saying why', async () => {
    const now = service.clock.now()
    const later = new Date(Date.parse(now) + 600_000).toISOString()
    for (const [query, field, code] of [
      [{}, 'user', 'required'],
      [{ user: 1, role: 1 }, 'user', 'required'],
      [{ user: 1, from: '2000-01-01T00:00:00.000Z' }, 'from', 'before_history'],
      [{ user: 1, to: later }, 'to', 'not_yet'],
      [{ user: 1, from: later }, 'from', 'out_of_range'],
      [{ user: 1, after: 'somewhere' }, 'after', 'malformed'],
      [{ user: 1, after: '1-2-3' }, 'after', 'malformed'],
      [{ user: 1, per_page: 1001 }, 'per_page', undefined],
      [{ user: 1, from: 'yesterday' }, 'from', undefined],
    ] as [Record<string, string | number>, string, string | undefined][]) {
      const refused = await ask(query)
      assert.equal(refused.status, 422, JSON.stringify(query))
      assert.equal(refused.body.details[0].field, field)
      if (code !== undefined) assert.equal(refused.body.code, code)
    }
    for (const query of [
      { user: 999_999 },
      { user: 'nobody' },
      { role: 'no-such-role' },
      { permission: 'none' },
      { user: '00000000-0000-7000-8000-999999999999' },
    ] as Record<string, string | number>[])
      assert.equal((await ask(query)).status, 404, JSON.stringify(query))
    assert.deepEqual(dataOf(await ask({ user: 1, after: '99999999999999-999999999-1-1' })), {
      changes: [],
      next: null,
    })
  })

  it('needs the permissions to read the audit trail, users, roles and permissions', async () => {
    const needed = ['can-read-audit', 'can-read-users', 'can-read-roles', 'can-read-permissions']
    const reader = await makeActor(service, needed)
    assert.equal((await ask({ user: reader.id }, reader.token)).status, 200)
    for (const slug of needed) {
      const lacking = await makeActor(
        service,
        needed.filter((one) => one !== slug),
      )
      const refused = await ask({ user: lacking.id }, lacking.token)
      assert.equal(refused.status, 403, slug)
      assert.ok(refused.body.errors[0].includes(slug))
    }
  })
})
