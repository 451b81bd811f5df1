import assert from 'node:assert/strict'
import bcrypt from 'bcryptjs'
import { hashPassword } from '../../../../server/credentials/passwords.ts'
import { issueSetupCode } from '../../../../server/credentials/setup-codes.ts'
import { systemContext } from '../../../../server/prepare.ts'
import { giveToken } from '../../../support/actors.ts'
import { assertInvariants } from '../../../support/invariants.ts'
import {
  assertAllSucceed,
  assertAnswers,
  assertOnlyRefused,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'
import { type Service, startService } from '../../../support/service.ts'
import { rowsFor } from '../../../support/shared-records.ts'
import { countTokens, tokensOf } from './tokens.ts'

const PASSWORD = 'a phrase nobody guesses'
const NOBODY = { token: null, key: null }

/** A service with other settings than that of the other kinds. */
async function withService<T>(
  overrides: Parameters<typeof startService>[0],
  use: (service: Service, origin: string) => Promise<T>,
): Promise<void> {
  const service = await startService(overrides)
  try {
    await use(service, await service.app.listen({ host: '127.0.0.1', port: 0 }))
    await assertInvariants(service)
  } finally {
    await service.stop()
  }
}

const signInAs = (word: string, origin?: string): Sent => [
  'POST',
  '/api/signin',
  { email: `${word}@example.com`, password: PASSWORD },
  { ...NOBODY, ...(origin !== undefined && { origin }) },
]

const words = ({ word }: Neighbours, count: number) => Array.from({ length: count }, word)

const signIns: Kind[] = [
  kind('sign in, each to an account of its own', ['POST /signin'], async (neighbours) => {
    const people = words(neighbours, NEIGHBOURS)
    const password_hash = await hashPassword(undefined, PASSWORD)
    await withService({ signinRateLimit: 10 }, async (service, origin) => {
      await rowsFor(
        service,
        'users',
        people.map((word) => ({ word, password_hash })),
      )
      assertAllSucceed(await neighbours.all((n) => signInAs(people[n] as string, origin)))
    })
  }),
  kind(
    'sign in to one account, which keeps at most a hundred tokens',
    ['POST /signin'],
    async (neighbours) => {
      const [word = ''] = words(neighbours, 1)
      const { service } = neighbours
      await rowsFor(service, 'users', [{ word, password_hash: await hashPassword(undefined, PASSWORD) }])
      assertAllSucceed(await neighbours.all(() => signInAs(word)))
      assertAllSucceed(await neighbours.all(() => signInAs(word)))
    },
  ),
  kind(
    'sign out of one account, each with a token of its own',
    ['POST /signout'],
    async ({ service, make, all }) => {
      const [id = 0] = await make('users', 1)
      const tokens = await tokensOf(service, id)
      assertAllSucceed(await all((n) => ['POST', '/api/signout', undefined, { token: tokens[n] as string }]))
      assert.equal(await countTokens(service, id), 0)
    },
  ),
]

const person = (email: string) => ({ email, first_name: 'Neighbour', password: PASSWORD })

const signUps: Kind[] = [
  kind(
    'sign up with the same name before the @, and each gets a username of its own',
    ['POST /signup'],
    async ({ all, word }) => {
      const name = word()
      assertAllSucceed(await all(() => ['POST', '/api/signup', person(`${name}@${word()}.org`), NOBODY]), 201)
    },
  ),
  kind('sign up if addresses have to be verified', ['POST /signup'], async ({ all, word }) => {
    await withService({ signup: 'verify' }, async (_service, origin) => {
      const as = { ...NOBODY, origin }
      assertAllSucceed(await all(() => ['POST', '/api/signup', person(`${word()}@example.com`), as]), 201)
    })
  }),
  kind(
    'set up the service, which gets one administrator',
    ['POST /setup', 'POST /setup/check'],
    async ({ all }) => {
      await withService({ adminEmail: undefined, adminPassword: undefined }, async (service, origin) => {
        const code = await issueSetupCode(systemContext(service.connection))
        const as = { ...NOBODY, origin }
        assertAllSucceed(await all(() => ['POST', '/api/setup/check', { code }, as]))
        const answers = await all((n) => [
          'POST',
          '/api/setup',
          { code, ...person(`first${n % 2}@example.com`) },
          as,
        ])
        assertAnswers(answers, { 201: 1, '403 setup_refused': NEIGHBOURS - 1 })
      })
    },
  ),
]

/** A hash that is fast to verify. */
const QUICK = bcrypt.hashSync(PASSWORD, 4)

const own: Kind[] = [
  kind(
    'change their own records, and one record with many tokens',
    ['PATCH /users/{id}'],
    async (neighbours) => {
      const { service, make, all } = neighbours
      const ids = await make('users')
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      assertAllSucceed(
        await all((n) => ['PATCH', `/api/users/${ids[n]}`, { bio: 'Mine' }, { token: tokens[n] as string }]),
      )
      const token = tokens[0] as string
      assertAllSucceed(await all((n) => ['PATCH', `/api/users/${ids[0]}`, { bio: `Mine ${n}` }, { token }]))
    },
  ),
  kind('change their own passwords', ['PATCH /users/{id}'], async ({ service, make, all }) => {
    const ids = await make('users', NEIGHBOURS, () => ({ password_hash: QUICK }))
    const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
    const json = { password: `${PASSWORD} either`, current_password: PASSWORD }
    assertAllSucceed(
      await all((n) => ['PATCH', `/api/users/${ids[n]}`, json, { token: tokens[n] as string }]),
    )
  }),
  kind(
    'change the password of one user with many tokens: one token stays valid, with the password that it set',
    ['PATCH /users/{id}'],
    async ({ service, make, all }) => {
      const [id = 0] = await make('users', 1, () => ({ password_hash: QUICK }))
      const tokens = await tokensOf(service, id)
      const answers = await all((n) => [
        'PATCH',
        `/api/users/${id}`,
        { password: `${PASSWORD} ${n}`, current_password: PASSWORD },
        { token: tokens[n] as string },
      ])
      // A request that was authorized before may find that the password has changed.
      assertOnlyRefused(answers, '401 unauthenticated', '422 wrong_password')
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      assert.equal(await countTokens(service, id), 1)
    },
  ),
]

const APPROVE = 'GET POST /registrations/{column}/{value}/create-user'
const APPROVE_POST = 'POST /registrations/{column}/{value}/create-user'
const approvalOf = (id: number | undefined) => `/api/registrations/id/${id}/create-user`
const approve = (n: number, id: number | undefined): Sent => [n % 2 === 0 ? 'GET' : 'POST', approvalOf(id)]

const registrations: Kind[] = [
  kind(
    'approve registrations, each its own and all the same one, which is approved once',
    [APPROVE],
    async ({ make, all }) => {
      const ids = await make('registrations', NEIGHBOURS + 1)
      const last = ids.pop()
      assertAllSucceed(await all((n) => approve(n, ids[n])), 201)
      assertAnswers(await all((n) => approve(n, last)), { 201: 1, '409 user_created': NEIGHBOURS - 1 })
    },
  ),
  kind('approve registrations with the same roles, in either order', [APPROVE_POST], async (neighbours) => {
    const { make, all, service } = neighbours
    const ids = await make('registrations', NEIGHBOURS)
    const roles = await make('roles', 2)
    const chosen = (n: number) => (n % 2 === 0 ? roles : roles.toReversed())
    assertAllSucceed(await all((n) => ['POST', approvalOf(ids[n]), { roles: chosen(n) }]), 201)
    const links = service.connection.db.selectFrom('user_roles').where('role_id', 'in', roles)
    assert.equal((await links.select('id').execute()).length, 2 * NEIGHBOURS)
  }),
  kind(
    'approve and decline registrations: each becomes one or the other, or first one and then the other',
    [APPROVE, 'DELETE /registrations/{id}', 'POST /registrations/{column}/{value}/delete'],
    async ({ service, make, all }) => {
      const ids = await make('registrations', 16)
      const answers = await all((n) => {
        const id = ids[n >> 2]
        if (n % 4 < 2) return approve(n, id)
        return n % 8 < 4
          ? ['DELETE', `/api/registrations/${id}`]
          : ['POST', `/api/registrations/id/${id}/delete`]
      })
      assertOnlyRefused(answers, '404 not_found', '409 user_created')
      const made = answers.filter(({ status }) => status === 201).map(({ data }) => data.user.id)
      const users = await service.connection.db
        .selectFrom('users')
        .where('id', 'in', made)
        .select('id')
        .execute()
      assert.equal(users.length, made.length)
    },
  ),
  kind(
    'approve registrations while others create users with their email and their username',
    [APPROVE, 'POST /users/create'],
    async ({ service, make, all, word }) => {
      const names = Array.from({ length: 32 }, word)
      const ids = await make('registrations', 32, (n) => ({ word: names[n] }))
      const answers = await all((n) => {
        const id = n >> 1
        if (n % 2 === 0) return approve(id, ids[id])
        const host = id % 2 === 0 ? 'example.com' : 'example.org'
        return ['POST', '/api/users/create', { email: `${names[id]}@${host}`, first_name: 'N' }]
      })
      assertOnlyRefused(answers, '409 email_taken')
      const emails = names.map((name) => `${name}@example.com`)
      const users = await service.connection.db
        .selectFrom('users')
        .where('email', 'in', emails)
        .select('id')
        .execute()
      assert.equal(users.length, 32)
    },
  ),
  kind(
    'approve registrations while others destroy the role that these assign',
    [APPROVE, 'DELETE /roles/{id}'],
    async ({ make, all, ask }) => {
      const ids = await make('registrations')
      const { id } = await ask('GET', '/api/roles/slug/registered')
      const answers = await all((n) => (n % 8 === 5 ? ['DELETE', `/api/roles/${id}`] : approve(n, ids[n])))
      assertOnlyRefused(answers, '404 not_found')
      await ask('POST', '/api/roles/create', { name: 'Registered', slug: 'registered' })
    },
  ),
]

/** Sign-ins, sign-ups, changes of one's own record, and registrations. */
export const accounts: Kind[] = [...signIns, ...signUps, ...own, ...registrations]
