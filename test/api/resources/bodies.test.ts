// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Item } from '../../support/factories.ts'
import { multipart } from '../../support/multipart.ts'
import type { CallOptions } from '../../support/service.ts'
import { assertRefused, forEveryResource, useService } from '../../support/suite.ts'

/** Methods and bodies that every resource refuses. */

const { call, make, unchanged } = useService()

const NAMED = 'content-disposition: form-data; name="a"'

/** A multipart body with one part. */
const withPart = (head: string, end = multipart([]).payload): CallOptions => ({
  ...multipart([]),
  payload: `--rolecall-test-boundary\r\n${head}\r\n\r\nx\r\n${end}`,
})

/** An object with 7,000 names. */
const named = (from: number) =>
  Object.fromEntries(Array.from({ length: 7000 }, (_, at) => [`n${from + at}`, 1]))

const UNREADABLE: [what: string, status: number, code: string, options: CallOptions][] = [
  ...['text/plain', 'application/xml', 'application/vnd.api+json', 'application/json-seq', 'nonsense'].map(
    (type): [string, number, string, CallOptions] => [
      `a body of ${type}`,
      415,
      'unsupported_media_type',
      { payload: '{}', headers: { 'content-type': type } },
    ],
  ),
  ...[{ 'content-encoding': 'gzip' }, { 'content-encoding': 'identity, br' }].map(
    (headers): [string, number, string, CallOptions] => [
      `a body that is compressed: ${headers['content-encoding']}`,
      415,
      'unsupported_media_type',
      { json: {}, headers },
    ],
  ),
  ...[
    'application/json; charset=utf-16',
    'application/json;Charset="ISO-8859-1"',
    'application/x-www-form-urlencoded; charset=latin1',
    'multipart/form-data; boundary=rolecall-test-boundary; charset=utf-16le',
  ].map((type): [string, number, string, CallOptions] => [
    `a body of ${type}`,
    415,
    'unsupported_media_type',
    { payload: multipart([]).payload, headers: { 'content-type': type } },
  ]),
  ['a body of no type', 415, 'unsupported_media_type', { payload: '{}' }],
  ...['{', '{"name":}', '[1,2', '{"name":"x"} trailing', 'name=x', '{"__proto__":{"a":1}}'].map(
    (payload): [string, number, string, CallOptions] => [
      `the JSON ${payload}`,
      400,
      'malformed',
      { payload, headers: { 'content-type': 'application/json' } },
    ],
  ),
  ...['"text"', '5', 'null', 'true'].map((payload): [string, number, string, CallOptions] => [
    `the JSON ${payload}, which is not an object`,
    400,
    'malformed',
    { payload, headers: { 'content-type': 'application/json' } },
  ]),
  [
    'multipart without a boundary',
    400,
    'malformed',
    { payload: 'x', headers: { 'content-type': 'multipart/form-data' } },
  ],
  [
    'multipart that breaks off',
    400,
    'malformed',
    { ...multipart([['name', 'x']]), payload: multipart([['name', 'x']]).payload.slice(0, 60) },
  ],
  ...[
    'content-disposition: form-data',
    'content-disposition: form-data; filename',
    'content-disposition: form-data; x="y"',
    'content-disposition: form-data; name="y',
    'content-disposition: form-data; name="y" z',
    'content-disposition: form-data; name="a\nb"',
    'content-disposition: attachment; name="a"',
    'content-type: text/plain',
    '',
    `content-disposition: form-data; name="${'a'.repeat(5000)}"`,
  ].map((head): [string, number, string, CallOptions] => [
    `multipart with a part of the headers ${head.slice(0, 60)}`,
    400,
    'malformed',
    withPart(head),
  ]),
  ...[
    'content-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=utf-16le',
    'content-disposition: form-data; name="a"\r\ncontent-transfer-encoding: base64',
  ].map((head): [string, number, string, CallOptions] => [
    `multipart with a part of the headers ${head}`,
    415,
    'unsupported_media_type',
    withPart(head),
  ]),
  [
    'multipart with a part that is not JSON',
    400,
    'malformed',
    withPart(`${NAMED}\r\ncontent-type: application/json`),
  ],
  ['multipart without its end', 400, 'malformed', withPart(NAMED, '')],
  ['JSON of too many objects', 400, 'malformed', { json: { a: Array(15_001).fill({}) } }],
  ['JSON of too many values', 400, 'malformed', { json: { a: Array(60_002).fill(1) } }],
  ['JSON of too many names', 400, 'malformed', { json: { a: [named(0), named(7000)] } }],
  [
    'multipart of too many objects in all',
    400,
    'malformed',
    withPart(
      [1, 2]
        .map(() => `${NAMED}\r\ncontent-type: application/json\r\n\r\n[${'{},'.repeat(8000)}1]`)
        .join('\r\n--rolecall-test-boundary\r\n'),
    ),
  ],
  ['brackets nested without end', 400, 'malformed', { form: `a${'[b]'.repeat(300_000)}=1` }],
  ['a form of a million ampersands', 400, 'malformed', { form: '&'.repeat(1_000_000) }],
  ['brackets nested too deeply', 400, 'malformed', { form: `a${'[b]'.repeat(40)}=1` }],
  ['a form that names a prototype', 400, 'malformed', { form: '__proto__[a]=1' }],
  ['JSON over 1 MiB', 413, 'too_large', { json: { name: 'x'.repeat(1_048_576) } }],
  ['a form over 1 MiB', 413, 'too_large', { form: `name=${'x'.repeat(1_048_576)}` }],
  ['multipart over 1 MiB', 413, 'too_large', multipart([['name', 'x'.repeat(1_048_576)]])],
  [
    'multipart over 1 MiB in all',
    413,
    'too_large',
    multipart(Array.from({ length: 20 }, (_, index) => [`field${index}`, 'x'.repeat(60_000)])),
  ],
]

