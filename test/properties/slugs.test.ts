// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { dataOf } from '../support/actors.ts'
import { assertRefused } from '../support/refusals.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

describe('a slug made from a name', () => {
  let service: Service
  // Each test has its own service, because both draw the same names.
  beforeEach(async () => {
    service = await startService()
    dataOf(await service.call('POST', '/api/taxonomy-types/create', { json: { name: 'City', slug: 'city' } }))
  })
  afterEach(() => service.stop())

  const name = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 }),
    fc.constantFrom('&', 'ß', 'Щ', 'Ø', '日', '-', '_', 'x').map((piece) => piece.repeat(150)),
    fc.constantFrom('♥', '🦄', '±').map((piece) => `${'a'.repeat(149)}${piece}`),
  )
  const resource = fc.constantFrom(
    { path: '/api/roles', max: 150, fields: {} },
    { path: '/api/taxonomy-types', max: 255, fields: {} },
    { path: '/api/taxonomies', max: 255, fields: { type: 'city' } },
  )

  it('is cut at the length of the field, without a hyphen at the end', async () => {
    const json = { name: '&'.repeat(150) }
    const { item } = dataOf(await service.call('POST', '/api/roles/create', { json }))
    assert.equal(item.slug, `${'and-'.repeat(37)}an`)
    const cut = dataOf(
      await service.call('POST', '/api/roles/create', { json: { name: `${'a'.repeat(149)}&` } }),
    )
    assert.equal(cut.item.slug, 'a'.repeat(149))
  })

  it('is accepted by the field, whatever the name', async () => {
    await fc.assert(
      fc.asyncProperty(resource, name, async ({ path, max, fields }, name) => {
        const answer = await service.call('POST', `${path}/create`, { json: { ...fields, name } })
        if (answer.status === 409) return
        if (answer.status === 422) {
          const [{ field, code }] = answer.body.details
          assertRefused(answer, { status: 422, code, details: [[field, code]] })
          return
        }
        const { id, slug } = dataOf(answer).item
        assert.match(slug, /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
        assert.ok(slug.length <= max, `${slug.length}`)
        dataOf(await service.call('POST', `${path}/id/${id}/update`, { json: { slug } }))
      }),
      { numRuns: 150 },
    )
  })
})
