// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Item, next } from '../../support/factories.ts'
import { assertRefused, forEveryResource, ids, sorted, useService } from '../../support/suite.ts'

/** Each operator of `filter[<field>]`. */

const { call, make, list, store } = useService()

forEveryResource(({ name, table }, { label, shared }) => {
  /** The indices of the created records that a filter finds, in order of creation. */
  const finder = (made: Item[]) => async (filters: Record<string, string>) => {
    const query = Object.fromEntries(
      Object.entries(filters).map(([field, text]) => [`filter[${field}]`, text]),
    )
    const found = ids(await list(name, { ...query, trashed: 'true', per_page: '1000' }))
    return made.flatMap(({ id }, index) => (found.includes(id) ? [index] : []))
  }

  const threeOf = async (texts: string[]) => {
    const made: Item[] = []
    for (const text of texts) {
      made.push(await make(name, { [label]: text, ...(label === 'name' && { slug: `slug-${next()}` }) }))
    }
    return made
  }

  it('compares text: eq, not, lt, lte, gt, gte, like, btw, and a plain value', async () => {
    const made = await threeOf(['alpha %1', 'beta_É', 'gamma'])
    const found = finder(made)
    const between = { id: `btw:${made[0].id}|${made[2].id}` }
    const cases: [string, number[]][] = [
      ['eq:beta_É', [1]],
      ['beta_É', [1]],
      ['beta', []],
      ['eq:BETA_É', []],
      ['not:beta_É', [0, 2]],
      ['lt:beta_É', [0]],
      ['lte:beta_É', [0, 1]],
      ['gt:beta_É', [2]],
      ['gte:beta_É', [1, 2]],
      ['like:ETA_é', [1]],
      ['like:a', [0, 1, 2]],
      ['like:%', [0]],
      ['like:_', [1]],
      ['btw:alpha|beta_É', [0, 1]],
      ['btw: beta | gamma ', [1, 2]],
      ['btw:gamma|alpha', []],
      ['gt:alpha|AND|lt:gamma', [0, 1]],
      ['like:a|AND|not:gamma|AND|like:É', [1]],
      ['gt:gamma|AND|lt:alpha', []],
      ['like:gamma|AND|gamma', [2]],
    ]
    for (const [text, expected] of cases) {
      assert.deepEqual(await found({ ...between, [label]: text }), expected, text)
    }
  })

  it('compares numbers numerically', async () => {
    const made = await threeOf(['one n', 'two n', 'three n'])
    const found = finder(made)
    const [first, second, third] = ids(made)
    const cases: [string, number[]][] = [
      [`${second}`, [1]],
      [`eq:${second}`, [1]],
      [`not:${second}|AND|gte:${first}|AND|lte:${third}`, [0, 2]],
      [`lt:${second}|AND|gte:${first}`, [0]],
      [`gt:${second}`, [2]],
      [`btw:${first}|${second}`, [0, 1]],
      [`btw:${third}|${first}`, []],
      ['gt:9', [0, 1, 2].filter((index) => (made[index] as Item).id > 9)],
      ['lt:0', []],
    ]
    for (const [text, expected] of cases) assert.deepEqual(await found({ id: text }), expected, text)
  })

  it('compares times in any notation, and does not take their colons for operators', async () => {
    const made = await threeOf(['one t', 'two t', 'three t'])
    const times = ['2001-01-01T10:00:00.000Z', '2001-01-01T10:30:00.000Z', '2001-01-02T00:00:00.000Z']
    for (const [index, created_at] of times.entries()) await store(table, made[index].id, { created_at })
    const found = finder(made)
    const cases: [string, number[]][] = [
      ['2001-01-01T10:30:00.000Z', [1]],
      ['2001-01-01 10:30:00', [1]],
      ['eq:2001-01-01T11:30:00+01:00', [1]],
      ['lt:2001-01-01T10:30:00Z', [0]],
      ['lte:2001-01-01T10:30:00Z', [0, 1]],
      ['gt:2001-01-01T10:30:00Z|AND|lt:2001-01-03', [2]],
      ['btw:2001-01-01|2001-01-02', [0, 1, 2]],
      ['btw:2001-01-01T10:00:00Z|2001-01-01T10:30:00Z', [0, 1]],
    ]
    for (const [text, expected] of cases) assert.deepEqual(await found({ created_at: text }), expected, text)
  })

  it('treats an empty value as null, and not: as not null', async () => {
    const made = await threeOf(['kept', 'gone'])
    await call('POST', `/api/${name}/id/${made[1].id}/delete`)
    const found = finder(made)
    for (const text of ['', 'eq:', ' ', 'eq: '])
      assert.deepEqual(await found({ deleted_by: text }), [0], `"${text}"`)
    for (const text of ['not:', 'not: '])
      assert.deepEqual(await found({ deleted_by: text }), [1], `"${text}"`)
    assert.deepEqual(await found({ deleted_by: 'not:7' }), [0, 1], 'null is not 7')
    const answer = await call('POST', `/api/${name}`, {
      json: { filter: { deleted_by: null }, trashed: 'only' },
    })
    assert.equal(answer.body.data.list.total, 0)
  })

  it('treats an unknown prefix as part of the value', async () => {
    const texts = ['foo:bar', 'equal:to', '10:30', ':', 'a|b', 'like', 'x|and|y']
    const made = await threeOf(texts)
    const found = finder(made)
    for (const [index, text] of texts.entries()) {
      assert.deepEqual(await found({ [label]: text }), [index], text)
      assert.deepEqual(await found({ [label]: `eq:${text}` }), [index], text)
    }
  })

  it('combines filters on several fields, on the same field twice, and the plain parameters', async () => {
    const made = await threeOf(['joined one', 'joined two'])
    const found = finder(made)
    assert.deepEqual(await found({ [label]: 'like:joined', id: String(made[1].id) }), [1])
    assert.deepEqual(await found({ [label]: 'like:joined', uuid: made[0].uuid, id: String(made[1].id) }), [])
    const twice = String(
      new URLSearchParams([
        [`filter[${label}]`, 'like:joined'],
        [`filter[${label}]`, 'like:two'],
      ]),
    )
    const { body } = await call('GET', `/api/${name}`, { query: twice })
    assert.deepEqual(ids(body.data.list.data), [made[1].id])
    assert.deepEqual(ids(await list(name, { q: 'joined', [`filter[${label}]`]: 'like:one' })), [made[0].id])
  })

  it('filters by an attribute that several records share', async () => {
    const mine = await make(name, { [shared.column]: shared.value })
    const other = await make(name, { [shared.column]: shared.other })
    const found = finder([mine, other])
    assert.deepEqual(await found({ [shared.column]: String(shared.value) }), [0])
    assert.deepEqual(await found({ [shared.column]: `not:${shared.value}` }), [1])
  })
})

