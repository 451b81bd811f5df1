// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { dataOf } from '../../support/actors.ts'
import { RELATIONS, startLinks } from '../../support/links.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'

const END = '2040-01-01T00:00:00.000Z'

for (const which of RELATIONS) {
  const { relation, owners, owner } = which
  describe(`the ${relation} of a ${owner}`, () => {
    let links: Awaited<ReturnType<typeof startLinks>>
    before(async () => {
      links = await startLinks(which)
    })
    beforeEach(() => links.renew())
    after(() => links.service.stop())

    it('are returned as they are after the write', async () => {
      const { service, write } = links
      const { a, b } = links.targets
      const data = dataOf(await write('POST', [a.id, b.id]))
      assert.deepEqual(Object.keys(data), [owner, relation])
      assert.equal(`/api/${owners}/${data[owner].id}/relationships/${relation}`, links.path())
      assert.equal(data[relation].total, 2)
      assert.deepEqual(data[relation], dataOf(await service.call('GET', links.path()))[relation])
    })

    it('can be added again, which changes nothing, not even their times', async () => {
      const { write, linked } = links
      const { a } = links.targets
      dataOf(await write('POST', { id: a.id, is_active: false, expires_at: END }))
      const before = await linked()
      for (const json of [a.id, [a.slug, a.uuid]]) {
        dataOf(await write('POST', json))
        assert.deepEqual(await linked(), before)
      }
    })

    it('report who made and changed each link, when, and whether it is active', async () => {
      const { service, write, pivotOf } = links
      const { a } = links.targets
      const start = service.clock.now()
      dataOf(await write('POST', a.id))
      const made = await pivotOf(a)
      const names = ['is_active', 'expires_at', 'created_by', 'created_at', 'updated_by', 'updated_at']
      assert.deepEqual(Object.keys(made ?? {}), names)
      assert.deepEqual(
        [made?.is_active, made?.expires_at, made?.created_by, made?.updated_by],
        [true, null, 1, 1],
      )
      assert.ok(String(made?.created_at) >= start)
      service.clock.advance(60_000)
      dataOf(await write('PATCH', { id: a.id, is_active: false }))
      const changed = await pivotOf(a)
      assert.equal(changed?.created_at, made?.created_at)
      assert.ok(String(changed?.updated_at) > String(made?.updated_at))
      assert.equal(changed?.is_active, false)
    })

    it('are changed by PATCH, in the given fields only', async () => {
      const { write, linked, assertLinked, pivotOf } = links
      const { a, b } = links.targets
      dataOf(await write('POST', [a.id, b.id]))
      dataOf(
        await write('PATCH', [
          { id: a.slug, is_active: false, expires_at: END },
          { id: b.id, expires_at: '2040-01-01' },
        ]),
      )
      const states = async () =>
        (await linked()).map(({ id, pivot }) => [id, pivot.is_active, pivot.expires_at])
      assert.deepEqual(
        (await states()).toSorted(),
        [
          [a.id, false, END],
          [b.id, true, END],
        ].toSorted(),
      )
      dataOf(await write('PATCH', { id: a.id, is_active: 'yes' }))
      assert.deepEqual([(await pivotOf(a))?.is_active, (await pivotOf(a))?.expires_at], [true, END])
      // As everywhere, blank means null: the link has no expiry.
      dataOf(await write('PATCH', { id: a.id, expires_at: '' }))
      assert.equal((await pivotOf(a))?.expires_at, null)
      dataOf(await write('PATCH', undefined, { form: `id=${b.slug}&expires_at=` }))
      assert.equal((await pivotOf(b))?.expires_at, null)
      await assertLinked(a, b)
    })

    it('are replaced by PUT, which keeps the state of links that stay', async () => {
      const { write, assertLinked, pivotOf } = links
      const { a, b, c } = links.targets
      dataOf(await write('POST', [{ id: a.id, expires_at: END }, b.id]))
      const before = await pivotOf(a)
      dataOf(await write('PUT', [a.slug, c.slug]))
      await assertLinked(a, c)
      assert.deepEqual(await pivotOf(a), before)
      dataOf(await write('PUT', [{ id: c.id, is_active: false }]))
      await assertLinked(c)
      assert.equal((await pivotOf(c))?.is_active, false)
      dataOf(await write('PUT', []))
      await assertLinked()
    })

    it('are removed by DELETE: those that are named, or all with all=true', async () => {
      const { write, assertLinked } = links
      const { a, b, c } = links.targets
      dataOf(await write('POST', [a.id, b.id, c.id]))
      dataOf(await write('DELETE', [a.id]))
      await assertLinked(b, c)
      dataOf(await write('DELETE', [a.id, b.id]))
      await assertLinked(c)
      for (const options of [{ json: { all: true } }, { query: { all: 'true' } }, { form: 'all=1' }]) {
        dataOf(await write('POST', [a.id, b.id]))
        dataOf(await write('DELETE', undefined, options))
        await assertLinked()
      }
    })

    it('are never removed by a call that names none', async () => {
      const { write, assertLinked, assertRefusedWrite } = links
      const { a, b } = links.targets
      dataOf(await write('POST', [a.id, b.id]))
      const required = [['id', 'required']] as const
      for (const json of [undefined, {}, null, { all: false }, { all: 'maybe' }, []]) {
        await assertRefusedWrite('DELETE', json, required)
      }
      for (const json of [undefined, {}, null]) await assertRefusedWrite('PUT', json, required)
      for (const method of ['POST', 'PATCH']) {
        for (const json of [undefined, {}, []]) await assertRefusedWrite(method, json, required)
      }
      await assertRefusedWrite('DELETE', { id: a.id, all: true }, [['all', 'contradiction']])
      await assertLinked(a, b)
    })

    it('are not written with `all`, which only DELETE knows: in a list, the query is not read', async () => {
      const { write, assertLinked, assertRefusedWrite } = links
      const { a, b } = links.targets
      dataOf(await write('POST', a.id))
      for (const method of ['POST', 'PUT', 'PATCH']) {
        for (const json of [
          { id: a.id, all: true },
          { id: b.id, all: false },
        ])
          await assertRefusedWrite(method, json, [['all', 'unknown_field']])
        await assertRefusedWrite(method, { all: true }, [
          ['all', 'unknown_field'],
          ['id', 'required'],
        ])
      }
      dataOf(await write('POST', [b.id], { query: { all: 'true' } }))
      await assertLinked(a, b)
    })

    it('are not changed if they do not exist', async () => {
      const { write, assertRefusedWrite } = links
      const { a, b, c } = links.targets
      dataOf(await write('POST', a.id))
      await assertRefusedWrite('PATCH', { id: b.id, is_active: true }, [['id', 'not_linked']])
      const json = [{ id: a.id, is_active: false }, { id: b.id, is_active: false }, { id: c.slug }]
      await assertRefusedWrite('PATCH', json, [
        ['1.id', 'not_linked'],
        ['2.id', 'not_linked'],
      ])
    })

    it('hide soft-deleted members, and lose them when the set is replaced', async () => {
      const { service, write, assertLinked } = links
      const { a, c } = links.targets
      dataOf(await write('POST', [a.id, c.id]))
      dataOf(await service.call('POST', `/api/${relation}/id/${c.id}/delete`))
      await assertLinked(a)
      const all = dataOf(await service.call('GET', links.path(), { query: { trashed: 'true' } }))
      assert.equal(all[relation].total, 2)
      dataOf(await write('PUT', [a.id]))
      dataOf(await service.call('POST', `/api/${relation}/id/${c.id}/restore`))
      await assertLinked(a)
    })

    it('belong to an existing record, given by id or uuid', async () => {
      const { service, assertLinked } = links
      const { a } = links.targets
      const { uuid } = dataOf(await service.call('GET', links.path()))[owner]
      dataOf(await service.call('POST', `/api/${owners}/${uuid}/relationships/${relation}`, { json: a.id }))
      await assertLinked(a)
      const { id } = dataOf(await service.call('GET', links.path()))[owner]
      dataOf(await service.call('POST', `/api/${owners}/id/${id}/delete`))
      for (const selector of [id, uuid, 999_999, 'nobody', '1.5', '%20']) {
        const address = `/api/${owners}/${selector}/relationships/${relation}`
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const options = method === 'GET' ? {} : { json: [a.id] }
          await assertRefusedUnchanged(service, () => service.call(method, address, options), {
            status: 404,
            code: 'not_found',
          })
        }
      }
    })
  })
}
