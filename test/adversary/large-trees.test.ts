// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, makeActor } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { type Item, make, next } from '../support/factories.ts'
import { type Service, startService } from '../support/service.ts'
import { cachesInUse, callInIterations } from '../support/statements.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const TERMS = 1500
/** A write of a whole branch of terms is one transaction, and still yields to other requests. */
describe('A branch of thousands of terms', () => {
  let service: Service
  let [type, root, other]: Item[] = []
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())
  beforeEach(async () => {
    type = await make(service, 'taxonomy-types', { name: `Large ${next()}` })
    root = await make(service, 'taxonomies', { name: `Root ${next()}`, type: type?.id })
    other = await make(service, 'taxonomies', { name: `Other ${next()}`, type: type?.id })
    await addTerms(root as Item, 'of-root', TERMS)
  })

  /** Inserts terms directly. @param slug the prefix of their slugs */
  async function addTerms(parent: Item, slug: string, count: number): Promise<void> {
    const prefix = `${slug}-${next()}`
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      insert into taxonomies (uuid, created_at, updated_at, name, slug, search_text, type_id, parent_id, is_active, meta)
      select '00000000-0000-4000-8000-' || substr(cast(${sql.lit(1_000_000_000_000 + Number(next()) * 10_000)} + n as text), 2),
        ${TIME}, ${TIME}, 'Term ' || n, ${prefix} || n, 'term ' || n, ${sql.lit(type?.id)},
        ${sql.lit(parent.id)}, true, '{}' from numbers`.execute(service.connection.db)
  }

  const inIterations = async (call: () => Promise<Answer>): Promise<Item> =>
    dataOf(await callInIterations(service, call))
  const post = (path: string, json: object = {}, token?: string) =>
    service.call('POST', path, { json, ...(token !== undefined && { token }) })
  const liveTerms = async (where: object): Promise<number> =>
    dataOf(await service.call('GET', '/api/taxonomies', { query: { per_page: '1', ...where } })).list.total

  it('is merged into another term', async () => {
    const path = `/api/taxonomies/id/${root?.id}/merge`
    assert.equal(dataOf(await post(path, { into: other?.id, dry_run: true })).children, TERMS)
    const { children, applied } = await inIterations(() => post(path, { into: other?.id }))
    assert.deepEqual([children, applied], [TERMS, true])
    assert.equal(await liveTerms({ 'filter[parent_id]': String(other?.id) }), TERMS)
    const query = { 'filter[parent_id]': String(other?.id), per_page: '1' }
    const [child] = dataOf(await service.call('GET', '/api/taxonomies', { query })).list.data
    assert.equal(child.updated_by, 1)
    assert.notEqual(child.updated_at, TIME)
  })

  it('is placed in the manual order up to one term, once; beyond a limit that is refused', async () => {
    const path = `/api/taxonomies/id/${other?.id}/move`
    const last = dataOf(
      await service.call('GET', '/api/taxonomies/tree', {
        query: { parent: String(root?.id), per_page: '1000', page: '2' },
      }),
    ).list.data.at(-1)
    await inIterations(() => post(path, { after: last.id }))
    const read = async (query: object) =>
      dataOf(
        await service.call('GET', '/api/taxonomies/tree', {
          query: { parent: String(root?.id), order: 'position', per_page: '1', ...query },
        }),
      ).list.data[0]
    const [first, end] = [await read({}), await read({ page: String(TERMS + 1) })]
    assert.deepEqual([first.name, end.id], ['Term 1', other?.id])
    await cachesInUse(service)
    service.statements.count = 0
    await post(path, { before: first.id })
    assert.ok(service.statements.count < 20, String(service.statements.count))
    assert.equal((await read({})).id, other?.id)
    await addTerms(other as Item, 'many', 5002)
    const ends = await service.call('GET', '/api/taxonomies', {
      query: { 'filter[parent_id]': String(other?.id), sort: 'name:desc', per_page: '1' },
    })
    const moved = await make(service, 'taxonomies', { name: `Moved ${next()}`, type: type?.id })
    const { status, body } = await post(`/api/taxonomies/id/${moved.id}/move`, {
      after: dataOf(ends).list.data[0].id,
    })
    assert.deepEqual([status, body.code, body.details[0].field], [422, 'out_of_range', 'after'])
  })

  it('is not merged if names are taken, of which at most a thousand are listed', async () => {
    await addTerms(other as Item, 'of-other', TERMS)
    const path = `/api/taxonomies/id/${root?.id}/merge`
    const { conflicts } = dataOf(await post(path, { into: other?.id, dry_run: true }))
    assert.equal(conflicts.length, 1000)
    const [{ code, term, other: taken }] = conflicts
    assert.deepEqual([code, term.name], ['name_taken', taken.name])
    const { status, body } = await post(path, { into: other?.id })
    assert.deepEqual([status, body.code], [409, 'name_taken'])
    assert.equal(await liveTerms({ 'filter[parent_id]': String(root?.id) }), TERMS)
  })

  it('is deleted and restored with its parent', async () => {
    await inIterations(() => post(`/api/taxonomies/id/${root?.id}/delete`, { cascade: true }))
    assert.equal(await liveTerms({ types: type?.slug }), 1)
    await inIterations(() => post(`/api/taxonomies/id/${root?.id}/restore`, { cascade: true }))
    assert.equal(await liveTerms({ types: type?.slug }), TERMS + 2)
  })

  it('is deleted and restored with its type, by a caller with only the needed permissions', async () => {
    const needs = ['can-delete-taxonomy-types', 'can-delete-taxonomies', 'can-restore-records'] as const
    const { token } = await makeActor(service, needs)
    await inIterations(() => post(`/api/taxonomy-types/id/${type?.id}/delete`, { cascade: true }, token))
    assert.equal(await liveTerms({ 'filter[parent_id]': String(root?.id) }), 0)
    await inIterations(() => post(`/api/taxonomy-types/id/${type?.id}/restore`, { cascade: true }, token))
    assert.equal(await liveTerms({ types: type?.slug }), TERMS + 2)
  })

  it('is deleted and restored if each term is a child of the previous one', async () => {
    const depth = 300
    let parent = root?.slug
    const terms = Array.from({ length: depth }, (_, index) => {
      const slug = `deep-${next()}`
      const term = { name: `Level ${index}`, slug, type: type?.id, parent }
      parent = slug
      return term
    })
    const { items } = dataOf(await service.call('POST', '/api/taxonomies', { json: terms }))
    const top = `/api/taxonomies/id/${items[0].id}`
    await inIterations(() => post(`${top}/delete`, { cascade: true }))
    assert.equal(await liveTerms({ types: type?.slug }), TERMS + 2)
    await inIterations(() => post(`${top}/restore`, { cascade: true }))
    assert.equal(await liveTerms({ types: type?.slug }), TERMS + 2 + depth)
  })

  it('is removed from its parent', async () => {
    const path = `/api/taxonomies/${root?.id}/relationships/children`
    await inIterations(() => service.call('PUT', path, { json: [] }))
    assert.equal(await liveTerms({ 'filter[parent_id]': 'eq:', types: type?.slug }), TERMS + 2)
  })
})
