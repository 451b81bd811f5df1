// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DataProvider, type GetListResult, HttpError } from 'ra-core'
import { dataProvider, listParams } from '../../../ra-data-provider/src/index.ts'
import { makePlainUser, refusal, useLiveService } from '../../support/live-service.ts'
import type { CallOptions } from '../../support/service.ts'

const COUNT = 12
const pad = (index: number) => String(index).padStart(2, '0')

const live = useLiveService({}, async () => {
  const numbered = Array.from({ length: COUNT }, (_, index) => ({
    email: `numbered${pad(index)}@example.com`,
    first_name: `Numbered ${pad(index)}`,
    is_active: index % 2 === 0,
    ...(index < 3 && { title: 'Countess' }),
  }))
  await live.client().users.createMany(numbered)
  const { taxonomyTypes, taxonomies } = live.client()
  await taxonomyTypes.createMany([{ name: 'City' }, { name: 'Colour' }])
  await taxonomies.createMany(['Rome', 'Oslo', 'Lima'].map((name) => ({ name, type: 'city' })))
})

let made = 0
/** Creates a user for one test, since other tests count and read the numbered ones. @returns the id */
const makeOwn = async (): Promise<number> =>
  (await live.client().users.create({ email: `own${++made}@example.com`, first_name: 'Own' })).id

/** The requests of the provider, as `GET /api/users?…`. */
const requests: string[] = []
const provider = (): DataProvider => {
  requests.length = 0
  return dataProvider(
    live.client({
      fetch: (url, init) => {
        const { pathname, search } = new URL(String(url))
        requests.push(`${init?.method} ${pathname}${decodeURIComponent(search)}`)
        return fetch(url, init)
      },
    }),
  )
}

const byId = { field: 'id', order: 'ASC' } as const
const everything = { pagination: { page: 1, perPage: 100 }, sort: byId, filter: {} }
const names = ({ data }: GetListResult) => data.map(({ name }) => name)
const stored = async (path: string, options?: CallOptions) =>
  (await live.service().call('GET', path, options)).body.data

async function refused(call: Promise<unknown>): Promise<HttpError & { status: number }> {
  const error = await refusal(call)
  assert.ok(error instanceof HttpError, String(error))
  return error as HttpError & { status: number }
}

describe('getList', () => {
  const list = async (filter: object) =>
    names(await provider().getList('users', { ...everything, filter: { q: 'numbered', ...filter } }))

  it('paginates, sorts and counts', async () => {
    const params = {
      pagination: { page: 2, perPage: 5 },
      sort: { field: 'first_name', order: 'DESC' as const },
    }
    const page = await provider().getList('users', { ...params, filter: { q: 'numbered' } })
    assert.deepEqual(
      names(page),
      ['06', '05', '04', '03', '02'].map((number) => `Numbered ${number}`),
    )
    assert.equal(page.total, COUNT)
    assert.ok((await provider().getList('roles', {})).data.length > 0)
  })

  it('filters by list parameters, attributes, and operators in a suffix or an object', async () => {
    assert.equal((await list({ status: 'inactive' })).length, 6)
    assert.equal((await list({ is_active: true })).length, 6)
    assert.equal((await list({ title: 'Countess' })).length, 3)
    assert.equal((await list({ title: null })).length, COUNT - 3)
    assert.equal((await list({ title_neq: null })).length, 3)
    assert.equal((await list({ first_name_like: 'ED 0' })).length, 10)
    assert.deepEqual(await list({ first_name_gte: 'Numbered 03', first_name_lt: 'Numbered 05' }), [
      'Numbered 03',
      'Numbered 04',
    ])
    assert.deepEqual(await list({ first_name: { gt: 'Numbered 09', neq: 'Numbered 10' } }), ['Numbered 11'])
    assert.equal((await list({ first_name_btw: ['Numbered 01', 'Numbered 03'] })).length, 3)
    assert.equal((await list({ created_at_lte: new Date(0) })).length, 0)
    assert.equal((await list({ title: undefined })).length, COUNT)
    const matching = listParams('users', { filter: { q: 'numbered', title_neq: null, is_active: true } })
    assert.deepEqual(await live.client().users.bulk('activate', { matching }), {
      done: [],
      unchanged: 2,
      left_out: [],
      next: null,
      remaining: 0,
      stopped: null,
    })
    const { data } = await provider().getList('taxonomies', { ...everything, filter: { types: ['city'] } })
    assert.equal(data.length, 3)
    const params = { ...everything, filter: { section: 'users' } }
    for (const { section } of (await provider().getList('permissions', params)).data) {
      assert.equal(section, 'users')
    }
  })

  it('includes the relations in meta', async () => {
    const params = { ...everything, filter: { id: 1 }, meta: { include: ['roles'] } }
    const { data } = await provider().getList('users', params)
    assert.equal(data[0].roles[0].slug, 'super-administrator')
  })

  it('refuses what the API cannot express, and passes on what the API refuses', async () => {
    const call = (filter: object) => provider().getList('users', { ...everything, filter })
    await assert.rejects(call({ id: [1, 2] }), TypeError)
    await assert.rejects(call({ id: { near: 2 } }), TypeError)
    await assert.rejects(provider().getList('posts', everything), TypeError)
    assert.equal(requests.length, 0)
    assert.equal((await refused(call({ shoe_size: 38 }))).status, 400)
    const { client } = await makePlainUser(live, 'nobody1@example.com')
    const forbidden = await refused(dataProvider(client).getList('users', everything))
    assert.equal(forbidden.status, 403)
    assert.match(forbidden.message, /can-read-users/)
    assert.equal(forbidden.body.errors, undefined)
  })

  it('stops when the signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('left the page'))
    assert.equal(await refusal(provider().getList('users', { ...everything, signal })), signal.reason)
  })
})

