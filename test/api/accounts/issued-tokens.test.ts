// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import type { CallOptions } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

/** Tokens that another token assigns or makes: what they hold, how long they live, and how many a user has. */

const { service, call } = useService()

const HOUR_MS = 3_600_000
const ASSIGN = ['can-read-users', 'can-assign-api-tokens']
const ENDED = { status: 401, code: 'unauthenticated' }

const at = ({ id }: { id: number }, rest = '') => `/api/users/id/${id}/tokens${rest}`
let count = 0

/** Makes a token for a user. @returns the response about it, with the token itself */
async function make(maker: { token: string }, user: { id: number }, json: object = {}) {
  const answer = await call('POST', at(user, '/create'), {
    token: maker.token,
    json: { name: 'made', expires_at: null, ...json },
  })
  return dataOf(answer).item
}

const me = async (token: string) => dataOf(await call('GET', '/api/me', { token }))
const post = (path: string, json: object = {}, options: CallOptions = {}) =>
  call('POST', path, { json, ...options })

describe('a token assigned by the field api_token', () => {
  const assign = async (by: { token: string }, user: { id: number }) => {
    const token = `assigned-by-another-${++count}-${'x'.repeat(40)}`
    dataOf(await post(`/api/users/id/${user.id}/update`, { api_token: token }, by))
    return token
  }
  const slugs = ['can-update-users', 'can-create-users', ...ASSIGN]

  it('holds what its maker holds, and ends with the maker', async () => {
    const [maker, ada] = [await makeActor(service(), slugs), await makeUser(service())]
    const assigned = await assign(maker, ada)
    const created = `created-with-it-${++count}-${'x'.repeat(40)}`
    const json = { email: `with${count}@example.com`, first_name: 'With', api_token: created }
    const { item } = dataOf(await post('/api/users/create', json, { token: maker.token }))
    for (const user of [ada, item]) await giveRole(service(), user, 'super-administrator')
    for (const token of [assigned, created])
      assert.deepEqual((await me(token)).permissions, [...slugs].sort())
    dataOf(await post(`/api/users/id/${maker.id}/delete`))
    for (const token of [assigned, created]) assertRefused(await call('GET', '/api/me', { token }), ENDED)
  })

  it('is the user’s own if they assign it to themselves', async () => {
    const ada = await makeActor(service(), slugs)
    const token = await assign(ada, ada)
    assert.equal((await me(token)).user.email, ada.email)
  })

  it('by a limited token holds no more than that one, whatever its user holds later', async () => {
    const [maker, ada] = [await makeActor(service(), [...slugs, 'can-read-roles']), await makeUser(service())]
    const { api_token: token } = await make(maker, maker, { permissions: slugs })
    const assigned = await assign({ token }, ada)
    await giveRole(service(), ada, 'super-administrator')
    assert.deepEqual((await me(assigned)).permissions, [...slugs].sort())
  })

  it('lives no longer than the token that assigned it', async () => {
    const [maker, ada] = [await makeActor(service(), slugs), await makeUser(service())]
    const expires_at = new Date(Date.parse(service().clock.now()) + HOUR_MS).toISOString()
    const { api_token: token } = await make(maker, maker, { expires_at })
    const assigned = await assign({ token }, ada)
    service().clock.advance(HOUR_MS)
    assertRefused(await call('GET', '/api/me', { token: assigned }), ENDED)
  })
})

describe('a token that expires', () => {
  it('makes no token that lives longer', async () => {
    const ada = await makeActor(service(), ASSIGN)
    const inTime = (ms: number) => new Date(Date.parse(service().clock.now()) + ms).toISOString()
    const end = inTime(HOUR_MS)
    const short = await make(ada, ada, { expires_at: end })
    const by = { token: short.api_token }
    for (const expires_at of [null, inTime(2 * HOUR_MS)]) {
      const attempt = () => post(at(ada, '/create'), { name: 'longer', expires_at }, by)
      const details = [['expires_at', 'out_of_range']] as const
      await assertRefusedUnchanged(service(), attempt, { status: 422, code: 'out_of_range', details })
    }
    const inherited = dataOf(await post(at(ada, '/create'), { name: 'as long' }, by)).item
    assert.equal(inherited.expires_at, end)
    assert.equal((await make(by, ada, { expires_at: inTime(HOUR_MS / 2) })).name, 'made')
  })
})