describe('Booleans, days and references', () => {
  it('booleans accept every word', async () => {
    const off = await make('roles', { is_active: false })
    for (const word of ['false', '0', 'off', 'no', 'eq:false', 'not:true']) {
      assert.deepEqual(ids(await list('roles', { 'filter[is_active]': word })), [off.id], word)
    }
    for (const word of ['maybe', '2', 'gt:x']) {
      const answer = await call('GET', '/api/roles', { query: { 'filter[is_active]': word } })
      assertRefused(answer, { status: 400, code: 'bad_filter' })
    }
  })

  it('days are compared as days', async () => {
    const [ada, grace] = [
      await make('users', { birth: '1815-12-10' }),
      await make('users', { birth: '1906-12-09' }),
    ]
    const found = async (text: string) => sorted(ids(await list('users', { 'filter[birth]': text })))
    assert.deepEqual(await found('1815-12-10'), [ada.id])
    assert.deepEqual(await found('gt:1900-01-01'), [grace.id])
    assert.deepEqual(await found('btw:1815-12-10|1906-12-09'), [ada.id, grace.id])
    for (const text of ['1815-13-10', 'gt:1815', '1815-12-10T00:00:00Z']) {
      const answer = await call('GET', '/api/users', { query: { 'filter[birth]': text } })
      assertRefused(answer, { status: 400, code: 'bad_filter' })
    }
  })

  it('types and parents are identified by id, uuid or slug, with eq and not only', async () => {
    const type = await make('taxonomy-types')
    const root = await make('taxonomies', { type: type.id })
    const child = await make('taxonomies', { type: type.id, parent: root.id })
    const found = async (field: string, text: string) =>
      sorted(
        ids(await list('taxonomies', { [`filter[${field}]`]: text, 'filter[type_id]': String(type.id) })),
      )
    for (const value of [type.id, type.uuid, type.slug, `eq:${type.slug}`]) {
      assert.deepEqual(await found('type', String(value)), [root.id, child.id])
    }
    for (const value of [root.id, root.uuid, root.slug])
      assert.deepEqual(await found('parent', String(value)), [child.id])
    assert.deepEqual(await found('parent', ''), [root.id])
    assert.deepEqual(await found('parent', 'not:'), [child.id])
    assert.deepEqual(await found('parent', `not:${root.slug}`), [root.id])
    assert.deepEqual(await found('type', 'no-such-type'), [])
    for (const text of ['gt:1', 'like:x', 'btw:1|2']) {
      const answer = await call('GET', '/api/taxonomies', { query: { 'filter[type]': text } })
      assertRefused(answer, { status: 400, code: 'bad_filter' })
    }
  })
})
