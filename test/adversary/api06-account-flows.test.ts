// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { MailKind } from '../../contract/mails.ts'
import { connect } from '../../server/db/connect.ts'
import type { Db } from '../../server/db/tables.ts'
import { takeLocks } from '../../server/db/transactions/locks.ts'
import { addressLock } from '../../server/mail/outbox.ts'
import { dataOf, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { engine } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { waitingMails } from '../support/mail.ts'
import { type Service, startService } from '../support/service.ts'
import { cachesInUse } from '../support/statements.ts'

const PASSWORD = 'a phrase of my own'
const MAILS_PER_HOUR = 5
/** See `inEqualTime`. */
const STEP_MS = 150

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
  // Whoever is signed in gets a position, which grows with each write.
  const { 'x-request-id': __, date: ___, 'content-length': ____, 'x-position': _____, ...others } = headers
  const text = JSON.stringify([status, others, rest])
  return text.replaceAll(/"[\w-]{43}"/g, '"request"').replaceAll(/(stranger|member)\d+/g, 'name')
}

/** The texts of the statements that the service has run meanwhile. */
async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const { statements } = service
  statements.recorded = []
  await run()
  return statements.recorded.map(({ sql }) => sql)
}

/** In statements that depend on who has an address. */
const OF_ADDRESSES = /"(email_key|registrations|invitations|mailed_codes|mails)"/

async function someoneWaits(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
  return rows.length > 0
}

async function invited(): Promise<string> {
  const email = newEmail()
  dataOf(await service.call('POST', '/api/invitations/create', { json: { email, first_name: 'Ada' } }))
  return email
}

/** An address that its user has changed, and gets back by a link: nobody else can have it meanwhile. */
async function formerAddress(): Promise<string> {
  const [email, now] = [`member${++count}@example.com`, newEmail()]
  const { token } = await makeUser(service, { email, password: PASSWORD })
  const post = (path: string, json: object) => service.call('POST', path, { token, json })
  dataOf(await post('/api/email/change', { email: now, current_password: PASSWORD }))
  const [{ code }] = await waitingMails(service, now, 'email-change')
  dataOf(await post('/api/email/confirm', { code }))
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
  const reserved = await formerAddress()
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
    reserved,
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

  it('is prevented by equal time: no answer is sooner than a whole step, whoever has the address', async () => {
    for (const { path, body } of FLOWS)
      for (const [owner, email] of Object.entries(await everyOwner())) {
        const start = performance.now()
        assert.ok((await ask(path, body(email))).status < 300)
        const ms = performance.now() - start
        // Timers may fire within the millisecond before.
        assert.ok(ms >= STEP_MS - 2, `${path}: ${owner} after ${ms} ms`)
      }
  })

  it('is prevented by equal work: a mail to nobody is locked, counted and written as one to a user', async () => {
    for (const path of ['/api/password/forgot', '/api/signin/code', '/api/signup/resend']) {
      // An invited person gets more: the first five reminders.
      const { invited: _, 'known in capitals': __, ...emails } = await everyOwner()
      const asked: [what: string, ask: (email: string) => Promise<unknown>, mails: number][] = [
        ['the first', (email) => ask(path, { email }), 1],
        // If requests conflicted, one of them would run again, with more statements.
        ['several at the same time', (email) => askOften(path, { email }), MAILS_PER_HOUR - 1],
        ['one after the last of an hour', (email) => ask(path, { email }), 0],
        ['several after it', (email) => askOften(path, { email }), 0],
      ]
      for (const [what, ask, mails] of asked) {
        let first: string[] | undefined
        for (const [owner, email] of Object.entries(emails)) {
          const ran = (await statementsOf(() => ask(email))).sort()
          const written = ran.filter((text) => text.startsWith('insert into "mails"'))
          assert.equal(written.length, mails, `${path}, ${what}: ${owner}`)
          first ??= ran
          assert.deepEqual(ran, first, `${path}, ${what}: ${owner}`)
        }
      }
    }
  })

  it('is prevented by one lock, for which requests wait before they look who has the address', {
    skip: engine === 'postgres' ? false : 'SQLite has one writer',
  }, async () => {
    const holder = connect(service.config.databaseUrl)
    for (const { path, body } of FLOWS)
      for (const [owner, email] of Object.entries(await everyOwner())) {
        let answer: Promise<Answer> | undefined
        const ran = await holder.db.transaction().execute(async (db) => {
          await takeLocks(db, [addressLock(email)])
          return statementsOf(async () => {
            let isAnswered = false
            answer = ask(path, body(email)).finally(() => {
              isAnswered = true
            })
            await eventually(async () => isAnswered || (await someoneWaits(db)))
          })
        })
        const early = ran.filter((text) => OF_ADDRESSES.test(text))
        assert.deepEqual(early, [], `${path}: ${owner}`)
        assert.ok((await (answer as unknown as Promise<Answer>)).status < 300, `${path}: ${owner}`)
      }
    await holder.close()
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
    assert.deepEqual(await mailsTo('reserved'), [0, 0, 0, 0, 0])
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
