// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Answer } from '../../support/answer.ts'
import { PASSWORD } from '../../support/factories.ts'
import type { Statement } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

const AT_ONCE = 32

const numbers = Array.from({ length: AT_ONCE }, (_, number) => number)

describe('writes of one record at the same moment answer each what it wrote itself', () => {
  const { service, call, make } = useService()

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

  /**
   * Begins a write that another is to follow: as soon as it has stored something, and before it is answered.
   * @param statement how the one begins by which it does
   */
  async function begun(
    statement: string,
    write: () => Promise<Answer>,
  ): Promise<{ answer: Promise<Answer> }> {
    const { statements } = service()
    const kept: Statement[] = []
    statements.kept = kept
    const answer = write()
    while (!kept.some(({ sql }) => sql.startsWith(statement))) await nextTurn()
    delete statements.kept
    return { answer }
  }

  it('a token, though it is revoked', async () => {
    const { id } = await make('users')
    const path = `/api/users/id/${id}/tokens`
    const { answer } = await begun('insert into "tokens"', () =>
      call('POST', `${path}/create`, { json: { name: 'Brief' } }),
    )
    await call('POST', `${path}/revoke`)
    assert.equal((await answer).body.data.item.name, 'Brief')
  })

  it('a sign-up, though whoever signed up is deleted for good', async () => {
    const { id: last } = await make('users')
    const json = { email: 'gone@example.com', first_name: 'Gone', password: PASSWORD }
    const { answer } = await begun('insert into "users"', () =>
      call('POST', '/api/signup', { token: null, json }),
    )
    await call('DELETE', `/api/users/${last + 1}`)
    assert.equal((await answer).body.data.item.email, json.email)
  })

  it('a reference, though the record that it names is deleted for good', async () => {
    const [user, inviter] = [await make('users'), await make('users')]
    const path = `/api/users/${user.id}/relationships/invited_by`
    const { answer } = await begun('update "users"', () => call('PUT', path, { json: inviter.id }))
    await call('DELETE', `/api/users/${inviter.id}`)
    assert.equal((await answer).body.data.invited_by?.id, inviter.id)
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
