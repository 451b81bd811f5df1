import assert from 'node:assert/strict'
import bcrypt from 'bcryptjs'
import { inTransaction } from '../../../../server/access/transaction.ts'
import { type CodePurpose, issueCode } from '../../../../server/credentials/mailed-codes.ts'
import { hashPassword } from '../../../../server/credentials/passwords.ts'
import { issueSetupCode } from '../../../../server/credentials/setup-codes.ts'
import { systemContext } from '../../../../server/prepare.ts'
import { giveToken } from '../../../support/actors.ts'
import { ORIGIN } from '../../../support/cookie-sessions.ts'
import { assertInvariants } from '../../../support/invariants.ts'
import { mailContext, waitingMails } from '../../../support/mail.ts'
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
  kind('sign in to one account, each with a session in a cookie', ['POST /signin'], async (neighbours) => {
    const [word = ''] = words(neighbours, 1)
    const password_hash = await hashPassword(undefined, PASSWORD)
    await withService({ publicUrl: ORIGIN }, async (service, origin) => {
      await rowsFor(service, 'users', [{ word, password_hash }])
      const [method, path, json, as] = signInAs(word, origin)
      const begin: Sent = [
        method,
        path,
        { ...(json as object), session: 'cookie' },
        { ...as, headers: { origin: ORIGIN } },
      ]
      const answers = await neighbours.all(() => begin)
      assertAllSucceed(answers)
      assert.deepEqual(
        answers.filter(({ data }) => 'api_token' in data.item),
        [],
      )
      const sessions = await service.connection.db
        .selectFrom('tokens')
        .where('idle_ends_at', 'is not', null)
        .select('hash')
        .execute()
      assert.equal(new Set(sessions.map(({ hash }) => String(hash))).size, NEIGHBOURS)
    })
  }),
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

/** Codes that were mailed, one for each of these users or registrations. */
const mailedCodes = (
  service: Service,
  purpose: CodePurpose,
  table: 'users' | 'registrations',
  ids: readonly number[],
  addressOf = (email: string) => email,
) =>
  inTransaction(mailContext(service), async (ctx) => {
    const codes: string[] = []
    for (const id of ids) {
      const { email } = await ctx.db
        .selectFrom(table)
        .where('id', '=', id)
        .select('email')
        .executeTakeFirstOrThrow()
      const target = table === 'users' ? { userId: id } : { registrationId: id }
      codes.push((await issueCode(ctx, { purpose, target, address: addressOf(email) })).mailed.code)
    }
    return codes
  })

const NEW_PASSWORD = `${PASSWORD} anew`
const ONE_OF_ALL = { '422 invalid_code': NEIGHBOURS - 1 }

