// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../../support/factories.ts'
import { assertRefused, forEveryResource, ids, sorted, useService } from '../../support/suite.ts'

/** `trashed`, `status`, `filter`, `section`, `types` and `with_children`. */

const { call, make, list, store, unchanged } = useService()

forEveryResource(({ name }) => {
  it('includes soft-deleted records with trashed, and returns only those with trashed=only', async () => {
    const live = await make(name)
    const gone = await make(name)
    await call('POST', `/api/${name}/id/${gone.id}/delete`)
    const among = async (query: Record<string, string>) => {
      const found = ids(await list(name, { ...query, per_page: '1000' }))
      return [live.id, gone.id].map((id) => found.includes(id))
    }
    for (const off of [{}, ...['false', '0', 'off', 'no', ''].map((trashed) => ({ trashed }))]) {
      assert.deepEqual(await among(off), [true, false])
    }
    for (const trashed of ['true', '1', 'on', 'yes']) assert.deepEqual(await among({ trashed }), [true, true])
    assert.deepEqual(await among({ trashed: 'only' }), [false, true])
    const only = await list(name, { trashed: 'only', per_page: '1000' })
    assert.ok(only.every((record) => record.deleted_at !== null))

    const item = (trashed: string) => call('GET', `/api/${name}/id/${gone.id}`, { query: { trashed } })
    assert.equal((await item('')).status, 404)
    assert.equal((await item('0')).status, 404)
    assert.equal((await item('true')).body.data.id, gone.id)
    assert.equal((await item('only')).body.data.deleted_by, 1)
    const hidden = await call('GET', `/api/${name}/id/${live.id}`, { query: { trashed: 'only' } })
    assertRefused(hidden, { status: 404, code: 'not_found' })
    const boolean = await call('POST', `/api/${name}`, { json: { trashed: true, per_page: 1000 } })
    assert.ok(ids(boolean.body.data.list.data).includes(gone.id))
  })

  it('refuses any other value of trashed', async () => {
    for (const trashed of ['maybe', '2', 'ONLY,true']) {
      for (const path of [`/api/${name}`, `/api/${name}/id/1`]) {
        const answer = await call('GET', path, { query: { trashed } })
        assertRefused(answer, { status: 422, code: 'invalid_type', fields: ['trashed'] })
      }
    }
  })
})

describe('The parameter status', () => {
  for (const name of ['users', 'taxonomies'] as const) {
    it(`${name}: filters by is_active with active and inactive`, async () => {
      const active = await make(name)
      const inactive = await make(name, { is_active: false })
      const found = async (status: string) => ids(await list(name, { status, per_page: '1000' }))
      assert.ok((await found('active')).includes(active.id))
      assert.ok(!(await found('active')).includes(inactive.id))
      assert.deepEqual(await found('inactive'), [inactive.id])
      assert.ok((await found('')).includes(inactive.id))
    })
  }

  it('registrations: accepts each of the three, and the alternative spelling of the first', async () => {
    const pending = await make('registrations')
    const verified = await make('registrations', { status: 'email-verified' })
    const created = await make('registrations')
    await call('POST', `/api/registrations/id/${created.id}/create-user`)
    const since = { 'filter[id]': `gte:${pending.id}` }
    const found = async (status: string) => ids(await list('registrations', { ...since, status }))
    assert.deepEqual(await found('email-verification-pending'), [pending.id])
    assert.deepEqual(await found('email-verification-vending'), [pending.id])
    assert.deepEqual(await found('email-verified'), [verified.id])
    assert.deepEqual(await found('user-created'), [created.id])
    const filter = { ...since, 'filter[status]': 'email-verification-vending' }
    assert.deepEqual(ids(await list('registrations', filter)), [pending.id])
    const selected = await call('GET', '/api/registrations/status/email-verification-vending')
    assert.equal(selected.body.data.status, 'email-verification-pending')
  })

  it('refuses an unknown value and lists the allowed ones', async () => {
    const allowed = {
      users: /active, inactive/,
      taxonomies: /active, inactive/,
      registrations: /email-verification-pending, email-verified, user-created/,
    }
    for (const [name, names] of Object.entries(allowed)) {
      for (const status of ['nonsense', 'Active', 'constructor', 'active,inactive', 'true']) {
        const answer = await call('GET', `/api/${name}`, { query: { status } })
        assertRefused(answer, { status: 422, code: 'not_allowed', fields: ['status'] })
        assert.match(answer.body.errors[0], names)
      }
    }
  })

  it('is ignored by the other resources', async () => {
    for (const name of ['roles', 'permissions', 'taxonomy-types']) {
      assert.ok((await list(name, { status: 'nonsense' })).length > 0 || name === 'taxonomy-types')
    }
  })
})

