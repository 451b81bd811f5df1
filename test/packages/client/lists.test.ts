// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RolecallError } from '../../../client/src/index.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'

const COUNT = 25
const named = { where: { name: { like: 'Numbered' } } } as const

const live = useLiveService({}, async () => {
  const items = Array.from({ length: COUNT }, (_, index) => ({
    name: `Numbered ${String(index).padStart(2, '0')}`,
  }))
  await live.client().taxonomyTypes.createMany(items)
})

async function namesOf(records: AsyncIterable<{ name: string }>): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of records) names.push(name)
  return names
}

describe('The records of a whole list', () => {
  it('appear once each, in the order of the list', async () => {
    const { taxonomyTypes } = live.client()
    const listed = await taxonomyTypes.list({ ...named, per_page: 1000 })
    const expected = listed.data.map(({ name }) => name)
    assert.equal(expected.length, COUNT)
    assert.deepEqual(await namesOf(taxonomyTypes.all({ ...named, per_page: 10 })), expected)
    const upwards = [...expected].reverse()
    assert.deepEqual(await namesOf(taxonomyTypes.all({ ...named, per_page: 5, sort: 'id' })), upwards)
    assert.deepEqual(await namesOf(taxonomyTypes.all({ ...named, limit: 7, sort: 'name' })), upwards)
    assert.deepEqual(await namesOf(taxonomyTypes.all({ ...named, sort: ['name:desc'] })), expected)
  })

  it('are read on demand, without unneeded pages', async () => {
    const queries: string[] = []
    const client = live.client({
      fetch: (url, init) => {
        queries.push(decodeURIComponent(new URL(String(url)).search))
        return fetch(url, init)
      },
    })
    for await (const _record of client.taxonomyTypes.all({ ...named, per_page: 10 })) break
    assert.equal(queries.length, 1)
    queries.length = 0
    await namesOf(client.taxonomyTypes.all({ ...named, per_page: 10 }))
    assert.equal(queries.length, 3)
    assert.match(queries[1] as string, /filter\[id\]=lt:\d+$/)
    assert.deepEqual(await namesOf(client.taxonomyTypes.all({ q: 'nothing has this name' })), [])
  })

  it('respect a condition on ids', async () => {
    const { taxonomyTypes } = live.client()
    const { data } = await taxonomyTypes.list({ ...named, per_page: 1000, sort: 'id' })
    const from = data[3]?.id as number
    const where = { ...named.where, id: { gte: from } }
    assert.equal((await namesOf(taxonomyTypes.all({ where, per_page: 4 }))).length, COUNT - 3)
  })

  it('are neither repeated nor skipped while other clients create and delete records', async () => {
    const { roles } = live.client()
    const made = await roles.createMany(
      Array.from({ length: 9 }, (_, index) => ({ name: `Moving ${index}` })),
    )
    const seen: string[] = []
    const gone = made.filter((_, index) => index >= 7).map(({ id }) => id)
    for await (const { name } of roles.all({ where: { name: { like: 'Moving' } }, per_page: 3 })) {
      if (seen.length === 0) {
        await roles.createMany([{ name: 'Moving late' }, { name: 'Moving later' }])
        await roles.deleteMany(gone)
      }
      seen.push(name)
    }
    assert.deepEqual(seen, made.map(({ name }) => name).reverse())
  })
})

describe('Conditions', () => {
  it('accept the operators of the API', async () => {
    const { taxonomyTypes: types } = live.client()
    const count = async (where: object) => (await types.list({ where: { ...named.where, ...where } })).total
    const { data } = await types.list({ ...named, per_page: 1000, sort: 'id' })
    const id = (index: number) => data[index]?.id as number
    assert.equal(await count({ name: 'Numbered 07' }), 1)
    assert.equal(await count({ name: { not: 'Numbered 07', like: 'Numbered 0' } }), 9)
    assert.equal(await count({ id: { gt: id(0), lte: id(5) } }), 5)
    assert.equal(await count({ id: { btw: [id(2), id(4)] } }), 3)
    assert.equal(await count({ parent_id: null }), COUNT)
    assert.equal(await count({ parent_id: { not: null } }), 0)
    assert.equal(await count({ is_active: false }), 0)
    assert.equal(await count({ created_at: { lt: new Date(0) } }), 0)
    assert.equal(await count({ id: undefined }), COUNT)
    assert.equal(await count({ id: {} }), COUNT)
  })

  it('take a value literally, even if it looks like an operator', async () => {
    const { roles } = live.client()
    const { id } = await roles.create({ name: 'like:a & b|c', slug: 'looks-like' })
    await roles.create({ name: 'a & b|c', slug: 'looks-else' })
    const { data } = await roles.list({ where: { name: 'like:a & b|c' } })
    assert.deepEqual(
      data.map((role) => role.id),
      [id],
    )
  })

  it('are refused before sending if the API cannot express them', async () => {
    const conditions = ['a|AND|b', ['a', 'b'], { near: 'a' }, { eq: ['a'] }, { btw: 'a' }, { like: {} }]
    for (const name of conditions) {
      await assert.rejects(async () => live.client().roles.list({ where: { name } } as never), TypeError)
    }
  })

  it('are refused by the service for unknown attributes', async () => {
    const error = await refusal(live.client().roles.list({ where: { shoe: 1 } } as never))
    assert.ok(error instanceof RolecallError)
    assert.deepEqual([error.status, error.code], [400, 'bad_filter'])
  })
})
