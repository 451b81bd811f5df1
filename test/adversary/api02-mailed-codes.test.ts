// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveToken, makeActor, makeRole, makeUser, type Person } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { waitingMails } from '../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type Service, signIn, startService } from '../support/service.ts'

/** API2: codes of mails are guessed, used twice, used for something or somebody else, or after their time. */

const PASSWORD = 'a phrase of my own'
const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const AT_ONCE = 32

let service: Service
/** A second process on the same database. */
let other: Service
let count = 0
before(async () => {
  service = await startService({ signup: 'verify', signinRateLimit: 1000 })
  const { databaseUrl } = service.config
  other = await startService({ signup: 'verify', signinRateLimit: 1000, databaseUrl, adminEmail: undefined })
})
after(async () => {
  await other.stop()
  await service.stop()
})

const newEmail = () => `owner${++count}@example.com`
const ask = (
  path: string,
  json: object,
  { of = service, token = null as string | null } = {},
): Promise<Answer> => of.call('POST', path, { token, json })

interface Mailed {
  email: string
  code: string
  digits: string
  request: string
  /** Of the user whose address it is, where using the code needs it. */
  token: string | null
}

interface Flow {
  /** What a code is for, and where it is used. */
  purpose: 'signup-verify' | 'reset' | 'email-verify' | 'email-change'
  path: string
  /** Asks for a mail. */
  issue: (to?: { email: string; token: string }) => Promise<Mailed>
  /** Asks for a mail as a stranger does, who knows the address: a path, what it is sent, and by whom. */
  strangerAsks: (email: string) => Promise<[path: string, json: object, token: string | null]>
  body: object
  done: number
}

const lastMail = async (email: string, kind: 'verify' | 'reset' | 'email-verify' | 'email-change') =>
  (await waitingMails(service, email, kind)).at(-1) as { code: string; digits: string }

const FLOWS: readonly Flow[] = [
  {
    purpose: 'signup-verify',
    path: '/api/signup/verify',
    issue: async ({ email } = { email: newEmail(), token: '' }) => {
      const { item } = dataOf(await ask('/api/signup', { email, first_name: 'Ada', password: PASSWORD }))
      return { email, ...(await lastMail(email, 'verify')), request: item.request, token: null }
    },
    strangerAsks: async (email) => [
      '/api/signup',
      { email, first_name: 'Eve', password: 'a phrase of a stranger' },
      null,
    ],
    body: { password: PASSWORD },
    done: 201,
  },
  {
    purpose: 'reset',
    path: '/api/password/reset',
    issue: async (to) => {
      const { email } = to ?? (await makeUser(service, { email: newEmail() }))
      const { request } = dataOf(await ask('/api/password/forgot', { email }))
      return { email, ...(await lastMail(email, 'reset')), request, token: null }
    },
    strangerAsks: async (email) => ['/api/password/forgot', { email }, null],
    body: { password: PASSWORD },
    done: 200,
  },
  {
    purpose: 'email-verify',
    path: '/api/email/confirm',
    issue: async (to) => {
      const { email, token } = to ?? (await makeUser(service, { email: newEmail() }))
      const { request } = dataOf(await ask('/api/email/verify', {}, { token }))
      return { email, ...(await lastMail(email, 'email-verify')), request, token }
    },
    strangerAsks: async () => ['/api/email/verify', {}, (await makeUser(service)).token],
    body: {},
    done: 200,
  },
  {
    purpose: 'email-change',
    path: '/api/email/confirm',
    issue: async (to) => {
      const { token } = to ?? (await makeUser(service, { password: PASSWORD }))
      const email = to?.email ?? newEmail()
      const { request } = dataOf(
        await ask('/api/email/change', { email, current_password: PASSWORD }, { token }),
      )
      return { email, ...(await lastMail(email, 'email-change')), request, token }
    },
    strangerAsks: async (email) => {
      const { token } = await makeUser(service, { password: PASSWORD })
      return ['/api/email/change', { email, current_password: PASSWORD }, token]
    },
    body: {},
    done: 200,
  },
]

const wrongFor = ({ digits }: { digits: string }, index: number) =>
  String((Number(digits) + 1 + index) % 100_000_000).padStart(8, '0')

