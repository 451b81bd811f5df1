// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { next } from '../../support/factories.ts'
import { assertRefused, forEveryResource, ids, useService } from '../../support/suite.ts'

/** `page`, `per_page` and `limit`, the order of lists, and the parameters that lists ignore. */

const { call, make, list } = useService()

forEveryResource(({ name }, { label }) => {
  const marked = async (count: number) => {
    const mark = `mark${next()}`
    const made: number[] = []
    for (let index = 0; index < count; index++) {
      const { id } = await make(name, { [label]: `${mark} ${index}` })
      made.push(id)
    }
    return { mark, newestFirst: made.reverse() }
  }

  it('lists 20 records per page, newest first, by default', async () => {
    const { mark, newestFirst } = await marked(23)
    const page = async (query: object) =>
      (await call('GET', `/api/${name}`, { query: { q: mark, ...query } })).body.data.list
    const first = await page({})
    assert.deepEqual(ids(first.data), newestFirst.slice(0, 20))
    assert.deepEqual([first.per_page, first.total, first.from, first.to, first.last_page], [20, 23, 1, 20, 2])
    const second = await page({ page: '2' })
    assert.deepEqual(ids(second.data), newestFirst.slice(20))
    assert.deepEqual([second.current_page, second.from, second.to], [2, 21, 23])
    for (const size of [
      { per_page: '7' },
      { limit: '7' },
      { limit: '7', per_page: '7' },
      { limit: '', per_page: '7' },
    ]) {
      const sized = await page({ ...size, page: '4' })
      assert.deepEqual(ids(sized.data), newestFirst.slice(21))
      assert.deepEqual([sized.per_page, sized.last_page, sized.from, sized.to], [7, 4, 22, 23])
    }
  })

  it('accepts 1 to 1000 per page and pages from 1, and refuses other values', async () => {
    const [oldest] = (await list(name, { per_page: '1000', sort: 'id' })) as [{ id: number }]
    assert.equal((await list(name, { per_page: '1' })).length, 1)
    assert.equal((await call('GET', `/api/${name}`, { query: { per_page: '1000' } })).status, 200)
    assert.ok(oldest.id >= 1)
    const refused: [object, string[]][] = [
      ...['per_page', 'limit'].flatMap((field): [object, string[]][] =>
        ['0', '-1', '1001'].map((value) => [{ [field]: value }, [field]]),
      ),
      ...['0', '-1'].map((page): [object, string[]] => [{ page }, ['page']]),
      [{ page: '0', per_page: '0' }, ['page', 'per_page']],
    ]
    for (const [query, fields] of refused) {
      const answer = await call('GET', `/api/${name}`, { query: query as Record<string, string> })
      assertRefused(answer, { status: 422, code: fields.length > 1 ? 'invalid' : 'out_of_range', fields })
    }
    for (const field of ['page', 'per_page', 'limit']) {
      for (const value of ['one', '1.5', '1,2']) {
        const answer = await call('GET', `/api/${name}`, { query: { [field]: value } })
        assertRefused(answer, { status: 422, code: 'invalid_type', fields: [field] })
      }
    }
    const both = await call('GET', `/api/${name}`, { query: { per_page: '5', limit: '6' } })
    assertRefused(both, { status: 422, code: 'contradiction', fields: ['limit'] })
  })

  it('answers with an empty page past the end', async () => {
    await make(name)
    for (const page of ['999999', String(Number.MAX_SAFE_INTEGER)]) {
      const { status, body } = await call('GET', `/api/${name}`, { query: { page, per_page: '1000' } })
      assert.equal(status, 200)
      const { data, from, to, current_page, next_page_url, total } = body.data.list
      assert.deepEqual([data, from, to, next_page_url], [[], null, null, null])
      assert.equal(current_page, Number(page))
      assert.ok(total > 0)
    }
    const { body } = await call('GET', `/api/${name}`, { query: { q: 'nothing is named like this' } })
    const { data, from, to, total, last_page } = body.data.list
    assert.deepEqual([data, from, to, total, last_page], [[], null, null, 0, 1])
  })

  it('ignores unknown and empty parameters', async () => {
    const { id } = await make(name)
    const query = {
      nonsense: '1',
      name: 'no filter',
      id: '0',
      _: '17',
      'a[b]': 'c',
      per_page: '',
      page: '',
      sort: '',
      include: '',
      trashed: '',
      from: '',
      status: '',
      filter: '',
      section: '',
      types: '',
      with_children: '',
    }
    assert.equal((await list(name, query))[0].id, id)
  })

  it('sorts by several attributes in either direction, and breaks ties by id in that direction', async () => {
    const { mark, newestFirst } = await marked(6)
    const sorted = async (sort: string, query: object = {}) =>
      ids(await list(name, { q: mark, sort, ...query }))
    const oldestFirst = [...newestFirst].reverse()
    assert.deepEqual(await sorted('id'), oldestFirst)
    assert.deepEqual(await sorted('id:asc'), oldestFirst)
    assert.deepEqual(await sorted('id:desc'), newestFirst)
    assert.deepEqual(await sorted(label), oldestFirst)
    assert.deepEqual(await sorted(`${label}:desc`), newestFirst)
    assert.deepEqual(await sorted('deleted_by'), oldestFirst, 'all equal')
    assert.deepEqual(await sorted('deleted_by:desc'), newestFirst, 'all equal')
    assert.deepEqual(await sorted(`deleted_by,${label}`), oldestFirst)
    assert.deepEqual(await sorted(` deleted_by:desc , ${label}:desc `), newestFirst)
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) => sorted('deleted_by', { page, per_page: '2' })),
    )
    assert.deepEqual(pages.flat(), oldestFirst, 'pages neither repeat nor skip')
  })

  it('sorts by each attribute of the response', async () => {
    const record = await make(name)
    for (const [column, value] of Object.entries(record)) {
      if ((value !== null && typeof value === 'object') || /^count_|_user$/.test(column)) continue
      const rows = await list(name, { sort: column, per_page: '1000' })
      const values = rows.map((row) => row[column]).filter((value) => value !== null)
      const inOrder = values.every(
        (value, index) => index === 0 || comparable(values[index - 1]) <= comparable(value),
      )
      assert.ok(inOrder, column)
    }
  })

  it('refuses to sort by an unknown or secret attribute, and lists the allowed ones', async () => {
    const answers = []
    for (const column of [
      'nonsense',
      'password',
      'password_hash',
      'meta',
      'api_token',
      'search_text',
      '__proto__',
    ]) {
      for (const sort of [column, `${column}:desc`, `id,${column}`]) {
        const answer = await call('GET', `/api/${name}`, { query: { sort } })
        assertRefused(answer, { status: 400, code: 'bad_sort' })
        assert.ok(!answer.body.errors[0].split(/\W+/).includes(column), 'the name is not repeated')
        answers.push(answer.body.errors[0])
      }
    }
    assert.equal(new Set(answers).size, 1)
    assert.match(answers[0], /Allowed: id, uuid, /)
    const known = name === 'webhooks' ? 'url' : 'name'
    const nearly = await call('GET', `/api/${name}`, { query: { sort: known.toUpperCase() } })
    assertRefused(nearly, { status: 400, code: 'bad_sort' })
    assert.match(nearly.body.errors[0], new RegExp(`Did you mean ${known}\\? Allowed: id, uuid, `))
    for (const sort of ['id:up', 'id:desc:asc', ',', 'id,,uuid', ':desc', 'id desc', 'id;']) {
      const answer = await call('GET', `/api/${name}`, { query: { sort } })
      assertRefused(answer, { status: 400, code: 'bad_sort' })
    }
  })
})

