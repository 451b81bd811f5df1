// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MAX_TRIES } from '../../server/credentials/mailed-codes.ts'
import { MAILS_PER_HOUR } from '../../server/mail/outbox.ts'
import { dataOf, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { MINUTE_MS, makeOwner, makeSignedIn, PASSWORD, post, signInBy } from '../support/factors.ts'
import { waitingMails } from '../support/mail.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Service, startPair, startService } from '../support/service.ts'
import { newEmail } from '../support/sign-ins.ts'

/** API2: codes to sign in with are guessed, used twice, by others, for something else, or after the account has changed. */

const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const AT_ONCE = 32
/** No limit stands in the way of what is to be seen. */
const MANY = 1000

let service: Service
/** Another process on the same database. */
let other: Service
let stop: () => Promise<void>
before(async () => {
  ;({ service, other, stop } = await startPair({ signinCode: 'on', signinRateLimit: MANY }))
})
after(() => stop())

interface Sent {
  request: string
  code: string
}

const ask = (email: string, of = service) => post(of, '/api/signin/code', null, { email })
const codesTo = async (email: string): Promise<string[]> =>
  (await waitingMails(service, email, 'signin-code')).map(({ digits }) => digits)

async function mailedTo(email: string): Promise<Sent> {
  const { request } = dataOf(await ask(email))
  return { request, code: (await codesTo(email)).at(-1) as string }
}

const wrongFor = ({ request, code }: Sent, index = 0): Sent => ({
  request,
  code: String((Number(code) + 1 + index) % 100_000_000).padStart(8, '0'),
})

const assertInvalid = (answer: Answer) => assertRefused(answer, INVALID)
/** Also gives nobody a token. */
async function assertUseless(sent: Sent): Promise<void> {
  const tokens = () => service.connection.db.selectFrom('tokens').select('id').orderBy('id').execute()
  const before = await tokens()
  assertInvalid(await signInBy(service, sent))
  assert.deepEqual(await tokens(), before)
}
const countTokens = async (userId: number) =>
  (await service.connection.db.selectFrom('tokens').where('user_id', '=', userId).select('id').execute())
    .length

describe('API2: a code to sign in with', () => {
  it('is used once by many at the same time, through two processes', async () => {
    const { id, email } = await makeUser(service)
    const before = await countTokens(id)
    const sent = await mailedTo(email)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => signInBy(index % 2 ? service : other, sent)),
    )
    const successes = answers.filter(({ status }) => status === 200)
    assert.equal(successes.length, 1, JSON.stringify(answers.map(({ status }) => status)))
    for (const answer of answers) if (answer.status !== 200) assertInvalid(answer)
    assert.equal(await countTokens(id), before + 1)
  })

  it('of an account with a second factor is used once, and gives one challenge', async () => {
    const { email } = await makeOwner(service)
    const sent = await mailedTo(email)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => signInBy(service, sent)))
    const codes = answers.map(({ body }) => body.code)
    assert.equal(codes.filter((code) => code === 'second_factor_required').length, 1, codes.join())
    assert.equal(codes.filter((code) => code === 'invalid_code').length, AT_ONCE - 1)
  })

  it('has five tries in all processes together, then a new one is needed', async () => {
    const { email } = await makeUser(service)
    const sent = await mailedTo(email)
    const guesses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        signInBy(index % 2 ? service : other, wrongFor(sent, index)),
      ),
    )
    for (const answer of guesses) assertInvalid(answer)
    for (const each of [service, other]) assertInvalid(await signInBy(each, sent))
    dataOf(await signInBy(service, await mailedTo(email)))
  })

  it('is guessed at most 25 times in an hour, however often a stranger asks for one', async () => {
    const { email } = await makeUser(service)
    await Promise.all(Array.from({ length: 4 * MAILS_PER_HOUR }, () => ask(email)))
    assert.equal((await codesTo(email)).length, MAILS_PER_HOUR)
    const guessable = await service.connection.db
      .selectFrom('mailed_codes')
      .innerJoin('users', 'users.id', 'mailed_codes.user_id')
      .where('users.email', '=', email)
      .where('digits_hash', 'is not', null)
      .select('tries')
      .execute()
    assert.equal(guessable.length * MAX_TRIES, 25)
  })

  it('is not ended by wrong digits that a stranger sends with requests of their own', async () => {
    const { email } = await makeUser(service)
    const sent = await mailedTo(email)
    for (let times = 0; times < 3; times++) {
      const { request } = dataOf(await ask(email))
      for (const code of ['00000000', '11111111', sent.code])
        assertInvalid(await signInBy(service, { request, code }))
    }
    dataOf(await signInBy(service, sent))
  })

  it('is refused with the request of another browser, of another person, and of nobody', async () => {
    const [ada, eve] = [await makeUser(service), await makeUser(service)]
    const sent = await mailedTo(ada.email)
    const again = await mailedTo(ada.email)
    const theirs = await mailedTo(eve.email)
    const { request: nobodys } = dataOf(await ask(newEmail()))
    for (const request of [again.request, theirs.request, nobodys, 'x'.repeat(43)])
      assertInvalid(await signInBy(service, { request, code: sent.code }))
    const { item } = dataOf(await signInBy(service, sent))
    assert.equal(item.id, ada.id)
    // Using one ends all of its purpose.
    assertInvalid(await signInBy(service, again))
  })

  it('is over after ten minutes', async () => {
    const { email } = await makeUser(service)
    const sent = await mailedTo(email)
    service.clock.advance(10 * MINUTE_MS)
    await assertUseless(sent)
  })

  it('does nothing else, and no other code signs in', async () => {
    const { email, token } = await makeSignedIn(service)
    const sent = await mailedTo(email)
    await service.connection.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('email', '=', email)
      .execute()
    for (const [path, body] of [
      ['/api/password/reset', { password: PASSWORD }],
      ['/api/signup/verify', { password: PASSWORD }],
      ['/api/email/confirm', {}],
    ] as const)
      assertInvalid(await post(service, path, path.includes('email') ? token : null, { ...sent, ...body }))
    const others: [string, object, string | null, 'reset' | 'email-verify'][] = [
      ['/api/password/forgot', { email }, null, 'reset'],
      ['/api/email/verify', {}, token, 'email-verify'],
    ]
    for (const [path, body, as, kind] of others) {
      const { request } = dataOf(await post(service, path, as, body))
      const { code, digits } = (await waitingMails(service, email, kind)).at(-1)
      assertInvalid(await signInBy(service, { request, code: digits }))
      assertInvalid(await signInBy(service, { request, code }))
    }
    dataOf(await signInBy(service, sent))
  })

  it('of an account that was deactivated or deleted meanwhile signs nobody in', async () => {
    for (const end of [
      (id: number) => post(service, `/api/users/id/${id}/update`, service.token, { is_active: false }),
      (id: number) => post(service, `/api/users/id/${id}/delete`, service.token),
    ]) {
      const { id, email } = await makeUser(service)
      const sent = await mailedTo(email)
      dataOf(await end(id))
      await assertUseless(sent)
    }
  })

  it('to an address that the account no longer has signs nobody in, also if somebody else has it now', async () => {
    const { id, email } = await makeUser(service)
    const sent = await mailedTo(email)
    dataOf(await post(service, `/api/users/id/${id}/update`, service.token, { email: newEmail() }))
    await assertUseless(sent)
    await makeUser(service, { email })
    await assertUseless(sent)
  })

  it('ends with a reset of the password, and with the undo of a change of address', async () => {
    const { email } = await makeUser(service)
    const sent = await mailedTo(email)
    dataOf(await post(service, '/api/password/forgot', null, { email }))
    const [{ code }] = await waitingMails(service, email, 'reset')
    dataOf(await post(service, '/api/password/reset', null, { code, password: 'a phrase of a thief' }))
    await assertUseless(sent)

    const moved = await makeSignedIn(service)
    const address = newEmail()
    dataOf(
      await post(service, '/api/email/change', moved.token, { email: address, current_password: PASSWORD }),
    )
    const [change] = await waitingMails(service, address, 'email-change')
    dataOf(await post(service, '/api/email/confirm', moved.token, { code: change.code }))
    const thiefs = await mailedTo(address)
    const [undo] = await waitingMails(service, moved.email, 'email-changed')
    dataOf(await post(service, '/api/email/undo', null, { code: undo.code }))
    await assertUseless(thiefs)
  })

  it('is not mailed to an address that a stranger has signed up with: its owner would share their account', async () => {
    const email = newEmail()
    dataOf(await post(service, '/api/signup', null, { email, first_name: 'Mallory', password: PASSWORD }))
    const { request } = dataOf(await ask(email))
    assert.deepEqual(await codesTo(email), [])
    assertInvalid(await signInBy(service, { request, code: '00000000' }))
    // The owner's way in takes the account from the stranger.
    dataOf(await post(service, '/api/password/forgot', null, { email }))
    const [{ code }] = await waitingMails(service, email, 'reset')
    dataOf(await post(service, '/api/password/reset', null, { code, password: 'a phrase of the owner' }))
    dataOf(await signInBy(service, await mailedTo(email)))
  })

  it('is nowhere but in the mail: in no answer, and in the database only as an HMAC', async () => {
    const { email } = await makeUser(service)
    const { request, code } = await mailedTo(email)
    const rows = await service.connection.db.selectFrom('mailed_codes').selectAll().execute()
    const stored = JSON.stringify(rows)
    for (const secret of [request, code]) assert.ok(!stored.includes(secret), secret)
    assert.ok(!service.answers.some((answer) => answer.includes(code)))
  })

  it('is none that an administrator writes into login_otp', async () => {
    const { id, email } = await makeUser(service)
    dataOf(await post(service, `/api/users/id/${id}/update`, service.token, { login_otp: '12345678' }))
    const { request } = dataOf(await ask(email))
    assertInvalid(await signInBy(service, { request, code: '12345678' }))
  })
})