for (const { purpose, path, issue, strangerAsks, body, done } of FLOWS) {
  describe(`API2: a code for ${purpose}`, () => {
    const use = (
      code: string,
      { request, token }: { request?: string; token: string | null },
      of = service,
    ) => ask(path, { ...body, code, ...(request !== undefined && { request }) }, { of, token })

    it('is used once by many at the same time, through two processes, by its link and its digits', async () => {
      const { code, digits, request, token } = await issue()
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          index % 2 === 0
            ? use(code, { token }, index % 4 === 0 ? service : other)
            : use(digits, { request, token }, index % 4 === 1 ? service : other),
        ),
      )
      const successes = answers.filter(({ status }) => status === done)
      assert.equal(successes.length, 1, JSON.stringify(answers.map(({ status }) => status)))
      for (const answer of answers) if (answer.status !== done) assertRefused(answer, INVALID)
    })

    it('has five tries of its digits in all processes together; then a new mail is needed, and the link still works', async () => {
      const mailed = await issue()
      const { request, token, code, digits } = mailed
      const guesses = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          use(wrongFor(mailed, index), { request, token }, index % 2 ? service : other),
        ),
      )
      for (const answer of guesses) assertRefused(answer, INVALID)
      for (const each of [service, other]) assertRefused(await use(digits, { request, token }, each), INVALID)
      assert.equal((await use(code, { token })).status, done)
    })

    it('and its digits are not ended by wrong digits that a stranger sends with requests of their own', async () => {
      const { email, code: _, digits, request, token } = await issue()
      for (let times = 0; times < 7; times++) {
        const [asked, json, as] = await strangerAsks(email)
        const { data } = (await ask(asked, json, { token: as })).body
        const theirs = data.request ?? data.item.request
        for (const guess of ['00000000', '11111111', digits])
          assertRefused(await use(guess, { request: theirs, token: as }), INVALID)
      }
      assert.equal((await use(digits, { request, token })).status, done)
    })

    it('is refused for every other purpose', async () => {
      const mailed = await issue()
      for (const flow of FLOWS) {
        // Both addresses are confirmed by one call, which knows what a code is for.
        if (flow.path === path) continue
        const as = flow.path === '/api/email/confirm' ? (await makeUser(service)).token : null
        for (const sent of [{ code: mailed.code }, { code: mailed.digits, request: mailed.request }])
          await assertRefusedUnchanged(
            service,
            () => ask(flow.path, { ...flow.body, ...sent }, { token: as }),
            INVALID,
          )
      }
      assert.equal((await use(mailed.code, mailed)).status, done)
    })

    it('is refused with the request of another mail, older or newer, of the same address', async () => {
      const first = await issue()
      const to = { email: first.email, token: first.token ?? '' }
      const second = await issue(to)
      assertRefused(await use(first.digits, { request: second.request, token: first.token }), INVALID)
      assertRefused(await use(second.digits, { request: first.request, token: first.token }), INVALID)
      assert.equal((await use(first.digits, first)).status, done)
      for (const sent of [second.code, second.digits])
        assertRefused(
          await use(sent, { ...second, ...(sent === second.code && { request: undefined as never }) }),
          INVALID,
        )
    })

    it('is over at the moment at which it ends, the digits before the link', async () => {
      const mailed = await issue()
      const end = (column: 'digits_expire_at' | 'expires_at') =>
        service.connection.db
          .updateTable('mailed_codes')
          .set({ [column]: service.clock.now() })
          .where('purpose', '=', purpose)
          .execute()
      await end('digits_expire_at')
      assertRefused(await use(mailed.digits, mailed), INVALID)
      await end('expires_at')
      assertRefused(await use(mailed.code, { token: mailed.token }), INVALID)
    })
  })
}

