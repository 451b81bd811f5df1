// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { engine } from '../../support/databases.ts'
import type { Item } from '../../support/factories.ts'
import { insertUsers } from '../../support/many-users.ts'
import { useService } from '../../support/suite.ts'

/** Enough for common texts to be searched by another strategy than rare ones. */
const USERS = 12_000

const NOWHERE = 'nobody has it'

describe('common and rare texts', () => {
  const { service, call } = useService({}, async () => {
    await insertUsers(service(), USERS)
    // Without statistics, PostgreSQL does not know which texts are common.
    if (engine === 'postgres') await sql`analyze users`.execute(service().connection.db)
  })

  /** Ids of the users who have each word in one of their fields, highest first. */
  async function idsContaining(text: string): Promise<number[]> {
    const conditions = text.split(' ').map((word) => {
      const pattern = `%${word}%`
      return sql`(search_text like ${pattern} or email_key like ${pattern} or cast(id as text) = ${word})`
    })
    const { rows } = await sql<{ id: number }>`select id from users where deleted_at is null
      and ${sql.join(conditions, sql` and `)} order by id desc`.execute(service().connection.db)
    return rows.map(({ id }) => Number(id))
  }

  async function countOfEmails(text: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from users
      where deleted_at is null and email_key like ${`%${text}%`}`.execute(service().connection.db)
    return Number(rows[0]?.count)
  }

  for (const text of [
    'm',
    'ma',
    'man',
    'many',
    '@e.com',
    'many 7',
    '7 many 4',
    '1 2',
    '77 ma',
    'ny any',
    '77',
    '777',
    'm777@',
    NOWHERE,
  ])
    it(`are found: ${text}`, async () => {
      const expected = await idsContaining(text)
      assert.equal(expected.length > 0, text !== NOWHERE, `${expected.length} have “${text}”`)
      for (const page of [1, 3]) {
        const query = { q: text, per_page: '50', page: String(page) }
        const { status, body } = await call('GET', '/api/users', { query })
        assert.equal(status, 200)
        const { total, data } = body.data.list
        const ids = data.map(({ id }: Item) => id)
        assert.deepEqual(
          { total, ids },
          { total: expected.length, ids: expected.slice(50 * (page - 1), 50 * page) },
        )
      }
      if (text.includes(' ')) return
      const { body } = await call('GET', '/api/users', { query: { 'filter[email]': `like:${text}` } })
      assert.equal(body.data.list.total, await countOfEmails(text))
    })
})
