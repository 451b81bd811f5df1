import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Item } from '../support/factories.ts'
import { multipart } from '../support/multipart.ts'
import type { CallOptions } from '../support/service.ts'
import { assertRefused, forEveryResource, useService } from '../support/suite.ts'

/** Methods and bodies that no resource takes. */

const { call, make, unchanged } = useService()

const PART = '--rolecall-test-boundary\r\ncontent-disposition'

const UNREADABLE: [what: string, status: number, code: string, options: CallOptions][] = [
  ...['text/plain', 'application/xml', 'application/vnd.api+json', 'application/json-seq', 'nonsense'].map(
    (type): [string, number, string, CallOptions] => [
      `a body of ${type}`,
      415,
      'unsupported_media_type',
      { payload: '{}', headers: { 'content-type': type } },
    ],
  ),
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
    `the JSON ${payload}, which is no object of fields`,
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
  ...['form-data', 'form-data; filename', 'form-data; x="y"'].map(
    (disposition): [string, number, string, CallOptions] => [
      `multipart with a part that has no name but ${disposition}`,
      400,
      'malformed',
      { ...multipart([]), payload: `${PART}: ${disposition}\r\n\r\nx\r\n${multipart([]).payload}` },
    ],
  ),
  ['brackets nested too deeply', 400, 'malformed', { form: `a${'[b]'.repeat(40)}=1` }],
  ['a form that reaches for a prototype', 400, 'malformed', { form: '__proto__[a]=1' }],
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

  it('answers no other method than GET and POST, and says so', async () => {
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

  it('reads the JSON [] as a list of nothing where many are created, and refuses it with 400 elsewhere', async () => {
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

  it('accepts a body of exactly 1 MiB, and an empty one', async () => {
    const payload = `{"z":"${'x'.repeat(1_048_576 - 8)}"}`
    assert.equal(Buffer.byteLength(payload), 1_048_576)
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    assert.equal((await call('POST', `/api/${name}`, { payload, headers })).status, 200)
    assert.equal((await call('POST', `/api/${name}`, { payload: '', headers })).status, 200)
    assert.equal((await call('POST', `/api/${name}`)).status, 200)
  })
})
