// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused, brief, forEveryResource, ids, useService } from '../../support/suite.ts'

/** Deletes are soft, and only restore undoes them. */

const { call, make, list, unchanged } = useService()

forEveryResource(({ name }, { shared, store }) => {
  const at = (id: number, operation = '') => `/api/${name}/id/${id}${operation}`
  const writes = [
    '/delete',
    ...(store ? [] : ['/update']),
    ...(name === 'registrations' ? ['/create-user'] : []),
  ]

  it('is hidden from reads, lists and writes after its deletion; only restore finds it', async () => {
    const { id, uuid } = await make(name)
    await call('POST', at(id, '/delete'))
    assertRefused(await call('GET', at(id)), { status: 404, code: 'not_found' })
    assertRefused(await call('GET', `/api/${name}/uuid/${uuid}`), { status: 404, code: 'not_found' })
    assert.ok(!ids(await list(name, { per_page: '1000' })).includes(id))
    await unchanged(async () => {
      for (const write of writes) {
        for (const method of ['GET', 'POST']) {
          const query = write === '/update' ? { [shared.column]: String(shared.other) } : {}
          const answer = await call(method, at(id, write), { query: { ...query, trashed: 'true' } })
          assertRefused(answer, { status: 404, code: 'not_found' })
        }
      }
    })
    const { status, body } = await call('POST', at(id, '/restore'))
    assert.equal(status, 200, brief(body))
    assert.deepEqual([body.data.id, body.data.uuid, body.data.deleted_at], [id, uuid, null])
    assert.ok(ids(await list(name, { per_page: '1000' })).includes(id))
    assert.equal((await call('POST', at(id, '/delete'))).status, 200)
  })

  it('cannot be restored if it is live or does not exist', async () => {
    const { id, uuid } = await make(name)
    await unchanged(async () => {
      for (const path of [at(id), `/api/${name}/uuid/${uuid}`, at(987_654_321)]) {
        assertRefused(await call('POST', `${path}/restore`), { status: 404, code: 'not_found' })
      }
    })
  })

  it('is restored by any selector that matches one deleted record, even if live ones share the value', async () => {
    const live = await make(name, { [shared.column]: shared.value })
    const gone = await make(name, { [shared.column]: shared.value })
    await call('POST', at(gone.id, '/delete'))
    const selector = `/api/${name}/${shared.column}/${shared.value}`
    const { status, body } = await call('POST', `${selector}/restore`)
    assert.equal(status, 200, brief(body))
    assert.equal(body.data.id, gone.id)
    for (const { id } of [live, gone]) await call('POST', at(id, '/delete'))
    await unchanged(async () => {
      assertRefused(await call('POST', `${selector}/restore`), { status: 409, code: 'ambiguous_selector' })
    })
  })

  it('is restored with its old values', async () => {
    const { id } = await make(name, { [shared.column]: shared.value })
    const {
      updated_at: _,
      updated_by: __,
      updated_by_user: ___,
      ...before
    } = (await call('GET', at(id))).body.data
    await call('POST', at(id, '/delete'))
    await call('POST', at(id, '/restore'))
    const { updated_at, updated_by, updated_by_user, ...after } = (await call('GET', at(id))).body.data
    assert.deepEqual(after, before)
    assert.deepEqual([typeof updated_at, updated_by, updated_by_user.id], ['string', 1, 1])
  })
})
