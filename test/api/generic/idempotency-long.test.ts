// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { dataOf } from '../../support/actors.ts'
import { useService } from '../../support/suite.ts'

/** An `Idempotency-Key` of a write whose answer takes megabytes: it is kept in parts, none of which holds the event loop. */

const DAY_MS = 86_400_000
const MOST_CHARACTERS = 300_000

const { service, call } = useService()

describe('a long answer that is kept for an Idempotency-Key', () => {
  let users: number[]
  before(async () => {
    const note = 'ö'.repeat(30_000)
    const all = Array.from({ length: 45 }, (_, number) => ({
      email: `long${number}@example.com`,
      first_name: 'Long',
      meta: { note: `${number} ${note}` },
    }))
    users = []
    for (let start = 0; start < all.length; start += 15) {
      const { items } = dataOf(await call('POST', '/api/users', { json: all.slice(start, start + 15) }))
      users.push(...items.map(({ id }: { id: number }) => id))
    }
  })

  const change = (key: string, title: string) =>
    call('PATCH', '/api/users', {
      json: users.map((id) => ({ id, title })),
      headers: { 'idempotency-key': key },
    })

  /** @returns what was answered; no value went to the database or came from it that is as long as the answer */
  async function inParts(run: () => ReturnType<typeof change>) {
    service().statements.kept = []
    const answer = await run()
    const { kept = [] } = service().statements
    delete service().statements.kept
    assert.ok(JSON.stringify(dataOf(answer)).length > 2 * MOST_CHARACTERS)
    for (const { sql, parameters } of kept)
      for (const value of parameters)
        assert.ok(
          (JSON.stringify(value) ?? '').length < MOST_CHARACTERS,
          `${sql.slice(0, 200)} binds a long value`,
        )
    return answer
  }
  const count = async (table: 'idempotency_keys' | 'idempotency_parts') =>
    (await service().connection.db.selectFrom(table).select('hash').execute()).length

  it('is the same when it is given again', async () => {
    const first = await inParts(() => change('long-1', 'First'))
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const again = await inParts(() => change('long-1', 'First'))
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.status, first.status)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.body.data.items[7].title, 'First')
    assert.ok((await count('idempotency_parts')) > 3)
  })

  it('is carried out once where two arrive at once', async () => {
    const [one, other] = await Promise.all([change('long-2', 'Second'), change('long-2', 'Second')])
    assert.deepEqual(one?.body, other?.body)
    const replayed = [one, other].map((answer) => answer?.headers['idempotency-replayed'])
    assert.deepEqual(replayed.sort(), ['true', undefined])
  })

  it('goes when its key has expired, and the key may be used anew', async () => {
    service().clock.advance(DAY_MS + 1000)
    const anew = await change('long-1', 'Anew')
    assert.equal(anew.headers['idempotency-replayed'], undefined)
    assert.equal((await change('long-1', 'Anew')).body.data.items[7].title, 'Anew')
    service().clock.advance(DAY_MS + 1000)
    for (let number = 0; number < 25; number++) await small(`expired-${number}`)
    service().clock.advance(DAY_MS + 1000)
    for (let number = 0; number < 5; number++) await small(`small-${number}`)
    assert.ok((await count('idempotency_parts')) > 3, 'no request deletes them')
    await service().runJob('delete-expired-answers')
    assert.equal(await count('idempotency_parts'), 0)
    assert.equal(await count('idempotency_keys'), 5)
    const again = await small('small-0')
    assert.equal(again.headers['idempotency-replayed'], 'true')
  })

  const small = (key: string) =>
    call('PATCH', `/api/users/${users[0]}`, { json: { title: key }, headers: { 'idempotency-key': key } })
})
