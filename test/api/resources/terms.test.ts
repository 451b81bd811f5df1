// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Item, next } from '../../support/factories.ts'
import { assertRefused, useService } from '../../support/suite.ts'

/** The allowed parents of terms and types, and the scope of unique values. */

let country: Item
let city: Item
let other: Item
let france: Item

const { call, make, unchanged } = useService({}, async () => {
  country = await make('taxonomy-types', { name: 'Country' })
  city = await make('taxonomy-types', { name: 'City', parent: 'country' })
  other = await make('taxonomy-types', { name: 'Other' })
  france = await make('taxonomies', { name: 'France', type: 'country' })
})

const create = (json: object) =>
  call('POST', '/api/taxonomies/create', { json: { name: `Term ${next()}`, ...json } })
const update = (id: number, json: object) => call('POST', `/api/taxonomies/id/${id}/update`, { json })
const WRONG_TYPE = { status: 409, code: 'wrong_type', fields: ['parent'] }
const LOOP = { status: 409, code: 'loop', fields: ['parent'] }
const MISSING = { status: 422, code: 'not_found', fields: ['parent'] }

describe('The parent of a term', () => {
  it('has the same type, or the parent type of its type', async () => {
    for (const [type, parent] of [
      ['city', 'france'],
      ['country', 'france'],
      ['city', france.id],
      ['city', france.uuid],
    ]) {
      const { status, body } = await create({ type, parent })
      assert.equal(status, 201)
      assert.equal(body.data.item.parent_id, france.id)
    }
    const paris = (await create({ name: 'Paris', type: 'city', parent: 'france' })).body.data.item
    const quarter = (await create({ type: 'city', parent: paris.id })).body.data.item
    assert.deepEqual(quarter.parent, { id: paris.id, uuid: paris.uuid, name: 'Paris', slug: 'paris' })
    assert.deepEqual(quarter.type, { id: city.id, uuid: city.uuid, name: 'City', slug: 'city' })
  })

  it('is refused if it has any other type, on create and update', async () => {
    const town = await make('taxonomies', { type: 'city' })
    const thing = await make('taxonomies', { type: 'other' })
    await unchanged(async () => {
      for (const parent of [thing.id, thing.slug, thing.uuid]) {
        assertRefused(await create({ type: 'city', parent }), WRONG_TYPE)
        assertRefused(await update(town.id, { parent }), WRONG_TYPE)
      }
      assertRefused(await create({ type: 'country', parent: town.id }), WRONG_TYPE)
      assertRefused(await update(france.id, { parent: town.id }), WRONG_TYPE)
      assertRefused(await create({ type: 'other', parent: 'france' }), WRONG_TYPE)
    })
  })

  it('is refused if it is missing or deleted', async () => {
    const gone = await make('taxonomies', { type: 'country' })
    const town = await make('taxonomies', { type: 'city' })
    await call('POST', `/api/taxonomies/id/${gone.id}/delete`)
    await unchanged(async () => {
      for (const parent of ['no-such-term', 987_654_321, gone.id, gone.uuid, gone.slug, 'France']) {
        assertRefused(await create({ type: 'city', parent }), MISSING)
        assertRefused(await update(town.id, { parent }), MISSING)
      }
    })
  })

  it('has the parent type if a slug matches a term of either', async () => {
    await make('taxonomies', { name: 'Monaco', type: 'city' })
    const state = await make('taxonomies', { name: 'Monaco', type: 'country' })
    assert.equal((await create({ type: 'city', parent: 'monaco' })).body.data.item.parent_id, state.id)
  })

  it('is never the term itself or one of its descendants', async () => {
    const a = await make('taxonomies', { type: 'city' })
    const b = await make('taxonomies', { type: 'city', parent: a.id })
    const c = await make('taxonomies', { type: 'city', parent: b.id })
    await unchanged(async () => {
      for (const [id, parent] of [
        [a.id, a.id],
        [a.id, b.id],
        [a.id, c.uuid],
        [b.id, c.slug],
      ]) {
        assertRefused(await update(id, { parent }), LOOP)
      }
    })
    assert.equal((await update(c.id, { parent: a.id })).body.data.parent_id, a.id)
    assert.equal((await update(b.id, { parent: '' })).body.data.parent_id, null)
    assert.equal((await update(a.id, { parent: b.id })).body.data.parent_id, b.id)
  })
})

