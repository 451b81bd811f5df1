// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Item } from '../../support/factories.ts'
import { insertUsers } from '../../support/many-users.ts'
import { useService } from '../../support/suite.ts'

/** Enough for their lists to be long reads, whose results are cached. */
const USERS = 6000
const PAST = '2020-01-01T00:00:00.000Z'
const HOUR_MS = 3_600_000

describe('the users of a permission with thousands of holders', () => {
  let roles: Item[]
  let permission: Item
  let same: Item
  const { service, call, make, store } = useService({}, async () => {
    await insertUsers(service(), USERS)
    roles = [await make('roles'), await make('roles'), await make('roles', { is_active: false })]
    ;[permission, same] = [await make('permissions'), await make('permissions')]
    for (const role of roles)
      for (const { id } of [permission, same])
        await call('POST', `/api/roles/${role.id}/relationships/permissions`, { json: [id] })
    const soon = new Date(Date.parse(service().clock.now()) + HOUR_MS).toISOString()
    // Some links of each kind, and users with two roles: in force, inactive, expired, about to expire.
    for (const [place, role] of roles.entries())
      await sql`insert into user_roles (user_id, role_id, is_active, expires_at, created_at, updated_at)
        select id, ${role.id}, id % 7 > 0, case id % 5 when 1 then ${PAST} when 2 then ${soon} end,
          ${PAST}, ${PAST}
        from users where email like 'm%' and id % 4 >= ${place}`.execute(service().connection.db)
  })

  /** The expected holders, by a separate statement. */
  async function holders({ id }: Item): Promise<number[]> {
    const now = service().clock.now()
    const { rows } = await sql<{ id: number }>`select distinct users.id as id from users
      join user_roles on user_roles.user_id = users.id and user_roles.is_active
        and (user_roles.expires_at is null or user_roles.expires_at > ${now})
      join roles on roles.id = user_roles.role_id and roles.is_active and roles.deleted_at is null
      join role_permissions on role_permissions.role_id = roles.id
      join permissions on permissions.id = role_permissions.permission_id and permissions.deleted_at is null
      where permissions.id = ${id} and users.is_active and users.deleted_at is null
        and (roles.slug = 'super-administrator' or (permissions.is_active and role_permissions.is_active
          and (role_permissions.expires_at is null or role_permissions.expires_at > ${now})))
      order by id desc`.execute(service().connection.db)
    return rows.map((row) => Number(row.id))
  }

  /** The users among these whom `q=many 7` finds. */
  async function withBothWords(ids: number[]): Promise<number[]> {
    const rows = await service()
      .connection.db.selectFrom('users')
      .where('first_name', 'like', 'Many %')
      .where((eb) => eb.or([eb('first_name', 'like', '%7%'), eb('email', 'like', '%7%'), eb('id', '=', 7)]))
      .select('id')
      .execute()
    const all = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => all.has(id))
  }

  async function assertExact(what: string): Promise<number> {
    for (const asked of [permission, same]) {
      const expected = await holders(asked)
      const page = async (query: Record<string, string> = {}) => {
        const path = `/api/permissions/id/${asked.id}/users`
        const { body } = await call('GET', path, { query: { per_page: '100', ...query } })
        const { total, data } = body.data.users
        return { total, ids: data.map(({ id }: Item) => id) }
      }
      const total = expected.length
      assert.deepEqual(await page(), { total, ids: expected.slice(0, 100) }, what)
      assert.deepEqual(await page({ page: '4' }), { total, ids: expected.slice(300, 400) }, `${what}, page 4`)
      const upwards = expected.toReversed().slice(0, 100)
      assert.deepEqual(await page({ sort: 'id' }), { total, ids: upwards }, `${what}, upwards`)
      assert.deepEqual(
        await page({ 'filter[email]': 'like:m' }).then(({ ids }) => ids.length),
        Math.min(100, total),
      )
      const found = await withBothWords(expected)
      const byText = { total: found.length, ids: found.slice(0, 100) }
      assert.deepEqual(await page({ q: 'many 7' }), byText, `${what}, by a text`)
      assert.deepEqual((await page({ trashed: 'only' })).total, 0, `${what}, in the trash`)
    }
    return (await holders(permission)).length
  }

  it('are exactly those whom a role grants it now, after every kind of change', async () => {
    const all = await assertExact('at first')
    assert.ok(all > 1000, `${all} users hold it`)
    const changes: [string, () => Promise<unknown>][] = [
      ['an hour has passed', async () => service().clock.advance(HOUR_MS + 1)],
      [
        'another role is activated',
        () => call('PATCH', `/api/roles/${roles[2].id}`, { json: { is_active: true } }),
      ],
      ['a role is deleted', () => call('POST', `/api/roles/id/${roles[0].id}/delete`)],
      ['the role is restored', () => call('POST', `/api/roles/id/${roles[0].id}/restore`)],
      [
        'a user is deactivated',
        async () => store('users', (await holders(permission))[0] as number, { is_active: false }),
      ],
      [
        'a user is deleted',
        async () => call('POST', `/api/users/id/${(await holders(permission))[0]}/delete`),
      ],
      [
        'a role loses the permission',
        () =>
          call('DELETE', `/api/roles/${roles[1].id}/relationships/permissions`, { json: [permission.id] }),
      ],
      [
        'the permission is deactivated',
        () => call('PATCH', `/api/permissions/${same.id}`, { json: { is_active: false } }),
      ],
    ]
    for (const [what, change] of changes) {
      await change()
      await assertExact(what)
    }
  })

  it('are only super administrators if no other role grants it', async () => {
    const unused = await make('permissions')
    const { body } = await call('GET', `/api/permissions/id/${unused.id}/users`, { query: { sort: 'id' } })
    const supers = await holders(unused)
    assert.deepEqual(
      body.data.users.data.map(({ id }: Item) => id),
      supers.toReversed(),
    )
  })
})
