import assert from 'node:assert/strict'
import { inTransaction } from '../../../../server/access/transaction.ts'
import { issueChallenge } from '../../../../server/credentials/challenges.ts'
import { giveSession } from '../../../support/actors.ts'
import { Passkey } from '../../../support/authenticator.ts'
import { codeOf, nextCode, STEP_MS } from '../../../support/factors.ts'
import { mailContext } from '../../../support/mail.ts'
import {
  assertAllSucceed,
  assertAnswers,
  assertOnlyRefused,
  type ClientAnswer,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
} from '../../../support/neighbours.ts'
import { PUBLIC_URL } from '../../../support/passkeys.ts'
import type { Service } from '../../../support/service.ts'

const PREPARE = '/api/me/factors/totp'
const CONFIRM = '/api/me/factors/totp/confirm'
const BOTH = ['POST /me/factors/totp', 'POST /me/factors/totp/confirm']

/** Users who have just signed in. */
async function signedIn({ service, make }: Neighbours): Promise<{ id: number; token: string }[]> {
  const ids = await make('users', NEIGHBOURS, () => ({ email_verified_at: service.clock.now() }))
  return Promise.all(ids.map(async (id) => ({ id, token: await giveSession(service, { id }) })))
}

/** Users with an authenticator app each, and their secrets. */
async function owners(neighbours: Neighbours) {
  const { service, all } = neighbours
  const users = await signedIn(neighbours)
  const as = (n: number) => ({ token: users[n]?.token as string })
  const prepared = await all((n) => ['POST', PREPARE, {}, as(n)])
  assertAllSucceed(prepared, 201)
  const secrets: string[] = prepared.map(({ data }) => data.secret)
  const code = (n: number) => codeOf(service, secrets[n] as string)
  assertAllSucceed(await all((n) => ['POST', CONFIRM, { code: code(n) }, as(n)]), 201)
  service.clock.advance(STEP_MS)
  return { users, as, secrets, code }
}

const CREATE = '/api/me/factors/passkey'
const CREATION = ['POST /me/factors/passkey/options', 'POST /me/factors/passkey']

/** Users with a passkey each. */
async function passkeyOwners(neighbours: Neighbours) {
  const { all } = neighbours
  const users = await signedIn(neighbours)
  const as = (n: number) => ({ token: users[n]?.token as string })
  const passkeys = users.map(() => new Passkey(PUBLIC_URL))
  const options = await all((n) => ['POST', `${CREATE}/options`, {}, as(n)])
  const made = (n: number) => (passkeys[n] as Passkey).make(options[n]?.data)
  assertAllSucceed(await all((n) => ['POST', CREATE, { response: made(n) }, as(n)]), 201)
  return { users, as, passkey: (n: number) => passkeys[n] as Passkey }
}

const countSuccesses = (answers: readonly ClientAnswer[]) =>
  answers.filter(({ status }) => status === 200).length

/** A sign-in of each of these users that waits for a second factor. */
const challengesOf = (service: Service, ids: readonly number[]) =>
  inTransaction(mailContext(service), async (ctx) => {
    const challenges: string[] = []
    for (const id of ids) challenges.push((await issueChallenge(ctx, id, null)).challenge)
    return challenges
  })

