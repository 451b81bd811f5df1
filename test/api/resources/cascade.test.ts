// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../../support/factories.ts'
import { assertRefused, brief, ids, sorted, useService } from '../../support/suite.ts'

/** Deleting and restoring branches of a tree. */

const { call, make, list, unchanged } = useService()

const remove = (name: string, id: number, json: object = {}) =>
  call('POST', `/api/${name}/id/${id}/delete`, { json })
const restore = (name: string, id: number, json: object = {}) =>
  call('POST', `/api/${name}/id/${id}/restore`, { json })

const isLive = async (name: string, { id }: Item) =>
  (await call('GET', `/api/${name}/id/${id}`)).status === 200

for (const name of ['taxonomies', 'taxonomy-types'] as const) {
  const liveAmong = async (records: Item[]) => {
    const live: number[] = []
    for (const [index, record] of records.entries()) if (await isLive(name, record)) live.push(index)
    return live
  }

  /** A branch: 0 above 1 above 2 above 3, and 4, a sibling of 1 that was deleted earlier. */
  async function branch(): Promise<Item[]> {
    const records = [await make(name)]
    for (let depth = 1; depth <= 3; depth++) records.push(await make(name, { parent: records[depth - 1].id }))
    records.push(await make(name, { parent: records[0].id }))
    await remove(name, records[4].id)
    return records
  }

  describe(name, () => {
    it('refuses to delete a record with live children, and changes nothing', async () => {
      const [root, ...below] = await branch()
      await unchanged(async () => {
        for (const cascade of [undefined, false, 'no', '0', '', null]) {
          const answer = await remove(name, root.id, cascade === undefined ? {} : { cascade })
          assertRefused(answer, { status: 409, code: 'has_children' })
          assert.match(answer.body.errors[0], /cascade=true/)
        }
        const answer = await remove(name, root.id, { cascade: 'maybe' })
        assertRefused(answer, { status: 422, code: 'invalid_type', fields: ['cascade'] })
      })
      assert.deepEqual(await liveAmong(below), [0, 1, 2])
    })

    it('deletes a record whose children were deleted before', async () => {
      const root = await make(name)
      const child = await make(name, { parent: root.id })
      await remove(name, child.id)
      assert.equal((await remove(name, root.id)).status, 200)
    })

    for (const cascade of [true, 'true', '1', 'on', 'yes']) {
      it(`deletes and restores the same subtree with cascade=${JSON.stringify(cascade)}`, async () => {
        const records = await branch()
        const { body } = await call('GET', `/api/${name}/id/${records[0].id}/delete`, {
          query: { cascade: String(cascade) },
        })
        assert.deepEqual(body.messages, ['Action was successful'])
        assert.deepEqual(await liveAmong(records), [])
        const restored = await restore(name, records[0].id, { cascade })
        assert.equal(restored.status, 200, brief(restored.body))
        assert.deepEqual(await liveAmong(records), [0, 1, 2, 3], 'records deleted earlier stay deleted')
        assert.equal((await restore(name, records[4].id)).status, 200)
      })
    }

    it('restores one record without cascade, then branch by branch', async () => {
      const records = await branch()
      await remove(name, records[0].id, { cascade: true })
      assert.equal((await restore(name, records[0].id)).status, 200)
      assert.deepEqual(await liveAmong(records), [0])
      assert.equal((await restore(name, records[1].id, { cascade: true })).status, 200)
      assert.deepEqual(await liveAmong(records), [0, 1, 2, 3])
    })

    it('keeps the sets of nested cascading deletes apart', async () => {
      const records = await branch()
      await remove(name, records[2].id, { cascade: true })
      await remove(name, records[0].id, { cascade: true })
      await restore(name, records[0].id, { cascade: true })
      assert.deepEqual(await liveAmong(records), [0, 1])
      await restore(name, records[2].id, { cascade: true })
      assert.deepEqual(await liveAmong(records), [0, 1, 2, 3])
    })

    it('restores nothing below a deleted parent', async () => {
      const records = await branch()
      await remove(name, records[0].id, { cascade: true })
      await unchanged(async () => {
        for (const index of [1, 2, 3, 4]) {
          for (const json of [{}, { cascade: true }]) {
            const answer = await restore(name, records[index].id, json)
            assertRefused(answer, { status: 409, code: 'parent_trashed' })
          }
        }
      })
    })

    it('restores a branch completely or not at all', async () => {
      const root = await make(name)
      const child = await make(name, { parent: root.id, slug: `branch-${root.id}` })
      await remove(name, root.id, { cascade: true })
      const thief = await make(name, { slug: child.slug })
      await unchanged(async () => {
        const answer = await restore(name, root.id, { cascade: true })
        assertRefused(answer, { status: 409, code: 'slug_taken', fields: ['slug'] })
      })
      await remove(name, thief.id)
      assert.equal((await restore(name, root.id, { cascade: true })).status, 200)
      assert.deepEqual(await liveAmong([root, child]), [0, 1])
    })

    it('records the author and time on every record of a cascading delete', async () => {
      const records = await branch()
      await remove(name, records[0].id, { cascade: true })
      const gone = await list(name, {
        trashed: 'only',
        'filter[id]': `btw:${records[0].id}|${records[3].id}`,
      })
      assert.equal(gone.length, 4)
      assert.ok(gone.every((record) => record.deleted_by === 1 && record.deleted_at !== null))
    })
  })
}