describe('API2: a code that is only followed', () => {
  const onlyFollowed: [purpose: string, done: number, issue: () => Promise<[path: string, json: object]>][] =
    [
      [
        'invitation',
        201,
        async () => {
          const email = newEmail()
          dataOf(await ask('/api/invitations/create', { email }, { token: service.token }))
          const [{ code }] = await waitingMails(service, email, 'invitation')
          return ['/api/invitations/accept', { code, first_name: 'Ada', password: PASSWORD }]
        },
      ],
      [
        'email-undo',
        200,
        async () => {
          const [change] = FLOWS.filter(({ purpose }) => purpose === 'email-change') as [Flow]
          const user = await makeUser(service, { password: PASSWORD })
          const { code } = await change.issue({ email: newEmail(), token: user.token })
          dataOf(await ask(change.path, { code }, { token: user.token }))
          const [undo] = await waitingMails(service, user.email, 'email-changed')
          return ['/api/email/undo', { code: undo.code }]
        },
      ],
    ]
  for (const [purpose, done, issue] of onlyFollowed)
    it(`for ${purpose} is used once by many at the same time, through two processes`, async () => {
      const [path, json] = await issue()
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => ask(path, json, { of: index % 2 ? other : service })),
      )
      const successes = answers.filter(({ status }) => status === done)
      assert.equal(successes.length, 1, JSON.stringify(answers.map(({ status }) => status)))
      for (const answer of answers) if (answer.status !== done) assertRefused(answer, INVALID)
    })
})

describe('API2: the code of another user', () => {
  it('verifies no address but that of its user', async () => {
    const [verify] = FLOWS.filter(({ purpose }) => purpose === 'email-verify') as [Flow]
    const mailed = await verify.issue()
    const thief = await makeUser(service)
    for (const sent of [{ code: mailed.code }, { code: mailed.digits, request: mailed.request }])
      await assertRefusedUnchanged(service, () => ask(verify.path, sent, { token: thief.token }), INVALID)
    dataOf(await ask(verify.path, { code: mailed.code }, { token: mailed.token }))
  })

  it('does not sign in who uses it, and is no way around an account that is inactive', async () => {
    const [, reset] = FLOWS as [Flow, Flow]
    const { code, email } = await reset.issue()
    const answer = await ask(reset.path, { code, password: PASSWORD })
    assert.equal(answer.status, 200)
    assert.doesNotMatch(JSON.stringify([answer.body, answer.headers]), /token|cookie/)
    await signIn(service, email, PASSWORD)
  })
})

describe('API2: recovery with a token that is limited or made by somebody else', () => {
  let ada: Person
  let limited: string
  let made: string
  before(async () => {
    const role = await makeRole(service, ['can-update-users', 'can-read-users', 'can-assign-api-tokens'])
    ada = await makeUser(service, { password: PASSWORD })
    await giveRole(service, ada, role.slug)
    const maker = await makeActor(service, ['can-update-users', 'can-read-users', 'can-assign-api-tokens'])
    const create = async (token: string, name: string, fields: object = {}) =>
      dataOf(await ask(`/api/users/id/${ada.id}/tokens/create`, { name, ...fields }, { token })).item
        .api_token
    limited = await create(ada.token, 'limited', { permissions: ['can-update-users', 'can-read-users'] })
    made = await create(maker.token, 'made')
  })

  it('changes no password and verifies no address', async () => {
    const forbidden = { status: 403, code: 'forbidden' } as const
    const change = { current_password: PASSWORD, password: 'a phrase of a thief' }
    for (const token of [limited, made]) {
      await assertRefusedUnchanged(service, () => ask('/api/password/change', change, { token }), forbidden)
      await assertRefusedUnchanged(service, () => ask('/api/email/verify', {}, { token }), forbidden)
      await assertRefusedUnchanged(
        service,
        () => ask('/api/email/confirm', { code: 'x' }, { token }),
        forbidden,
      )
    }
    await signIn(service, ada.email, PASSWORD)
  })

  it('mails a reset only to users who hold no more than the token', async () => {
    const weak = await makeUser(service)
    const strong = await makeActor(service, ['can-update-users', 'can-read-users', 'can-delete-users'])
    const send = (id: number, token: string) => ask(`/api/users/id/${id}/send-reset`, {}, { token })
    for (const token of [limited, made]) {
      await assertRefusedUnchanged(service, () => send(strong.id, token), { status: 403, code: 'forbidden' })
      const { id } = dataOf(await service.call('GET', '/api/users/email/root@example.com'))
      await assertRefusedUnchanged(service, () => send(id, token), { status: 403, code: 'forbidden' })
      assert.equal((await send(weak.id, token)).status, 202)
    }
    const reader = await giveToken(service, weak)
    await assertRefusedUnchanged(service, () => send(weak.id, reader), { status: 403, code: 'forbidden' })
  })
})
