import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { dataOf, makeRole, makeUser } from '../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

const END = '2040-01-01T00:00:00.000Z'

interface Target {
  id: number
  uuid: string
  slug: string
}

/** The two relations that are written, told apart by nothing but their names. */
const RELATIONS = [
  {
    relation: 'roles',
    owners: 'users',
    owner: 'user',
    target: 'role',
    makeOwner: (service: Service) => makeUser(service),
    makeTarget: (service: Service): Promise<Target> => makeRole(service),
  },
  {
    relation: 'permissions',
    owners: 'roles',
    owner: 'role',
    target: 'permission',
    makeOwner: (service: Service) => makeRole(service),
    makeTarget: async (service: Service, index: number): Promise<Target> => {
      const slug = ['can-read-users', 'can-read-roles', 'can-read-permissions', 'can-delete-taxonomies'][
        index
      ]
      return dataOf(await service.call('GET', `/api/permissions/slug/${slug}`))
    },
  },
] as const

for (const { relation, owners, owner, target, makeOwner, makeTarget } of RELATIONS) {
  describe(`the ${relation} of a ${owner}`, () => {
    let service: Service
    let a: Target
    let b: Target
    let c: Target
    let trashed: Target
    let path: string
    before(async () => {
      service = await startService()
      const all = []
      for (let index = 0; index < 4; index++) all.push(await makeTarget(service, index))
      ;[a, b, c, trashed] = all as [Target, Target, Target, Target]
      dataOf(await service.call('POST', `/api/${relation}/id/${trashed.id}/delete`))
    })
    beforeEach(async () => {
      path = `/api/${owners}/${(await makeOwner(service)).id}/relationships/${relation}`
    })
    after(() => service.stop())

    const write = (method: string, json?: unknown, options: CallOptions = {}) =>
      service.call(method, path, { ...(json !== undefined && { json }), ...options })
    type Linked = Target & { pivot: Record<string, unknown> }
    const linked = async (): Promise<Linked[]> =>
      dataOf(await service.call('GET', path, { query: { sort: 'id' } }))[relation].data
    const assertLinked = async (...targets: Target[]) => {
      const expected = targets.map(({ id }) => id).sort((x, y) => x - y)
      assert.deepEqual(
        (await linked()).map(({ id }) => id),
        expected,
      )
    }
    const pivotOf = async ({ id }: Target) => (await linked()).find((each) => each.id === id)?.pivot
    const assertRefusedWrite = (
      method: string,
      json: unknown,
      details: readonly (readonly [string, string])[],
    ) =>
      assertRefusedUnchanged(service, () => write(method, json), {
        status: 422,
        code: details.length === 1 ? (details[0]?.[1] as string) : 'invalid',
        details,
      })

    it('are added by id, uuid or slug, alone or in a list, as a value or an object', async () => {
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

    it('are named in forms and in the query too', async () => {
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

    it('are answered as they are after the write', async () => {
      const data = dataOf(await write('POST', [a.id, b.id]))
      assert.deepEqual(Object.keys(data), [owner, relation])
      assert.equal(`/api/${owners}/${data[owner].id}/relationships/${relation}`, path)
      assert.equal(data[relation].total, 2)
      assert.deepEqual(data[relation], dataOf(await service.call('GET', path))[relation])
    })

    it('can be added again: nothing changes, not even when', async () => {
      dataOf(await write('POST', { id: a.id, is_active: false, expires_at: END }))
      const before = await linked()
      for (const json of [a.id, [a.slug, a.uuid]]) {
        dataOf(await write('POST', json))
        assert.deepEqual(await linked(), before)
      }
    })

    it('say of each link who made and changed it, when, and whether it counts', async () => {
      const start = new Date().toISOString()
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

    it('change their links by PATCH, only what is said', async () => {
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
      dataOf(await write('PATCH', { id: a.id, expires_at: '' }))
      assert.equal((await pivotOf(a))?.expires_at, null)
      await assertLinked(a, b)
    })

    it('are replaced by PUT; links that stay keep their state', async () => {
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

    it('are taken away by DELETE: those that are named, or all where that is said', async () => {
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

    it('are never lost by a call that names none', async () => {
      dataOf(await write('POST', [a.id, b.id]))
      const required = [['id', 'required']] as const
      for (const json of [undefined, {}, null, { all: false }, { all: 'maybe' }, []]) {
        await assertRefusedWrite('DELETE', json, required)
      }
      for (const json of [undefined, {}, null, { all: true }]) await assertRefusedWrite('PUT', json, required)
      for (const method of ['POST', 'PATCH']) {
        for (const json of [undefined, {}, [], { all: true }])
          await assertRefusedWrite(method, json, required)
      }
      await assertRefusedWrite('DELETE', { id: a.id, all: true }, [['all', 'contradiction']])
      await assertLinked(a, b)
    })

    it('point at each member that there is none of, and change nothing', async () => {
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
        says: new RegExp(`1\\.id names no live ${target}\\.`),
      })
      await assertLinked(b)
    })

    it('change no link that is not there', async () => {
      dataOf(await write('POST', a.id))
      await assertRefusedWrite('PATCH', { id: b.id, is_active: true }, [['id', 'not_linked']])
      const json = [{ id: a.id, is_active: false }, { id: b.id, is_active: false }, { id: c.slug }]
      await assertRefusedWrite('PATCH', json, [
        ['1.id', 'not_linked'],
        ['2.id', 'not_linked'],
      ])
    })

    it('point at each fault of a member', async () => {
      const faults: [unknown, readonly (readonly [string, string])[]][] = [
        [{ id: a.id, colour: 'red' }, [['colour', 'unknown_field']]],
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

    it('are at most 1,000 a call', async () => {
      dataOf(await write('POST', Array(1000).fill(a.id)))
      await assertLinked(a)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        await assertRefusedWrite(method, Array(1001).fill(a.id), [['id', 'out_of_range']])
      }
      const id = Array(1001).fill(a.id).join(',')
      await assertRefusedWrite('POST', { id }, [['id', 'out_of_range']])
    })

    it('lose the soft-deleted from sight, and from the set that is put', async () => {
      dataOf(await write('POST', [a.id, c.id]))
      dataOf(await service.call('POST', `/api/${relation}/id/${c.id}/delete`))
      await assertLinked(a)
      const all = dataOf(await service.call('GET', path, { query: { trashed: 'true' } }))
      assert.equal(all[relation].total, 2)
      dataOf(await write('PUT', [a.id]))
      dataOf(await service.call('POST', `/api/${relation}/id/${c.id}/restore`))
      await assertLinked(a)
    })

    it('are of a record that there is, named by id or uuid', async () => {
      const { uuid } = dataOf(await service.call('GET', path))[owner]
      dataOf(await service.call('POST', `/api/${owners}/${uuid}/relationships/${relation}`, { json: a.id }))
      await assertLinked(a)
      const { id } = dataOf(await service.call('GET', path))[owner]
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
