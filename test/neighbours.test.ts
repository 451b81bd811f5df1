import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeRole } from './support/actors.ts'
import { type CallOptions, type Service, startService } from './support/service.ts'

const NEIGHBOURS = 64

/** As many clients as neighbours, all at once, each on a connection of its own. */
describe(`beside ${NEIGHBOURS - 1} neighbours`, () => {
  let service: Service
  let address = ''
  before(async () => {
    service = await startService()
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  interface Told {
    status: number
    code: string | undefined
    // biome-ignore lint/suspicious/noExplicitAny: tests know what they asked for.
    data: any
  }

  async function send(method: string, path: string, { json, headers }: CallOptions = {}): Promise<Told> {
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        connection: 'close',
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const { code, data } = (await response.json()) as Omit<Told, 'status'>
    return { status: response.status, code, data }
  }

  const all = (write: (number: number) => Promise<Told>, count = NEIGHBOURS): Promise<Told[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => write(number)))

  /** How many were answered what. */
  const counted = (answers: readonly Told[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status, code }) => (code ? `${status} ${code}` : `${status}`))].map(
        ([what, some]) => [what, some.length],
      ),
    )

  let world: {
    users: number[]
    role: { id: number; slug: string }
    permission: number
    type: number
    term: number
    parent: number
  }
  let round = 0
  beforeEach(async () => {
    round += 1
    const created = async (path: string, json: object) =>
      (await send('POST', path, { json })).data.item.id as number
    const people = Array.from({ length: NEIGHBOURS }, (_, number) => ({
      email: `n${round}.${number}@example.com`,
      first_name: 'Neighbour',
    }))
    const { data } = await send('POST', '/api/users', { json: people })
    const type = await created('/api/taxonomy-types/create', { name: `Type ${round}` })
    world = {
      users: data.items.map(({ id }: { id: number }) => id),
      role: await makeRole(service, ['can-read-users']),
      permission: (await send('GET', '/api/permissions/slug/can-read-roles')).data.id,
      type,
      term: await created('/api/taxonomies/create', { name: 'Term', type }),
      parent: await created('/api/taxonomies/create', { name: 'Parent', type }),
    }
  })

  const WRITES: Record<string, (number: number) => Promise<Told>> = {
    'one role is given to many users': (n) =>
      send('POST', `/api/users/${world.users[n]}/relationships/roles`, { json: [world.role.id] }),
    'many users are given to one role': (n) =>
      send('POST', `/api/roles/${world.role.id}/relationships/users`, { json: [world.users[n]] }),
    'one role is given to one user': () =>
      send('POST', `/api/users/${world.users[0]}/relationships/roles`, { json: [world.role.id] }),
    'one term is given to many users': (n) =>
      send('POST', `/api/taxonomies/${world.term}/relationships/users`, { json: [world.users[n]] }),
    'the set of users of a term is replaced': (n) =>
      send('PUT', `/api/taxonomies/${world.term}/relationships/users`, {
        json: [world.users[n], world.users[(n + 1) % NEIGHBOURS]],
      }),
    'terms are created under one parent': (n) =>
      send('POST', '/api/taxonomies/create', {
        json: { name: `T ${n}`, type: world.type, parent: world.parent },
      }),
    'types are created': (n) =>
      send('POST', '/api/taxonomy-types/create', { json: { name: `T ${round} ${n}` } }),
    'roles are created': (n) => send('POST', '/api/roles/create', { json: { name: `R ${round} ${n}` } }),
    'users of one name are created': (n) =>
      send('POST', '/api/users/create', { json: { email: `info@${round}.${n}.org`, first_name: 'I' } }),
    'registrations of one name are created': (n) =>
      send('POST', '/api/registrations/create', {
        json: { email: `info@${round}.${n}.org`, first_name: 'I', password: 'a phrase nobody guesses' },
      }),
    'users are updated': (n) =>
      send('POST', `/api/users/id/${world.users[n]}/update`, { json: { bio: `Bio ${n}` } }),
    'one user is updated': (n) =>
      send('POST', `/api/users/id/${world.users[0]}/update`, { json: { bio: `Bio ${n}` } }),
    'one term is updated': (n) =>
      send('POST', `/api/taxonomies/id/${world.term}/update`, { json: { notes: `Note ${n}` } }),
    'one role gets and loses a permission': (n) =>
      send(n % 2 === 0 ? 'POST' : 'DELETE', `/api/roles/${world.role.id}/relationships/permissions`, {
        json: [world.permission],
      }),
    'many at once are updated in different orders': (n) => {
      const some = world.users.slice(0, 16).map((id) => ({ id, title: `Title ${n}` }))
      return send('PATCH', '/api/users', { json: n % 2 === 0 ? some : some.toReversed() })
    },
    'users are deleted': (n) => send('POST', `/api/users/id/${world.users[n]}/delete`),
    'users are deleted for good': (n) => send('DELETE', `/api/users/${world.users[n]}`),
    'tokens are made for two users': (n) =>
      send('POST', `/api/users/id/${world.users[n % 2]}/tokens/create`, { json: { name: 'Token' } }),
  }

  for (const [what, write] of Object.entries(WRITES)) {
    it(`no write is refused where ${what}`, async () => {
      const answers = await all(write)
      const done = counted(answers.filter(({ status }) => status < 300))
      assert.deepEqual(counted(answers), done)
    })
  }

  it('the terms under a parent get one name once', async () => {
    const json = { name: 'Same', type: world.type, parent: world.parent }
    const answers = await all(() => send('POST', '/api/taxonomies/create', { json }))
    assert.deepEqual(counted(answers), { 201: 1, '409 slug_taken': NEIGHBOURS - 1 })
  })

  it('a role gets one name once', async () => {
    const answers = await all(() => send('POST', '/api/roles/create', { json: { name: `Same ${round}` } }))
    assert.deepEqual(counted(answers), { 201: 1, '409 name_taken': NEIGHBOURS - 1 })
  })

  it('an Idempotency-Key is carried out once, and all are answered the same', async () => {
    const answers = await all(() =>
      send('POST', '/api/roles/create', {
        json: { name: `Key ${round}` },
        headers: { 'idempotency-key': `key-${round}` },
      }),
    )
    assert.deepEqual(counted(answers), { 201: NEIGHBOURS })
    assert.equal(new Set(answers.map(({ data }) => data.item.id)).size, 1)
  })

  it('terms that are moved below one another never close a loop', async () => {
    const made = await all(
      (n) => send('POST', '/api/taxonomies/create', { json: { name: `L ${n}`, type: world.type } }),
      8,
    )
    const ids = made.map(({ data }) => data.item.id as number)
    const answers = await all((n) =>
      send('POST', `/api/taxonomies/id/${ids[n % 8]}/update`, {
        json: { parent: ids[(n + 1 + (n >> 3)) % 8] },
      }),
    )
    const told = Object.keys(counted(answers)).filter((what) => !['200', '409 loop'].includes(what))
    assert.deepEqual(told, [])
    for (const start of ids) {
      const way = new Set<number>()
      for (let id: number | null = start; id !== null; ) {
        assert.ok(!way.has(id), `${start} stands below itself`)
        way.add(id)
        const row: { parent_id: number | null } = await service.connection.db
          .selectFrom('taxonomies')
          .where('id', '=', id)
          .select('parent_id')
          .executeTakeFirstOrThrow()
        id = row.parent_id
      }
    }
  })

  it('a term that is deleted while children are made under it leaves none behind', async () => {
    const [deleted, ...created] = await all((n) =>
      n === 0
        ? send('POST', `/api/taxonomies/id/${world.parent}/delete`, { json: { cascade: true } })
        : send('POST', '/api/taxonomies/create', {
            json: { name: `C ${n}`, type: world.type, parent: world.parent },
          }),
    )
    assert.equal(deleted?.status, 200)
    const told = Object.keys(counted(created)).filter((what) => !['201', '422 not_found'].includes(what))
    assert.deepEqual(told, [])
    const left = await service.connection.db
      .selectFrom('taxonomies')
      .where('parent_id', '=', world.parent)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
    assert.deepEqual(left, [])
  })

  it('counts stay those of the links and users that there are', async () => {
    const { role, users } = world
    await send('POST', `/api/roles/${role.id}/relationships/users`, { json: users.slice(0, 32) })
    const answers = await all((n) => {
      const id = users[n % 48]
      if (n % 3 === 0) return send('POST', `/api/users/id/${id}/delete`)
      const method = n % 3 === 1 ? 'POST' : 'DELETE'
      return send(method, `/api/roles/${role.id}/relationships/users`, { json: [id] })
    })
    const told = Object.keys(counted(answers)).filter((what) => !/^(200|404 |422 not_found)/.test(what))
    assert.deepEqual(told, [])
    const { rows } = await sql<{ live: number }>`select count(*) as live from user_roles
      join users on users.id = user_roles.user_id and users.deleted_at is null
      where role_id = ${role.id}`.execute(service.connection.db)
    const { data } = await send('GET', `/api/roles/${role.id}`)
    assert.equal(data.item?.count_users ?? data.count_users, Number(rows[0]?.live))
  })

  it('of the last two super administrators who take the role from each other one stays', async () => {
    for (let times = 0; times < 10; times++) {
      const pair = world.users.slice(2 * times, 2 * times + 2)
      const give = (id?: number) =>
        send('POST', `/api/users/${id}/relationships/roles`, { json: ['super-administrator'] })
      for (const id of pair) assert.equal((await give(id)).status, 200)
      // The caller too: any two of the three may go.
      const answers = await Promise.all(
        pair.map((id) =>
          send('DELETE', `/api/users/${id}/relationships/roles`, { json: ['super-administrator'] }),
        ),
      )
      assert.deepEqual(counted(answers), { 200: 2 })
    }
    const [one, other] = world.users.slice(-2)
    for (const id of [one, other]) {
      await send('POST', `/api/users/${id}/relationships/roles`, { json: ['super-administrator'] })
    }
    const answers = await Promise.all(
      [1, one, other].map((id) =>
        send('DELETE', `/api/users/${id}/relationships/roles`, { json: ['super-administrator'] }),
      ),
    )
    assert.ok(answers.some(({ status }) => status === 200))
    const { rows } = await sql`select user_id from user_roles join roles on roles.id = role_id
      where slug = 'super-administrator'`.execute(service.connection.db)
    assert.ok(rows.length >= 1)
  })
})
