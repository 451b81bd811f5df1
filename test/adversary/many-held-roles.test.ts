// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { featuresOf } from '../../server/db/per-db.ts'
import { longReadDb } from '../../server/db/queries/long-reads.ts'
import { dataOf, makeUser, type Person } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'
import { cachesInUse } from '../support/statements.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const MOST = 20_000
/** Roles that are processed before other requests are served. */
const SLICE = 200
/** Permissions whose roles the first statement reads. */
const FIRST_PERMISSIONS = 10
/** Links that one statement reads. */
const LINKS_PER_STATEMENT = 2000
const FIRST_ID = 100_000
const GIVEN = 'can-read-roles'

/** A caller who may assign roles can assign all that exist; responses about them are bounded like others. */
describe('A user who holds thousands of roles', () => {
  let service: Service
  let user: Person
  before(async () => {
    service = await startService()
    user = await makeUser(service)
    await run(`insert into roles (id, uuid, created_at, updated_at, is_active, search_text, name, slug, type)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n <= ${MOST})
      select ${FIRST_ID} + n, '00000000-0000-7000-9000-' || substr(cast(1000000000000 + n as text), 2), '${TIME}', '${TIME}',
        true, 'r', 'R' || n, 'r' || n, 'backend' from numbers`)
    await run(`insert into user_roles (user_id, role_id, created_at, updated_at, is_active)
      select ${user.id}, id, '${TIME}', '${TIME}', true from roles where id > ${FIRST_ID}`)
    await run(`insert into role_permissions (role_id, permission_id, created_at, updated_at, is_active)
      select roles.id, permissions.id, '${TIME}', '${TIME}', true from roles cross join permissions
      where roles.id > ${FIRST_ID} and permissions.slug = '${GIVEN}'`)
    // PostgreSQL does so by itself a minute later.
    await run('analyze')
  })
  after(() => service.stop())

  const run = (text: string) => sql.raw(text).execute(service.connection.db)
  /** Sets the state of the last link, with which the links are one more than a response holds. */
  const setLast = (table: 'user_roles' | 'role_permissions', isActive: boolean) =>
    service.connection.db
      .updateTable(table)
      .set({ is_active: isActive })
      .where('role_id', '=', FIRST_ID + MOST + 1)
      .execute()
  const me = () => service.call('GET', '/api/me', { token: user.token })
  const explain = (slug: string, token = service.token) =>
    service.call('GET', `/api/users/id/${user.id}/permissions/${slug}`, { query: { explain: 'true' }, token })

  /** Iterations of the event loop before the response. */
  async function iterationsOf(call: () => Promise<Answer>): Promise<number> {
    await cachesInUse(service)
    dataOf(await call())
    await cachesInUse(service)
    let [iterations, isAnswered] = [0, false]
    const tick = () => {
      iterations += 1
      if (!isAnswered) setImmediate(tick)
    }
    setImmediate(tick)
    dataOf(await call())
    isAnswered = true
    return iterations
  }

  it('gets 400 from /api/me with one role more than a response holds, and the path to read them page by page', async () => {
    assertRefused(await me(), {
      status: 400,
      code: 'too_many_included',
      says: /^Your roles would put more than 20,000 records into the response\. Read them page by page: GET \/api\/users\/\{id\}\/relationships\/roles\.$/,
    })
  })

  it('gets all the roles that a response holds, in order', async () => {
    await setLast('user_roles', false)
    const { roles, permissions } = dataOf(await me())
    const slugs = roles.map(({ slug }: { slug: string }) => slug)
    assert.deepEqual(
      slugs,
      Array.from({ length: MOST }, (_, index) => `r${index + 1}`),
    )
    assert.deepEqual(permissions, [GIVEN])
    await setLast('user_roles', true)
  })

  it('gets as many reasons for a permission as a response holds, and 400 with one more', async () => {
    assertRefused(await explain(GIVEN), {
      status: 400,
      code: 'too_many_included',
      says: /^The roles that grant this permission to this user would put more than 20,000 records/,
    })
    await setLast('role_permissions', false)
    const { allowed, reasons, change } = dataOf(await explain(GIVEN))
    assert.deepEqual([allowed, reasons.length, change.length], [true, MOST, MOST])
    assert.deepEqual(
      [reasons[0].role.slug, reasons.at(-1).role.slug, change.at(-1).call.body],
      ['r1', `r${MOST}`, { id: FIRST_ID + MOST }],
    )
    await setLast('role_permissions', true)
  })

  it('lacks a permission by the same first role, whoever the caller is', async () => {
    for (const token of [service.token, user.token]) {
      const { allowed, obstacles, change } = dataOf(await explain('can-delete-users', token))
      assert.deepEqual([allowed, change.length], [false, 1])
      assert.deepEqual(
        obstacles.map(({ piece, state }: { piece: string; state: string }) => [piece, state]),
        [[token === user.token ? 'role_permission' : 'user_role', 'missing']],
      )
    }
    const { obstacles } = dataOf(await explain('can-delete-users', user.token))
    assert.equal(obstacles[0].role.slug, 'r1')
  })

  it('has links that are read in parts after a change, also together with other users', async () => {
    const [before, after] = [await makeUser(service), await makeUser(service)]
    const give = (role: number) =>
      service.call('POST', `/api/users/${after.id}/relationships/roles`, { json: { id: role } })
    dataOf(await give(FIRST_ID + MOST))
    const questions = [before, user, after].flatMap(({ id }) =>
      [GIVEN, 'can-delete-users'].map((permission) => ({ user: id, permission })),
    )
    await setLast('user_roles', true)
    await cachesInUse(service)
    service.statements.recorded = []
    const { results } = dataOf(await service.call('POST', '/api/checks', { json: questions }))
    const reads = service.statements.recorded.filter(({ sql }) => /^select .* "user_roles"/.test(sql))
    delete service.statements.recorded
    assert.deepEqual(
      results.map(({ allowed }: { allowed: boolean }) => allowed),
      [false, false, true, false, true, false],
    )
    assert.ok(reads.length > MOST / LINKS_PER_STATEMENT, `${reads.length} statements`)
    for (const { sql } of reads) assert.match(sql, / limit \d+$/)
  })

  it('has permissions that are read beside the event loop, and counts that are read some roles at a time', async () => {
    const { db } = service.connection
    const previous = await longReadDb({ db })
    let longReads = 0
    const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
      if (JSON.stringify(node).includes('"pairs"')) longReads += 1
      return node
    }
    featuresOf(db).longReads = previous.withPlugin({
      transformQuery,
      transformResult: async ({ result }) => result,
    })
    const page = await service.call('GET', `/api/users/${user.id}/relationships/permissions`)
    featuresOf(db).longReads = previous
    assert.deepEqual(
      dataOf(page).permissions.data.map(({ slug }: { slug: string }) => slug),
      [GIVEN],
    )
    assert.equal(longReads, 1)
    await cachesInUse(service)
    service.statements.recorded = []
    const all = await service.call('GET', '/api/permissions', { query: { per_page: '1000' } })
    const { recorded } = service.statements
    delete service.statements.recorded
    const counts = recorded.filter(({ sql }) => /^select "role_permissions"."permission_id", /.test(sql))
    const ids = counts.map(({ parameters }) => parameters.length)
    assert.ok(ids.length > 1 && ids[0] === FIRST_PERMISSIONS, String(ids))
    const given = all.body.data.list.data.find(({ slug }: { slug: string }) => slug === GIVEN)
    assert.ok(given.count_roles > MOST)
    assert.equal(given.count_users, 3, 'the administrator and two others')
  })

  it('does not keep other requests waiting while roles are processed', async () => {
    await setLast('user_roles', false)
    const slices = MOST / SLICE
    for (const call of [
      me,
      () => explain(GIVEN),
      () => explain('can-delete-users'),
      () => explain('can-delete-users', user.token),
    ]) {
      const iterations = await iterationsOf(call)
      assert.ok(iterations >= slices, `${iterations} iterations`)
    }
    await setLast('user_roles', true)
  })
})
