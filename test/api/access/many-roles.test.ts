// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, everySlug, makeActor, type Person } from '../../support/actors.ts'
import type { Item } from '../../support/factories.ts'
import { callInIterations } from '../../support/statements.ts'
import { useService } from '../../support/suite.ts'

const TIME = '2026-01-01T00:00:00.000Z'
/** A count binds each role three times: more than SQLite's limit for one statement. */
const ROLES = 11_000

describe('a permission in thousands of roles, and a user with all of them', () => {
  let [permission, user]: Item[] = []
  let manager: Person
  const { service, call, make } = useService({}, async () => {
    const { db } = service().connection
    ;[permission, user] = [await make('permissions'), await make('users')]
    manager = await makeActor(service(), await everySlug(service()))
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(ROLES)})
      insert into roles (uuid, created_at, updated_at, name, slug, search_text, type, is_active)
      select '00000000-0000-4000-8000-' || substr(cast(1000000000000 + n as text), 2), ${TIME}, ${TIME},
        'Many ' || n, 'many-' || n, 'many ' || n, 'backend', true from numbers`.execute(db)
    const links = [
      sql`role_permissions (role_id, permission_id, is_active, created_at, updated_at)
        select id, ${permission?.id}`,
      sql`user_roles (role_id, user_id, is_active, created_at, updated_at) select id, ${user?.id}`,
    ]
    for (const link of links)
      await sql`insert into ${link}, true, ${TIME}, ${TIME} from roles where slug like 'many-%'`.execute(db)
  })

  it('can be listed and changed', async (t) => {
    await t.test('lists the numbers of roles and users', async () => {
      const { data } = dataOf(await call('GET', '/api/permissions', { query: { per_page: '1000' } })).list
      const listed = data.find(({ id }: Item) => id === permission?.id)
      assert.deepEqual(
        [listed.count_roles, listed.count_users],
        [ROLES + 2, 3],
        'including the two roles of managers',
      )
    })

    await t.test('changes both for a caller who holds as much, while other requests are served', async () => {
      const json = { title: 'Countess' }
      assert.equal(
        dataOf(await call('PATCH', `/api/users/${user?.id}`, { json, token: manager.token })).title,
        'Countess',
      )
      const put = async (path: string, json: string[]) => {
        const write = () => call('PUT', `/api/${path}/relationships/roles`, { json, token: manager.token })
        return dataOf(await callInIterations(service(), write)).roles.total
      }
      assert.equal(await put(`users/${user?.id}`, []), 0)
      assert.equal(await put(`permissions/${permission?.id}`, ['super-administrator']), 1)
    })
  })
})
