// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Connection, connect } from '../../server/db/connect.ts'
import { giveRole, makeRole, makeUser, type Person } from '../support/actors.ts'
import { engine } from '../support/databases.ts'
import { type Item, make, next } from '../support/factories.ts'
import { askBy } from '../support/http.ts'
import { nextIteration } from '../support/next-iteration.ts'
import { serveIn, temporaryFolders } from '../support/process.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

const newFolder = temporaryFolders()
/** Of each kind. */
const SIZE = 4
const HOUR_MS = 3_600_000
const index = fc.nat(SIZE - 1)
/** Who writes: one of two services on the same database, another program, or a service of several processes, if there is one. */
const by = fc.constantFrom('first' as const, 'second' as const, 'program' as const, 'workers' as const)
const KINDS = ['users', 'roles', 'permissions', 'taxonomies'] as const
const kind = fc.constantFrom(...KINDS)

const anyWrite = fc.oneof(
  fc.record({ does: fc.constant('rename' as const), kind, index, by }),
  fc.record({ does: fc.constant('trash' as const), kind, index, by }),
  fc.record({ does: fc.constant('restore' as const), kind, index, by }),
  fc.record({ does: fc.constant('deactivate' as const), kind, index, by }),
  fc.record({ does: fc.constant('destroy' as const), kind, index, by }),
  fc.record({ does: fc.constant('make' as const), kind, index, by }),
  fc.record({
    does: fc.constant('link' as const),
    links: fc.constantFrom('user_roles' as const, 'role_permissions' as const, 'user_taxonomies' as const),
    from: index,
    to: index,
    state: fc.constantFrom('none', 'active', 'inactive', 'expiring'),
    by,
  }),
  fc.record({ does: fc.constant('move' as const), index, to: index, by }),
  fc.record({ does: fc.constant('sign in' as const), index, by }),
  fc.record({ does: fc.constant('touch all' as const), kind, by }),
  fc.record({ does: fc.constant('clock' as const), ms: fc.constantFrom(HOUR_MS / 2, 2 * HOUR_MS), by }),
)
type Write = typeof anyWrite extends fc.Arbitrary<infer T> ? T : never

const RELATIONS = {
  user_roles: ['users', 'roles', 'user_id', 'role_id'],
  role_permissions: ['roles', 'permissions', 'role_id', 'permission_id'],
  user_taxonomies: ['users', 'taxonomies', 'user_id', 'taxonomy_id'],
} as const

