// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Service, startService } from '../../support/service.ts'

const ROUNDS = 20
const PASSWORD = 'a phrase nobody guesses'

describe('Concurrent requests', () => {
  let service: Service
  let address = ''

  before(async () => {
    service = await startService()
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  /** Over a socket of its own, like separate clients. */
  async function post(path: string, fields: object): Promise<{ status: number; code?: string }> {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      body: JSON.stringify(fields),
    })
    const { code } = (await response.json()) as { code?: string }
    return { status: response.status, ...(code !== undefined && { code }) }
  }

  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
  const countUsers = async (email: string) =>
    (await service.call('GET', '/api/users', { query: { 'filter[email]': email, trashed: 'true' } })).body
      .data.list.total

  it('create one user with one email: one gets 201, the other 409', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `twice${round}@example.com`
      const user = { email, first_name: 'Twice', ...(round % 2 === 0 && { password: PASSWORD }) }
      const answers = await Promise.all([
        post('/api/users/create', user),
        post('/api/users/create', { ...user, email: email.toUpperCase() }),
      ])
      assert.deepEqual(statuses(answers), [201, 409])
      assert.deepEqual(
        answers.flatMap(({ code }) => code ?? []),
        ['email_taken'],
      )
      assert.equal(await countUsers(email), 1)
    }
  })

  it("create users with similar names without retrying each other's transactions", async () => {
    const others = Array.from({ length: 1000 }, (_, number) => ({
      email: `${number}@example.com`,
      first_name: 'Other',
    }))
    // In a table of few pages, PostgreSQL's predicate locks would cover all writers.
    assert.equal((await service.call('POST', '/api/users', { json: others })).status, 201)
    service.statements.recorded = []
    const people = Array.from({ length: 16 }, (_, number) => ({
      email: `neighbour.${number}@example.com`,
      first_name: 'Neighbour',
    }))
    const answers = await Promise.all(people.map((person) => post('/api/users/create', person)))
    const inserts = service.statements.recorded.filter(({ sql }) => sql.startsWith('insert into "users"'))
    delete service.statements.recorded
    assert.deepEqual(statuses(answers), Array(16).fill(201))
    assert.equal(inserts.length, 16)
  })

  it('create users with one name: each gets its own username', async () => {
    const people = Array.from({ length: 12 }, (_, number) => ({
      email: `info@${number}.example.com`,
      first_name: 'Info',
    }))
    const answers = await Promise.all(people.map((person) => post('/api/users/create', person)))
    assert.deepEqual(statuses(answers), Array(12).fill(201))
    const { body } = await service.call('GET', '/api/users', { query: { 'filter[first_name]': 'Info' } })
    const usernames = body.data.list.data.map(({ username }: { username: string }) => username)
    const expected = Array.from({ length: 12 }, (_, index) => `info${index === 0 ? '' : index + 1}`)
    assert.deepEqual(usernames.sort(), expected.sort())
  })

  it('create the same names in bulk in different orders: none is refused, and usernames stay unique', async () => {
    const names = ['desk', 'help', 'sales']
    const people = (bulk: number) =>
      Array.from({ length: 30 }, (_, number) => ({
        email: `${names[number % 3]}@${bulk}.${number}.example.com`,
        first_name: 'Bulk',
      }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, bulk) =>
        post('/api/users', bulk % 2 === 0 ? people(bulk) : people(bulk).reverse()),
      ),
    )
    assert.deepEqual(statuses(answers), Array(8).fill(201))
    const query = { 'filter[first_name]': 'Bulk', per_page: '1000' }
    const { body } = await service.call('GET', '/api/users', { query })
    const usernames = body.data.list.data.map(({ username }: { username: string }) => username)
    assert.equal(new Set(usernames).size, 240)
  })

  it('sign up with one email: one gets 201, the other 409', async () => {
    const person = { email: 'eager@example.com', first_name: 'Eager', password: PASSWORD }
    const answers = await Promise.all([post('/api/signup', person), post('/api/signup', person)])
    assert.deepEqual(statuses(answers), [201, 409])
    assert.equal(await countUsers(person.email), 1)
  })

  it('create one user from one registration', async () => {
    const email = 'waiting@example.com'
    const registration = { email, first_name: 'Waiting', password: PASSWORD }
    const created = await service.call('POST', '/api/registrations/create', { json: registration })
    const path = `/api/registrations/id/${created.body.data.item.id}/create-user`
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, {})))
    assert.deepEqual(statuses(answers), [201, ...Array(7).fill(409)])
    assert.equal(await countUsers(email), 1)
  })

  it('assign a role to a user once', async () => {
    const created = await service.call('POST', '/api/users/create', {
      json: { email: 'linked@example.com', first_name: 'Linked' },
    })
    const { id } = created.body.data.item
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(`/api/users/${id}/relationships/roles`, ['editor'])),
    )
    assert.deepEqual(statuses(answers), Array(8).fill(200))
    assert.equal((await service.call('GET', `/api/users/id/${id}/roles`)).body.data.roles.total, 1)
  })
})

describe('The last super administrators', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const write = (path: string, json: unknown) => service.call('POST', path, { json })

  it('cannot all be deactivated by concurrent requests', async () => {
    const pair = []
    for (const name of ['one', 'two']) {
      const created = await service.call('POST', '/api/users/create', {
        json: { email: `${name}@example.com`, first_name: name },
      })
      pair.push(created.body.data.item.id)
    }
    for (const id of pair) await write(`/api/users/${id}/relationships/roles`, ['super-administrator'])
    const all = [1, ...pair]
    const answers = await Promise.all(
      all.map((id) => write(`/api/users/id/${id}/update`, { is_active: false })),
    )
    // Later callers may be signed out already, or have lost the permission.
    assert.ok(answers.every(({ status }) => [200, 401, 403, 409].includes(status)))
    const rows = await service.connection.db
      .selectFrom('users')
      .where('id', 'in', all)
      .select('is_active')
      .execute()
    assert.ok(rows.some((row) => row.is_active))
  })
})

describe('Password hashing', () => {
  let service: Service
  let address = ''

  before(async () => {
    service = await startService()
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  it('blocks neither the event loop nor the database: reads are answered meanwhile', async () => {
    const finished: string[] = []
    const record = (name: string) => (response: Response) => {
      assert.ok(response.ok)
      finished.push(name)
    }
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' }
    const user = { email: 'slow@example.com', first_name: 'Slow', password: PASSWORD }
    const create = fetch(`${address}/api/users/create`, {
      method: 'POST',
      headers,
      body: JSON.stringify(user),
    })
    const reads = Array.from({ length: 10 }, () => fetch(`${address}/api/users/id/1`, { headers }))
    await Promise.all([create.then(record('create')), ...reads.map((read) => read.then(record('read')))])
    assert.equal(finished.length, 11)
    assert.notEqual(finished[0], 'create')
  })
})