describe('A type and its terms', () => {
  it('restores a branch of terms only after all of its types', async () => {
    const upper = await make('taxonomy-types')
    const lower = await make('taxonomy-types', { parent: upper.id })
    const country = await make('taxonomies', { type: upper.id })
    await make('taxonomies', { type: lower.id, parent: country.id })
    await remove('taxonomies', country.id, { cascade: true })
    await remove('taxonomy-types', lower.id)
    await unchanged(async () => {
      const answer = await restore('taxonomies', country.id, { cascade: true })
      assertRefused(answer, { status: 409, code: 'type_trashed' })
    })
    assert.equal((await restore('taxonomies', country.id)).status, 200)
  })

  it('refuses to delete a type with live terms, and changes nothing', async () => {
    const type = await make('taxonomy-types')
    const term = await make('taxonomies', { type: type.id })
    await unchanged(async () => {
      assertRefused(await remove('taxonomy-types', type.id), { status: 409, code: 'has_children' })
    })
    await remove('taxonomies', term.id)
    assert.equal((await remove('taxonomy-types', type.id)).status, 200)
  })

  it('delete and restore child types and the terms of all of them with cascade', async () => {
    const upper = await make('taxonomy-types')
    const lower = await make('taxonomy-types', { parent: upper.id })
    const country = await make('taxonomies', { type: upper.id })
    const city = await make('taxonomies', { type: lower.id, parent: country.id })
    const gone = await make('taxonomies', { type: lower.id })
    const elsewhere = await make('taxonomies')
    await remove('taxonomies', gone.id)
    await remove('taxonomy-types', upper.id, { cascade: true })
    const found = async () =>
      sorted(ids(await list('taxonomies', { 'filter[id]': `btw:${country.id}|${elsewhere.id}` })))
    assert.deepEqual(await found(), [elsewhere.id])
    assert.ok(!(await isLive('taxonomy-types', lower)))
    await restore('taxonomy-types', upper.id, { cascade: true })
    assert.deepEqual(await found(), [country.id, city.id, elsewhere.id])
    assert.ok(await isLive('taxonomy-types', lower))
  })

  it('restores a term only after its type, and not below a parent that was deleted in between', async () => {
    const upper = await make('taxonomy-types')
    const lower = await make('taxonomy-types', { parent: upper.id })
    const country = await make('taxonomies', { type: upper.id })
    const city = await make('taxonomies', { type: lower.id, parent: country.id })
    await remove('taxonomy-types', lower.id, { cascade: true })
    await unchanged(async () => {
      assertRefused(await restore('taxonomies', city.id), { status: 409, code: 'type_trashed' })
    })
    await remove('taxonomies', country.id)
    await unchanged(async () => {
      const answer = await restore('taxonomy-types', lower.id, { cascade: true })
      assertRefused(answer, { status: 409, code: 'parent_trashed' })
    })
    assert.equal((await restore('taxonomy-types', lower.id)).status, 200)
    assert.ok(!(await isLive('taxonomies', city)))
    await restore('taxonomies', country.id)
    assert.equal((await restore('taxonomies', city.id)).status, 200)
  })

  it('does not restore a term below a parent whose type no longer fits', async () => {
    const upper = await make('taxonomy-types')
    const lower = await make('taxonomy-types', { parent: upper.id })
    const country = await make('taxonomies', { type: upper.id })
    const city = await make('taxonomies', { type: lower.id, parent: country.id })
    await remove('taxonomies', city.id)
    await call('POST', `/api/taxonomy-types/id/${lower.id}/update`, { json: { parent: null } })
    await unchanged(async () => {
      const answer = await restore('taxonomies', city.id)
      assertRefused(answer, { status: 409, code: 'wrong_type', fields: ['parent'] })
    })
  })
})
