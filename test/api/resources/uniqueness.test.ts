// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Fields, type Item, next } from '../../support/factories.ts'
import { assertRefused, brief, forEveryResource, useService } from '../../support/suite.ts'

/** Values that two live records never share. */

const { service, call, make, store, unchanged } = useService()

/** Equivalent spellings of a value. */
const SPELLINGS = {
  exact: (value: string) => [value, ` ${value} `],
  caseless: (value: string) => [value, value.toUpperCase(), ` ${value} `],
}

/** A slug of its own, so that only the name can conflict. */
const apart = (field: string): Fields => (field === 'name' ? { slug: `slug-${next()}` } : {})

forEveryResource(({ name, table }, { valid, shared, unique }) => {
  const update = (id: number, json: Fields) => call('POST', `/api/${name}/id/${id}/update`, { json })

  for (const [field, comparison] of Object.entries(unique)) {
    const spellings = SPELLINGS[comparison]
    const taken = { status: 409, code: `${field}_taken`, fields: [field] }

    it(`${field}: is refused on create and update if it is taken, and nothing is stored`, async () => {
      const holder = await make(name)
      const other = await make(name)
      for (const value of spellings(holder[field])) {
        await unchanged(async () => {
          const json = { ...(await valid(service())), ...apart(field), [field]: value }
          assertRefused(await call('POST', `/api/${name}/create`, { json }), taken)
          const changes = { [shared.column]: shared.other, [field]: value }
          assertRefused(await update(other.id, changes), taken)
        })
      }
    })

    it(`${field}: can be sent again by its own record, in any spelling`, async () => {
      const { id, [field]: own } = await make(name)
      for (const value of spellings(own)) {
        const { status, body } = await update(id, { [field]: value })
        assert.equal(status, 200, brief(body))
        assert.equal(body.data[field], value.trim())
      }
    })

    it(`${field}: is free after a delete; the record is restored only while it is free`, async () => {
      const first = await make(name)
      await call('POST', `/api/${name}/id/${first.id}/delete`)
      const second = await make(name, { ...apart(field), [field]: first[field] })
      await unchanged(async () => {
        assertRefused(await call('POST', `/api/${name}/id/${first.id}/restore`), taken)
      })
      await call('POST', `/api/${name}/id/${second.id}/delete`)
      assert.equal((await call('POST', `/api/${name}/id/${first.id}/restore`)).status, 200)
      await unchanged(async () => {
        assertRefused(await call('POST', `/api/${name}/id/${second.id}/restore`), taken)
      })
    })
  }

  it('has a uuid of its own', async () => {
    const made: Item[] = []
    for (let index = 0; index < 3; index++) made.push(await make(name))
    assert.equal(new Set(made.map(({ uuid }) => uuid)).size, 3)
    assert.deepEqual(
      made.map(({ uuid }) => uuid).sort(),
      made.map(({ uuid }) => uuid),
      'uuids are in order of creation',
    )
  })

  if (name === 'permissions') {
    it('is restored only while its slug is free', async () => {
      const first = await make(name)
      await call('POST', `/api/${name}/id/${first.id}/delete`)
      const second = await make(name)
      await store(table, second.id, { slug: first.slug })
      await unchanged(async () => {
        const answer = await call('POST', `/api/${name}/id/${first.id}/restore`)
        assertRefused(answer, { status: 409, code: 'slug_taken', fields: ['slug'] })
      })
    })
  }
})

describe('A derived value', () => {
  it('a slug derived from a name is refused if it is taken; the same name in another case is allowed', async () => {
    await make('roles', { name: 'Keeper' })
    await unchanged(async () => {
      const answer = await call('POST', '/api/roles/create', { json: { name: 'keeper' } })
      assertRefused(answer, { status: 409, code: 'slug_taken', fields: ['slug'] })
    })
    assert.equal((await make('roles', { name: 'keeper', slug: 'keeper-2' })).name, 'keeper')
  })

  it('a username may be the same in a registration and a user', async () => {
    await make('users', { username: 'both' })
    assert.equal((await make('registrations', { username: 'both' })).username, 'both')
  })
})