const comparable = (value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString('hex') : Number(value)

describe('Roles', () => {
  it('sort by their number of users, also after changes, and users do not', async () => {
    const mark = `counted${next()}`
    const roles = []
    for (let index = 0; index < 3; index++) roles.push(await make('roles', { name: `${mark} ${index}` }))
    const [none, two, one] = roles as [{ id: number }, { id: number }, { id: number }]
    const users = [await make('users'), await make('users')] as [{ id: number }, { id: number }]
    const give = (user: { id: number }, role: { id: number }) =>
      call('POST', `/api/users/${user.id}/relationships/roles`, { json: [role.id] })
    for (const user of users) await give(user, two)
    await give(users[0], one)
    const sorted = async (sort: string, query: object = {}) =>
      ids(await list('roles', { q: mark, sort, ...query }))
    assert.deepEqual(await sorted('count_users'), [none.id, one.id, two.id])
    assert.deepEqual(await sorted('count_users:desc'), [two.id, one.id, none.id])
    assert.deepEqual(await sorted('count_users:desc', { page: '2', per_page: '2' }), [none.id])
    assert.deepEqual(await sorted('type,count_users'), [none.id, one.id, two.id])
    await call('POST', `/api/users/id/${users[0].id}/delete`)
    assert.deepEqual(await sorted('count_users'), [none.id, one.id, two.id])
    await give(users[1], none)
    await call('DELETE', `/api/users/${users[1].id}/relationships/roles`, { json: [two.id] })
    const counts = (await list('roles', { q: mark, sort: 'count_users:desc' })).map((role) => [
      role.id,
      role.count_users,
    ])
    assert.deepEqual(counts, [
      [none.id, 1],
      [one.id, 0],
      [two.id, 0],
    ])
    for (const name of ['users', 'taxonomies', 'permissions']) {
      const answer = await call('GET', `/api/${name}`, { query: { sort: 'count_users' } })
      assertRefused(answer, { status: 400, code: 'bad_sort' })
    }
    const filtered = await call('GET', '/api/roles', { query: { 'filter[count_users]': '1' } })
    assertRefused(filtered, { status: 400, code: 'bad_filter' })
    const unknown = await call('GET', '/api/roles', { query: { sort: 'count_user' } })
    assert.match(unknown.body.errors[0], /count_users/)
  })
})
