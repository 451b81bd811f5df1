// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ShapeLimits, shapeFault } from '../../../server/http/request/json-shape.ts'
import { assertLittleWork } from '../../support/cpu-time.ts'
import { assertFailure, assertRefused, dumpOf } from '../../support/refusals.ts'
import { fc } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'

const TEXT = { 'content-type': 'application/json' }
const DEEPEST = 128
/** Nested values of a given depth. */
const nested = (levels: number, [open, close] = ['[', ']']) => open.repeat(levels) + close.repeat(levels)
const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))

describe('The limits of a request', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const send = (path: string, payload: string, headers: Record<string, string> = {}) =>
    service.call('POST', path, { payload, headers: { ...TEXT, ...headers } })
  const malformed = { status: 400, code: 'malformed' }

  it('refuse a body nested deeper than 128 levels in any field, with and without a key', async () => {
    const before = await dumpOf(service)
    for (const levels of [DEEPEST + 1, 5_000, 150_000]) {
      const keys: Record<string, string>[] = [{}, { 'idempotency-key': `deep-${levels}` }]
      for (const headers of keys) {
        for (const payload of [
          nested(levels),
          `{"name":"x","q":${nested(levels)}}`,
          `[{"name":${nested(levels)}}]`,
          `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
          '['.repeat(levels),
        ]) {
          const answer = await send('/api/roles/create', payload, headers)
          assertRefused(answer, { ...malformed, says: /nested deeper than 128 levels/ })
        }
      }
    }
    assert.deepEqual(await dumpOf(service), before)
    assert.equal((await send('/api/roles', `{"unknown":${nested(DEEPEST - 1)}}`)).status, 200)
  })

  it('refuse more than 2000 fields in any encoding, also without a token', async () => {
    const public_ = { token: null, headers: TEXT }
    for (const path of ['/api/signup', '/api/roles', '/api/roles/create']) {
      const many = { ...public_, payload: JSON.stringify(fieldsOf(2001)) }
      assertRefused(await service.call('POST', path, many), { ...malformed, says: /At most 2000 parameters/ })
    }
    const form = new URLSearchParams(JSON.parse(JSON.stringify(fieldsOf(2001)))).toString()
    assertRefused(await service.call('POST', '/api/signup', { token: null, form }), malformed)
    const parts = '--x\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n'.repeat(1001)
    const answer = await service.call('POST', '/api/signup', {
      token: null,
      payload: `${parts}--x--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    assertRefused(answer, { status: 413, code: 'too_large' })
  })

  it('keep the response small when a request is full of faults', async () => {
    const one = await send('/api/roles/create', JSON.stringify(fieldsOf(2000)))
    assertFailure(one)
    assert.ok(one.body.details.length <= 102, String(one.body.details.length))
    const items = JSON.stringify(Array.from({ length: 100 }, () => fieldsOf(500)))
    const many = await send('/api/users', items)
    assert.equal(many.status, 422)
    assertFailure(many)
    assert.ok(many.body.details.length < 1200, String(many.body.details.length))
    assert.ok(JSON.stringify(many.body).length < items.length, 'smaller than the request')
  })

  it('refuse more than 100 headers with 431 and drop none silently', async () => {
    const withHeaders = (count: number) =>
      service.call('GET', '/api/roles', {
        headers: Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y'])),
      })
    assert.equal((await withHeaders(90)).status, 200)
    assertRefused(await withHeaders(101), { status: 431, code: 'headers_too_large', says: /100 headers/ })
  })
})

describe('The shape limits of a JSON text', () => {
  const upTo = (limits: Partial<ShapeLimits>): ShapeLimits => ({
    ...{
      levels: 100,
      members: 1000,
      itemMembers: 1000,
      innerMembers: 1000,
      names: 1000,
      containers: 1000,
      values: 1000,
    },
    ...limits,
  })

  it('count the members of the body, of its items, and of objects inside them', () => {
    const three = '{"a": 1, "b": [{"x:y": 2}, {}], "c\\":": "d:e"}'
    const cases: [text: string, name: 'members' | 'itemMembers' | 'innerMembers'][] = [
      [three, 'members'],
      [`[${three}, ${three}]`, 'itemMembers'],
      [` [1, ${three}]`, 'itemMembers'],
      [`{"meta": ${three}}`, 'innerMembers'],
      [`[{"meta": ${three}}]`, 'innerMembers'],
    ]
    for (const [text, name] of cases) {
      JSON.parse(text)
      assert.equal(shapeFault(text, upTo({ [name]: 3 })), undefined, text)
      assert.equal(shapeFault(text, upTo({ [name]: 2 })), 'members', text)
    }
  })

  it('count objects and arrays, empty ones too', () => {
    for (const text of ['[{},{},[]]', '[[[[]]]]', '{"a": [{}, {}]}']) {
      assert.equal(shapeFault(text, upTo({ containers: 4 })), undefined, text)
      assert.equal(shapeFault(text, upTo({ containers: 3 })), 'containers', text)
    }
  })

  it('count values by their commas, whatever strings contain', () => {
    for (const text of ['[1, ",,", 2]', '[[1, 2], 3]', '{"a": 1, "b": ["", 2]}']) {
      assert.equal(shapeFault(text, upTo({ values: 2 })), undefined, text)
      assert.equal(shapeFault(text, upTo({ values: 1 })), 'values', text)
    }
  })

  it('count distinct names', () => {
    const text = '[{"a": "x", "b": {"a": 1}}, {"c": ["d", {"b": "e"}]}]'
    assert.equal(shapeFault(text, upTo({ names: 3 })), undefined)
    assert.equal(shapeFault(text, upTo({ names: 2 })), 'names')
  })

  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

  it('find in the text the depth that the parsed value has, whatever strings contain', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('[', '{"', '\\"', '\\', ']', '"[['))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium' },
        text,
        fc.integer(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 3 }),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.boolean(), (value, isSpaced) => {
        const written = JSON.stringify(value, null, isSpaced ? 2 : 0)
        const depth = depthOf(JSON.parse(written))
        assert.equal(shapeFault(written, upTo({ levels: depth })), undefined)
        if (depth > 0) assert.equal(shapeFault(written, upTo({ levels: depth - 1 })), 'levels')
      }),
    )
  })

  it('take one pass, also for a string that does not end', () =>
    assertLittleWork('two texts of a million characters', () => {
      assert.equal(shapeFault(`["${'\\"'.repeat(500_000)}`, upTo({ levels: 1 })), undefined)
      assert.equal(shapeFault('"'.repeat(1_000_001), upTo({ levels: 1 })), undefined)
    }))
})