describe('getOne', () => {
  it('reads a record with the relations in meta', async () => {
    const { data } = await provider().getOne('users', { id: '1', meta: { include: 'roles' } })
    assert.equal(data.id, 1)
    assert.equal(data.roles.length, 1)
  })

  it('rejects with the status if there is none', async () => {
    const error = await refused(provider().getOne('users', { id: 999_999 }))
    assert.deepEqual([error.status, error.message], [404, 'No user matches.'])
    assert.equal(error.body.code, 'not_found')
  })
})

describe('getMany', () => {
  it('reads adjacent ids in one request, and only those', async () => {
    const { data } = await provider().getMany('users', { ids: [3, '5', 4, 5, 9] })
    assert.deepEqual(data.map(({ id }) => id).sort(), [3, 4, 5, 9])
    assert.equal(requests.length, 1)
  })

  it('omits missing ids', async () => {
    const { uuid } = await stored('/api/users/id/7')
    const { data } = await provider().getMany('users', { ids: [999_999, uuid, 2] })
    assert.deepEqual(data.map(({ id }) => id).sort(), [2, 7])
    assert.equal(requests.length, 3)
    assert.deepEqual((await provider().getMany('users', { ids: [] })).data, [])
  })

  it("reads the caller's own record without permission to read users, and no other", async () => {
    const { id, client } = await makePlainUser(live, 'nobody2@example.com')
    const { data } = await dataProvider(client).getMany('users', { ids: [id] })
    assert.equal(data[0].email, 'nobody2@example.com')
    assert.equal((await refused(dataProvider(client).getMany('users', { ids: [1, id] }))).status, 403)
  })
})

describe('getManyReference', () => {
  it('reads the records that refer to another by an attribute', async () => {
    const { id } = await stored('/api/taxonomy-types/slug/city')
    const params = { target: 'type_id', id, pagination: { page: 1, perPage: 2 }, sort: byId, filter: {} }
    const page = await provider().getManyReference('taxonomies', params)
    assert.deepEqual([names(page), page.total], [['Rome', 'Oslo'], 3])
  })

  it('reads the records linked with another', async () => {
    const id = await makeOwn()
    await live.client().users.relation(id, 'roles').replace(['editor', 'manager'])
    const params = { ...everything, target: 'users', id, sort: { field: 'name', order: 'DESC' as const } }
    const page = await provider().getManyReference('roles', params)
    assert.deepEqual([names(page), page.total], [['Manager', 'Editor'], 2])
    assert.equal(page.data[0].pivot.is_active, true)
    const filtered = await provider().getManyReference('roles', { ...params, filter: { name_like: 'edi' } })
    assert.deepEqual(names(filtered), ['Editor'])
  })

  it('rejects if the other record does not exist', async () => {
    const params = { ...everything, target: 'users', id: 999_999 }
    assert.equal((await refused(provider().getManyReference('roles', params))).status, 404)
  })
})

describe('create', () => {
  it('creates a record from its writable fields, also from a copy of another record', async () => {
    const { data: original } = await provider().getOne('users', { id: await makeOwn() })
    const copy = { ...original, email: 'copy@example.com', username: null, password: null }
    const { data } = await provider().create('users', { data: copy })
    assert.notEqual(data.id, original.id)
    assert.equal(data.first_name, original.first_name)
  })

  it('accepts a reference as an id or as a record', async () => {
    const type = await stored('/api/taxonomy-types/slug/colour')
    const green = await provider().create('taxonomies', { data: { name: 'Green', type_id: type.id } })
    assert.equal(green.data.type.slug, 'colour')
    const blue = await provider().create('taxonomies', { data: { name: 'Blue', type } })
    assert.equal(blue.data.type_id, type.id)
  })

  it('rejects with a message for each input', async () => {
    const data = { email: 'numbered00@example.com', first_name: 'A', frist_name: 'B' }
    const unknown = await refused(provider().create('users', { data }))
    assert.equal(unknown.status, 422)
    assert.match(unknown.body.errors.frist_name, /Did you mean first_name\?/)
    const taken = await refused(provider().create('users', { data: { ...data, frist_name: null } }))
    assert.deepEqual(taken.body.errors, { email: 'Another user already has this email.' })
    const reference = await refused(provider().create('taxonomies', { data: { name: 'X', type_id: 999 } }))
    assert.deepEqual(Object.keys(reference.body.errors).sort(), ['type', 'type_id'])
    assert.ok((await refused(provider().create('permissions', { data: { name: 'Can fly' } }))).status >= 404)
  })
})

