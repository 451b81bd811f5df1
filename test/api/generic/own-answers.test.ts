// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Answer } from '../../support/answer.ts'
import { PASSWORD } from '../../support/factories.ts'
import type { Statement } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

const AT_ONCE = 32

const numbers = Array.from({ length: AT_ONCE }, (_, number) => number)

describe('the response to a write of a record that others write at the same moment', () => {
  const { service, call, make } = useService()

  it('has what its update wrote', async () => {
    const user = await make('users')
    const answers = await Promise.all(
      numbers.map((n) => call('PATCH', `/api/users/${user.id}`, { json: { bio: `Written by ${n}.` } })),
    )
    assert.deepEqual(
      answers.map(({ body }) => body.data.bio),
      numbers.map((n) => `Written by ${n}.`),
    )
  })

  it('has what its change of a link wrote', async () => {
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
   * Starts a write, and returns once it has stored something and before its response.
   * @param statement the beginning of the statement that stores it
   */
  async function startWrite(
    statement: string,
    write: () => Promise<Answer>,
  ): Promise<{ answer: Promise<Answer> }> {
    const { statements } = service()
    const kept: Statement[] = []
    statements.recorded = kept
    const answer = write()
    while (!kept.some(({ sql }) => sql.startsWith(statement))) await yieldToEventLoop()
    delete statements.recorded
    return { answer }
  }

  it('has its token, even if that is revoked meanwhile', async () => {
    const { id } = await make('users')
    const path = `/api/users/id/${id}/tokens`
    const { answer } = await startWrite('insert into "tokens"', () =>
      call('POST', `${path}/create`, { json: { name: 'Brief' } }),
    )
    await call('POST', `${path}/revoke`)
    assert.equal((await answer).body.data.item.name, 'Brief')
  })

  it('has its user after a sign-up, even if they are destroyed meanwhile', async () => {
    const { id: last } = await make('users')
    const json = { email: 'gone@example.com', first_name: 'Gone', password: PASSWORD }
    const { answer } = await startWrite('insert into "users"', () =>
      call('POST', '/api/signup', { token: null, json }),
    )
    await call('DELETE', `/api/users/${last + 1}`)
    assert.equal((await answer).body.data.item.email, json.email)
  })

  it('has its reference, even if the referenced record is destroyed meanwhile', async () => {
    const [user, inviter] = [await make('users'), await make('users')]
    const path = `/api/users/${user.id}/relationships/invited_by`
    const { answer } = await startWrite('update "users"', () => call('PUT', path, { json: inviter.id }))
    await call('DELETE', `/api/users/${inviter.id}`)
    assert.equal((await answer).body.data.invited_by?.id, inviter.id)
  })

  it('has what its change of a reference wrote', async () => {
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
