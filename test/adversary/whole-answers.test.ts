// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeActor, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { insertUsers } from '../support/many-users.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'
import { cachesInUse } from '../support/statements.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const MOST = 20_000
const MB = 1_000_000

const users = 'roles/\\{id\\}/relationships/users'
const tooMany = (relation: string, path: string) => ({
  status: 400,
  code: 'too_many_included',
  says: new RegExp(
    `^Including ${relation} would put more than 20,000 records into the response\\. Ask for fewer records a page \\(per_page\\), or read .* page by page: GET ${path}\\.$`,
  ),
})

/**
 * A service for the tests of one suite, and a user who may read users and roles, as the seeded manager may.
 * @param arrange prepares what must exist before the first test
 */
function useReader(arrange: () => Promise<void>) {
  let service: Service
  let token: string
  before(async () => {
    service = await startService()
    token = (await makeActor(service, ['can-read-users', 'can-read-roles', 'can-read-taxonomies'])).token
    await arrange()
  })
  after(() => service.stop())

  const run = (text: string) => sql.raw(text).execute(service.connection.db)
  const get = (path: string, query: Record<string, string>, as = token): Promise<Answer> =>
    service.call('GET', path, { query, token: as })

  /** Statements that a call runs with warm caches. */
  async function statementsOf(ask: () => Promise<Answer>): Promise<string[]> {
    await cachesInUse(service)
    await ask()
    await cachesInUse(service)
    service.statements.recorded = []
    await ask()
    const { recorded } = service.statements
    delete service.statements.recorded
    return recorded.map(({ sql }) => sql)
  }

  return { service: () => service, run, get, statementsOf }
}

/** The same with 22,000 users, most of whom have a role. */
function useMembers(arrange?: () => Promise<void>) {
  const roles: Record<string, number> = {}
  const reader = useReader(async () => {
    await insertUsers(reader.service(), 22_000)
    roles.some = await roleOf('some', 3000, 'desc')
    roles.nearly = await roleOf('nearly', 19_000)
    roles.most = await roleOf('most', 20_001)
    await arrange?.()
  })

  /** A role with that many live users, the newest or the oldest, linked in the database. */
  async function roleOf(name: string, members: number, order = 'asc'): Promise<number> {
    const json = { name, slug: `of-${name}` }
    const { body } = await reader.service().call('POST', '/api/roles/create', { json })
    await reader.run(`insert into user_roles (user_id, role_id, created_at, updated_at, is_active)
      select id, ${body.data.item.id}, '${TIME}', '${TIME}', true from users
      where deleted_at is null and email like 'm%' order by id ${order} limit ${members}`)
    return body.data.item.id
  }

  return { ...reader, roles }
}

/** Limits of the records and the length of one response, whatever the parts of a request multiply to. */
describe('A response with embedded records', () => {
  const { get, statementsOf, roles } = useMembers()

  it('embeds as many as fit, and is refused before one of them is read', async () => {
    const ask = () => get('/api/users', { page: '2', per_page: '100', include: 'roles.users' })
    assertRefused(await ask(), tooMany('roles.users', `/api/${users}`))
    const statements = await statementsOf(ask)
    const ofMembers = statements.filter((text) => /"user_roles"\."role_id" in/.test(text))
    assert.deepEqual(ofMembers, [], 'the stored count decides')
    const fewer = await get('/api/users', { page: '2', per_page: '3', include: 'roles.users' })
    assert.equal(fewer.status, 200)
    for (const user of fewer.body.data.list.data)
      for (const role of user.roles) assert.equal(role.users.length, role.count_users)
  })

  it('is refused at whatever depth there are too many, also for eight requests at once', async () => {
    const query = { per_page: '1000', include: 'roles.users.roles' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('/api/users', query)))
    for (const answer of answers) assertRefused(answer, tooMany('roles.users', `/api/${users}`))
    const deep = await get('/api/roles', { 'filter[id]': String(roles.some), include: 'users.roles.users' })
    assertRefused(deep, tooMany('users.roles.users', `/api/${users}`))
    const one = await get(`/api/roles/id/${roles.some}`, { include: 'users.roles.users' })
    assertRefused(one, tooMany('users.roles.users', `/api/${users}`))
  })

  it('is refused for a role with too many members without reading one', async () => {
    const ask = () => get('/api/roles', { include: 'users' })
    assertRefused(await ask(), tooMany('users', `/api/${users}`))
    const statements = await statementsOf(ask)
    assert.ok(statements.every((text) => !text.includes('user_roles') && !/from "users"/.test(text)))
    assert.ok(statements.length <= 4, `${statements.length} statements`)
  })
})

