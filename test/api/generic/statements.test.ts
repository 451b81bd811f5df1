// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { giveRole, makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { cachesInUse } from '../../support/statements.ts'
import { useService } from '../../support/suite.ts'

/** One query for each level, never one for each row. */

const { service, call, list } = useService()

/** How many statements one list runs, including authentication: the minimum of several reads, which fill the caches. */
async function statementsOf(query: Record<string, string>): Promise<number> {
  const { statements } = service()
  const counts: number[] = []
  for (let reads = 0; reads < 4; reads++) {
    statements.count = 0
    const { status } = await call('GET', '/api/users', { query })
    assert.equal(status, 200)
    counts.push(statements.count)
  }
  return Math.min(...counts)
}

describe('a list with include=roles.permissions', () => {
  it('runs few statements for 100 users, and no more than for 50', async () => {
    for (let index = 0; index < 100; index += 1) {
      await giveRole(service(), await makeUser(service()), index % 2 === 0 ? 'editor' : 'manager')
    }
    const include = 'roles.permissions'
    const of = (per_page: string) => statementsOf({ per_page, include })
    await of('100') // Fills the caches that authentication and counts use.
    const [fifty, hundred] = [await of('50'), await of('100')]
    assert.equal(hundred, fifty)
    const { statements } = service()
    await cachesInUse(service())
    statements.count = 0
    assert.equal((await call('GET', '/api/users', { query: { 'filter[nonsense]': 'x' } })).status, 400)
    // Refused after authentication, before any statement of the list.
    assert.equal(statements.count, 0)
    // Ids and rows of each level, the users in two slices. PostgreSQL also checks whether the cached states of the three
    // tables are current.
    assert.ok(hundred <= (engine === 'postgres' ? 10 : 7), `${hundred}`)
    const users = await list('users', { per_page: '100', include })
    assert.equal(users.length, 100)
    for (const { roles } of users.slice(0, 99)) assert.ok(Array.isArray(roles[0].permissions))
  })
})
