import assert from 'node:assert/strict'
import {
  assertAllSucceed,
  assertAnswers,
  assertOnlyRefused,
  type Kind,
  kind,
  NEIGHBOURS,
} from '../../../support/neighbours.ts'
import { countTokens, tokensOf } from './tokens.ts'

const OFFBOARD = 'POST /users/{column}/{value}/offboard'
const RESTORE = 'POST /users/{column}/{value}/offboardings/{offboarding}/restore'
const pathOf = (id: number | undefined, what: string) => `/api/users/id/${id}/${what}`

/** The end of all access of users, and its restoration. */
export const offboardings: Kind[] = [
  kind('offboard users, each their own, and one user: once', [OFFBOARD], async ({ make, all }) => {
    const ids = await make('users')
    assertAllSucceed(await all((n) => ['POST', pathOf(ids[n], 'offboard')]))
    const [id] = await make('users', 1)
    const answers = await all(() => ['POST', pathOf(id, 'offboard')])
    assertAnswers(answers, { 200: 1, '409 nothing_to_end': NEIGHBOURS - 1 })
  }),
  kind(
    'restore offboardings, each their own, and one: once',
    [OFFBOARD, RESTORE],
    async ({ ask, make, all, role }) => {
      const ids = await make('users')
      await ask('POST', `/api/roles/${role}/relationships/users`, ids)
      const ended = await all((n) => ['POST', pathOf(ids[n], 'offboard')])
      const restores = ended.map(({ data }) => `offboardings/${data.offboarding.id}/restore`)
      assertAllSucceed(await all((n) => ['POST', pathOf(ids[n], restores[n] as string)]))
      const { offboarding } = await ask('POST', pathOf(ids[0], 'offboard'))
      const answers = await all(() => ['POST', pathOf(ids[0], `offboardings/${offboarding.id}/restore`)])
      assertAnswers(answers, { 200: 1, '409 already_restored': NEIGHBOURS - 1 })
    },
  ),
  kind(
    'offboard users while others give them roles and update them: no token is left',
    [OFFBOARD, 'POST /users/{id}/relationships/roles', 'PATCH /users/{id}'],
    async ({ service, make, all, role }) => {
      const ids = await make('users', 8)
      for (const id of ids) await tokensOf(service, id, 4)
      const answers = await all((n) => {
        const id = ids[n % 8]
        if (n < 16) return ['POST', `/api/users/${id}/relationships/roles`, { id: role }]
        return n < 32 ? ['PATCH', `/api/users/${id}`, { title: `T${n}` }] : ['POST', pathOf(id, 'offboard')]
      })
      assertOnlyRefused(answers, '409 nothing_to_end')
      for (const id of ids) assert.equal(await countTokens(service, id), 0)
    },
  ),
]