describe('A response of long records', () => {
  const { service, run, get, statementsOf, roles } = useMembers(async () => {
    await run(`update users set bio = '${'ä'.repeat(10_000)}', meta = '{"a":"${'x'.repeat(60_000)}"}'
      where id in (select id from users where deleted_at is null and email like 'm%' order by id desc limit 300)`)
  })

  it('is limited to 16 MB, by the least size of its records or by their actual size', async () => {
    const long = { sort: 'id', 'filter[bio]': 'like:äää' }
    const page = await get('/api/users', { ...long, per_page: '300' })
    const says =
      /^These records would make the response longer than 16 MB\. Ask for fewer records a page \(per_page\)\.$/
    assertRefused(page, { status: 400, code: 'too_many_included', says })
    const fewer = await get('/api/users', { ...long, per_page: '150' })
    assert.equal(fewer.status, 200)
    assert.equal(fewer.body.data.list.data.length, 150)
    const bytes = Number(fewer.headers['content-length'])
    assert.ok(bytes > 10 * MB && bytes < 16 * MB, String(bytes))
    const included = await get(`/api/roles/id/${roles.some}`, { include: 'users' })
    assertRefused(included, {
      status: 400,
      code: 'too_many_included',
      says: /^Including users would make the response longer than 16 MB\. .*relationships\/users\.$/,
    })
    const statements = await statementsOf(() => get(`/api/roles/id/${roles.nearly}`, { include: 'users' }))
    assert.ok(
      statements.every((text) => !/from "users" where/.test(text)),
      'a user takes at least a thousand bytes',
    )
  })

  it('is limited for bulk changes too, which then write nothing', async () => {
    const { rows } = await sql<{ id: number }>`select id from users where bio is not null
      and deleted_at is null order by length(bio) desc, id limit 300`.execute(service().connection.db)
    const items = rows.map(({ id }) => ({ id: Number(id), last_name: 'Changed' }))
    // Without their long texts: a busy machine would take longer than a statement may.
    const stored = async () => {
      const { rows } =
        await sql`select id, last_name, updated_at, (select count(*) from audit_entries) as entries
        from users order by id`.execute(service().connection.db)
      return rows
    }
    const before = await stored()
    const answer = await service().call('PATCH', '/api/users', { json: items })
    assertRefused(answer, {
      status: 400,
      code: 'too_many_included',
      says: /longer than 16 MB\. Nothing was written: send fewer items at once\.$/,
    })
    assert.deepEqual(await stored(), before)
    const fewer = await service().call('PATCH', '/api/users', { json: items.slice(0, 100) })
    assert.equal(fewer.status, 200)
    assert.deepEqual(
      fewer.body.data.items.map(({ id, last_name }: { id: number; last_name: string }) => ({
        id,
        last_name,
      })),
      items.slice(0, 100),
    )
  })
})