describe('API2: wrong codes to sign in with', () => {
  it('are in the audit trail, with the account if one was asked for', async () => {
    const { id, email } = await makeUser(service)
    const told = async (subject: number | null) => {
      await service.runJob('record-refusals')
      const query = { action: 'signin.failed', per_page: '100' }
      const { list } = dataOf(await service.call('GET', '/api/audit', { query }))
      return list.data.filter(({ subject_id: of }: { subject_id: number | null }) => of === subject)
    }
    const sent = await mailedTo(email)
    assertInvalid(await signInBy(service, wrongFor(sent)))
    const [entry, ...others] = await told(id)
    assert.deepEqual([entry?.outcome, entry?.ip, others], ['refused', '127.0.0.1', []])
    service.clock.advance(2 * MINUTE_MS)
    const earlier = (await told(null)).length
    dataOf(await signInBy(service, sent))
    assertInvalid(await signInBy(service, sent))
    assertInvalid(await signInBy(service, { request: 'x'.repeat(43), code: '00000000' }))
    assert.equal((await told(null)).length, earlier + 1, 'of the network')
    assert.equal((await told(id)).length, 1)
  })

  it('are limited by the network, where the right one still signs in', async () => {
    const limited = await startService({ signinCode: 'on', signinRateLimit: 3 })
    try {
      const { email } = await makeUser(limited)
      const { request } = dataOf(await ask(email, limited))
      const [{ digits }] = await waitingMails(limited, email, 'signin-code')
      const guess = { request: 'x'.repeat(43), code: '00000000' }
      for (let times = 0; times < 3; times++) assertInvalid(await signInBy(limited, guess))
      assertRefused(await signInBy(limited, guess), { status: 429, code: 'too_many_requests' })
      dataOf(await signInBy(limited, { request, code: digits }))
    } finally {
      await limited.stop()
    }
  })
})
