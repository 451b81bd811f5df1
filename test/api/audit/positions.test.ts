// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPositions } from '../../../server/db/positions.ts'
import { dataOf, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Pair, type Service, startPair, startService } from '../../support/service.ts'

/** Every write tells a position; a read that names it is answered from a state at least that new, by any process. */

let pair: Pair
let service: Service
let other: Service
before(async () => {
  pair = await startPair()
  service = pair.service
  other = pair.other
})
after(() => pair.stop())

const positionOf = ({ status, headers, body }: Answer): string => {
  assert.ok(status < 300, JSON.stringify(body))
  const position = headers['x-position']
  assert.match(String(position), /^[\w-]{8}\.[0-9a-z]{1,11}$/)
  return String(position)
}

/** A call at the other process, as the administrator, that asks for a position. */
const readAfter = (position: string, method: string, path: string, options: object = {}) =>
  other.call(method, path, { token: service.token, ...options, headers: { 'x-at-least': position } })

const titleAfter = async (position: string, id: number) =>
  dataOf(await readAfter(position, 'GET', `/api/users/id/${id}`)).title

const rename = (id: number, title: string) => service.call('PATCH', `/api/users/${id}`, { json: { title } })

describe('X-Position', () => {
  it('comes with the answer to every write, and grows', async () => {
    const numbers: number[] = []
    const role = await makeRole(service, [])
    const user = await makeUser(service)
    const holding = `/api/users/${user.id}/relationships/roles`
    for (const [at, method, path, json] of [
      [service, 'POST', `/api/roles/id/${role.id}/update`, { details: 'First' }],
      [other, 'POST', holding, { id: role.id }],
      [service, 'DELETE', holding, { id: role.id }],
      [other, 'POST', `/api/roles/id/${role.id}/delete`],
      [service, 'POST', `/api/roles/id/${role.id}/restore`],
      [other, 'DELETE', `/api/roles/${role.id}`],
    ] as const) {
      const answer = await at.call(method, path, { token: service.token, json })
      const [, number = ''] = positionOf(answer).split('.')
      numbers.push(Number.parseInt(number, 36))
    }
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    )
  })

  it('does not come with reads and refusals, nor for strangers, who would learn of the writes of others', async () => {
    for (const answer of [
      await service.call('POST', '/api/password/forgot', { token: null, json: { email: ADMIN.email } }),
      await service.call('GET', '/api/roles'),
      await service.call('POST', '/api/roles', { json: {} }),
      await service.call('POST', '/api/roles', { token: null, json: { name: 'Two' } }),
    ])
      assert.equal(answer.headers['x-position'], undefined)
  })

  it('is the current one if an answer is repeated for its idempotency key', async () => {
    const send = () =>
      service.call('POST', '/api/roles', {
        json: { name: 'Repeated' },
        headers: { 'idempotency-key': 'repeated' },
      })
    const first = positionOf(await send())
    const between = positionOf(await service.call('POST', '/api/roles', { json: { name: 'Between' } }))
    const again = await send()
    assert.equal(again.headers['idempotency-replayed'], 'true')
    const [one, two, three] = [first, between, positionOf(again)].map((each) =>
      Number.parseInt(each.split('.')[1] as string, 36),
    ) as [number, number, number]
    assert.ok(one < two && two <= three)
  })
})

