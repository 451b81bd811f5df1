// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { dataOf, makeActor } from '../../support/actors.ts'
import { type Item, next } from '../../support/factories.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** The manual order of terms beside the natural one: `position`, and moves before or after a sibling. */

const { call, make, service, list } = useService()

const move = ({ id }: Item, json: object, token?: string) =>
  call('POST', `/api/taxonomies/id/${id}/move`, { json, ...(token !== undefined && { token }) })
const place = async (item: Item, json: object) => dataOf(await move(item, json))
const read = async ({ id }: Item): Promise<Item> =>
  dataOf(await call('GET', `/api/taxonomies/id/${id}`, { query: { trashed: 'true' } }))

let type = ''
let root: Item = {} as Item
let terms: Record<'a' | 'b' | 'c' | 'd', Item> = {} as never

const term = (name: string, parent: Item | undefined = root, ofType = type): Promise<Item> =>
  make('taxonomies', {
    name,
    slug: `${name.toLowerCase()}-${next()}`,
    type: ofType,
    ...(parent && { parent: parent.id }),
  })
const tree = async (query: Record<string, string>): Promise<Item[]> =>
  dataOf(await call('GET', '/api/taxonomies/tree', { query })).list.data
const order = async (parent = root) =>
  (await tree({ type, parent: String(parent.id), order: 'position', per_page: '100' }))
    .map(({ name }) => name)
    .join(' ')
const roots = async () => (await tree({ type, order: 'position' })).map(({ name }) => name).join(' ')
const refused = (item: Item, json: object, [status, code, field]: [number, string, string]) =>
  assertRefusedUnchanged(service(), () => move(item, json), { status, code, details: [[field, code]] })

beforeEach(async () => {
  type = `type-${next()}`
  await make('taxonomy-types', { name: type, slug: type })
  root = await make('taxonomies', { name: `Root ${next()}`, type })
  terms = { a: await term('a'), b: await term('b'), c: await term('c'), d: await term('d') }
})

describe('The manual order', () => {
  it('is the natural one until a term is placed, and the default order stays the natural one', async () => {
    assert.equal(await order(), 'a b c d')
    assert.equal((await read(terms.a)).position, null)
    await place(terms.d, { before: terms.b.id })
    assert.equal(await order(), 'a d b c')
    assert.deepEqual(
      (await tree({ parent: String(root.id) })).map(({ name }) => name),
      ['a', 'b', 'c', 'd'],
    )
    const [a, b, c, d] = await Promise.all([terms.a, terms.b, terms.c, terms.d].map(read))
    assert.ok(a?.position < d?.position, 'the ones before are placed too')
    assert.deepEqual([b?.position, c?.position], [null, null])
  })

  it('is named by id, uuid or slug, before or after a sibling', async () => {
    await place(terms.a, { after: terms.d.uuid })
    assert.equal(await order(), 'b c d a')
    await place(terms.a, { before: terms.c.slug })
    assert.equal(await order(), 'b a c d')
    await place(terms.c, { before: terms.b.id })
    assert.equal(await order(), 'c b a d')
    await place(terms.c, { after: terms.b.id })
    assert.equal(await order(), 'b c a d')
  })

  it('sorts lists: terms that were never placed come last, and first in reverse', async () => {
    await place(terms.d, { before: terms.a.id })
    await place(terms.c, { after: terms.d.id })
    const sorted = async (sort: string) =>
      (await list('taxonomies', { 'filter[parent]': String(root.id), sort }))
        .map(({ name }) => name)
        .join(' ')
    assert.equal(await sorted('position,name'), 'd c a b')
    assert.equal(await sorted('position:desc,name'), 'a b c d')
  })

  it('keeps the versions of neighbours that stay where they are', async () => {
    await place(terms.d, { before: terms.a.id })
    await place(terms.c, { before: terms.a.id })
    const versionOf = async (item: Item) => (await call('GET', `/api/taxonomies/${item.id}`)).headers.etag
    const before = await versionOf(terms.d)
    await place(terms.c, { before: terms.d.id })
    await place(terms.b, { before: terms.d.id })
    assert.equal(await versionOf(terms.d), before)
    assert.equal(await order(), 'c b d a')
  })

  it('takes any number of terms at one place', async () => {
    await place(terms.b, { before: terms.a.id })
    const expected = ['a']
    for (let made = 0; made < 60; made++) {
      const one = await term(`n${made}`)
      await place(one, { after: terms.b.id })
      expected.unshift(one.name)
    }
    assert.equal(await order(), ['b', ...expected, 'c', 'd'].join(' '))
  })

  it('keeps the place of a trashed term', async () => {
    await place(terms.a, { after: terms.b.id })
    await place(terms.c, { after: terms.b.id })
    dataOf(await call('POST', `/api/taxonomies/id/${terms.c.id}/delete`))
    await place(terms.d, { after: terms.b.id })
    assert.equal(await order(), 'b d a')
    dataOf(await call('POST', `/api/taxonomies/id/${terms.c.id}/restore`))
    assert.equal(await order(), 'b d c a')
  })

  it('is not for an update or a create to set', async () => {
    await place(terms.d, { before: terms.a.id })
    const { position } = await read(terms.d)
    const update = () => call('POST', `/api/taxonomies/id/${terms.d.id}/update`, { json: { position: 5 } })
    const readOnly = { status: 422, code: 'read_only', details: [['position', 'read_only']] } as const
    await assertRefusedUnchanged(service(), update, readOnly)
    assert.equal((await read(terms.d)).position, position)
    const json = { name: 'z', type, position: 7 }
    await assertRefusedUnchanged(service(), () => call('POST', '/api/taxonomies/create', { json }), readOnly)
  })
})