describe('answers from the cache of records', () => {
  let first: Service
  let second: Service
  /** Reads the same database without the cache. */
  let uncached: Service
  /** Another service on the database, of two processes. */
  let workers: Pick<Service, 'call'> | undefined
  let program: Connection
  let type: Item
  let records: Record<(typeof KINDS)[number], Item[]>
  let viewers: Person[]
  let owner: Person

  before(async () => {
    first = await startService()
    const { databaseUrl } = first.config
    second = await startService({ databaseUrl })
    uncached = await startService({ databaseUrl }, { currentRecords: async () => undefined })
    program = connect(databaseUrl)
    for (const other of [second, uncached]) other.token = first.token
    type = await make(first, 'taxonomy-types')
    // They see users, but contact details only of themselves.
    const { slug } = await makeRole(first, ['can-read-users', 'can-read-roles'])
    viewers = [await makeUser(first), await makeUser(first)]
    for (const viewer of viewers) await giveRole(first, viewer, slug)
  })
  after(async () => {
    await program.close()
    await uncached.stop()
    await second.stop()
    await first.stop()
  })

  async function newWorld(): Promise<void> {
    records = { users: [], roles: [], permissions: [], taxonomies: [] }
    for (let made = 0; made < SIZE; made++) for (const kind of KINDS) await makeOne(first, kind, made)
    owner = await makeUser(first)
    records.users[0] = { ...records.users[0], ...owner } as Item
    const expires_at = new Date(Date.parse(first.clock.now()) + HOUR_MS).toISOString()
    for (const [at, role] of records.roles.entries()) {
      const json = { id: role.id, ...(at === 0 && { expires_at }) }
      await first.call('POST', `/api/users/${owner.id}/relationships/roles`, { json })
      const permission = records.permissions[at] as Item
      await first.call('POST', `/api/roles/${role.id}/relationships/permissions`, { json: permission.id })
      const term = records.taxonomies[at] as Item
      await first.call('POST', `/api/users/${records.users[at]?.id}/relationships/taxonomies`, {
        json: term.id,
      })
    }
  }

  async function makeOne(service: Service, kind: (typeof KINDS)[number], at: number): Promise<void> {
    const parent = kind === 'taxonomies' && at > 0 ? records.taxonomies[0]?.id : undefined
    const fields = kind === 'taxonomies' ? { type: type.slug, ...(parent && { parent }) } : {}
    records[kind][at] = await make(service, kind, fields)
  }

  const idOf = (kind: (typeof KINDS)[number], at: number) => records[kind][at]?.id as number

  async function carryOut(write: Write): Promise<void> {
    if (write.does === 'clock') {
      for (const { clock } of [first, second, uncached]) clock.advance(write.ms)
      return
    }
    if (write.by === 'program') return carryOutBySql(write)
    const inThisProcess = write.by === 'second' ? second : first
    const service = write.by === 'workers' && workers ? workers : inThisProcess
    const post = (path: string, json: object = {}) => service.call('POST', `/api/${path}`, { json })
    // A call may be refused: all services answer from the state afterwards.
    if (write.does === 'link') {
      const [owners, name] = RELATIONS[write.links]
      const json = { id: idOf(name, write.to), ...attributesOf(write.state) }
      const method = write.state === 'none' ? 'DELETE' : 'POST'
      await service.call(method, `/api/${owners}/${idOf(owners, write.from)}/relationships/${name}`, { json })
    } else if (write.does === 'move') {
      const parent = write.index === write.to ? null : idOf('taxonomies', write.to)
      await post(`taxonomies/id/${idOf('taxonomies', write.index)}/update`, { parent })
    } else if (write.does === 'sign in') {
      await inThisProcess.call('GET', '/api/me', { token: owner.token })
      await inThisProcess.runJob('write-token-uses')
    } else if (write.does === 'touch all') {
      const name = write.kind === 'users' ? 'first_name' : 'name'
      const json = records[write.kind].map(({ id }) => ({ id, [name]: `Touched ${next()}` }))
      await service.call('PATCH', `/api/${write.kind}`, { json })
    } else if (write.does === 'make')
      await makeOne(inThisProcess, write.kind, write.index).catch(() => undefined)
    else await changeRecord(service, write)
  }

  async function changeRecord(
    service: Pick<Service, 'call'>,
    {
      does,
      kind,
      index,
    }: Extract<Write, { does: 'rename' | 'trash' | 'restore' | 'deactivate' | 'destroy' }>,
  ): Promise<void> {
    const id = idOf(kind, index)
    const at = `/api/${kind}/id/${id}`
    const name =
      kind === 'users'
        ? { first_name: `Renamed ${next()}`, email: `r${next()}@example.com` }
        : { name: `Renamed ${next()}` }
    if (does === 'rename') await service.call('POST', `${at}/update`, { json: name })
    else if (does === 'deactivate') await service.call('POST', `${at}/update`, { json: { is_active: false } })
    else if (does === 'trash') await service.call('POST', `${at}/delete`, { json: { cascade: true } })
    else if (does === 'restore') await service.call('POST', `${at}/restore`)
    else await service.call('DELETE', `/api/${kind}/${id}`)
  }

  const attributesOf = (state: string) => ({
    is_active: state !== 'inactive',
    expires_at: state === 'expiring' ? new Date(Date.parse(first.clock.now()) + HOUR_MS).toISOString() : null,
  })

  /** Writes that no service makes, and of which the services are not told. */
  async function carryOutBySql(write: Exclude<Write, { does: 'clock' }>): Promise<void> {
    const { db } = program
    const now = first.clock.now()
    if (write.does === 'link') {
      const [owners, name, from, to] = RELATIONS[write.links]
      const ids = { [from]: idOf(owners, write.from), [to]: idOf(name, write.to) }
      await db
        .transaction()
        .execute(async (db) => {
          await sql`delete from ${sql.table(write.links)} where ${sql.ref(from)} = ${ids[from]}
          and ${sql.ref(to)} = ${ids[to]}`.execute(db)
          const row = { ...ids, ...attributesOf(write.state), created_at: now, updated_at: now }
          if (write.state !== 'none')
            await db
              .insertInto(write.links)
              .values(row as never)
              .execute()
        })
        .catch(() => undefined)
      return
    }
    const kind = 'kind' in write ? write.kind : write.does === 'move' ? 'taxonomies' : 'users'
    const table = sql.table(kind)
    const id = 'index' in write ? idOf(kind, write.index) : 0
    const statements = {
      rename: sql`update ${table} set name = ${`Named ${next()}`} where id = ${id}`,
      trash: sql`update ${table} set deleted_at = ${now} where id = ${id}`,
      restore: sql`update ${table} set deleted_at = null where id = ${id}`,
      deactivate: sql`update ${table} set is_active = ${sql.lit(false)} where id = ${id}`,
      destroy: sql`delete from ${table} where id = ${id}`,
      make: sql`update ${table} set name = ${`Made ${next()}`} where id >= ${id}`,
      move: sql`update taxonomies set parent_id = null where id = ${id}`,
      'sign in': sql`update users set last_login_at = ${now} where id = ${id}`,
      'touch all': sql`update ${table} set name = name || '+' where deleted_at is null`,
    }
    // It may break a constraint.
    await statements[write.does].execute(db).catch(() => undefined)
  }

  const requests = (): { path: string; token?: string }[] => [
    { path: '/api/users' },
    { path: '/api/users?per_page=3&page=2' },
    { path: '/api/users?sort=first_name' },
    { path: '/api/users?q=renamed&sort=-email' },
    { path: '/api/users?trashed=only' },
    { path: '/api/users?status=inactive' },
    { path: '/api/users?filter[last_login_at]=not:' },
    { path: '/api/users?include=roles.permissions,created_by,taxonomies' },
    ...viewers.map(({ token }) => ({ path: '/api/users', token })),
    { path: `/api/users/id/${owner.id}`, token: owner.token },
    { path: `/api/users/id/${owner.id}/roles` },
    { path: `/api/users/id/${owner.id}/permissions` },
    { path: `/api/users/${owner.id}/relationships/taxonomies` },
    ...records.users.map(({ email }) => ({ path: `/api/users/email/${email}` })),
    ...records.users.map(({ id }) => ({ path: `/api/users/id/${id}`, token: viewers[0]?.token as string })),
    { path: '/api/roles' },
    { path: '/api/roles?include=users,permissions' },
    { path: '/api/permissions' },
    ...records.roles.map(({ slug }) => ({ path: `/api/roles/slug/${slug}?trashed=true` })),
    { path: `/api/roles/id/${idOf('roles', 1)}/users` },
    { path: `/api/permissions/id/${idOf('permissions', 1)}/users` },
    { path: `/api/taxonomies?types=${type.slug}&sort=name` },
    { path: `/api/taxonomies?with_children=true` },
    { path: `/api/taxonomies/tree?type=${type.slug}` },
    ...records.taxonomies.map(({ id }) => ({ path: `/api/taxonomies/id/${id}` })),
    // Workers have the clock of the machine, and each of them its own last uses of a token.
    ...(workers ? [] : [{ path: '/api/me', token: owner.token }, { path: '/api/overview' }]),
  ]

  /** Without what differs in each response. */
  async function answersOf(service: Pick<Service, 'call'>) {
    const answers: unknown[] = []
    for (const { path, token = first.token } of requests()) {
      const { status, body } = await service.call('GET', path, { token })
      // Each process buffers its own counts of the day.
      const { activity: _, ...data } = body.data ?? {}
      answers.push([path, status, body.code, data])
    }
    return answers
  }

  async function assertAgree(): Promise<void> {
    await nextIteration()
    // Grants may be up to a second late on PostgreSQL.
    for (const { connection } of [first, second, uncached]) await connection.currentRecords()
    const expected = await answersOf(uncached)
    // Twice: the first answers fill the cache. The workers share the requests.
    const readers = workers ? [workers, workers, workers, workers] : [first, first, second, second]
    for (const service of readers) {
      const answers = await answersOf(service)
      if (isDeepStrictEqual(answers, expected)) continue
      // The workers write uses of tokens at any time, and may just have done so.
      const later = await answersOf(uncached)
      if (isDeepStrictEqual(later, expected)) assert.deepEqual(answers, expected)
      else return assertAgree()
    }
  }

  const assertAgreeAfter = (anyWrites: fc.Arbitrary<Write[]>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(anyWrites, async (writes) => {
        await newWorld()
        await assertAgree()
        for (const write of writes) {
          await carryOut(write)
          await assertAgree()
        }
      }),
      { numRuns, endOnFailure: true },
    )

  it('are those without it, after any writes by any process, at any time', async () => {
    await assertAgreeAfter(fc.array(anyWrite, { minLength: 3, maxLength: 8 }), engine === 'postgres' ? 5 : 8)
  })

  // PostgreSQL knows no difference between workers and services that share a database, as these do.
  if (engine === 'sqlite')
    it('are those without it in two workers, after any writes by any process', async () => {
      const served = await serveIn(newFolder(), { DATABASE_URL: first.config.databaseUrl, WORKERS: '2' })
      const call: Service['call'] = async (method, path, { json, token = first.token } = {}) => {
        // Each request has its own connection, which either worker may accept.
        const headers = {
          connection: 'close',
          authorization: `Bearer ${token}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        }
        const body = json === undefined ? {} : { body: JSON.stringify(json) }
        const { status, body: answer } = await askBy(`${served.url}${path}`, { method, headers, ...body })
        return {
          status,
          headers: {},
          body: JSON.parse(JSON.stringify(answer).replaceAll(served.url, 'http://localhost:80')),
        }
      }
      workers = { call }
      try {
        // The workers have the clock of the machine.
        const write = anyWrite.filter(({ does }) => does !== 'clock')
        await assertAgreeAfter(fc.array(write, { minLength: 3, maxLength: 8 }), 4)
      } finally {
        workers = undefined
        await served.end('SIGTERM')
      }
    })

  it('find a unique value with the record that has it now', async () => {
    await newWorld()
    const [one, other] = records.users.slice(1) as [Item, Item]
    await assertAgree()
    for (const service of [first, second]) {
      const update = (id: number, email: string) =>
        service.call('POST', `/api/users/id/${id}/update`, { json: { email } })
      await update(one.id, `moved${next()}@example.com`)
      await update(other.id, one.email)
      for (const reader of [first, second]) {
        const { body } = await reader.call('GET', `/api/users/email/${one.email}`)
        assert.equal(body.data.id, other.id)
      }
      await update(other.id, other.email)
      await update(one.id, one.email)
      await assertAgree()
    }
  })

  it('are those without it after one statement that changes many records', async () => {
    await newWorld()
    await assertAgree()
    for (const kind of KINDS) {
      await carryOut({ does: 'touch all', kind, by: 'program' })
      await assertAgree()
    }
  })

  it('are those without it after the rows of changes were deleted', async () => {
    await newWorld()
    await assertAgree()
    await sql`delete from changes`.execute(program.db)
    await carryOut({ does: 'rename', kind: 'users', index: 1, by: 'program' })
    await assertAgree()
    await carryOut({ does: 'rename', kind: 'users', index: 2, by: 'first' })
    await assertAgree()
  })
})
