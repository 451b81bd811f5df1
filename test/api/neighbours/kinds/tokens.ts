import assert from 'node:assert/strict'
import { giveSession, giveToken } from '../../../support/actors.ts'
import {
  assertAllSucceed,
  assertAnswers,
  assertOnlyRefused,
  type Kind,
  kind,
  NEIGHBOURS,
} from '../../../support/neighbours.ts'
import type { Service } from '../../../support/service.ts'

export const tokensOf = (service: Service, id: number, count = NEIGHBOURS): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => giveToken(service, { id })))

export async function countTokens({ connection }: Service, id: number): Promise<number> {
  const rows = await connection.db.selectFrom('tokens').where('user_id', '=', id).select('id').execute()
  return rows.length
}

const CREATE = 'POST /users/{column}/{value}/tokens/create'
const REVOKE_ALL = 'POST /users/{column}/{value}/tokens/revoke'
const REVOKE = 'POST /users/{column}/{value}/tokens/{token}/revoke'
const tokenPath = (id: number | undefined, what: string) => `/api/users/id/${id}/tokens/${what}`
const name = { name: 'Neighbour' }

const SESSIONS = '/api/me/sessions'

/** Tokens of one's own, and tokens made for others. */
export const tokens: Kind[] = [
  kind(
    'end sessions, each another and all the same one; and all others, of which one session at most is left',
    ['POST /me/sessions/{id}/revoke', 'POST /me/sessions/revoke'],
    async ({ service, make, all }) => {
      const [id = 0] = await make('users', 1)
      const token = await giveToken(service, { id })
      const sessions = await Promise.all(
        Array.from({ length: NEIGHBOURS }, () => giveSession(service, { id })),
      )
      const { db } = service.connection
      const read = () =>
        db
          .selectFrom('tokens')
          .where('user_id', '=', id)
          .where('is_sign_in', '=', true)
          .select('id')
          .orderBy('id')
          .execute()
      const [first] = await read()
      const one = await all(() => ['POST', `${SESSIONS}/${first?.id}/revoke`, {}, { token }])
      assertAnswers(one, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
      const others = await all((n) => ['POST', `${SESSIONS}/revoke`, {}, { token: sessions[n] as string }])
      assertOnlyRefused(others, '401 unauthenticated')
      assert.equal((await read()).length, 1)
      const more = await Promise.all(Array.from({ length: NEIGHBOURS }, () => giveSession(service, { id })))
      assert.equal(more.length, NEIGHBOURS)
      const rows = await read()
      assertAllSucceed(await all((n) => ['POST', `${SESSIONS}/${rows[n]?.id}/revoke`, {}, { token }]))
    },
  ),
  kind('make tokens of their own, and then many for one user', [CREATE], async ({ service, make, all }) => {
    const ids = await make('users')
    const given = await Promise.all(ids.map((id) => giveToken(service, { id })))
    assertAllSucceed(
      await all((n) => ['POST', tokenPath(ids[n], 'create'), name, { token: given[n] as string }]),
      201,
    )
    await tokensOf(service, ids[0] as number, 48)
    const token = given[0] as string
    const more = await all(() => ['POST', tokenPath(ids[0], 'create'), name, { token }])
    // 99 in all, fifty of which existed before.
    assertAnswers(more, { 201: 49, '409 too_many_tokens': NEIGHBOURS - 49 })
  }),
  kind('make tokens for others, of which each user gets at most fifty', [CREATE], async ({ make, all }) => {
    const ids = await make('users', 8)
    assertAllSucceed(await all((n) => ['POST', tokenPath(ids[n % 8], 'create'), name]), 201)
    const [id] = await make('users', 1)
    const answers = await all(() => ['POST', tokenPath(id, 'create'), name])
    assertAnswers(answers, { 201: 50, '409 too_many_tokens': NEIGHBOURS - 50 })
  }),
  kind(
    'revoke tokens, each its own and all the same one, which is revoked once',
    [REVOKE],
    async ({ service, make, all }) => {
      const [id = 0] = await make('users', 1)
      await tokensOf(service, id, NEIGHBOURS + 1)
      const { db } = service.connection
      const rows = await db.selectFrom('tokens').where('user_id', '=', id).select('id').execute()
      const [last, ...ids] = rows.map((row) => row.id)
      assertAllSucceed(await all((n) => ['POST', tokenPath(id, `${ids[n]}/revoke`)]))
      const answers = await all(() => ['POST', tokenPath(id, `${last}/revoke`)])
      assertAnswers(answers, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
    },
  ),
  kind('revoke all tokens, of many users and of one', [REVOKE_ALL], async ({ service, make, all }) => {
    const ids = await make('users')
    await Promise.all(ids.map((id) => giveToken(service, { id })))
    assertAllSucceed(await all((n) => ['POST', tokenPath(ids[n], 'revoke')]))
    await tokensOf(service, ids[0] as number)
    assertAllSucceed(await all(() => ['POST', tokenPath(ids[0], 'revoke')]))
    assert.equal(await countTokens(service, ids[0] as number), 0)
  }),
  kind(
    'revoke all other tokens of one user: one token is left',
    [REVOKE_ALL],
    async ({ service, make, all }) => {
      const [id = 0] = await make('users', 1)
      const given = await tokensOf(service, id)
      const answers = await all((n) => [
        'POST',
        tokenPath(id, 'revoke'),
        { keep_current: true },
        { token: given[n] as string },
      ])
      assertAnswers(answers, { 200: 1, '401 unauthenticated': NEIGHBOURS - 1 })
      assert.equal(await countTokens(service, id), 1)
    },
  ),
  kind(
    'make tokens for users who are deactivated and deleted: none is left',
    [CREATE, 'PATCH DELETE /users/{id}', 'POST /users/{column}/{value}/delete'],
    async ({ make, all }) => {
      const ids = await make('users', 12)
      const answers = await all((n) => {
        const id = ids[n % 12]
        if (n < 36) return ['POST', tokenPath(id, 'create'), name]
        if (n % 12 < 4) return ['PATCH', `/api/users/${id}`, { is_active: false }]
        return n % 12 < 8 ? ['POST', `/api/users/id/${id}/delete`] : ['DELETE', `/api/users/${id}`]
      })
      assertOnlyRefused(answers, '404 not_found')
    },
  ),
]
