import assert from 'node:assert/strict'
import bcrypt from 'bcryptjs'
import { hashPassword } from '../../../../server/credentials/passwords.ts'
import { issueSetupCode } from '../../../../server/credentials/setup-codes.ts'
import { systemContext } from '../../../../server/prepare.ts'
import { giveToken } from '../../../support/actors.ts'
import { assertInvariants } from '../../../support/invariants.ts'
import {
  assertAll,
  assertNoOther,
  assertTold,
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

/** A service of other settings than that of the other kinds. */
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
  kind('people sign in, each to their own account', ['POST /signin'], async (neighbours) => {
    const people = words(neighbours, NEIGHBOURS)
    const password_hash = await hashPassword(undefined, PASSWORD)
    await withService({ signinRateLimit: 10 }, async (service, origin) => {
      await rowsFor(
        service,
        'users',
        people.map((word) => ({ word, password_hash })),
      )
      assertAll(await neighbours.all((n) => signInAs(people[n] as string, origin)))
    })
  }),
  kind(
    'one signs in on many devices: at most a hundred stay signed in',
    ['POST /signin'],
    async (neighbours) => {
      const [word = ''] = words(neighbours, 1)
      const { service } = neighbours
      await rowsFor(service, 'users', [{ word, password_hash: await hashPassword(undefined, PASSWORD) }])
      assertAll(await neighbours.all(() => signInAs(word)))
      assertAll(await neighbours.all(() => signInAs(word)))
    },
  ),
  kind('one signs out on many devices', ['POST /signout'], async ({ service, make, all }) => {
    const [id = 0] = await make('users', 1)
    const tokens = await tokensOf(service, id)
    assertAll(await all((n) => ['POST', '/api/signout', undefined, { token: tokens[n] as string }]))
    assert.equal(await countTokens(service, id), 0)
  }),
]

const person = (email: string) => ({ email, first_name: 'Neighbour', password: PASSWORD })

const signUps: Kind[] = [
  kind('people sign up: each gets a username of their own', ['POST /signup'], async ({ all, word }) => {
    const name = word()
    assertAll(await all(() => ['POST', '/api/signup', person(`${name}@${word()}.org`), NOBODY]), 201)
  }),
  kind('people sign up where their address is to be verified', ['POST /signup'], async ({ all, word }) => {
    await withService({ signup: 'verify' }, async (_service, origin) => {
      const as = { ...NOBODY, origin }
      assertAll(await all(() => ['POST', '/api/signup', person(`${word()}@example.com`), as]), 201)
    })
  }),
  kind('the first administrator is made once', ['POST /setup', 'POST /setup/check'], async ({ all }) => {
    await withService({ adminEmail: undefined, adminPassword: undefined }, async (service, origin) => {
      const code = await issueSetupCode(systemContext(service.connection))
      const as = { ...NOBODY, origin }
      assertAll(await all(() => ['POST', '/api/setup/check', { code }, as]))
      const answers = await all((n) => [
        'POST',
        '/api/setup',
        { code, ...person(`first${n % 2}@example.com`) },
        as,
      ])
      assertTold(answers, { 201: 1, '403 setup_refused': NEIGHBOURS - 1 })
    })
  }),
]

/** A hash that takes no time to verify. */
const QUICK = bcrypt.hashSync(PASSWORD, 4)

const own: Kind[] = [
  kind(
    'people change their own record, and one of them on many devices',
    ['PATCH /users/{id}'],
    async (neighbours) => {
      const { service, make, all } = neighbours
      const ids = await make('users')
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      assertAll(
        await all((n) => ['PATCH', `/api/users/${ids[n]}`, { bio: 'Mine' }, { token: tokens[n] as string }]),
      )
      const token = tokens[0] as string
      assertAll(await all((n) => ['PATCH', `/api/users/${ids[0]}`, { bio: `Mine ${n}` }, { token }]))
    },
  ),
  kind('people change their own password', ['PATCH /users/{id}'], async ({ service, make, all }) => {
    const ids = await make('users', NEIGHBOURS, () => ({ password_hash: QUICK }))
    const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
    const json = { password: `${PASSWORD} either`, current_password: PASSWORD }
    assertAll(await all((n) => ['PATCH', `/api/users/${ids[n]}`, json, { token: tokens[n] as string }]))
  }),
  kind(
    'one changes their own password on many devices: one stays signed in, with the password that it set',
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
      // Whoever was let in before may still find that the password is another by now.
      assertNoOther(answers, '401 unauthenticated', '422 wrong_password')
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
  kind('registrations are approved, each by one; one by all: once', [APPROVE], async ({ make, all }) => {
    const ids = await make('registrations', NEIGHBOURS + 1)
    const last = ids.pop()
    assertAll(await all((n) => approve(n, ids[n])), 201)
    assertTold(await all((n) => approve(n, last)), { 201: 1, '409 user_created': NEIGHBOURS - 1 })
  }),
  kind(
    'registrations are approved with the same roles, in either order',
    [APPROVE_POST],
    async (neighbours) => {
      const { make, all, service } = neighbours
      const ids = await make('registrations', NEIGHBOURS)
      const roles = await make('roles', 2)
      const chosen = (n: number) => (n % 2 === 0 ? roles : roles.toReversed())
      assertAll(await all((n) => ['POST', approvalOf(ids[n]), { roles: chosen(n) }]), 201)
      const links = service.connection.db.selectFrom('user_roles').where('role_id', 'in', roles)
      assert.equal((await links.select('id').execute()).length, 2 * NEIGHBOURS)
    },
  ),
  kind(
    'registrations are approved and declined: each is one or the other, or first one and then the other',
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
      assertNoOther(answers, '404 not_found', '409 user_created')
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
    'registrations are approved while users of their address and their username are created',
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
      assertNoOther(answers, '409 email_taken')
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
    'registrations are approved while the role that they get is deleted for good',
    [APPROVE, 'DELETE /roles/{id}'],
    async ({ make, all, ask }) => {
      const ids = await make('registrations')
      const { id } = await ask('GET', '/api/roles/slug/registered')
      const answers = await all((n) => (n % 8 === 5 ? ['DELETE', `/api/roles/${id}`] : approve(n, ids[n])))
      assertNoOther(answers, '404 not_found')
      await ask('POST', '/api/roles/create', { name: 'Registered', slug: 'registered' })
    },
  ),
]

/** Who comes, and what they do with what is their own. */
export const accounts: Kind[] = [...signIns, ...signUps, ...own, ...registrations]
