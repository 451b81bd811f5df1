// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeActor, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { forEveryResource, forEveryWritable, ids, useService } from '../../support/suite.ts'

/** Bulk writes: create, change and delete, all items or none. */

const { service, call, make, list } = useService()

const assertRefusedWhole = (attempt: () => Promise<Answer>, expected: Parameters<typeof assertRefused>[1]) =>
  assertRefusedUnchanged(service(), attempt, expected)

const get = async (name: string, id: number) => (await call('GET', `/api/${name}/${id}`)).body.data

forEveryWritable(({ name, unique }, factory) => {
  const { column, value, other } = factory.shared
  const at = `/api/${name}`
  const valid = () => factory.valid(service())

  it('creates one by POST if the body has the required attribute', async () => {
    const { status, body } = await call('POST', at, { json: { ...(await valid()), [column]: value } })
    assert.equal(status, 201)
    assert.deepEqual(body.messages, ['Saved successfully.'])
    assert.deepEqual((await get(name, body.data.item.id))[column], value)
  })

  it('lists by POST if the body does not have it', async () => {
    const { id } = await make(name)
    const { status, body } = await call('POST', at, { json: { per_page: 1 } })
    assert.deepEqual([status, ids(body.data.list.data)], [200, [id]])
  })

  it('creates many by POST of an array, in the given order', async () => {
    const items = [await valid(), await valid(), await valid()]
    const { status, body } = await call('POST', at, { json: items })
    assert.equal(status, 201)
    assert.equal(body.data.items.length, 3)
    const made: number[] = ids(body.data.items)
    assert.deepEqual(
      made,
      [...made].sort((a, b) => a - b),
    )
  })

  it('creates none of many if one is invalid, and points at it', async () => {
    const items = [await valid(), await valid(), await valid(), { ...(await valid()), nonsense: 1 }]
    await assertRefusedWhole(() => call('POST', at, { json: items }), {
      status: 422,
      code: 'unknown_field',
      details: [['3.nonsense', 'unknown_field']],
    })
    await assertRefusedWhole(() => call('POST', at, { json: [items[0], 'text'] }), {
      status: 422,
      code: 'invalid_type',
      details: [['1', 'invalid_type']],
    })
  })

  if (unique.length > 0) {
    it('creates none of many if two have the same unique value', async () => {
      const same = await valid()
      const answer = await assertNoneAdded(() => call('POST', at, { json: [same, same] }))
      assert.equal(answer.status, 409)
      assert.match(answer.body.details[0].field, /^1\./)
    })
  }

  /** Asserts that the attempt adds no record, whatever its refusal says. */
  async function assertNoneAdded(attempt: () => Promise<Answer>): Promise<Answer> {
    const before = (await list(name, { per_page: '1000', trashed: 'true' })).length
    const answer = await attempt()
    assert.equal((await list(name, { per_page: '1000', trashed: 'true' })).length, before)
    return answer
  }

  for (const method of ['PUT', 'PATCH']) {
    it(`changes many by ${method}, by id and by uuid`, async () => {
      const [one, two] = [await make(name, { [column]: value }), await make(name, { [column]: value })]
      const json = [
        { id: one.id, [column]: other },
        { uuid: two.uuid, [column]: other },
      ]
      const { status, body } = await call(method, at, { json })
      assert.deepEqual([status, body.messages, ids(body.data.items)], [200, ['Saved'], [one.id, two.id]])
      for (const { id } of [one, two]) assert.deepEqual((await get(name, id))[column], other)
    })

    it(`changes none of many by ${method} if one does not exist or has no id`, async () => {
      const { id } = await make(name, { [column]: value })
      const json = [
        { id, [column]: other },
        { id: 999_999_999, [column]: other },
      ]
      await assertRefusedWhole(() => call(method, at, { json }), {
        status: 404,
        code: 'not_found',
        details: [['1', 'not_found']],
      })
      await assertRefusedWhole(
        () => call(method, at, { json: [{ id, [column]: other }, { [column]: other }] }),
        {
          status: 422,
          code: 'required',
          details: [['1.id', 'required']],
        },
      )
    })

    it(`changes one by ${method}, by id and by uuid`, async () => {
      const { id, uuid } = await make(name, { [column]: value })
      assert.equal((await call(method, `${at}/${id}`, { json: { [column]: other } })).status, 200)
      assert.deepEqual((await get(name, id))[column], other)
      const answer = await call(method, `${at}/${uuid}`, { json: { [column]: value } })
      assert.deepEqual(answer.body.data[column], value)
    })
  }

  it('accepts 1 to 1,000 items', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const [json, code] of [
        [[], 'required'],
        [Array.from({ length: 1001 }, () => ({})), 'out_of_range'],
      ]) {
        const answer = await call(method, at, { json })
        assertRefused(answer, { status: 422, code: String(code), details: [['items', String(code)]] })
      }
    }
  })
})

