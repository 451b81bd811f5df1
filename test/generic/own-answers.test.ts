import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useService } from '../support/suite.ts'

const AT_ONCE = 32

const numbers = Array.from({ length: AT_ONCE }, (_, number) => number)

describe('writes of one record at the same moment answer each what it wrote itself', () => {
  const { call, make } = useService()

  it('an update', async () => {
    const user = await make('users')
    const answers = await Promise.all(
      numbers.map((n) => call('PATCH', `/api/users/${user.id}`, { json: { bio: `Written by ${n}.` } })),
    )
    assert.deepEqual(
      answers.map(({ body }) => body.data.bio),
      numbers.map((n) => `Written by ${n}.`),
    )
  })

  it('a change of a link', async () => {
    const [user, role] = [await make('users'), await make('roles')]
    const path = `/api/users/${user.id}/relationships/roles`
    await call('POST', path, { json: [role.id] })
    const yearOf = (n: number) => `${2100 + n}-01-01T00:00:00.000Z`
    const answers = await Promise.all(
      numbers.map((n) => call('PATCH', path, { json: [{ id: role.id, expires_at: yearOf(n) }] })),
    )
    assert.deepEqual(
      answers.map(({ body }) => body.data.roles.data[0].pivot.expires_at),
      numbers.map(yearOf),
    )
  })

  it('a reference', async () => {
    const idOf = async (path: string, json: object) =>
      (await call('POST', path, { json })).body.data.item.id as number
    const type = await idOf('/api/taxonomy-types/create', { name: 'Own answers' })
    const term = await idOf('/api/taxonomies/create', { name: 'Moved', type })
    const parents: number[] = []
    for (const n of numbers) parents.push(await idOf('/api/taxonomies/create', { name: `Parent ${n}`, type }))
    const answers = await Promise.all(
      parents.map((id) => call('PUT', `/api/taxonomies/${term}/relationships/parent`, { json: id })),
    )
    assert.deepEqual(
      answers.map(({ body }) => body.data.parent.id),
      parents,
    )
  })
})
