// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { dataOf } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { type Fields, type Item, next } from '../../support/factories.ts'
import { PASSWORD } from '../../support/http.ts'
import { brief, useService } from '../../support/suite.ts'

/** Usernames derived from the email's local part when others already have it. */

const { service, call, make, list } = useService()

const person = (local: string): Fields => ({ email: `${local}@c${next()}.example`, first_name: 'P' })
const people = (local: string, count: number) => Array.from({ length: count }, () => person(local))

async function createMany(json: Fields[], resource = 'users'): Promise<string[]> {
  const answer = await call('POST', `/api/${resource}`, { json })
  assert.equal(answer.status, 201, brief(answer.body))
  return dataOf(answer).items.map(({ username }: Item) => username)
}

const numbered = (local: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${local}${index + from === 1 ? '' : index + from}`)

/** Counts the statements of a call that search for usernames, and the rows that they find. */
async function searchesOf(run: () => Promise<Answer>): Promise<{ count: number; rows: number }> {
  const { connection, statements } = service()
  statements.recorded = []
  const { status, body } = await run()
  const kept = statements.recorded.filter(({ sql }) => /^select.*\busername_key\b/.test(sql))
  delete statements.recorded
  assert.equal(status, 201, brief(body))
  let rows = 0
  for (const { sql, parameters } of kept)
    rows += (await connection.db.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows.length
  return { count: kept.length, rows }
}

describe('A default username', () => {
  it('is found with few small queries, however many users have the name', async () => {
    const many = 300
    const more = 50
    await createMany(people('info', many))
    const isFewAndSmall = ({ count, rows }: { count: number; rows: number }, each = 0) =>
      assert.ok(count <= 8 + each && rows <= 100 + each, `${count} searches, ${rows} rows`)
    isFewAndSmall(await searchesOf(() => call('POST', '/api/users/create', { json: person('info') })))
    const signUp = { ...person('info'), password: PASSWORD }
    isFewAndSmall(await searchesOf(() => call('POST', '/api/signup', { token: null, json: signUp })))
    // Without a deciding index, each create checks whether its own username is taken.
    isFewAndSmall(await searchesOf(() => call('POST', '/api/users', { json: people('info', more) })), more)
    const answered = await list('users', { 'filter[username]': 'like:info', per_page: '1000' })
    assert.deepEqual(
      answered.map(({ username }) => username).sort(),
      numbered('info', 1, many + 2 + more).sort(),
    )
  })

  it('of a registration is derived in the same way', async () => {
    const registrations = (count: number) =>
      people('desk.clerk', count).map((person) => ({ ...person, password: PASSWORD }))
    assert.deepEqual(await createMany(registrations(3), 'registrations'), numbered('desk.clerk', 1, 3))
    assert.deepEqual(await createMany(registrations(2), 'registrations'), numbered('desk.clerk', 4, 5))
    const { username } = await make('registrations', registrations(1)[0])
    assert.equal(username, 'desk.clerk6')
  })

  it('in a bulk create continues the existing numbers and skips taken ones in any case', async () => {
    await make('users', { username: 'Desk' })
    await make('users', { username: 'desk4' })
    const given = { ...person('x'), username: 'DESK3' }
    const json = [person('desk'), person('Desk'), given, person('DESK'), person('desk3'), person('other')]
    assert.deepEqual(await createMany(json), ['desk2', 'Desk5', 'DESK3', 'DESK6', 'desk32', 'other'])
    assert.deepEqual(await createMany([person('desk'), { ...person('y'), username: 'desk8' }]), [
      'desk9',
      'desk8',
    ])
  })

  it('in a bulk create never equals another one of the same call', async () => {
    const json = [...people('room', 2), ...people('room2', 2), ...people('room', 2)]
    const usernames = await createMany(json)
    assert.equal(new Set(usernames).size, json.length)
    for (const username of usernames) assert.match(username, /^room2?\d*$/)
  })

  it('is found even if all numbers that are probed first are taken', async () => {
    const leaps = Array.from({ length: 40 }, (_, power) => 2 ** power)
    const taken = leaps.map((number) => ({ ...person('z'), username: `leap${number === 1 ? '' : number}` }))
    await createMany(taken)
    for (let times = 0; times < 3; times++)
      assert.match((await make('users', person('leap'))).username, /^leap\d+$/)
    const usernames = await createMany(people('leap', 20))
    assert.equal(new Set(usernames).size, 20)
  })
})