forEveryResource(({ name }) => {
  const at = `/api/${name}`

  const forms: [what: string, send: (named: (number | string)[]) => object][] = [
    ['{"ids": […]}', (named) => ({ json: { ids: named } })],
    ['an array', (named) => ({ json: named })],
    ['ids=1,2 in the query', (named) => ({ query: { ids: named.join(',') } })],
    ['a form', (named) => ({ form: named.map((id) => `ids[]=${id}`).join('&') })],
  ]
  for (const [what, send] of forms) {
    it(`deletes many, named by ${what}, which can be restored`, async () => {
      const [one, two] = [await make(name), await make(name)]
      const { status, body } = await call('DELETE', at, send([one.id, two.uuid]))
      assert.deepEqual([status, body.data, body.messages], [200, [], ['Action was successful']])
      for (const { id } of [one, two]) {
        assert.equal((await call('GET', `${at}/${id}`)).status, 404)
        assert.equal((await call('POST', `${at}/id/${id}/restore`)).status, 200)
      }
    })
  }

  it('deletes none if no id is given or one does not exist', async () => {
    const { id } = await make(name)
    for (const options of [{}, { json: {} }, { json: { ids: null } }, { query: { ids: '' } }]) {
      await assertRefusedWhole(() => call('DELETE', at, options), {
        status: 422,
        code: 'required',
        details: [['ids', 'required']],
      })
    }
    await assertRefusedWhole(() => call('DELETE', at, { json: [id, 999_999_999] }), {
      status: 404,
      code: 'not_found',
      details: [['1', 'not_found']],
    })
  })

  it('deletes one permanently, live or soft-deleted, by id and by uuid', async () => {
    const [live, trashed] = [await make(name), await make(name)]
    await call('POST', `${at}/id/${trashed.id}/delete`)
    for (const [key, { id }] of [
      [live.uuid, live],
      [trashed.id, trashed],
    ]) {
      const { status, body } = await call('DELETE', `${at}/${key}`)
      assert.deepEqual([status, body.data], [200, []])
      assert.equal((await call('GET', `${at}/id/${id}`, { query: { trashed: 'true' } })).status, 404)
    }
    assertRefused(await call('DELETE', `${at}/${live.id}`), { status: 404, code: 'not_found' })
  })
})

describe('bulk writes of users', () => {
  it('are refused if a user holds more than the caller', async () => {
    const { token } = await makeActor(service(), ['can-update-users', 'can-delete-users'])
    const plain = await makeUser(service())
    const json = [
      { id: plain.id, title: 'x' },
      { id: 1, title: 'x' },
    ]
    const expected = { status: 403, code: 'forbidden', details: [['1', 'forbidden']] as const }
    await assertRefusedWhole(() => call('PUT', '/api/users', { token, json }), expected)
    await assertRefusedWhole(() => call('DELETE', '/api/users', { token, json: [plain.id, 1] }), expected)
  })

  it('keep the last super administrator and the built-in role', async () => {
    const { id } = await makeUser(service())
    await assertRefusedWhole(() => call('DELETE', '/api/users', { json: [id, 1] }), {
      status: 409,
      code: 'last_super_administrator',
      details: [['1', 'last_super_administrator']],
    })
    await assertRefusedWhole(() => call('DELETE', '/api/users/1'), {
      status: 409,
      code: 'last_super_administrator',
    })
    await assertRefusedWhole(() => call('DELETE', '/api/roles/1'), { status: 409, code: 'built_in_role' })
  })

  it('of terms and types keep a type with terms and a term with children', async () => {
    const type = await make('taxonomy-types')
    const term = await make('taxonomies', { type: type.id })
    const child = await make('taxonomies', { type: type.id, parent: term.id })
    await assertRefusedWhole(() => call('DELETE', '/api/taxonomies', { json: [child.id + 1000, term.id] }), {
      status: 404,
      code: 'not_found',
      details: [['0', 'not_found']],
    })
    const soft = await call('DELETE', '/api/taxonomies', { json: [term.id] })
    assert.deepEqual([soft.status, soft.body.code, soft.body.details[0].field], [409, 'has_children', '0'])
    await call('POST', `/api/taxonomies/id/${child.id}/delete`)
    for (const path of [`taxonomies/${term.id}`, `taxonomy-types/${type.id}`])
      assert.equal((await call('DELETE', `/api/${path}`)).status, 409, 'soft-deleted children count too')
  })
})