describe('A response of terms', () => {
  let type: number
  let root: number
  const { service, run, get } = useReader(async () => {
    const made = await service().call('POST', '/api/taxonomy-types/create', { json: { name: 'Broad' } })
    type = made.body.data.item.id
    const json = { name: 'Root', type }
    root = (await service().call('POST', '/api/taxonomies/create', { json })).body.data.item.id
    await terms('broad', MOST, String(root))
  })

  /** Inserts that many terms, each with the parent that the expression gives. */
  const terms = (name: string, count: number, parent: string, first = 10_000) =>
    run(`insert into taxonomies (id, uuid, created_at, updated_at, is_active, search_text, name, slug, meta, type_id, parent_id)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select ${first} + n, '${String(first).padStart(8, '0')}-0000-7000-8000-' || substr(cast(1000000000000 + n as text), 2),
        '${TIME}', '${TIME}', true, '${name}', '${name} ' || n, '${name}-' || n, '{}', ${type}, ${parent} from numbers`)

  it('embeds exactly the maximum of complete records, and not one more', async () => {
    const read = () => get(`/api/taxonomies/id/${root}`, { include: 'children' })
    const trees = () => get('/api/taxonomies', { 'filter[id]': String(root), with_children: 'true' })
    const all = await read()
    assert.equal(all.status, 200)
    const { children } = all.body.data
    assert.equal(children.length, MOST)
    assert.ok(Number(all.headers['content-length']) < 16 * MB)
    const ids = children.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((one: number, other: number) => one - other),
    )
    const [{ body: one }] = [await get(`/api/taxonomies/id/${ids[12_345]}`, {})]
    const { created_by_user: _, updated_by_user: __, deleted_by_user: ___, ...expected } = one.data
    assert.deepEqual(children[12_345], expected)
    const tree = await trees()
    assert.equal(tree.status, 200)
    assert.equal(tree.body.data.list.data[0].children.length, MOST)
    assert.deepEqual(tree.body.data.list.data[0].children[7].children, [])
    await terms('another', 1, String(root), 60_000)
    const [embedded, below] = [await read(), await trees()]
    await run('delete from taxonomies where id > 60000 and id < 70000')
    assertRefused(embedded, tooMany('children', '/api/taxonomies/\\{id\\}/relationships/children'))
    assertRefused(below, {
      status: 400,
      code: 'too_many_included',
      says: /^with_children of these taxonomies would put more than 20,000 .*one level after the other/,
    })
  })

  it('does not delay other requests', async () => {
    const order: string[] = []
    const large = get(`/api/taxonomies/id/${root}`, { include: 'children' }).then(({ status }) =>
      order.push(`large ${status}`),
    )
    for (let count = 0; count < 3; count++) {
      const check = await get('/api/users/id/1/roles/editor', {})
      order.push(`check ${check.status}`)
    }
    await large
    assert.deepEqual(order, ['check 200', 'check 200', 'check 200', 'large 200'])
  })

  it('counts the terms on paths, which a deep tree multiplies', async () => {
    await terms('deep', 300, 'case when n > 1 then 70000 + n - 1 end', 70_000)
    const tree = (per_page: string) => get('/api/taxonomies/tree', { type: 'broad', q: 'deep', per_page })
    assertRefused(await tree('300'), {
      status: 400,
      code: 'too_many_included',
      says: /^The terms on the paths to these would put more than 20,000 /,
    })
    const some = await tree('20')
    assert.equal(some.status, 200)
    assert.equal(some.body.data.list.data.length, 20)
  })
})

describe('A response with reasons', () => {
  const { service, run, get } = useReader(async () => undefined)

  it('explains as many permissions as there is room for reasons', async () => {
    const person = await makeUser(service())
    await run(`insert into roles (id, uuid, created_at, updated_at, is_active, search_text, name, slug, type)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50)
      select 1000 + n, '00000000-0000-7000-9000-' || substr(cast(1000000000000 + n as text), 2), '${TIME}', '${TIME}', true,
        'r', 'r' || n, 'r' || n, 'backend' from numbers`)
    await run(`insert into permissions (id, uuid, created_at, updated_at, is_active, search_text, name, slug, module)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 500)
      select 1000 + n, '00000000-0000-7000-a000-' || substr(cast(1000000000000 + n as text), 2), '${TIME}', '${TIME}', true,
        'p', 'p' || n, 'p' || n, 'many' from numbers`)
    await run(`insert into role_permissions (role_id, permission_id, created_at, updated_at, is_active)
      select roles.id, permissions.id, '${TIME}', '${TIME}', true from roles cross join permissions
      where roles.id > 1000 and permissions.id > 1000`)
    await run(`insert into user_roles (user_id, role_id, created_at, updated_at, is_active)
      select ${person.id}, id, '${TIME}', '${TIME}', true from roles where id > 1000`)
    // PostgreSQL does so by itself a minute later.
    await run('analyze')
    const why = (per_page: string) =>
      get(`/api/users/id/${person.id}/permissions`, { explain: 'true', per_page }, service().token)
    assertRefused(await why('500'), {
      status: 400,
      code: 'too_many_included',
      says: /^The reasons for these permissions would put more than 20,000 .*\?explain=true\.$/,
    })
    const some = await why('100')
    assert.equal(some.status, 200)
    for (const { reasons } of some.body.data.permissions.data) assert.equal(reasons.length, 50)
  })
})
