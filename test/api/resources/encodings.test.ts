// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fields } from '../../support/factories.ts'
import { multipart } from '../../support/multipart.ts'
import type { CallOptions } from '../../support/service.ts'
import {
  assertRefused,
  brief,
  forEveryResource,
  forEveryWritable,
  ids,
  sorted,
  useService,
} from '../../support/suite.ts'

/** The encodings of inputs: query, JSON, form and multipart. */

const { service, call, make, list, unchanged } = useService()

const form = (fields: Fields) => String(new URLSearchParams(fields as Record<string, string>))

/** The same fields in every encoding. */
const ENCODINGS: Record<string, (fields: Fields) => [method: string, options: CallOptions]> = {
  'a query on GET': (fields) => ['GET', { query: form(fields) }],
  'a query on POST': (fields) => ['POST', { query: form(fields) }],
  JSON: (json) => ['POST', { json }],
  'a form': (fields) => ['POST', { form: form(fields) }],
  multipart: (fields) => ['POST', multipart(Object.entries(fields) as [string, string][])],
}

forEveryWritable(({ name }, { valid, shared }) => {
  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    it(`is created and updated from ${encoding}`, async () => {
      const fields = { ...(await valid(service())), [shared.column]: String(shared.value) }
      const created = await call(...withPath(`/api/${name}/create`, encode(fields)))
      assert.equal(created.status, 201, brief(created.body))
      assert.deepEqual(created.body.data.item[shared.column], shared.value)
      const path = `/api/${name}/id/${created.body.data.item.id}`
      const updated = await call(
        ...withPath(`${path}/update`, encode({ [shared.column]: String(shared.other) })),
      )
      assert.equal(updated.status, 200, brief(updated.body))
      assert.deepEqual(updated.body.data[shared.column], shared.other)
    })

    it(`treats an empty text in ${encoding} as null: 422 for a required value`, async () => {
      const fields = { ...(await valid(service())), [shared.column]: String(shared.value) }
      const { id } = await make(name)
      const [required] = Object.keys(fields) as [string]
      await unchanged(async () => {
        for (const path of [`/api/${name}/create`, `/api/${name}/id/${id}/update`]) {
          const sent = path.endsWith('create') ? { ...fields, [required]: '' } : { [required]: '' }
          const { status, body } = await call(...withPath(path, encode(sent)))
          assert.equal(status, 422, brief(body))
          assert.deepEqual(
            body.details.map((detail: { field: string }) => detail.field),
            [required],
          )
        }
      })
    })
  }

  it('prefers the body over the query for the same name, and merges the others', async () => {
    const fields = await valid(service())
    const query = { [shared.column]: String(shared.value) }
    const both = await call('POST', `/api/${name}/create`, {
      query,
      json: { ...fields, [shared.column]: shared.other },
    })
    assert.deepEqual(both.body.data.item[shared.column], shared.other)
    const joined = await call('POST', `/api/${name}/create`, { query, json: await valid(service()) })
    assert.deepEqual(joined.body.data.item[shared.column], shared.value)
  })
})

forEveryResource(({ name }) => {
  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    it(`is listed with parameters in ${encoding}`, async () => {
      const [older, newer] = [await make(name), await make(name)]
      const answer = await call(...withPath(`/api/${name}`, encode({ per_page: '1', page: '2', sort: '' })))
      assert.equal(answer.status, 200)
      assert.equal(answer.body.data.list.per_page, 1)
      assert.deepEqual(ids(answer.body.data.list.data), [older.id])
      assert.ok(newer.id > older.id)
    })
  }
})

function withPath(path: string, [method, options]: [string, CallOptions]): [string, string, CallOptions] {
  return [method, path, options]
}