describe('The type of a term', () => {
  it('changes only if parent and children still fit', async () => {
    const state = await make('taxonomies', { type: 'country' })
    const town = await make('taxonomies', { type: 'city', parent: state.id })
    await unchanged(async () => {
      assertRefused(await update(town.id, { type: 'other' }), WRONG_TYPE)
      assertRefused(await update(state.id, { type: 'other' }), { ...WRONG_TYPE, fields: ['type'] })
      assertRefused(await update(state.id, { type: 'no-such' }), { ...MISSING, fields: ['type'] })
    })
    const moved = await update(town.id, { type: 'other', parent: null })
    assert.deepEqual([moved.body.data.type_id, moved.body.data.parent_id], [other.id, null])
    assert.equal((await update(state.id, { type: 'city' })).body.data.type_id, city.id)
  })

  it('is refused if it is deleted', async () => {
    const type = await make('taxonomy-types')
    await call('POST', `/api/taxonomy-types/id/${type.id}/delete`)
    await unchanged(async () => {
      for (const named of [type.id, type.slug, type.uuid]) {
        assertRefused(await create({ type: named }), { ...MISSING, fields: ['type'] })
      }
    })
  })
})

describe('A unique value', () => {
  it('a slug is unique within its type, anywhere in the tree', async () => {
    const slug = `slug-${next()}`
    await make('taxonomies', { type: 'city', slug })
    await unchanged(async () => {
      const taken = { status: 409, code: 'slug_taken', fields: ['slug'] }
      assertRefused(await create({ type: 'city', slug, parent: 'france' }), taken)
    })
    assert.equal((await create({ type: 'country', slug })).status, 201)
  })

  it('a name is unique among siblings of a type, and free below another parent or in another type', async () => {
    const name = `Springfield ${next()}`
    const taken = { status: 409, code: 'name_taken', fields: ['name'] }
    const [usa, uk] = [
      await make('taxonomies', { type: 'country' }),
      await make('taxonomies', { type: 'country' }),
    ]
    const named = (parent: number | null, type = 'city') =>
      create({ name, type, parent, slug: `slug-${next()}` })
    const first = (await named(usa.id)).body.data.item
    const second = (await named(uk.id)).body.data.item
    const root = (await named(null)).body.data.item
    assert.equal((await named(usa.id, 'country')).status, 201)
    await unchanged(async () => {
      for (const parent of [usa.id, uk.id, null]) assertRefused(await named(parent), taken)
      assertRefused(await update(second.id, { parent: usa.id }), taken)
      assertRefused(await update(first.id, { parent: null }), taken)
      assertRefused(await update(root.id, { parent: uk.id }), taken)
    })
    await update(first.id, { name: `${name} East` })
    assert.equal((await update(second.id, { parent: usa.id })).status, 200)
  })

  it('a slug is checked when a term changes its type', async () => {
    const slug = `slug-${next()}`
    await make('taxonomies', { type: 'other', slug })
    const term = await make('taxonomies', { type: 'country', slug })
    await unchanged(async () => {
      const answer = await update(term.id, { type: 'other' })
      assertRefused(answer, { status: 409, code: 'slug_taken', fields: ['slug'] })
    })
  })
})

describe('The parent of a type', () => {
  const change = (id: number, parent: unknown) =>
    call('POST', `/api/taxonomy-types/id/${id}/update`, { json: { parent } })

  it('is identified by id, uuid or slug, is live, and is never a descendant', async () => {
    const a = await make('taxonomy-types')
    const b = await make('taxonomy-types', { parent: a.id })
    const c = await make('taxonomy-types', { parent: b.slug })
    const gone = await make('taxonomy-types')
    await call('POST', `/api/taxonomy-types/id/${gone.id}/delete`)
    await unchanged(async () => {
      for (const parent of [a.id, b.uuid, c.slug]) assertRefused(await change(a.id, parent), LOOP)
      for (const parent of ['no-such', gone.id, gone.slug]) assertRefused(await change(c.id, parent), MISSING)
    })
    assert.equal((await change(c.id, a.uuid)).body.data.parent_id, a.id)
    assert.equal((await change(b.id, null)).body.data.parent, null)
  })

  it('cannot change while terms of the type have parents of its parent type', async () => {
    await make('taxonomies', { type: 'city', parent: 'france' })
    await unchanged(async () => {
      for (const parent of [null, other.id]) {
        const answer = await change(city.id, parent)
        assertRefused(answer, { status: 409, code: 'has_terms', fields: ['parent'] })
      }
    })
    assert.equal((await change(city.id, country.id)).status, 200, 'the same parent is not a change')
  })
})