export const factors: Kind[] = [
  kind('add an authenticator app each', BOTH, async (neighbours) => {
    const { users } = await owners(neighbours)
    const { db } = neighbours.service.connection
    const ids = users.map(({ id }) => id)
    const rows = await db
      .selectFrom('users')
      .where('id', 'in', ids)
      .where('has_second_factor', '=', true)
      .select('id')
      .execute()
    assert.equal(rows.length, NEIGHBOURS)
  }),
  kind('add an app to one account, which the last secret does once', BOTH, async (neighbours) => {
    const { service, all, ask } = neighbours
    const [user] = await signedIn(neighbours)
    const as = { token: user?.token as string }
    assertAllSucceed(await all(() => ['POST', PREPARE, {}, as]), 201)
    const { secret } = await ask('POST', PREPARE, {}, { ...as, key: null })
    const code = codeOf(service, secret)
    const answers = await all(() => ['POST', CONFIRM, { code }, as])
    assertAnswers(answers, { 201: 1, '422 nothing_to_confirm': NEIGHBOURS - 1 })
  }),
  kind(
    'rename and remove their factors, and all of them one',
    [...BOTH, 'POST /me/factors/{id}/update', 'POST /me/factors/{id}/delete'],
    async (neighbours) => {
      const { service, all } = neighbours
      const { users, as } = await owners(neighbours)
      const rows = await service.connection.db.selectFrom('factors').select(['id', 'user_id']).execute()
      const at = (n: number) => `/api/me/factors/${rows.find((row) => row.user_id === users[n]?.id)?.id}`
      assertAllSucceed(await all((n) => ['POST', `${at(n)}/update`, { name: 'Phone' }, as(n)]))
      const answers = await all(() => ['POST', `${at(0)}/delete`, {}, as(0)])
      assertAnswers(answers, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
    },
  ),
  kind(
    'remove and reset factors of others, and all of them those of one user, who is told once',
    [
      ...BOTH,
      'POST /users/{column}/{value}/factors/{factor}/delete',
      'POST /users/{column}/{value}/factors/reset',
    ],
    async (neighbours) => {
      const { service, all } = neighbours
      const { users } = await owners(neighbours)
      const { db } = service.connection
      const rows = await db.selectFrom('factors').select(['id', 'user_id']).execute()
      const at = (n: number) => `/api/users/id/${users[n]?.id}/factors`
      const factor = (n: number) => rows.find((row) => row.user_id === users[n]?.id)?.id
      const removed = await all(() => ['POST', `${at(0)}/${factor(0)}/delete`])
      assertAnswers(removed, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
      assertAllSucceed(await all(() => ['POST', `${at(1)}/reset`]))
      assertAllSucceed(await all((n) => ['POST', `${at(n)}/reset`]))
      const told = await db
        .selectFrom('mails')
        .where('kind', '=', 'factor-removed')
        .where(
          'user_id',
          'in',
          users.map(({ id }) => id),
        )
        .select('user_id')
        .execute()
      assert.deepEqual(told.map((mail) => mail.user_id).toSorted(), users.map(({ id }) => id).toSorted())
    },
  ),
  kind(
    'make recovery codes, each their own and all the same: ten are left',
    [...BOTH, 'POST /me/recovery-codes'],
    async (neighbours) => {
      const { service, all } = neighbours
      const { users, as } = await owners(neighbours)
      for (const caller of [as, () => as(0)])
        assertAllSucceed(await all((n) => ['POST', '/api/me/recovery-codes', {}, caller(n)]), 201)
      const left = await service.connection.db
        .selectFrom('recovery_codes')
        .where('user_id', '=', users[0]?.id as number)
        .select('id')
        .execute()
      assert.equal(left.length, 10)
    },
  ),
  kind(
    'prove that it is them, each with a code, and all with one code',
    [...BOTH, 'POST /reauthenticate'],
    async (neighbours) => {
      const { service, all } = neighbours
      const { as, code, secrets } = await owners(neighbours)
      assertAllSucceed(await all((n) => ['POST', '/api/reauthenticate', { code: code(n) }, as(n)]))
      const one = nextCode(service, secrets[0] as string)
      const answers = await all(() => ['POST', '/api/reauthenticate', { code: one }, as(0)])
      assertOnlyRefused(answers, '422 invalid_code', '429 too_many_requests', '401 unauthenticated')
      assert.equal(countSuccesses(answers), 1)
    },
  ),
  kind(
    'sign in with a second factor, each to an account, and all with one challenge',
    [...BOTH, 'POST /signin'],
    async (neighbours) => {
      const { service, all } = neighbours
      const { users, code, secrets } = await owners(neighbours)
      const nobody = { token: null, key: null }
      const ids = users.map(({ id }) => id)
      const challenges = await challengesOf(service, ids)
      assertAllSucceed(
        await all((n) => ['POST', '/api/signin', { challenge: challenges[n], code: code(n) }, nobody]),
      )
      const [challenge] = await challengesOf(service, ids.slice(0, 1))
      const one = nextCode(service, secrets[0] as string)
      const answers = await all(() => ['POST', '/api/signin', { challenge, code: one }, nobody])
      assertOnlyRefused(answers, '401 unauthenticated', '429 too_many_requests')
      assert.equal(countSuccesses(answers), 1)
    },
  ),
  kind(
    'add a passkey each, and one account those of one challenge, which adds one',
    CREATION,
    async (neighbours) => {
      const { all, ask } = neighbours
      await passkeyOwners(neighbours)
      const [user] = await signedIn(neighbours)
      const as = { token: user?.token as string }
      const options = await ask('POST', `${CREATE}/options`, {}, { ...as, key: null })
      const answers = await all(() => [
        'POST',
        CREATE,
        { response: new Passkey(PUBLIC_URL).make(options) },
        as,
      ])
      assertOnlyRefused(answers, '422 invalid_passkey', '409 too_many_factors')
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    },
  ),
  kind(
    'sign in by a passkey each, and all with one challenge',
    [...CREATION, 'POST /signin/passkey/options', 'POST /signin/passkey'],
    async (neighbours) => {
      const { all } = neighbours
      const { passkey } = await passkeyOwners(neighbours)
      const nobody = { token: null, key: null }
      const options = await all(() => ['POST', '/api/signin/passkey/options', {}, nobody])
      const used = (n: number) => ({ response: passkey(n).use(options[n]?.data) })
      assertAllSucceed(await all((n) => ['POST', '/api/signin/passkey', used(n), nobody]))
      const { data: one } = (await all(() => ['POST', '/api/signin/passkey/options', {}, nobody]))[0] ?? {}
      const same = { response: passkey(0).use(one) }
      const answers = await all(() => ['POST', '/api/signin/passkey', same, nobody])
      assertOnlyRefused(answers, '401 unauthenticated', '429 too_many_requests')
      assert.equal(countSuccesses(answers), 1)
    },
  ),
]