describe('Lists and nested names', () => {
  it('accept lists as a,b, repeated, and with [] in every encoding', async () => {
    const [one, two] = [await make('taxonomy-types'), await make('taxonomy-types')]
    const terms = [await make('taxonomies', { type: one.id }), await make('taxonomies', { type: two.id })]
    await make('taxonomies')
    const ways = ['types=A,B', 'types=A&types=B', 'types[]=A&types[]=B'].map((way) =>
      way.replaceAll('A', one.slug).replaceAll('B', two.slug),
    )
    const pairs = (way: string) => [...new URLSearchParams(way)]
    const answers = await Promise.all([
      ...ways.map((query) => call('GET', '/api/taxonomies', { query })),
      ...ways.map((form) => call('POST', '/api/taxonomies', { form })),
      ...ways.map((way) => call('POST', '/api/taxonomies', multipart(pairs(way)))),
      call('POST', '/api/taxonomies', { json: { types: [one.slug, two.slug] } }),
      call('POST', '/api/taxonomies', { json: { types: `${one.slug}, ${two.slug}` } }),
    ])
    for (const { status, body } of answers) {
      assert.equal(status, 200, brief(body))
      assert.deepEqual(sorted(ids(body.data.list.data)), ids(terms))
    }
  })

  it('nest names by brackets in every encoding but JSON', async () => {
    const fields = 'meta[plan]=pro&meta[seats][max]=5&meta[tags][]=a&meta[tags][]=b'
    const meta = { plan: 'pro', seats: { max: '5' }, tags: ['a', 'b'] }
    const { id } = await make('users')
    const path = `/api/users/id/${id}/update`
    for (const options of [
      { query: fields },
      { form: fields },
      multipart([...new URLSearchParams(fields)]),
    ]) {
      await call('POST', path, { json: { meta: {} } })
      const { status, body } = await call('POST', path, options)
      assert.equal(status, 200, brief(body))
      assert.deepEqual(body.data.meta, meta)
    }
  })

  it('accept meta as JSON text in every encoding', async () => {
    const { id } = await make('users')
    for (const encode of Object.values(ENCODINGS)) {
      await call('POST', `/api/users/id/${id}/update`, { json: { meta: {} } })
      const answer = await call(
        ...withPath(`/api/users/id/${id}/update`, encode({ meta: '{"a":{"b":[1,null]}}' })),
      )
      assert.deepEqual(answer.body.data.meta, { a: { b: [1, null] } })
    }
  })

  it('keep filter[<field>] beside the plain filter in every encoding', async () => {
    const role = await make('roles', { name: 'Filtered', is_active: false })
    const fields = 'filter=inactive&filter[name]=like:filtered'
    const pairs = [...new URLSearchParams(fields)]
    for (const options of [{ query: fields }, { form: fields }, multipart(pairs)]) {
      const { body } = await call('POST', '/api/roles', options)
      assert.deepEqual(ids(body.data.list.data), [role.id])
    }
    const { body } = await call('POST', '/api/roles', { json: { filter: { name: 'like:filtered' } } })
    assert.deepEqual(ids(body.data.list.data), [role.id])
    assert.deepEqual(await list('roles', { filter: 'active', 'filter[name]': 'like:filtered' }), [])
  })

  it('accept all valid spellings of a multipart body', async () => {
    const { id } = await make('users')
    const written = [
      'some preamble\r\n--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nV\r\n--b--\r\nepilogue --b\r\n',
      '--b  \r\nCONTENT-TYPE: text/plain; charset="UTF-8"\r\ncontent-disposition:form-data ;name=title;\r\n\r\nV\r\n--b--',
      '--b\r\nContent-Disposition: form-data;\r\n name="title"; x="; name=y"\r\n\r\nV\r\n--b--',
    ]
    for (const [index, text] of written.entries()) {
      const title = `é${index} --a`
      const answer = await call('POST', `/api/users/id/${id}/update`, {
        payload: text.replace('V', title),
        headers: { 'content-type': 'Multipart/Form-Data; x=y; Boundary="b"' },
      })
      assert.equal(answer.status, 200, brief(answer.body))
      assert.equal(answer.body.data.title, title)
    }
    const quoted = await call('POST', `/api/users/id/${id}/update`, {
      payload: '--b\r\nContent-Disposition: form-data; name="ti\\"tle\\\\"\r\n\r\nx\r\n--b--',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    assertRefused(quoted, { status: 422, code: 'unknown_field', fields: ['ti"tle\\'] })
  })

  it('refuse a file, since no operation accepts one', async () => {
    const { id } = await make('users')
    const payload = multipart([]).payload.replace(
      /^/,
      '--rolecall-test-boundary\r\ncontent-disposition: form-data; name="title"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nDr\r\n',
    )
    await unchanged(async () => {
      const answer = await call('POST', `/api/users/id/${id}/update`, { ...multipart([]), payload })
      assertRefused(answer, { status: 415, code: 'file_not_accepted' })
    })
  })
})
