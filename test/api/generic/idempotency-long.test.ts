// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deleteExpiredAnswers } from '../../../server/http/request/stored-answers.ts'
import { systemContext } from '../../../server/prepare.ts'
import { dataOf } from '../../support/actors.ts'
import { useService } from '../../support/suite.ts'

/** The response of a write with an `Idempotency-Key` may take megabytes: it is stored in parts, so that none blocks the event loop. */

const DAY_MS = 86_400_000
const MOST_CHARACTERS = 300_000

const { service, call } = useService()

describe('a long response that is stored for an Idempotency-Key', () => {
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

  /** Asserts that no value in a statement is as long as the response. @returns the response */
  async function assertInParts(run: () => ReturnType<typeof change>) {
    service().statements.recorded = []
    const answer = await run()
    const { recorded = [] } = service().statements
    delete service().statements.recorded
    assert.ok(JSON.stringify(dataOf(answer)).length > 2 * MOST_CHARACTERS)
    for (const { sql, parameters } of recorded)
      for (const value of parameters)
        assert.ok(
          (JSON.stringify(value) ?? '').length < MOST_CHARACTERS,
          `${sql.slice(0, 200)} binds a long value`,
        )
    return answer
  }
  const count = async (table: 'idempotency_keys' | 'idempotency_parts') =>
    (await service().connection.db.selectFrom(table).select('hash').execute()).length

  it('is identical when it is replayed', async () => {
    const first = await assertInParts(() => change('long-1', 'First'))
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const again = await assertInParts(() => change('long-1', 'First'))
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.status, first.status)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.body.data.items[7].title, 'First')
    assert.ok((await count('idempotency_parts')) > 3)
  })

  it('is produced once for two simultaneous requests', async () => {
    const [one, other] = await Promise.all([change('long-2', 'Second'), change('long-2', 'Second')])
    assert.deepEqual(one?.body, other?.body)
    const replayed = [one, other].map((answer) => answer?.headers['idempotency-replayed'])
    assert.deepEqual(replayed.sort(), ['true', undefined])
  })

  it('is deleted after its key has expired, and the key can be used again', async () => {
    service().clock.advance(DAY_MS + 1000)
    const reused = await change('long-1', 'Anew')
    assert.equal(reused.headers['idempotency-replayed'], undefined)
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

  it('is deleted before younger ones, so that no batch passes the keys of earlier ones', async () => {
    const { connection } = service()
    const hashes = Array.from({ length: 100 }, (_, number) => `old-${number}`)
    const created_at = '2020-01-01T00:00:00.000Z'
    await connection.db
      .insertInto('idempotency_keys')
      .values(hashes.map((hash) => ({ hash, fingerprint: '', answer: {}, created_at })))
      .execute()
    await connection.db
      .insertInto('idempotency_parts')
      .values(hashes.flatMap((hash) => [0, 1].map((position) => ({ hash, position, text: 'x' }))))
      .execute()
    const batches = 6
    let asked = 0
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', {
      get: () => asked++ === batches,
    })
    await deleteExpiredAnswers(systemContext(connection), signal)
    const left = await connection.db
      .selectFrom('idempotency_keys as keys')
      .leftJoin('idempotency_parts as parts', 'parts.hash', 'keys.hash')
      .where('keys.hash', 'like', 'old-%')
      .groupBy('keys.hash')
      .select(({ fn }) => fn.count<number>('parts.id').as('parts'))
      .execute()
    assert.deepEqual(
      left.map(({ parts }) => Number(parts)),
      Array(60).fill(2),
    )
  })

  const small = (key: string) =>
    call('PATCH', `/api/users/${users[0]}`, { json: { title: key }, headers: { 'idempotency-key': key } })
})
