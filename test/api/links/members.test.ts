// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { dataOf } from '../../support/actors.ts'
import { RELATIONS, startLinks } from '../../support/links.ts'
import { assertRefused } from '../../support/refusals.ts'

const END = '2040-01-01T00:00:00.000Z'

for (const which of RELATIONS) {
  const { relation, owner, target } = which
  describe(`members of the ${relation} of a ${owner}`, () => {
    let links: Awaited<ReturnType<typeof startLinks>>
    before(async () => {
      links = await startLinks(which)
    })
    beforeEach(() => links.renew())
    after(() => links.service.stop())

    it('are added by id, uuid or slug, alone or in a list, as a value or an object', async () => {
      const { write, assertLinked } = links
      const { a, b, c } = links.targets
      const spellings = [
        () => a.id,
        () => String(a.id),
        () => ` ${a.slug} `,
        () => a.uuid,
        () => a.uuid.toUpperCase(),
        () => ({ id: a.id }),
        () => ({ id: a.slug }),
        () => ({ id: a.uuid, is_active: true }),
        () => [a.id],
        () => [a.slug, { id: a.uuid }, a.id],
      ]
      for (const spelling of spellings) {
        const answer = await write('POST', spelling())
        assert.equal(answer.status, 200, JSON.stringify(spelling()))
        assert.deepEqual(answer.body.messages, ['Saved'])
        await assertLinked(a)
        dataOf(await write('DELETE', spelling()))
        await assertLinked()
      }
      dataOf(await write('POST', [a.id, b.slug, { id: c.uuid }]))
      await assertLinked(a, b, c)
    })

    it('are accepted from forms and the query too', async () => {
      const { write, assertLinked, pivotOf } = links
      const { a, b, c } = links.targets
      dataOf(await write('POST', undefined, { form: `id=${a.slug},${b.id}&is_active=0` }))
      dataOf(await write('POST', undefined, { form: `id[]=${c.slug}` }))
      await assertLinked(a, b, c)
      assert.equal((await pivotOf(b))?.is_active, false)
      assert.equal((await pivotOf(c))?.is_active, true)
      dataOf(await write('DELETE', undefined, { query: `id=${a.id}&id=${b.slug}` }))
      await assertLinked(c)
      const parts = `--b\r\ncontent-disposition: form-data; name="id"\r\n\r\n${a.uuid}\r\n--b--\r\n`
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      dataOf(await write('PUT', undefined, { payload: parts, headers }))
      await assertLinked(a)
      const form = new URLSearchParams({ id: a.slug, expires_at: END }).toString()
      dataOf(await write('PATCH', undefined, { form }))
      assert.equal((await pivotOf(a))?.expires_at, END)
    })

    it('are refused if they are unknown, each of them reported, and nothing changes', async () => {
      const { write, assertLinked, assertRefusedWrite } = links
      const { a, b, trashed } = links.targets
      dataOf(await write('POST', b.id))
      const unknown = [
        'unknown',
        999_999,
        '018f0000-0000-7000-8000-000000000000',
        -1,
        1.5,
        '%',
        trashed.slug,
        trashed.id,
        trashed.uuid,
      ]
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const several = unknown.map((_, index) => [`${index + 1}.id`, 'not_found'] as const)
        await assertRefusedWrite(method, [b.id, ...unknown], several)
        await assertRefusedWrite(method, 'unknown', [['id', 'not_found']])
        await assertRefusedWrite(method, { id: trashed.id }, [['id', 'not_found']])
      }
      const answer = await write('POST', [a.id, 'unknown'])
      assertRefused(answer, {
        status: 422,
        code: 'not_found',
        details: [['1.id', 'not_found']],
        says: new RegExp(`1\\.id does not match an existing ${target}\\.`),
      })
      await assertLinked(b)
    })

    it('are refused if they are invalid, each fault reported', async () => {
      const { assertRefusedWrite } = links
      const { a, b } = links.targets
      const faults: [unknown, readonly (readonly [string, string])[]][] = [
        [{ id: a.id, colour: 'red' }, [['colour', 'unknown_field']]],
        [{ id: a.id, ' a': 1 }, [[' a', 'unknown_field']]],
        [{ is_active: true }, [['id', 'required']]],
        [{ id: '' }, [['id', 'required']]],
        [{ id: null }, [['id', 'required']]],
        [
          [null, true, {}, [a.id], { id: { id: a.id } }],
          [0, 1, 2, 3, 4].map((at) => [`${at}.id`, 'required'] as const),
        ],
        [{ id: a.id, is_active: 'maybe' }, [['is_active', 'invalid_type']]],
        [{ id: a.id, is_active: null }, [['is_active', 'invalid_type']]],
        [[a.id, { id: b.id, expires_at: 'tomorrow' }], [['1.expires_at', 'invalid_type']]],
        [{ id: a.id, expires_at: 5 }, [['expires_at', 'invalid_type']]],
        [{ id: a.id, created_by: 1 }, [['created_by', 'unknown_field']]],
      ]
      for (const [json, details] of faults) {
        for (const method of ['POST', 'PUT']) await assertRefusedWrite(method, json, details)
      }
    })

    it('are limited to 1,000 in a call', async () => {
      const { write, assertLinked, assertRefusedWrite } = links
      const { a } = links.targets
      dataOf(await write('POST', Array(1000).fill(a.id)))
      await assertLinked(a)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        await assertRefusedWrite(method, Array(1001).fill(a.id), [['id', 'out_of_range']])
      }
      const id = Array(1001).fill(a.id).join(',')
      await assertRefusedWrite('POST', { id }, [['id', 'out_of_range']])
    })
  })
}