forEveryResource(({ name, schemas }) => {
  let record: Item

  it('answers methods other than GET and POST with 405 and Allow', async () => {
    const { id } = await make(name)
    const item = `/api/${name}/id/${id}`
    await unchanged(async () => {
      for (const path of [item, `${item}/delete`, `${item}/restore`]) {
        for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const answer = await call(method, path, { payload: 'not even JSON' })
          assertRefused(answer, { status: 405, code: 'method_not_allowed' })
          assert.equal(answer.headers.allow, 'GET, POST')
        }
      }
    })
  })

  for (const [what, status, code, options] of UNREADABLE) {
    it(`refuses ${what} with ${status}`, async () => {
      record ??= await make(name)
      const { id } = record
      await unchanged(async () => {
        for (const path of ['', `/id/${id}`, `/id/${id}/delete`]) {
          assertRefused(await call('POST', `/api/${name}${path}`, options), { status, code })
        }
      })
    })
  }

  it('treats the JSON [] as an empty list in a bulk create, and refuses it with 400 elsewhere', async () => {
    const { id } = await make(name)
    await unchanged(async () => {
      const many = await call('POST', `/api/${name}`, { json: [] })
      if (schemas.create) assertRefused(many, { status: 422, code: 'required', fields: ['items'] })
      else assertRefused(many, { status: 400, code: 'malformed' })
      for (const path of [`/id/${id}`, `/id/${id}/delete`]) {
        const answer = await call('POST', `/api/${name}${path}`, { json: [] })
        assertRefused(answer, { status: 400, code: 'malformed' })
      }
    })
  })

  it('accepts a body of exactly 1 MiB, and an empty body', async () => {
    const payload = `{"z":"${'x'.repeat(1_048_576 - 8)}"}`
    assert.equal(Buffer.byteLength(payload), 1_048_576)
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    assert.equal((await call('POST', `/api/${name}`, { payload, headers })).status, 200)
    assert.equal((await call('POST', `/api/${name}`, { payload: '', headers })).status, 200)
    assert.equal((await call('POST', `/api/${name}`)).status, 200)
  })
})
