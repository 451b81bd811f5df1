// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../server/db/connect.ts'
import { giveRole, makeRole, makeUser, type Person } from '../support/actors.ts'
import { engine } from '../support/databases.ts'
import { within } from '../support/eventually.ts'
import { make } from '../support/factories.ts'
import { nextIteration } from '../support/next-iteration.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'
import { cachesInUse } from '../support/statements.ts'

const HOUR_MS = 3_600_000
/** How late a process may notice what another wrote: on PostgreSQL it has to be notified. */
const LATE_MS = engine === 'postgres' ? 1000 : 0

const RECORDS = ['users', 'roles', 'permissions'] as const
type Records = (typeof RECORDS)[number]
const SIZE = 3

/** The writer: a call, a statement of the service's own process, or another process. */
const WRITERS = ['http', 'own', 'other'] as const
const index = fc.nat(SIZE - 1)
const writer = fc.constantFrom(...WRITERS)
const flag = fc.boolean()

const step = fc.oneof(
  fc.record({
    do: fc.constant('activate' as const),
    what: fc.constantFrom(...RECORDS),
    index,
    to: flag,
    writer,
  }),
  fc.record({
    do: fc.constant('trash' as const),
    what: fc.constantFrom(...RECORDS),
    index,
    to: flag,
    writer,
  }),
  fc.record({
    do: fc.constant('link' as const),
    table: fc.constantFrom('user_roles' as const, 'role_permissions' as const),
    from: index,
    to: index,
    state: fc.constantFrom('none', 'active', 'inactive', 'expiring'),
    writer,
  }),
  fc.record({ do: fc.constant('super' as const), index, to: flag }),
  fc.record({ do: fc.constant('rename' as const), index, writer }),
  fc.record({ do: fc.constant('revoke' as const), index, writer }),
  fc.record({
    do: fc.constant('clock' as const),
    ms: fc.constantFrom(-2 * HOUR_MS, -HOUR_MS / 2, HOUR_MS / 2, 2 * HOUR_MS),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

describe('access checks from memory', () => {
  let service: Service
  let other: Connection
  const ids: Record<Records, number[]> = { users: [], roles: [], permissions: [] }
  const slugs: Record<'roles' | 'permissions', string[]> = { roles: [], permissions: [] }
  let people: Person[]
  let emails: string[]
  /** Former emails of users, which match nobody. */
  let former: string[]
  let count = 0

  before(async () => {
    service = await startService()
    other = connect(service.config.databaseUrl)
  })
  after(async () => {
    await other.close()
    await service.stop()
  })

  async function newWorld(): Promise<void> {
    people = []
    for (const kind of RECORDS) ids[kind] = []
    slugs.roles = []
    slugs.permissions = []
    for (let made = 0; made < SIZE; made++) {
      const permission = await make(service, 'permissions')
      ids.permissions.push(permission.id)
      slugs.permissions.push(permission.slug)
      const role = await makeRole(service)
      ids.roles.push(role.id)
      slugs.roles.push(role.slug)
      const user = await makeUser(service)
      people.push(user)
      ids.users.push(user.id)
    }
    emails = people.map(({ email }) => email)
    former = []
    // Some links end in an hour: the first user's with a role, and the second role's with a permission.
    const expires_at = new Date(Date.parse(service.clock.now()) + HOUR_MS).toISOString()
    for (const [at, user] of people.entries()) {
      const id = slugs.roles[at] as string
      await giveRole(service, user, at === 0 ? { id, expires_at } : id)
    }
    const json = [{ id: slugs.permissions[0], expires_at }, slugs.permissions[1]]
    await service.call('PUT', `/api/roles/${ids.roles[1]}/relationships/permissions`, { json })
    await service.call('PUT', `/api/roles/${ids.roles[0]}/relationships/permissions`, { json: json.slice(1) })
  }

  const dbOf = (by: 'own' | 'other') => (by === 'own' ? service.connection.db : other.db)

  /** The call may be refused: the oracle reads the state afterwards. */
  const post = (path: string, json: object = {}) => service.call('POST', path, { json })

  async function carryOut(step: Step): Promise<void> {
    const now = service.clock.now()
    if (step.do === 'clock') service.clock.advance(step.ms)
    else if (step.do === 'super') {
      const method = step.to ? 'POST' : 'DELETE'
      const at = `/api/users/${ids.users[step.index]}/relationships/roles`
      await service.call(method, at, { json: 'super-administrator' })
    } else if (step.do === 'revoke') await revoke(step)
    else if (step.do === 'rename') await rename(step)
    else if (step.do === 'link') await relink(step, now)
    else {
      const { what, to, writer } = step
      const id = ids[what][step.index] as number
      const values = step.do === 'activate' ? { is_active: to } : { deleted_at: to ? now : null }
      if (writer !== 'http') await dbOf(writer).updateTable(what).set(values).where('id', '=', id).execute()
      else if (step.do === 'activate') await post(`/api/${what}/id/${id}/update`, values)
      else await post(`/api/${what}/id/${id}/${to ? 'delete' : 'restore'}`)
    }
  }

  async function revoke({ index, writer }: Extract<Step, { do: 'revoke' }>): Promise<void> {
    const id = ids.users[index] as number
    if (writer !== 'http') await dbOf(writer).deleteFrom('tokens').where('user_id', '=', id).execute()
    else await service.call('DELETE', `/api/users/id/${id}/tokens`)
  }

  async function rename({ index, writer }: Extract<Step, { do: 'rename' }>): Promise<void> {
    count += 1
    const email = `renamed${count}@example.com`
    const id = ids.users[index] as number
    if (writer === 'http') {
      if ((await post(`/api/users/id/${id}/update`, { email })).status !== 200) return
    } else {
      await dbOf(writer).updateTable('users').set({ email, email_key: email }).where('id', '=', id).execute()
    }
    former.push(emails[index] as string)
    emails[index] = email
  }

  async function relink(step: Extract<Step, { do: 'link' }>, now: string): Promise<void> {
    const { table, state, writer } = step
    const [owners, relation] =
      table === 'user_roles' ? (['users', 'roles'] as const) : (['roles', 'permissions'] as const)
    const from = ids[owners][step.from] as number
    const to = ids[relation][step.to] as number
    const expires_at = state === 'expiring' ? new Date(Date.parse(now) + HOUR_MS).toISOString() : null
    const columns = { is_active: state !== 'inactive', expires_at }
    if (writer === 'http') {
      const at = `/api/${owners}/${from}/relationships/${relation}`
      await service.call(state === 'none' ? 'DELETE' : 'POST', at, { json: { id: to, ...columns } })
      return
    }
    const [left, right] = table === 'user_roles' ? ['user_id', 'role_id'] : ['role_id', 'permission_id']
    await dbOf(writer)
      .transaction()
      .execute(async (db) => {
        await sql`delete from ${sql.table(table)} where ${sql.ref(left as string)} = ${from}
          and ${sql.ref(right as string)} = ${to}`.execute(db)
        if (state === 'none') return
        const row = {
          [left as string]: from,
          [right as string]: to,
          ...columns,
          created_at: now,
          updated_at: now,
        }
        await db
          .insertInto(table)
          .values(row as never)
          .execute()
      })
  }

  /** The expected access, in SQL, by another connection. */
  async function truth() {
    const now = service.clock.now()
    const inForce = (link: string) =>
      sql.raw(`${link}.is_active and (${link}.expires_at is null or ${link}.expires_at > '${now}')`)
    const { rows: held } = await sql<{ user_id: number; slug: string }>`
      select ur.user_id, r.slug from user_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      where ${inForce('ur')} and u.is_active and u.deleted_at is null and r.is_active and r.deleted_at is null
    `.execute(other.db)
    const { rows: given } = await sql<{ user_id: number; slug: string }>`
      select ur.user_id, p.slug from user_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      join role_permissions rp on rp.role_id = r.id join permissions p on p.id = rp.permission_id
      where ${inForce('ur')} and ${inForce('rp')} and u.is_active and u.deleted_at is null
      and r.is_active and r.deleted_at is null and p.is_active and p.deleted_at is null`.execute(other.db)
    const { rows: permissions } = await sql<{ slug: string }>`
      select slug from permissions where deleted_at is null`.execute(other.db)
    const { rows: users } = await sql<{
      id: number
      is_active: boolean
      deleted_at: string | null
      tokens: number
    }>`
      select id, is_active, deleted_at, (select count(*) from tokens t where t.user_id = users.id
        and (t.expires_at is null or t.expires_at > ${now})) as tokens from users`.execute(other.db)
    const isIn = (rows: { user_id: number; slug: string }[], user: number, slug: string) =>
      rows.some((row) => row.user_id === user && row.slug === slug)
    const userOf = (id: number) => users.find((user) => user.id === id)
    return {
      exists: (id: number) => userOf(id)?.deleted_at === null,
      hasRole: (id: number, slug: string) => isIn(held, id, slug),
      hasPermission: (id: number, slug: string) =>
        isIn(held, id, 'super-administrator')
          ? permissions.some((permission) => permission.slug === slug)
          : isIn(given, id, slug),
      isAuthenticated: (id: number) =>
        Boolean(userOf(id)?.is_active) && userOf(id)?.deleted_at === null && Number(userOf(id)?.tokens) > 0,
    }
  }

  async function answers() {
    const found: unknown[] = []
    for (const [at, id] of ids.users.entries()) {
      for (const selector of [`id/${id}`, `email/${emails[at]}`]) {
        for (const kind of ['roles', 'permissions'] as const) {
          for (const slug of [...slugs[kind], ...(kind === 'roles' ? ['super-administrator'] : [])]) {
            const { status, body } = await service.call('GET', `/api/users/${selector}/${kind}/${slug}`)
            found.push([selector, slug, status === 404 ? undefined : body.data])
          }
        }
      }
      const { status } = await service.call('GET', '/api/me', { token: people[at]?.token as string })
      found.push([id, 'is authenticated', status === 200])
    }
    for (const email of former) {
      const { status } = await service.call('GET', `/api/users/email/${email}/roles/${slugs.roles[0]}`)
      found.push([email, 'exists', status !== 404])
    }
    return found
  }

  async function expected() {
    const { exists: isThere, hasRole, hasPermission, isAuthenticated: comesIn } = await truth()
    const of = ids.users.flatMap((id, at) => [
      ...[`id/${id}`, `email/${emails[at]}`].flatMap((selector) => [
        ...[...slugs.roles, 'super-administrator'].map((slug) => [
          selector,
          slug,
          isThere(id) ? hasRole(id, slug) : undefined,
        ]),
        ...slugs.permissions.map((slug) => [
          selector,
          slug,
          isThere(id) ? hasPermission(id, slug) : undefined,
        ]),
      ]),
      [id, 'is authenticated', comesIn(id)],
    ])
    return [...of, ...former.map((email) => [email, 'exists', false])]
  }

  /** @param lateMs how long the cache may be out of date */
  const assertAgrees = (lateMs: number) =>
    within(lateMs, async () => assert.deepEqual(await answers(), await expected()))

  it('match SQL, after any writes by any process, at any time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await newWorld()
        await assertAgrees(0)
        for (const step of steps) {
          await carryOut(step)
          await nextIteration()
          await assertAgrees('writer' in step && step.writer === 'other' ? LATE_MS : 0)
        }
      }),
      { numRuns: engine === 'postgres' ? 8 : 20 },
    )
  })

  it('need no statement once the access is cached, until something is written', async () => {
    await newWorld()
    await cachesInUse(service)
    await service.call('GET', `/api/users/id/${ids.users[1]}/permissions/${slugs.permissions[0]}`)
    await cachesInUse(service)
    service.statements.count = 0
    for (const slug of slugs.permissions) {
      const { body } = await service.call('GET', `/api/users/id/${ids.users[1]}/permissions/${slug}`)
      assert.equal(body.data, slugs.permissions.indexOf(slug) < 2)
    }
    assert.equal(service.statements.count, 0)
  })
})
