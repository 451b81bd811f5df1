// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, giveRole, makeRole, makeUser, setPermissions } from '../../support/actors.ts'
import { countSteps, type Steps } from '../../support/counted-steps.ts'
import { insertUsers } from '../../support/many-users.ts'
import { numberEntries } from '../../support/numbering.ts'
import { type Service, startService } from '../../support/service.ts'
import { insertRecords, link } from '../../support/worlds.ts'

interface Change {
  permission: { id: number }
  user: { id: number } | null
  count_users: number | null
  entry_id: number
}

interface Page {
  changes: Change[]
  next: string | null
}

const PERMISSIONS = 1000
const USERS = 200

describe('the work for an answer about changes of access', () => {
  let service: Service
  let permissions: { id: number; slug: string }[]
  before(async () => {
    service = await startService({}, { longestReadMs: 600_000 })
    const named = Array.from({ length: PERMISSIONS }, (_, index) => `work-${String(index).padStart(4, '0')}`)
    permissions = await insertRecords(
      service,
      'permissions',
      named.map((slug) => ({ slug, state: 'live' })),
    )
  })
  after(() => service.stop())

  const ask = async (query: Record<string, string | number>): Promise<Page> => {
    const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return dataOf(await service.call('GET', '/api/access-changes', { query: texts }))
  }
  const counted = (query: Record<string, string | number>) =>
    countSteps('/server/events/access-changes/', () => ask(query))
  const numbered = async () => {
    await numberEntries(service)
    service.clock.advance(1)
  }
  /** The numbers differ from run to run. Without slices, all steps of an answer are in one iteration. */
  const assertFew = ({ total, most }: Steps, mostTotal: number, mostAtOnce: number, what: string) => {
    assert.ok(total > 0 && total < mostTotal, `${what}: ${total} steps`)
    assert.ok(most < mostAtOnce, `${what}: ${most} steps in one iteration`)
  }

  it('is that of the rows on the page, though a transaction changes many permissions of many users', async () => {
    const role = await makeRole(service)
    const states = Array.from({ length: USERS }, (_, index) => ({
      slug: `work-user-${index}`,
      state: 'live' as const,
    }))
    const users = await insertRecords(service, 'users', states)
    await link(
      service,
      users.map(({ id }) => ({ table: 'user_roles', from: id, to: role.id, state: 'active' })),
    )
    await setPermissions(
      service,
      role,
      permissions.map(({ slug }) => slug),
    )
    await numbered()
    const ids = permissions.map(({ id }) => id)
    const first = await counted({ role: role.id, per_page: 1000 })
    const last = String(users.at(-1)?.id)
    const next = String(first.result.next).split('-')
    const pages = [
      first,
      await counted({ role: role.id, per_page: 1000, after: next.join('-') }),
      await counted({ role: role.id, per_page: 1000, after: next.with(2, last).with(3, '0').join('-') }),
    ]
    for (const [index, { result, steps }] of pages.entries()) {
      const user = index === 2 ? users.at(-1) : users[index]
      assert.deepEqual(
        result.changes.map((row) => row.user?.id),
        ids.map(() => user?.id),
      )
      assert.deepEqual(
        result.changes.map((row) => row.permission.id),
        ids,
      )
      assertFew(steps, 400_000, 115_000, `page ${index}`)
    }
    assert.equal(pages[2]?.result.next, null)
    const small = await counted({ role: role.id, per_page: 10, after: next.join('-') })
    assert.deepEqual(small.result.changes, pages[1]?.result.changes.slice(0, 10))
    assertFew(small.steps, 60_000, 60_000, 'a small page')
    // Each permission was gained at the entry of its own link.
    const { rows } = await sql<{ id: number; other_id: number }>`
      select id, other_id from audit_entries where action = 'roles.permissions.add'
      and subject_id = ${sql.lit(role.id)}`.execute(service.connection.db)
    const linked = new Map(rows.map((row) => [Number(row.id), Number(row.other_id)]))
    for (const { entry_id, permission } of pages[0]?.result.changes ?? [])
      assert.equal(linked.get(entry_id), permission.id)
  })

  it('is limited where users are counted: an answer has as many permissions as it allows', async () => {
    const { db } = service.connection
    const COUNTED = 200
    const ROLES = 10
    const some = permissions.slice(0, COUNTED)
    const role = await makeRole(
      service,
      some.map(({ slug }) => slug),
    )
    await insertUsers(service, 10_300)
    const give = (id: number, condition: string) =>
      sql`insert into user_roles (user_id, role_id, is_active, created_at, updated_at)
        select id, ${sql.lit(id)}, true, '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z' from users
        where email like 'm%@e.com' and ${sql.raw(condition)}`.execute(db)
    await give(role.id, 'true')
    const others = (bit: number) => `id / ${2 ** bit} % 2`
    for (let bit = 0; bit < ROLES; bit++) {
      const other = await makeRole(service, [permissions[bit]?.slug as string])
      await give(other.id, `${others(bit)} = 1`)
    }
    await sql.raw('analyze').execute(db)
    await numbered()
    const from = service.clock.now()
    service.clock.advance(1000)
    dataOf(await service.call('POST', `/api/roles/id/${role.id}/update`, { json: { is_active: false } }))
    await numbered()
    const all: Change[] = []
    let answers = 0
    for (let after: string | null = ''; after !== null; answers++) {
      const { result, steps }: { result: Page; steps: Steps } = await counted({
        role: role.id,
        from,
        per_page: 1000,
        after,
      })
      assertFew(steps, 500_000, 150_000, `answer ${answers}`)
      all.push(...result.changes)
      after = result.next
    }
    assert.ok(answers > 1 && answers < 10, `${answers}`)
    const live = async (condition: string) => {
      const { rows } = await sql<{ users: number }>`select count(*) as users from users
        where email like 'm%@e.com' and deleted_at is null and is_active = true
        and ${sql.raw(condition)}`.execute(db)
      return Number(rows[0]?.users)
    }
    const expected: [number, number][] = []
    for (const [index, { id }] of some.entries())
      expected.push([id, await live(index < ROLES ? `${others(index)} = 0` : 'true')])
    assert.deepEqual(
      all.map((row) => [row.permission.id, row.count_users]),
      expected,
    )
  })

  it('ends with the page: later transactions are not read for it', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service)
    await giveRole(service, user, role.slug)
    const statements = async () => {
      await numbered()
      await ask({ user: user.id, per_page: 1 })
      const before = service.statements.count
      assert.equal((await ask({ user: user.id, per_page: 1 })).changes.length, 1)
      return service.statements.count - before
    }
    for (let index = 0; index < 60; index += 2) {
      const json = permissions.slice(index, index + 2).map(({ slug }) => slug)
      dataOf(await service.call('POST', `/api/roles/${role.id}/relationships/permissions`, { json }))
    }
    const few = await statements()
    assert.ok(few < 30, `${few}`)
  })
})
