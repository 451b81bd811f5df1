// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { signIn } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'
import { whileHeld } from '../../support/while-held.ts'

/** Tokens made by a token: they hold no more than it does, and end with it. */

const { service, call } = useService()

const SLUGS = ['can-read-users', 'can-assign-api-tokens', 'can-read-roles', 'can-create-roles']
const ENDED = { status: 401, code: 'unauthenticated' }
let count = 0

const post = (path: string, json: object = {}, token?: string) =>
  call('POST', path, { json, ...(token !== undefined && { token }) })
const meOf = (token: string) => call('GET', '/api/me', { token })
const holds = async (token: string) => dataOf(await meOf(token)).permissions

/** Makes a token for a user, with another token. @returns the response about it, with the token itself */
async function make(token: string, user: { id: number }, json: object = {}) {
  const path = `/api/users/id/${user.id}/tokens/create`
  return dataOf(await post(path, { name: 'made', expires_at: null, ...json }, token)).item
}

/** A token that a maker made for a user, and a second token that the first one made. */
async function makeTwo(forWhom: 'maker' | 'user' | 'other') {
  const maker = await makeActor(service(), SLUGS)
  const user = await makeActor(service(), SLUGS)
  const other = await makeActor(service(), SLUGS)
  const first = await make(maker.token, user, { permissions: SLUGS })
  const second = await make(first.api_token, { maker, user, other }[forWhom], { permissions: SLUGS })
  assert.deepEqual(await holds(second.api_token), [...SLUGS].sort())
  return { maker, user, other, first, second }
}

describe('a token made by a token that somebody made for another user', () => {
  const ENDINGS: [what: string, end: (made: Awaited<ReturnType<typeof makeTwo>>) => Promise<unknown>][] = [
    ['is revoked', ({ user, first }) => post(`/api/users/id/${user.id}/tokens/${first.id}/revoke`)],
    ['signs out', ({ first }) => post('/api/signout', {}, first.api_token)],
    [
      'belongs to a user who is deactivated',
      ({ user }) => post(`/api/users/id/${user.id}/update`, { is_active: false }),
    ],
    ['belongs to a user who is deleted', ({ user }) => post(`/api/users/id/${user.id}/delete`)],
    ['belongs to a user who is destroyed', ({ user }) => call('DELETE', `/api/users/${user.id}`)],
    [
      'belongs to a user whose password changes',
      ({ user }) => post(`/api/users/id/${user.id}/update`, { password: 'a phrase of theirs' }),
    ],
    [
      'has a maker who is deactivated',
      ({ maker }) => post(`/api/users/id/${maker.id}/update`, { is_active: false }),
    ],
  ]
  for (const forWhom of ['maker', 'user', 'other'] as const) {
    for (const [what, end] of ENDINGS) {
      it(`for ${forWhom === 'other' ? 'another user' : `its own ${forWhom}`} ends when the first one ${what}`, async () => {
        const made = await makeTwo(forWhom)
        await end(made)
        assertRefused(await meOf(made.second.api_token), ENDED)
        const { db } = service().connection
        assert.deepEqual(
          await db.selectFrom('tokens').where('id', '=', made.second.id).select('id').execute(),
          [],
        )
      })
    }

    it(`for ${forWhom === 'other' ? 'another user' : `its own ${forWhom}`} holds no more than the first one does at that moment`, async () => {
      const { user, maker, second } = await makeTwo(forWhom)
      const revoke = (role: { id: number }, slug: string) =>
        call('DELETE', `/api/roles/${role.id}/relationships/permissions`, { json: slug })
      dataOf(await revoke(user.role, 'can-create-roles'))
      const attempt = () => post('/api/roles/create', { name: `Beyond ${++count}` }, second.api_token)
      await assertRefusedUnchanged(service(), attempt, { status: 403, code: 'forbidden' })
      dataOf(await revoke(maker.role, 'can-read-roles'))
      assert.deepEqual(await holds(second.api_token), ['can-assign-api-tokens', 'can-read-users'])
    })
  }

  it('ends with the first one too if it is assigned by the field api_token', async () => {
    const slugs = [...SLUGS, 'can-update-users']
    const [maker, user] = [await makeActor(service(), slugs), await makeActor(service(), slugs)]
    const first = await make(maker.token, user, { permissions: slugs })
    const api_token = `assigned-${++count}-${'x'.repeat(40)}`
    dataOf(await post(`/api/users/id/${maker.id}/update`, { api_token }, first.api_token))
    assert.deepEqual(await holds(api_token), [...slugs].sort())
    dataOf(await call('DELETE', `/api/users/${user.id}/relationships/roles`, { json: user.role.slug }))
    assert.deepEqual(await holds(api_token), [])
    dataOf(await post(`/api/users/id/${user.id}/delete`))
    assertRefused(await meOf(api_token), ENDED)
  })

  it('makes no further tokens', async () => {
    const { maker, second } = await makeTwo('maker')
    const path = `/api/users/id/${maker.id}/tokens/create`
    const attempt = () => post(path, { name: 'third', permissions: ['can-read-users'] }, second.api_token)
    await assertRefusedUnchanged(service(), attempt, {
      status: 403,
      code: 'forbidden',
      says: /cannot make further tokens/,
    })
  })

  it('is checked again in the transaction of a write, after the first one’s user has lost a permission', async () => {
    const { user, second } = await makeTwo('maker')
    const answer = await whileHeld(service(), {
      request: () => post('/api/roles/create', { name: `Never ${++count}` }, second.api_token),
      locks: [{ space: 'user', id: user.id, mode: 'exclusive' }],
      meanwhile: (db) => db.deleteFrom('user_roles').where('user_id', '=', user.id).execute(),
    })
    assertRefused(answer, { status: 403, code: 'forbidden' })
  })
})

describe('a token of one’s own', () => {
  const revoke = ({ id }: Person, token: { id: number }) =>
    post(`/api/users/id/${id}/tokens/${token.id}/revoke`)

  it('ends the tokens that it made, for oneself and for others', async () => {
    const [ada, user] = [await makeActor(service(), SLUGS), await makeActor(service(), SLUGS)]
    const script = await make(ada.token, ada)
    const made = [
      await make(script.api_token, ada),
      await make(script.api_token, user, { permissions: SLUGS }),
    ]
    for (const { api_token } of made) assert.equal((await meOf(api_token)).status, 200)
    dataOf(await revoke(ada, script))
    for (const { api_token } of made) assertRefused(await meOf(api_token), ENDED)
    assert.equal((await meOf(ada.token)).status, 200)
  })

  it('leaves them valid if it is from a sign-in, because its user has just proved who they are', async () => {
    const password = 'a phrase of my own'
    const ada = await makeUser(service(), { password })
    await giveRole(service(), ada, (await makeRole(service(), SLUGS)).slug)
    const session = await signIn(service(), ada.email, password)
    const made = [await make(session, ada), await make(session, await makeUser(service()))]
    dataOf(await post('/api/signout', {}, session))
    for (const { api_token } of made) assert.equal((await meOf(api_token)).status, 200)
  })
})
