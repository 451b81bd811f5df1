import assert from 'node:assert/strict'
import { giveToken } from '../../../support/actors.ts'
import {
  assertAll,
  assertNoOther,
  assertTold,
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

/** Tokens of one's own, and those that are made for others. */
export const tokens: Kind[] = [
  kind('people make tokens of their own, and one of them many', [CREATE], async ({ service, make, all }) => {
    const ids = await make('users')
    const given = await Promise.all(ids.map((id) => giveToken(service, { id })))
    assertAll(
      await all((n) => ['POST', tokenPath(ids[n], 'create'), name, { token: given[n] as string }]),
      201,
    )
    await tokensOf(service, ids[0] as number, 48)
    const token = given[0] as string
    const more = await all(() => ['POST', tokenPath(ids[0], 'create'), name, { token }])
    // 99 in all, of which there were fifty.
    assertTold(more, { 201: 49, '409 too_many_tokens': NEIGHBOURS - 49 })
  }),
  kind('tokens are made for others: for each at most fifty', [CREATE], async ({ make, all }) => {
    const ids = await make('users', 8)
    assertAll(await all((n) => ['POST', tokenPath(ids[n % 8], 'create'), name]), 201)
    const [id] = await make('users', 1)
    const answers = await all(() => ['POST', tokenPath(id, 'create'), name])
    assertTold(answers, { 201: 50, '409 too_many_tokens': NEIGHBOURS - 50 })
  }),
  kind('tokens are revoked, each by one; one by all: once', [REVOKE], async ({ service, make, all }) => {
    const [id = 0] = await make('users', 1)
    await tokensOf(service, id, NEIGHBOURS + 1)
    const { db } = service.connection
    const rows = await db.selectFrom('tokens').where('user_id', '=', id).select('id').execute()
    const [last, ...ids] = rows.map((row) => row.id)
    assertAll(await all((n) => ['POST', tokenPath(id, `${ids[n]}/revoke`)]))
    const answers = await all(() => ['POST', tokenPath(id, `${last}/revoke`)])
    assertTold(answers, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
  }),
  kind('all tokens are revoked, of many and of one', [REVOKE_ALL], async ({ service, make, all }) => {
    const ids = await make('users')
    await Promise.all(ids.map((id) => giveToken(service, { id })))
    assertAll(await all((n) => ['POST', tokenPath(ids[n], 'revoke')]))
    await tokensOf(service, ids[0] as number)
    assertAll(await all(() => ['POST', tokenPath(ids[0], 'revoke')]))
    assert.equal(await countTokens(service, ids[0] as number), 0)
  }),
  kind(
    'one revokes all other tokens of their own on many devices: one is left',
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
      assertTold(answers, { 200: 1, '401 unauthenticated': NEIGHBOURS - 1 })
      assert.equal(await countTokens(service, id), 1)
    },
  ),
  kind(
    'tokens are made for users who are deactivated and deleted: none is left',
    [CREATE, 'PATCH DELETE /users/{id}', 'POST /users/{column}/{value}/delete'],
    async ({ make, all }) => {
      const ids = await make('users', 12)
      const answers = await all((n) => {
        const id = ids[n % 12]
        if (n < 36) return ['POST', tokenPath(id, 'create'), name]
        if (n % 12 < 4) return ['PATCH', `/api/users/${id}`, { is_active: false }]
        return n % 12 < 8 ? ['POST', `/api/users/id/${id}/delete`] : ['DELETE', `/api/users/${id}`]
      })
      assertNoOther(answers, '404 not_found')
    },
  ),
]