describe('The parameters filter and section', () => {
  it('roles: active, inactive, frontend and backend', async () => {
    const role = await make('roles', { is_active: false, type: 'frontend' })
    const all = await list('roles', { per_page: '1000' })
    const expected = (fits: (role: Item) => boolean) => ids(all.filter(fits))
    for (const [filter, fits] of Object.entries({
      active: (role: Item) => role.is_active,
      inactive: (role: Item) => !role.is_active,
      frontend: (role: Item) => role.type === 'frontend',
      backend: (role: Item) => role.type === 'backend',
      '': () => true,
    })) {
      assert.deepEqual(ids(await list('roles', { filter, per_page: '1000' })), expected(fits), filter)
    }
    assert.deepEqual(ids(await list('roles', { filter: 'inactive', 'filter[type]': 'frontend' })), [role.id])
    for (const filter of ['nonsense', 'rolecall', 'Active', 'frontend,backend']) {
      const answer = await call('GET', '/api/roles', { query: { filter } })
      assertRefused(answer, { status: 422, code: 'not_allowed', fields: ['filter'] })
      assert.match(answer.body.errors[0], /active, inactive, frontend, backend/)
    }
  })

  it('permissions: active, inactive, or a module, narrowed by section', async () => {
    const [lend, shelve, bare] = [
      await make('permissions', { module: 'books', section: 'loans' }),
      await make('permissions', { module: 'books', section: 'shelves' }),
      await make('permissions', { module: 'books' }),
    ] as [Item, Item, Item]
    const inactive = await make('permissions', { module: 'films', section: 'loans' })
    await store('permissions', inactive.id, { is_active: false })
    const found = async (query: Record<string, string>) =>
      sorted(ids(await list('permissions', { ...query, per_page: '1000' })))
    assert.deepEqual(await found({ filter: 'books' }), [lend.id, shelve.id, bare.id])
    assert.deepEqual(await found({ filter: 'books', section: 'loans' }), [lend.id])
    assert.deepEqual(await found({ filter: 'books', section: '' }), [lend.id, shelve.id, bare.id])
    assert.deepEqual(await found({ filter: 'books', section: 'no such' }), [])
    assert.deepEqual(await found({ filter: 'inactive' }), [inactive.id])
    assert.ok((await found({ filter: 'active' })).includes(lend.id))
    assert.ok(!(await found({ filter: 'active' })).includes(inactive.id))
    assert.deepEqual(await found({ filter: 'no-such-module' }), [])
    assert.deepEqual(await found({ section: 'loans' }), await found({}), 'a section narrows a module only')
    assert.deepEqual(await found({ filter: 'inactive', section: 'no such' }), [inactive.id])
    assert.deepEqual(await found({ filter: 'books', 'filter[section]': 'shelves' }), [shelve.id])
  })
})

describe('The parameter types', () => {
  it('returns the terms of any of the types, given by slug', async () => {
    const [one, two] = [await make('taxonomy-types'), await make('taxonomy-types')]
    const terms = [await make('taxonomies', { type: one.id }), await make('taxonomies', { type: two.id })]
    const other = await make('taxonomies')
    const found = async (types: string) => sorted(ids(await list('taxonomies', { types })))
    assert.deepEqual(await found(one.slug), [terms[0].id])
    assert.deepEqual(await found(`${one.slug},${two.slug}`), ids(terms))
    assert.deepEqual(await found(` ${two.slug} ,${two.slug}`), [terms[1].id])
    assert.ok((await found('')).includes(other.id))
  })

  it('refuses unknown types by name, and lists nothing', async () => {
    const type = await make('taxonomy-types')
    const gone = await make('taxonomy-types')
    await call('POST', `/api/taxonomy-types/id/${gone.id}/delete`)
    for (const unknown of ['no-such-type', type.name, String(type.id), type.uuid, gone.slug]) {
      const answer = await call('GET', '/api/taxonomies', { query: { types: `${type.slug},${unknown}` } })
      assertRefused(answer, { status: 422, code: 'not_found', fields: ['types'] })
      assert.ok(answer.body.errors[0].includes(unknown))
      assert.ok(!answer.body.errors[0].includes(`${type.slug},`))
    }
    const many = Array.from({ length: 1001 }, (_, index) => `type-${index}`)
    const answer = await call('POST', '/api/taxonomies', { json: { types: many } })
    assertRefused(answer, { status: 422, code: 'out_of_range', fields: ['types'] })
  })
})

describe('The parameter with_children', () => {
  for (const name of ['taxonomy-types', 'taxonomies'] as const) {
    it(`${name}: lists only the roots, each with its descendants`, async () => {
      const root = await make(name)
      const lone = await make(name)
      const path: Item[] = [root]
      for (let depth = 0; depth < 5; depth++) path.push(await make(name, { parent: path.at(-1).id }))
      const sibling = await make(name, { parent: root.id })
      const gone = await make(name, { parent: root.id })
      await call('POST', `/api/${name}/id/${gone.id}/delete`)

      const plain = await list(name, { per_page: '1000' })
      assert.ok(plain.every((record) => !('children' in record)))
      assert.ok(ids(plain).includes(sibling.id))
      for (const word of ['true', '1', 'on', 'yes']) {
        const roots = await list(name, { with_children: word, per_page: '1000' })
        assert.ok(roots.every((record) => record.parent_id === null))
        const found = roots.find((record) => record.id === root.id)
        assert.deepEqual(ids(found.children), [path[1].id, sibling.id])
        let level = found
        for (const record of path.slice(1)) {
          level = level.children.find((child: Item) => child.id === record.id)
          assert.deepEqual({ ...level, children: undefined }, { ...record, children: undefined })
        }
        assert.deepEqual(level.children, [])
        assert.deepEqual(roots.find((record) => record.id === lone.id).children, [])
      }
      const all = await list(name, { with_children: 'true', trashed: 'true', per_page: '1000' })
      const children = ids(all.find((record) => record.id === root.id).children)
      assert.deepEqual(sorted(children), sorted([path[1].id, sibling.id, gone.id]))
      const refused = await call('GET', `/api/${name}`, { query: { with_children: 'maybe' } })
      assertRefused(refused, { status: 422, code: 'invalid_type', fields: ['with_children'] })
    })
  }

  it('changes nothing, and is ignored by the other resources', async () => {
    await unchanged(async () => {
      for (const name of ['users', 'roles', 'permissions', 'registrations']) {
        assert.ok((await list(name, { with_children: 'true' })).every((record) => !('children' in record)))
      }
    })
  })
})