describe('update', () => {
  it('sends only changed writable fields', async () => {
    const id = await makeOwn()
    const { data: previousData } = await provider().getOne('users', { id })
    const form = { ...previousData, title: 'Duchess', name: 'Read Only', password: null, meta: { a: 1 } }
    const changing = provider()
    const { data } = await changing.update('users', { id, data: form, previousData })
    assert.deepEqual([data.id, data.title, data.meta], [id, 'Duchess', { a: 1 }])
    assert.notEqual(data.name, 'Read Only')
    assert.equal(requests.length, 1)
    const cleared = await changing.update('users', { id, data: { ...data, title: null }, previousData: data })
    assert.equal(cleared.data.title, null)
  })

  it('keeps concurrent changes of other fields', async () => {
    const id = await makeOwn()
    const { data: previousData } = await provider().getOne('users', { id })
    await live.client().users.update(id, { bio: 'Written meanwhile.' })
    const data = { ...previousData, title: 'Duchess' }
    const updated = await provider().update('users', { id, data, previousData })
    assert.equal(updated.data.bio, 'Written meanwhile.')
  })

  it('only reads the record if nothing has changed', async () => {
    const { data } = await provider().getOne('users', { id: 5 })
    assert.equal((await provider().update('users', { id: 5, data, previousData: data })).data.id, 5)
    assert.deepEqual(requests, ['GET /api/users/id/5'])
  })

  it('rejects with a message for each input, and changes nothing', async () => {
    const { data: previousData } = await provider().getOne('users', { id: 6 })
    const data = { ...previousData, title: 'Lady', birth: '2999-01-01' }
    const error = await refused(provider().update('users', { id: 6, data, previousData }))
    assert.deepEqual(Object.keys(error.body.errors), ['birth'])
    assert.equal((await stored('/api/users/id/6')).title, previousData.title)
    const permission = { id: 1, data: { name: 'Can fly' }, previousData: { id: 1 } }
    assert.ok((await refused(provider().update('permissions', permission))).status >= 404)
  })
})

describe('updateMany', () => {
  it('changes all records', async () => {
    const one = await makeOwn()
    const ids = [one, String(await makeOwn())]
    const { data } = await provider().updateMany('users', { ids, data: { designation: 'Analyst' } })
    assert.deepEqual(data, ids)
    for (const id of ids) assert.equal((await stored(`/api/users/id/${id}`)).designation, 'Analyst')
    await provider().updateMany('users', { ids: [one], data: { designation: null } })
    assert.equal((await stored(`/api/users/id/${one}`)).designation, null)
  })

  it('changes none if one is missing', async () => {
    const change = { ids: [await makeOwn(), 999_999], data: { designation: 'Nobody' } }
    assert.equal((await refused(provider().updateMany('users', change))).status, 404)
    assert.equal((await stored(`/api/users/id/${change.ids[0]}`)).designation, null)
  })
})

describe('delete', () => {
  it('soft-deletes, and returns the deleted record', async () => {
    const id = await makeOwn()
    const previousData = (await provider().getOne('users', { id })).data
    assert.equal((await provider().delete('users', { id, previousData })).data, previousData)
    assert.equal((await refused(provider().getOne('users', { id }))).status, 404)
    const { data } = await provider().getOne('users', { id, meta: { trashed: 'only' } })
    assert.ok(data.deleted_at)
    assert.equal((await refused(provider().delete('users', { id }))).status, 404)
  })

  it('rejects if a rule forbids it', async () => {
    const { id } = await stored('/api/taxonomy-types/slug/city')
    const error = await refused(provider().delete('taxonomy-types', { id }))
    assert.deepEqual([error.status, error.body.code], [409, 'has_children'])
  })
})

describe('deleteMany', () => {
  it('deletes all records, or none', async () => {
    const ids = [await makeOwn(), await makeOwn()] as const
    assert.equal((await refused(provider().deleteMany('users', { ids: [ids[0], 999_999] }))).status, 404)
    assert.equal((await stored(`/api/users/id/${ids[0]}`)).id, ids[0])
    assert.deepEqual((await provider().deleteMany('users', { ids: [...ids] })).data, ids)
    for (const id of ids) assert.equal((await refused(provider().getOne('users', { id }))).status, 404)
  })
})
