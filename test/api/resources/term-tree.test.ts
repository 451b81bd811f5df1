// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../../support/factories.ts'
import { cachesInUse } from '../../support/statements.ts'
import { assertRefused, useService } from '../../support/suite.ts'

/** A tree of terms, level by level: its content, order and cost. */

const country: Record<string, Item> = {}
const city: Record<string, Item> = {}

const arrange = async () => {
  await make('taxonomy-types', { name: 'Country' })
  await make('taxonomy-types', { name: 'City', parent: 'country' })
  for (const name of ['Spain', 'France', 'Andorra'])
    country[name] = await make('taxonomies', { name, type: 'country' })
  country.Brittany = await make('taxonomies', { name: 'Brittany', type: 'country', parent: 'france' })
  for (const name of ['Paris', 'Lyon'])
    city[name] = await make('taxonomies', { name, type: 'city', parent: 'france' })
  city.Quarter = await make('taxonomies', { name: 'Montmartre', type: 'city', parent: city.Paris.id })
  city.Nowhere = await make('taxonomies', { name: 'Nowhere', type: 'city' })
}

const { call, make, service } = useService({}, arrange)

const tree = async (query: Record<string, string>) => {
  const { status, body } = await call('GET', '/api/taxonomies/tree', { query })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.list
}
const namesOf = (nodes: Item[]) => nodes.map(({ name }: Item) => name)
const short = ({ id, uuid, name, slug }: Item) => ({ id, uuid, name, slug })

describe('A level of the tree', () => {
  it('of a type contains its terms without a parent of the same type, by name', async () => {
    assert.deepEqual(namesOf((await tree({ type: 'country' })).data), ['Andorra', 'France', 'Spain'])
    assert.deepEqual(namesOf((await tree({ type: 'city' })).data), ['Lyon', 'Nowhere', 'Paris'])
  })

  it('names a parent of another type, with that type', async () => {
    const { data } = await tree({ type: 'city' })
    const { type, ...parent } = data[0].parent
    assert.deepEqual(parent, short(country.France))
    assert.equal(type.slug, 'country')
    assert.equal(data[1].parent, null)
  })

  it('below a term contains all its children, or those of one type', async () => {
    const parent = String(country.France.id)
    assert.deepEqual(namesOf((await tree({ parent })).data), ['Brittany', 'Lyon', 'Paris'])
    assert.deepEqual(namesOf((await tree({ parent, type: 'city' })).data), ['Lyon', 'Paris'])
    assert.deepEqual((await tree({ parent: 'montmartre' })).data, [])
  })

  it('counts live children of the requested type, and live users', async () => {
    const france = async (query: Record<string, string>) =>
      (await tree(query)).data.find(({ name }: Item) => name === 'France')
    assert.equal((await france({ type: 'country' })).count_children, 1)
    const user = await make('users')
    await call('POST', `/api/users/${user.id}/relationships/taxonomies`, { json: 'france' })
    assert.equal((await france({ type: 'country' })).count_users, 1)
    await call('POST', `/api/users/id/${user.id}/delete`)
    assert.equal((await france({ type: 'country' })).count_users, 0)
    const paris = async () => (await tree({ type: 'city' })).data.at(-1)
    assert.equal((await paris()).count_children, 1)
    await call('POST', `/api/taxonomies/id/${city.Quarter.id}/delete`)
    assert.equal((await paris()).count_children, 0)
    await call('POST', `/api/taxonomies/id/${city.Quarter.id}/restore`)
    assert.equal((await paris()).count_children, 1)
  })

  it('is searched for a part of a name anywhere in the type, with the path to each match', async () => {
    const { data, total } = await tree({ type: 'city', q: 'MART' })
    assert.equal(total, 1)
    assert.equal(data[0].name, 'Montmartre')
    const step = ({ id, name, type_id }: Item) => ({ id, name, type_id })
    assert.deepEqual(data[0].path, [step(country.France), step(city.Paris)])
    assert.deepEqual((await tree({ type: 'country', q: 'andorra' })).data[0].path, [])
    assert.deepEqual((await tree({ type: 'country', q: 'paris' })).data, [])
    assert.deepEqual(namesOf((await tree({ parent: 'france', q: 'ri' })).data), ['Brittany', 'Paris'])
  })

  it('is paged, by name and then by id', async () => {
    const pages = [1, 2, 3].map((page) => tree({ type: 'country', per_page: '1', page: String(page) }))
    const lists = await Promise.all(pages)
    assert.deepEqual(
      lists.flatMap(({ data }) => namesOf(data)),
      ['Andorra', 'France', 'Spain'],
    )
    for (const { total, last_page } of lists) assert.deepEqual([total, last_page], [3, 3])
  })

  it('is refused without a type or a parent, and if they do not exist', async () => {
    const refused = async (query: Record<string, string>, field: string, code: string) =>
      assertRefused(await call('GET', '/api/taxonomies/tree', { query }), {
        status: 422,
        code,
        fields: [field],
      })
    await refused({}, 'type', 'required')
    await refused({ q: 'paris' }, 'type', 'required')
    await refused({ type: 'unheard-of' }, 'type', 'not_found')
    await refused({ parent: 'unheard-of' }, 'parent', 'not_found')
  })

  it('takes the same number of statements for many terms as for few', async () => {
    await make('taxonomy-types', { name: 'Word' })
    const costs: number[] = []
    for (const count of [3, 40]) {
      for (let made = 0; made < count; made++)
        await make('taxonomies', { name: `Word ${count} ${made}`, type: 'word' })
      await cachesInUse(service())
      service().statements.count = 0
      await tree({ type: 'word', per_page: '1000', q: 'word' })
      costs.push(service().statements.count)
    }
    assert.equal(costs[0], costs[1])
    assert.ok((costs[0] as number) <= 10, String(costs[0]))
  })
})