describe('A move to a place', () => {
  it('takes the term below the parent of the sibling', async () => {
    await place(terms.a, { after: terms.b.id })
    const child = await term('child', terms.c)
    await place(child, { before: terms.b.id })
    assert.equal(await order(), 'child b a c d')
    assert.equal((await read(child)).parent_id, root.id)
    await place(child, { before: root.id })
    assert.equal((await read(child)).parent_id, null)
    assert.equal(await roots(), `child ${root.name}`)
    await place(child, { parent: root.id, after: terms.d.id })
    assert.equal(await order(), 'b a c d child')
  })

  it('leaves the order with another parent, and is at the end there', async () => {
    await place(terms.d, { before: terms.a.id })
    await place(terms.d, { parent: terms.b.id })
    assert.equal((await read(terms.d)).position, null)
    await place(terms.b, { before: terms.a.id })
    dataOf(await call('PATCH', '/api/taxonomies', { json: [{ id: terms.b.id, parent: terms.c.id }] }))
    assert.equal((await read(terms.b)).position, null)
  })

  it('is among the roots of a type, whatever their parents of another type', async () => {
    const country = `country-${next()}`
    await make('taxonomy-types', { name: country, slug: country })
    const city = `city-${next()}`
    await make('taxonomy-types', { name: city, slug: city, parent: country })
    const france = await term('France', null as never, country)
    const spain = await term('Spain', null as never, country)
    const paris = await term('Paris', france, city)
    const madrid = await term('Madrid', spain, city)
    const lyon = await term('Lyon', france, city)
    await place(paris, { before: madrid.id })
    const cities = async (parent?: Item) =>
      (await tree({ type: city, order: 'position', ...(parent && { parent: String(parent.id) }) }))
        .map(({ name }) => name)
        .join(' ')
    assert.equal(await cities(), 'Lyon Paris Madrid')
    assert.equal((await read(paris)).parent_id, france.id)
    assert.equal(await cities(france), 'Lyon Paris')
    // Another country: still among the roots of its type.
    const { position } = await read(paris)
    await place(paris, { parent: spain.id })
    assert.equal((await read(paris)).position, position)
    await place(lyon, { parent: spain.id, after: madrid.id })
    assert.equal(await cities(spain), 'Paris Madrid Lyon')
    await refused(lyon, { before: france.id }, [422, 'wrong_type', 'before'])
  })

  it('reports what it would do, and changes nothing in a dry run', async () => {
    const child = await term('child', terms.a)
    const user = await make('users', { first_name: 'Ada', last_name: 'Lovelace' })
    dataOf(await call('POST', `/api/users/${user.id}/relationships/taxonomies`, { json: child.id }))
    const before = await order()
    const data = await place(terms.a, { after: terms.c.id, dry_run: true, names: true })
    assert.deepEqual([data.terms, data.users, data.applied], [2, 1, false])
    assert.deepEqual(
      data.some.terms.map(({ id }: Item) => id),
      [child.id],
    )
    assert.deepEqual(data.some.users, [
      { id: user.id, uuid: user.uuid, first_name: 'Ada', last_name: 'Lovelace' },
    ])
    assert.equal(await order(), before)
    const { token } = await makeActor(service(), ['can-update-taxonomies', 'can-read-taxonomies'])
    const hidden = dataOf(await move(terms.a, { after: terms.c.id, dry_run: true, names: true }, token))
    assert.deepEqual([hidden.some.users, hidden.some.terms.length], [[], 1])
  })

  it('is refused beside itself, a stranger, another type or on two sides, and changes nothing', async () => {
    await refused(terms.a, { before: terms.a.id }, [422, 'not_allowed', 'before'])
    await refused(terms.a, { before: terms.b.id, after: terms.c.id }, [422, 'contradiction', 'after'])
    await refused(terms.a, { after: 'unheard-of' }, [422, 'not_found', 'after'])
    await refused(terms.a, { parent: terms.b.id, after: terms.c.id }, [422, 'not_allowed', 'after'])
    const other = `other-${next()}`
    await make('taxonomy-types', { name: other, slug: other })
    const thing = await term('thing', null as never, other)
    await refused(terms.a, { after: thing.id }, [422, 'wrong_type', 'after'])
    const child = await term('child', terms.a)
    await refused(terms.a, { after: child.id }, [409, 'loop', 'parent'])
    const twin = await term('b', terms.a)
    await refused(twin, { after: terms.c.id }, [409, 'name_taken', 'parent'])
  })

  it('is refused without the permission to change terms, and for a trashed sibling', async () => {
    const { token } = await makeActor(service(), ['can-read-taxonomies'])
    await assertRefusedUnchanged(service(), () => move(terms.a, { after: terms.b.id }, token), {
      status: 403,
      code: 'forbidden',
    })
    dataOf(await call('POST', `/api/taxonomies/id/${terms.b.id}/delete`))
    await refused(terms.a, { after: terms.b.id }, [422, 'not_found', 'after'])
  })
})

describe('A merge', () => {
  it('appends the placed children to those of the other term, in their order', async () => {
    const from = await term('from')
    const children = { x: await term('x', from), y: await term('y', from), z: await term('z', from) }
    await place(children.y, { before: children.x.id })
    await place(children.z, { before: children.y.id })
    const [k, l] = [await term('k', terms.a), await term('l', terms.a)]
    await place(l, { before: k.id })
    const { some } = dataOf(
      await call('POST', `/api/taxonomies/id/${from.id}/merge`, {
        json: { into: terms.a.id, dry_run: true, names: true },
      }),
    )
    assert.deepEqual(
      some.terms.map(({ name }: Item) => name),
      ['x', 'y', 'z'],
    )
    dataOf(await call('POST', `/api/taxonomies/id/${from.id}/merge`, { json: { into: terms.a.id } }))
    assert.equal(await order(terms.a), 'l z y k x')
  })
})
