// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { forEveryWritable, useService } from '../../support/suite.ts'

/** Relations to one record, and writes of one record with If-Match. */

const { service, call, make } = useService()

const ONE: [of: Subject, relation: string, to: Subject, names: string[]][] = [
  ['users', 'registration', 'registrations', ['id', 'uuid']],
  ['users', 'invited_by', 'users', ['id', 'uuid']],
  ['registrations', 'user', 'users', ['id', 'uuid']],
  ['registrations', 'invited_by', 'users', ['id', 'uuid']],
  ['taxonomies', 'parent', 'taxonomies', ['id', 'uuid', 'slug']],
  ['taxonomies', 'type', 'taxonomy-types', ['id', 'uuid', 'slug']],
  ['taxonomy-types', 'parent', 'taxonomy-types', ['id', 'uuid', 'slug']],
]

for (const [of, relation, to, names] of ONE) {
  describe(`${of}.${relation}`, () => {
    const start = async () => `/api/${of}/${(await make(of)).id}/relationships/${relation}`
    const held = async (at: string) => (await call('GET', at)).body.data[relation]

    for (const method of ['POST', 'PUT', 'PATCH']) {
      it(`${method} sets it, by ${names.join(', ')}`, async () => {
        const at = await start()
        for (const name of names) {
          const other = await make(to)
          const { status, body } = await call(method, at, { json: { id: other[name] } })
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal((await held(at)).id, other.id)
        }
      })
    }

    it('DELETE clears it, except for the type of a term', async () => {
      const at = await start()
      await call('POST', at, { json: { id: (await make(to)).id } })
      const answer = await call('DELETE', at)
      if (relation === 'type') assert.deepEqual([answer.status, answer.body.code], [422, 'required'])
      else assert.deepEqual([answer.status, await held(at)], [200, null])
    })

    it('refuses attributes and unknown records', async () => {
      const at = await start()
      const { id } = await make(to)
      for (const [json, status] of [
        [{ id, is_active: false }, 422],
        [[id, id + 1], 422],
        [{ id: 999_999_999 }, 422],
      ] as const) {
        const before = await held(at)
        assert.equal((await call('PUT', at, { json })).status, status)
        assert.deepEqual(await held(at), before)
      }
    })
  })
}

forEveryWritable(({ name }, { shared: { column, other } }) => {
  it('refuses a stale If-Match with every method, and changes nothing', async () => {
    const { id } = await make(name)
    const headers = { 'if-match': '"999-x"' }
    for (const [method, path] of [
      ['PUT', ''],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const) {
      const json = method === 'DELETE' ? {} : { [column]: other }
      const attempt = () => call(method, `/api/${name}/${id}${path}`, { json, headers })
      await assertRefusedUnchanged(service(), attempt, { status: 412, code: 'stale' })
    }
    const read = await call('GET', `/api/${name}/${id}`)
    const tag = String(read.headers.etag)
    assert.equal((await call('GET', `/api/${name}/${id}`, { headers: { 'if-none-match': tag } })).status, 304)
    const fresh = await call('PATCH', `/api/${name}/${id}`, {
      json: { [column]: other },
      headers: { 'if-match': tag },
    })
    assert.equal(fresh.status, 200)
  })

  it('refuses a stale If-Match when it is deleted or restored by a selector', async () => {
    const { id } = await make(name)
    for (const operation of ['delete', 'restore']) {
      const path = `/api/${name}/id/${id}/${operation}`
      const attempt = () => call('POST', path, { headers: { 'if-match': '"999-x"' } })
      await assertRefusedUnchanged(service(), attempt, { status: 412, code: 'stale' })
      assert.equal((await call('POST', path, { headers: { 'if-match': '*' } })).status, 200)
    }
  })
})
