// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, createClient, positionOf, RolecallError } from '../../../client/src/index.ts'
import { refusal } from '../../support/live-service.ts'
import { type Pair, startPair } from '../../support/service.ts'

const ROUNDS = 10

describe('The positions of a client', () => {
  let pair: Pair
  let client: Client
  let other: Client
  /** The header of each request of the other client. */
  let asked: (string | null)[]
  before(async () => {
    pair = await startPair()
    const [origin = '', otherOrigin = ''] = await Promise.all(
      [pair.service, pair.other].map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })),
    )
    const { token } = pair.service
    client = createClient({ baseUrl: origin, token })
    other = createClient({
      baseUrl: otherOrigin,
      token,
      fetch: (url, init) => {
        asked.push(new Headers(init?.headers).get('x-at-least'))
        return fetch(url, init)
      },
    })
  })
  after(() => pair.stop())

  it('of writes make reads of another process see them', async () => {
    asked = []
    const role = await client.roles.create({ name: 'Pilot' })
    const { id } = await client.users.create({ email: 'ada@example.com', first_name: 'Ada' })
    const roles = client.users.relation(id, 'roles')
    for (let round = 0; round < ROUNDS; round++) {
      const ada = await client.users.update(id, { title: `Round ${round}` })
      assert.equal((await other.users.get(id, { atLeast: positionOf(ada) })).title, `Round ${round}`)
      const given = positionOf(await roles.add(role.id))
      assert.equal(await other.users.hasRole(id, role.slug, { atLeast: given }), true)
      await roles.clear()
      const [check] = await other.check([{ user: id, role: role.slug }], { atLeast: client.position })
      assert.equal(check?.allowed, false)
    }
    await client.users.delete(id)
    const { total } = await other.users.list(
      { where: { email: 'ada@example.com' } },
      { atLeast: client.position },
    )
    assert.equal(total, 0)
    assert.ok(asked.every((position) => /^[\w-]{8}\.[0-9a-z]+$/.test(position ?? '')))
  })

  it('are told for everything that a write returns', async () => {
    const role = await client.roles.create({ name: 'One' })
    const written = [
      role,
      await client.roles.createMany([{ name: 'Two' }, { name: 'Three' }]),
      await client.roles.update(role.id, { details: 'First' }),
      await client.roles.duplicate(role.id, { name: 'Four' }),
      await client.rolePermissions.change([{ role: role.id, permission: 'can-read-users', held: true }]),
      await client.request('POST', '/api/roles/create', { body: { name: 'Five' } }),
    ]
    const positions = written.map(positionOf)
    assert.equal(new Set(positions).size, written.length)
    assert.equal(client.position, positions.at(-1))
    for (const wrong of [{ ...role }, await client.roles.get(role.id)])
      assert.throws(() => positionOf(wrong), TypeError)
    assert.equal(other.position, undefined)
  })

  it('are asked for by every read', async () => {
    const { id } = await client.roles.create({ name: 'Read in every way' })
    const options = { atLeast: client.position }
    const { users, roles, taxonomies } = other
    asked = []
    await users.list({}, options)
    await users.get(1, options)
    for await (const _ of users.all({}, options)) break
    await users.relation(1, 'roles').get({}, options)
    for await (const _ of roles.relation(id, 'users').all({}, options)) assert.fail()
    await users.hasRole(1, 'none', options)
    await users.hasPermission(1, 'none', options)
    await users.explainPermission(1, 'can-read-users', options)
    await other.check([{ user: 1, permission: 'can-read-users' }], options)
    await other.me(options)
    await other.overview({}, options)
    await taxonomies.tree({ type: (await client.taxonomyTypes.create({ name: 'Ship' })).id }, options)
    await other.rolePermissions.get({}, options)
    await other.request('GET', '/api/roles/{id}', { path: { id: String(id) }, ...options })
    assert.deepEqual(
      asked,
      Array.from({ length: 14 }, () => options.atLeast),
    )
  })

  it('are refused if they are of another database, or none', async () => {
    for (const [atLeast, status, code] of [
      ['abcdefgh.1', 409, 'unknown_position'],
      ['nonsense', 400, 'malformed'],
    ] as const) {
      const error = await refusal(other.users.get(1, { atLeast }))
      assert.ok(error instanceof RolecallError)
      assert.deepEqual([error.status, error.code], [status, code])
    }
  })
})