describe('the tokens of a user', () => {
  const most = 100
  const fill = async (user: Person, some: number) => {
    const answers = await Promise.all(
      Array.from({ length: some }, () =>
        post(at(user, '/create'), { name: 'one of many' }, { token: user.token }),
      ),
    )
    return answers.map(({ status }) => status)
  }
  const total = async (user: Person) =>
    dataOf(await call('GET', at(user), { query: { per_page: '1' } })).list.total

  it('are limited to 100 valid ones, also when made at once, and a sign-in still replaces the oldest', async () => {
    const password = 'a phrase of my own'
    const ada = await makeUser(service(), { password })
    const signIn = async () => {
      const json = { email: ada.email, password }
      return dataOf(await post('/api/signin', json, { token: null })).item.api_token as string
    }
    const [first, second] = [await signIn(), await signIn()]
    const statuses = await fill(ada, most)
    const made = statuses.filter((status) => status === 201).length
    assert.equal(await total(ada), most)
    assert.deepEqual([made, statuses.filter((status) => status === 409).length], [most - 3, 3])
    const attempt = () => post(at(ada, '/create'), { name: 'too many' }, { token: ada.token })
    await assertRefusedUnchanged(service(), attempt, { status: 409, code: 'too_many_tokens', says: /revoke/ })
    const third = await signIn()
    assert.equal(await total(ada), most)
    assertRefused(await call('GET', '/api/me', { token: first }), ENDED)
    for (const token of [second, third]) assert.ok(await me(token))
  })

  it('leave room for a sign-in, and expired ones do not count', async () => {
    const ada = await makeUser(service())
    const expires_at = new Date(Date.parse(service().clock.now()) + HOUR_MS).toISOString()
    for (let made = 0; made < 3; made++) await make(ada, ada, { expires_at })
    assert.equal((await fill(ada, most)).filter((status) => status === 201).length, most - 1 - 4)
    service().clock.advance(HOUR_MS)
    assert.equal((await fill(ada, 5)).filter((status) => status === 201).length, 3)
    const api_token = `one-too-many-${++count}-${'x'.repeat(40)}`
    const attempt = () => post(`/api/users/id/${ada.id}/update`, { api_token })
    await assertRefusedUnchanged(service(), attempt, { status: 409, code: 'too_many_tokens' })
  })

  it('made by others are limited to 50, so that the rest are left for the user’s own', async () => {
    const makers = [
      await makeActor(service(), ASSIGN),
      await makeActor(service(), [...ASSIGN, 'can-update-users']),
    ]
    const password = 'a phrase of my own'
    const ada = await makeUser(service(), { password })
    const byOthers = await Promise.all(
      Array.from({ length: 54 }, (_, index) =>
        post(at(ada, '/create'), { name: 'made' }, { token: makers[index % 2]?.token ?? null }),
      ),
    )
    assert.equal(byOthers.filter(({ status }) => status === 201).length, 50)
    const expected = { status: 409, code: 'too_many_tokens', says: /Other users can make at most 50/ }
    for (const answer of byOthers.filter(({ status }) => status !== 201)) assertRefused(answer, expected)
    const api_token = `one-of-many-${++count}-${'x'.repeat(40)}`
    const assign = () =>
      post(`/api/users/id/${ada.id}/update`, { api_token }, { token: makers[1]?.token ?? null })
    await assertRefusedUnchanged(service(), assign, expected)
    assert.equal((await fill(ada, most)).filter((status) => status === 201).length, 48)
    const signIn = async () => {
      const json = { email: ada.email, password }
      return dataOf(await post('/api/signin', json, { token: null })).item.api_token as string
    }
    assert.ok(await me(await signIn()))
    assert.equal(await total(ada), most)
    dataOf(
      await post(
        at(ada, `/${dataOf(byOthers.find(({ status }) => status === 201) as never).item.id}/revoke`),
        {},
        ada,
      ),
    )
    assert.ok(await make(makers[0] as Person, ada))
  })

  it('can be revoked by their user, whoever made them', async () => {
    const [maker, ada] = [await makeActor(service(), ASSIGN), await makeUser(service())]
    const made = await make(maker, ada)
    const { list } = dataOf(await call('GET', at(ada), { token: ada.token }))
    assert.ok(list.data.some(({ id, created_by }: never) => id === made.id && created_by === maker.id))
    dataOf(await post(at(ada, `/${made.id}/revoke`), {}, { token: ada.token }))
    assertRefused(await call('GET', '/api/me', { token: made.api_token }), ENDED)
  })

  it('made by the command line are the user’s own', async () => {
    const ada = await makeUser(service())
    assert.equal((await me(ada.token)).user.email, ada.email)
  })
})
