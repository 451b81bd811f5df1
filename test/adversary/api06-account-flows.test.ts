// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { MailKind } from '../../contract/mails.ts'
import { dataOf, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { waitingMails } from '../support/mail.ts'
import { type Service, startService } from '../support/service.ts'
import { cachesInUse } from '../support/statements.ts'

const PASSWORD = 'a phrase of my own'
const MAILS_PER_HOUR = 5

let service: Service
let count = 0
const newEmail = () => `stranger${++count}@example.com`
const ask = (path: string, json: object, headers: Record<string, string> = {}): Promise<Answer> =>
  service.call('POST', path, { token: null, json, headers })

/** As often as an address gets mails in an hour, and once more. */
const askOften = (path: string, json: object, headers?: Record<string, string>) =>
  Promise.all(Array.from({ length: MAILS_PER_HOUR + 1 }, () => ask(path, json, headers)))

/** What a stranger sees of an answer, without the values that are random in each. */
const comparable = ({ status, headers, body }: Answer) => {
  const { request_id: _, ...rest } = body
  const { 'x-request-id': __, date: ___, 'content-length': ____, ...others } = headers
  const text = JSON.stringify([status, others, rest])
  return text.replaceAll(/"[\w-]{43}"/g, '"request"').replaceAll(/(stranger|member)\d+/g, 'name')
}

async function invited(): Promise<string> {
  const email = newEmail()
  dataOf(await service.call('POST', '/api/invitations/create', { json: { email, first_name: 'Ada' } }))
  return email
}

/** Addresses by what the service knows of them. */
async function everyOwner(): Promise<Record<string, string>> {
  const user = async (fields: object = {}) => {
    const email = `member${++count}@example.com`
    await makeUser(service, { email, ...fields })
    return email
  }
  const [known, inactive, trashed, unverified] = [
    await user(),
    await user({ is_active: false }),
    await user(),
    await user(),
  ]
  const { db } = service.connection
  await db.updateTable('users').set({ email_verified_at: null }).where('email', '=', unverified).execute()
  const { id } = dataOf(await service.call('GET', `/api/users/email/${trashed}`))
  dataOf(await service.call('POST', `/api/users/id/${id}/delete`))
  const registered = async (status: string) => {
    const email = newEmail()
    dataOf(
      await service.call('POST', '/api/registrations/create', {
        json: { email, first_name: 'Ada', password: PASSWORD, status },
      }),
    )
    return email
  }
  return {
    nobody: newEmail(),
    known,
    'known in capitals': known.toUpperCase(),
    inactive,
    trashed,
    unverified,
    pending: await registered('email-verification-pending'),
    verified: await registered('email-verified'),
    invited: await invited(),
  }
}

const HEADERS: Record<string, string>[] = [
  {},
  { 'x-http-status': '200' },
  { 'accept-language': 'fr', 'idempotency-key': 'one' },
]

interface Flow {
  path: string
  body: (email: string) => object
}
const FLOWS: Flow[] = [
  { path: '/api/password/forgot', body: (email) => ({ email }) },
  { path: '/api/signin/code', body: (email) => ({ email }) },
  { path: '/api/signup/resend', body: (email) => ({ email }) },
  { path: '/api/signup', body: (email) => ({ email, first_name: 'Ada', password: PASSWORD }) },
]

describe('API6: enumeration by the flows that take an address', () => {
  before(async () => {
    service = await startService({ signup: 'verify', approval: 'manual', signinCode: 'on' })
  })
  after(() => service.stop())

  for (const { path, body } of FLOWS) {
    it(`is prevented at ${path}: whoever has the address, the answer is the same, also after the last mail of an hour`, async () => {
      for (const headers of HEADERS) {
        const answers = new Map<string, string>()
        await Promise.all(
          Object.entries(await everyOwner()).map(async ([owner, email]) => {
            for (const [index, answer] of (await askOften(path, body(email), headers)).entries())
              answers.set(`${owner}, ${index}`, comparable(answer).toLowerCase())
          }),
        )
        const [first] = answers.values()
        for (const [owner, answer] of answers) assert.equal(answer, first, owner)
        assert.doesNotMatch(first as string, /set-cookie|etag/)
        assert.match(first as string, /no-store/)
      }
    })
  }

  it('is prevented by equal work: a mail to nobody is locked, counted and written as one to a user', async () => {
    for (const path of ['/api/password/forgot', '/api/signin/code', '/api/signup/resend']) {
      const { nobody, known, inactive, trashed, unverified, pending, verified } =
        (await everyOwner()) as Record<string, string>
      const emails = { nobody, known, inactive, trashed, unverified, pending, verified }
      for (const asks of ['the first', 'one after the last of an hour']) {
        const statements = new Map<string, number>()
        for (const [owner, email] of Object.entries(emails)) {
          const ctx = service.statements
          ctx.count = 0
          ctx.recorded = []
          await ask(path, { email })
          statements.set(owner, ctx.count)
          const isWritten = ctx.recorded.some(({ sql }) => sql.startsWith('insert into "mails"'))
          assert.equal(isWritten, asks === 'the first', `${path}: ${owner}`)
          await askOften(path, { email })
        }
        assert.equal(
          new Set(statements.values()).size,
          1,
          `${path}, ${asks}: ${JSON.stringify([...statements])}`,
        )
      }
    }
  })

  it('is prevented by the volume of mail: nobody but the owner of a known address gets any', async () => {
    const emails = await everyOwner()
    for (const { path, body } of FLOWS)
      await Promise.all(Object.values(emails).map((email) => askOften(path, body(email))))
    const kinds: MailKind[] = ['reset', 'signin-code', 'verify', 'already-registered', 'invitation-reminder']
    const mailsTo = async (owner: string) => {
      const mails = await Promise.all(
        kinds.map((kind) => waitingMails(service, emails[owner] as string, kind)),
      )
      return mails.map(({ length }) => length)
    }
    assert.deepEqual(await mailsTo('known'), [MAILS_PER_HOUR, MAILS_PER_HOUR, 0, MAILS_PER_HOUR, 0])
    assert.deepEqual(await mailsTo('known in capitals'), [0, 0, 0, 0, 0])
    assert.deepEqual(await mailsTo('inactive'), [0, 0, 0, MAILS_PER_HOUR, 0])
    assert.deepEqual(await mailsTo('unverified'), [MAILS_PER_HOUR, 0, 0, MAILS_PER_HOUR, 0])
    assert.deepEqual(await mailsTo('pending'), [0, 0, MAILS_PER_HOUR, 0, 0])
    assert.deepEqual(await mailsTo('verified'), [0, 0, 0, 0, 0])
    assert.deepEqual(await mailsTo('invited'), [0, 0, 0, 0, MAILS_PER_HOUR])
    // The sign-up makes an owner of nobody, whom the requests before do not silence.
    assert.deepEqual(await mailsTo('nobody'), [0, 0, MAILS_PER_HOUR, 0, 0])
  })

  it('is prevented at /api/email/change for people who are signed in: the same answer by the same statements', async () => {
    const { statements } = service
    const member = () => makeUser(service, { email: `member${++count}@example.com`, password: PASSWORD })
    const change = (token: string, email: string) =>
      service.call('POST', '/api/email/change', { token, json: { email, current_password: PASSWORD } })
    const seen = new Map<string, string>()
    for (const [owner, email] of Object.entries(await everyOwner())) {
      const { token } = await member()
      await cachesInUse(service)
      statements.count = 0
      const answer = await change(token, email)
      assert.equal(answer.status, 202, owner)
      seen.set(owner, `${statements.count} ${comparable(answer)}`.toLowerCase())
      assert.equal((await waitingMails(service, email, 'email-change')).length, 1, owner)
    }
    assert.equal(new Set(seen.values()).size, 1, JSON.stringify([...seen]))
  })
})