describe('X-At-Least', () => {
  it('makes another process answer from a state at least that new: records, lists and checks', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service, ['can-read-taxonomies'])
    const holds = `/api/users/id/${user.id}/roles/${role.slug}`
    for (let round = 0; round < 20; round += 1) {
      const renamed = positionOf(await rename(user.id, `Round ${round}`))
      assert.equal(await titleAfter(renamed, user.id), `Round ${round}`)
      const given = positionOf(
        await service.call('POST', `/api/users/${user.id}/relationships/roles`, { json: { id: role.slug } }),
      )
      assert.equal((await readAfter(given, 'GET', holds)).body.data, true)
      const taken = positionOf(
        await service.call('DELETE', `/api/users/${user.id}/relationships/roles`, {
          json: { id: role.slug },
        }),
      )
      assert.equal((await readAfter(taken, 'GET', holds)).body.data, false)
    }
  })

  it('holds for what the caller may do, too', async () => {
    const actor = await makeActor(service, ['can-read-users'])
    const permissions = `/api/roles/${actor.role.id}/relationships/permissions`
    const granted = positionOf(await service.call('POST', permissions, { json: 'can-read-roles' }))
    assert.equal((await readAfter(granted, 'GET', '/api/roles', { token: actor.token })).status, 200)
    const revoked = positionOf(await service.call('DELETE', permissions, { json: 'can-read-roles' }))
    const refused = await readAfter(revoked, 'GET', '/api/roles', { token: actor.token })
    assertRefused(refused, { status: 403, code: 'forbidden' })
  })

  it('is refused if it is no position', async () => {
    for (const text of ['', '1', 'a.b', '12345678.', '12345678.ABC', `12345678.${'z'.repeat(12)}`])
      assertRefused(await readAfter(text, 'GET', '/api/roles'), { status: 400, code: 'malformed' })
  })

  it('is refused for a position of another database, or one that this database has not reached', async () => {
    const [name, number = ''] = positionOf(await rename((await makeUser(service)).id, 'Known')).split('.')
    const ahead = (Number.parseInt(number, 36) + 1e9).toString(36)
    const elsewhere = await startService()
    // The databases of tests are copies of one.
    await elsewhere.connection.db
      .updateTable('installation')
      .set({ value: 'of another' })
      .where('name', '=', 'database.id')
      .execute()
    const foreign = positionOf(await elsewhere.call('POST', '/api/roles', { json: { name: 'Elsewhere' } }))
    await elsewhere.stop()
    for (const position of [`${name}.${ahead}`, foreign])
      assertRefused(await readAfter(position, 'GET', '/api/roles'), { status: 409, code: 'unknown_position' })
  })

  it('is 503 where a process cannot catch up within two seconds, or may have missed commits', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const refusal = { status: 503, code: 'behind', headers: { 'retry-after': '1' } }
    const { db } = service.connection
    const catchUp = (known: () => Promise<number | undefined>) =>
      createPositions(db, { written: () => 1, known }).catchUp()
    await assert.rejects(() => catchUp(async () => undefined), refusal)
    const asked = Promise.withResolvers<void>()
    let isRefused = false
    const refused = assert
      .rejects(
        () =>
          catchUp(() => {
            asked.resolve()
            return new Promise(() => {})
          }),
        refusal,
      )
      .then(() => {
        isRefused = true
      })
    await asked.promise
    test.mock.timers.tick(1999)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isRefused, false)
    test.mock.timers.tick(1)
    await refused
  })

  it('tells strangers nothing of the database', async () => {
    const [name] = positionOf(await rename((await makeUser(service)).id, 'Hidden')).split('.')
    for (const position of [`${name}.0`, `${name}.zzzzzzzzzz`])
      assertRefused(await readAfter(position, 'GET', '/api/roles', { token: null }), {
        status: 401,
        code: 'unauthenticated',
      })
  })

  it('is ignored by writes, which see everything anyway', async () => {
    const answer = await readAfter('12345678.0', 'POST', '/api/roles', { json: { name: 'Written' } })
    assert.equal(answer.status, 201)
  })

  it('holds beside 32 neighbours that write', async () => {
    const users = await Promise.all(Array.from({ length: 32 }, () => makeUser(service)))
    const rounds = users.map(async ({ id }, client) => {
      for (let round = 0; round < 5; round += 1) {
        const title = `Client ${client}, round ${round}`
        const position = positionOf(await rename(id, title))
        assert.equal(await titleAfter(position, id), title)
      }
    })
    await Promise.all(rounds)
  })
})
