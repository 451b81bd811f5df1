// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertFailure } from '../support/refusals.ts'
import { useService } from '../support/suite.ts'

/** API4:2023 Unrestricted resource consumption: a small request that would expand to much work. */
describe('API4: amplification', () => {
  const suite = useService()
  const call: typeof suite.call = (...args) => suite.call(...args)

  async function refused(method: string, path: string, json: object): Promise<void> {
    const answer = await call(method, path, { json })
    assert.ok([404, 422].includes(answer.status), `${method} ${path}: ${answer.status}`)
    assertFailure(answer)
  }

  it('is prevented for names and fields that multiply: they are refused by number before they are expanded', async () => {
    const names = `1${',1'.repeat(400_000)}`
    const fields = Object.fromEntries(Array.from({ length: 1900 }, (_, index) => [`k${index}`, '']))
    for (const [method, path] of [
      ['POST', '/api/taxonomies/1/relationships/children'],
      ['PUT', '/api/users/2/relationships/roles'],
      ['DELETE', '/api/roles/2/relationships/permissions'],
    ] as const) {
      const before = process.memoryUsage.rss()
      for (const id of [names, [names], [[names]], Array(20_000).fill('1,1')])
        await refused(method, path, { id, ...fields })
      await refused(method, path, { id: Array(1000).fill('1').join(), ...fields })
      assert.ok(process.memoryUsage.rss() - before < 400_000_000, 'they are not expanded')
    }
    await refused('DELETE', '/api/users', { ids: names })
    await refused('DELETE', '/api/users', { ids: Array(20_000).fill('1,1') })
  })

  const length = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['content-length'])

  it('is prevented for parameters that each URL of a page repeats', async () => {
    const spaces = '\u00a0'.repeat(300_000)
    for (const [path, json] of [
      ['/api/users/id/1/tokens', { page: 8, per_page: `${spaces}2` }],
      ['/api/users', { page: 8, per_page: `${spaces}2`, sort: ' id', trashed: `1` }],
      ['/api/users', { page: 8, limit: `2${spaces}`, from: ' 2026-01-01' }],
    ] as const) {
      const answer = await call('POST', path, { json })
      assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 300))
      assert.ok(length(answer) < 100_000, `${path}: ${length(answer)} bytes`)
    }
  })

  it('is prevented for search texts, filters, sorts and includes, which share a limit of 16 KB', async () => {
    const long = '\u00a0a'.repeat(3000)
    const distinct = Array.from({ length: 100_000 }, (_, index) => `r${index}`).join()
    for (const [field, json] of [
      ['q', { q: long }],
      ['sort', { sort: long }],
      ['include', { include: distinct }],
      ['filter[first_name]', { filter: { first_name: `like:${long}` } }],
      [
        'filter[first_name]',
        { q: 'x'.repeat(6000), filter: { first_name: ['x'.repeat(6000), 'x'.repeat(6000)] } },
      ],
    ] as const) {
      const { status, body } = await call('POST', '/api/users', { json })
      assert.deepEqual([status, body.code, body.details[0]?.field], [422, 'too_long', field])
    }
    const most = { q: 'ä'.repeat(1300), filter: { first_name: 'x'.repeat(8000) }, per_page: '1', page: 8 }
    const answer = await call('POST', '/api/users', { json: most })
    assert.equal(answer.status, 200)
    assert.ok(length(answer) < 500_000, `${length(answer)} bytes`)
  })
})