const mailed: Kind[] = [
  kind(
    'reset their passwords, and one password with a code each',
    ['POST /password/reset'],
    async ({ service, make, all }) => {
      const ids = await make('users')
      const reset = (code: string | undefined): Sent => [
        'POST',
        '/api/password/reset',
        { code, password: NEW_PASSWORD },
        NOBODY,
      ]
      const codes = await mailedCodes(service, 'reset', 'users', ids)
      assertAllSucceed(await all((n) => reset(codes[n])))
      const ofOne = await mailedCodes(service, 'reset', 'users', Array(NEIGHBOURS).fill(ids[0]))
      assertAnswers(await all((n) => reset(ofOne[n])), { 200: 1, ...ONE_OF_ALL })
    },
  ),
  kind(
    'change their own passwords with the current ones',
    ['POST /password/change'],
    async ({ service, make, all }) => {
      const ids = await make('users', NEIGHBOURS, () => ({ password_hash: QUICK }))
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      const json = { password: NEW_PASSWORD, current_password: PASSWORD }
      assertAllSucceed(
        await all((n) => ['POST', '/api/password/change', json, { token: tokens[n] as string }]),
      )
    },
  ),
  kind(
    'verify their addresses, and one address many times',
    ['POST /email/confirm'],
    async ({ service, make, all }) => {
      const ids = await make('users')
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      const codes = await mailedCodes(service, 'email-verify', 'users', ids)
      const confirm = (n: number, code: string | undefined): Sent => [
        'POST',
        '/api/email/confirm',
        { code },
        { token: tokens[n] as string },
      ]
      assertAllSucceed(await all((n) => confirm(n, codes[n])))
      const [again] = await mailedCodes(service, 'email-verify', 'users', ids.slice(0, 1))
      assertAnswers(await all(() => confirm(0, again)), { 200: 1, ...ONE_OF_ALL })
    },
  ),
  kind(
    'ask for other addresses, all the same one, and one person many times',
    ['POST /email/change'],
    async ({ service, make, all, word }) => {
      const ids = await make('users', NEIGHBOURS, () => ({ password_hash: QUICK }))
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      const ask = (email: string, token: string | undefined): Sent => [
        'POST',
        '/api/email/change',
        { email, current_password: PASSWORD },
        { token: token as string, key: null },
      ]
      const same = `${word()}@example.com`
      assertAnswers(await all((n) => ask(same, tokens[n])), { 202: NEIGHBOURS })
      // Somebody else: which five of those above were mailed, and so counted, is up to their order.
      const [id] = await make('users', 1, () => ({ password_hash: QUICK }))
      const token = await giveToken(service, { id: id as number })
      const answers = await all(() => ask(`${word()}@example.com`, token))
      assertAnswers(answers, { 202: 5, '429 too_many_requests': NEIGHBOURS - 5 })
    },
  ),
  kind(
    'confirm other addresses, and undo that, and one change many times',
    ['POST /email/confirm', 'POST /email/undo'],
    async ({ service, make, all, word }) => {
      const ids = await make('users')
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      const confirm = (n: number, code: string | undefined): Sent => [
        'POST',
        '/api/email/confirm',
        { code },
        { token: tokens[n] as string },
      ]
      const changes = await mailedCodes(service, 'email-change', 'users', ids, () => `${word()}@example.com`)
      assertAllSucceed(await all((n) => confirm(n, changes[n])))
      const same = `${word()}@example.com`
      const toOne = await mailedCodes(service, 'email-change', 'users', ids, () => same)
      assertAnswers(await all((n) => confirm(n, toOne[n])), { 200: 1, '409 email_taken': NEIGHBOURS - 1 })
      const undo = (code: string | undefined): Sent => ['POST', '/api/email/undo', { code }, NOBODY]
      const undos = await mailedCodes(service, 'email-undo', 'users', ids, () => `${word()}@example.com`)
      assertAllSucceed(await all((n) => undo(undos[n])))
      const [again] = await mailedCodes(service, 'email-undo', 'users', ids.slice(0, 1))
      assertAnswers(await all(() => undo(again)), { 200: 1, ...ONE_OF_ALL })
    },
  ),
  kind(
    'verify their sign-ups, and one sign-up many times',
    ['POST /signup/verify'],
    async ({ service, make, all }) => {
      const [one = 0, ...ids] = await make('registrations', NEIGHBOURS + 1, () => ({
        status: 'email-verification-pending',
      }))
      const verify = (code: string | undefined): Sent => [
        'POST',
        '/api/signup/verify',
        { code, password: NEW_PASSWORD },
        NOBODY,
      ]
      const codes = await mailedCodes(service, 'signup-verify', 'registrations', ids)
      assertAllSucceed(await all((n) => verify(codes[n])), 201)
      const [again] = await mailedCodes(service, 'signup-verify', 'registrations', [one])
      assertAnswers(await all(() => verify(again)), { 201: 1, ...ONE_OF_ALL })
    },
  ),
  kind(
    'ask for mails with codes, each their own and all the same one',
    ['POST /password/forgot', 'POST /signup/resend', 'POST /email/verify'],
    async ({ service, make, all, word }) => {
      const ids = await make('users')
      const tokens = await Promise.all(ids.map((id) => giveToken(service, { id })))
      const address = `${word()}@example.com`
      for (const path of ['/api/password/forgot', '/api/signup/resend']) {
        for (const email of [() => address, () => `${word()}@example.com`])
          assertAnswers(await all(() => ['POST', path, { email: email() }, NOBODY]), { 202: NEIGHBOURS })
      }
      for (const token of [(n: number) => tokens[n], () => tokens[0]]) {
        const as = (n: number) => ({ token: token(n) as string, key: null })
        assertAnswers(await all((n) => ['POST', '/api/email/verify', {}, as(n)]), { 202: NEIGHBOURS })
      }
    },
  ),
  kind(
    'ask for codes to sign in with, and sign in with them, and with one code many times',
    ['POST /signin/code', 'POST /signin'],
    async (neighbours) => {
      const people = words(neighbours, NEIGHBOURS + 1)
      const emails = people.map((word) => `${word}@example.com`)
      await withService({ signinCode: 'on' }, async (service, origin) => {
        const email_verified_at = service.clock.now()
        await rowsFor(
          service,
          'users',
          people.map((word) => ({ word, email_verified_at })),
        )
        const as = { ...NOBODY, origin }
        const { all, word } = neighbours
        const nobody = `${word()}@example.com`
        assertAnswers(await all(() => ['POST', '/api/signin/code', { email: nobody }, as]), {
          202: NEIGHBOURS,
        })
        const asked = await all((n) => ['POST', '/api/signin/code', { email: emails[n] }, as])
        const last = await service.call('POST', '/api/signin/code', {
          token: null,
          json: { email: emails[NEIGHBOURS] },
        })
        const codes = await Promise.all(
          [...asked.map(({ data }) => data), last.body.data].map(async ({ request }, n) => {
            const [mail] = await waitingMails(service, emails[n] as string, 'signin-code')
            return { request, code: mail.digits }
          }),
        )
        assertAllSucceed(await all((n) => ['POST', '/api/signin', codes[n], as]))
        const one = codes[NEIGHBOURS]
        assertAnswers(await all(() => ['POST', '/api/signin', one, as]), { 200: 1, ...ONE_OF_ALL })
      })
    },
  ),
  kind(
    'send users a link to a new password, and many to one user',
    ['POST /users/{column}/{value}/send-reset'],
    async ({ make, all }) => {
      const ids = await make('users')
      const send = (id: number | undefined): Sent => ['POST', `/api/users/id/${id}/send-reset`]
      assertAnswers(await all((n) => send(ids[n])), { 202: NEIGHBOURS })
      assertAnswers(await all(() => send(ids[0])), { 202: NEIGHBOURS })
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
      const ids = await make('registrations', NEIGHBOURS + 1, () => ({
        status: 'email-verification-pending',
      }))
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
export const accounts: Kind[] = [...signIns, ...signUps, ...own, ...mailed, ...registrations]
