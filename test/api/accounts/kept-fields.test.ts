// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { MailKind } from '../../../contract/mails.ts'
import { MAILS_PER_HOUR } from '../../../server/mail/outbox.ts'
import { dataOf, makeActor } from '../../support/actors.ts'
import { MINUTE_MS, makeSignedIn, PASSWORD, post } from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { type Service, startService } from '../../support/service.ts'
import { newEmail } from '../../support/sign-ins.ts'

/** The fields of the contract that the flows keep: when a code was sent and used, and who invited and activated an account. */

const CHOSEN = 'a phrase that is chosen'
const LOCAL = '127.0.0.1'

let service: Service
const start = async (approval: 'none' | 'manual') => {
  service = await startService({ signup: 'verify', approval })
}

const ask = async (path: string, json: object, token: string | null = null) =>
  dataOf(await post(service, path, token, json))
const record = async (kind: 'users' | 'registrations', email: string) =>
  dataOf(await service.call('GET', `/api/${kind}/email/${email}`))
const codeIn = async (email: string, kind: MailKind) => (await waitingMails(service, email, kind)).at(-1).code

/** A moment that is later than all before. */
function later(): string {
  service.clock.advance(MINUTE_MS)
  return service.clock.now()
}

function assertSince(time: string, at: string, message?: string): void {
  assert.ok(time >= at && time <= service.clock.now(), `${message ?? ''} ${time}, since ${at}`)
}

const signUp = async () => {
  const email = newEmail()
  await ask('/api/signup', { email, first_name: 'Ada', password: PASSWORD })
  return email
}

const resendFromOutbox = async (email: string, kind: MailKind) => {
  await service.runJob('send-mails')
  const { list } = dataOf(await service.call('GET', '/api/mails', { query: { address: email, kind } }))
  return post(service, `/api/mails/${list.data[0].id}/resend`, service.token)
}

describe('Of a sign-up that is verified', () => {
  before(() => start('none'))
  after(() => service.stop())

  it('activation_code_sent_at is when the last mail with a code was sent, whoever had it sent', async () => {
    const start = later()
    const email = await signUp()
    const sentAt = async () => (await record('registrations', email)).activation_code_sent_at
    assertSince(await sentAt(), start)
    for (const send of [
      () => ask('/api/signup/resend', { email }),
      () => ask('/api/signup', { email, first_name: 'Ada', password: PASSWORD }),
      () => resendFromOutbox(email, 'verify'),
    ]) {
      const at = later()
      await send()
      assertSince(await sentAt(), at)
    }
  })

  it('activation_code_sent_at stays as it is if no mail is sent, or one to somebody else', async () => {
    const [email, other] = [await signUp(), await signUp()]
    for (let mails = 1; mails < MAILS_PER_HOUR; mails++) await ask('/api/signup/resend', { email })
    const { activation_code_sent_at: sentAt, version } = await record('registrations', email)
    later()
    await ask('/api/signup/resend', { email })
    await ask('/api/signup/resend', { email: other })
    await ask('/api/signup/resend', { email: newEmail() })
    const now = await record('registrations', email)
    assert.deepEqual([now.activation_code_sent_at, now.version], [sentAt, version])
  })

  it('activated_at and activated_ip are when and from where it was verified', async () => {
    const email = await signUp()
    assert.equal((await record('registrations', email)).activated_ip, null)
    const at = later()
    await ask('/api/signup/verify', { code: await codeIn(email, 'verify'), password: CHOSEN })
    const user = await record('users', email)
    assertSince(user.activated_at, at)
    assert.deepEqual([user.activated_ip, user.user_created_at], [LOCAL, user.activated_at])
    const registration = await record('registrations', email)
    assert.deepEqual([registration.activated_ip, registration.user_created_at], [LOCAL, user.activated_at])
    assert.deepEqual([registration.user_id, user.registration_id], [user.id, registration.id])
  })

  it('activated_at is not before an administrator approves a registration, who is nobody’s address', async () => {
    const email = newEmail()
    const fields = { email, first_name: 'Ada', password: PASSWORD }
    const { item } = await ask('/api/registrations/create', fields, service.token)
    const at = later()
    await ask(`/api/registrations/id/${item.id}/create-user`, {}, service.token)
    const user = await record('users', email)
    assertSince(user.activated_at, at)
    assert.equal(user.activated_ip, null)
  })
})

describe('Of a new password', () => {
  before(() => start('none'))
  after(() => service.stop())

  it('reset_password_code_sent_at is when the last mail with a code was sent, whoever had it sent', async () => {
    const { id, email, token } = await makeSignedIn(service)
    const sentAt = async () => (await record('users', email)).reset_password_code_sent_at
    assert.equal(await sentAt(), null)
    for (const send of [
      () => ask('/api/password/forgot', { email }),
      () => ask(`/api/users/id/${id}/send-reset`, {}, service.token),
      () => resendFromOutbox(email, 'reset'),
    ]) {
      const at = later()
      await send()
      assertSince(await sentAt(), at)
    }
    const address = newEmail()
    await ask('/api/email/change', { email: address, current_password: PASSWORD }, token)
    await ask('/api/email/confirm', { code: await codeIn(address, 'email-change') }, token)
    const at = later()
    await ask('/api/email/undo', { code: await codeIn(email, 'email-changed') })
    assertSince(await sentAt(), at, 'the undo of a change of address')
  })

  it('reset_password_code_used_at is when a code was used', async () => {
    const { email } = await makeSignedIn(service)
    await ask('/api/password/forgot', { email })
    const before = await record('users', email)
    assert.equal(before.reset_password_code_used_at, null)
    const at = later()
    await ask('/api/password/reset', { code: await codeIn(email, 'reset'), password: CHOSEN })
    const user = await record('users', email)
    assert.equal(user.reset_password_code_sent_at, before.reset_password_code_sent_at)
    assertSince(user.reset_password_code_used_at, at)
  })

  it('neither time is set by a mail that is not sent', async () => {
    const { email } = await makeSignedIn(service)
    for (let mails = 0; mails < MAILS_PER_HOUR; mails++) await ask('/api/password/forgot', { email })
    const { reset_password_code_sent_at: sentAt } = await record('users', email)
    later()
    await ask('/api/password/forgot', { email })
    assert.equal((await record('users', email)).reset_password_code_sent_at, sentAt)
  })
})

describe('Of an invitation', () => {
  before(() => start('none'))
  after(() => service.stop())

  it('invited_by, invited_at and what it is for are kept, by the one who sent it last, until the user has them', async () => {
    const first = await makeActor(service, ['can-invite-users', 'can-read-registrations'])
    const second = await makeActor(service, ['can-invite-users', 'can-read-registrations'])
    const email = newEmail()
    const purpose = { invited_for_key: 'project', invited_for_value: '17' }
    const start = later()
    const { item } = await ask('/api/invitations/create', { email, ...purpose }, first.token)
    const of = async (kind: 'users' | 'registrations') => {
      const { invited_by, invited_at, invited_for_key, invited_for_value } = await record(kind, email)
      return { invited_by, invited_at, invited_for_key, invited_for_value }
    }
    const { invited_at: sentAt, ...sent } = await of('registrations')
    assert.deepEqual(sent, { invited_by: first.id, ...purpose })
    assertSince(sentAt, start)
    const at = later()
    await ask(`/api/registrations/id/${item.id}/resend`, {}, second.token)
    const resent = await of('registrations')
    assertSince(resent.invited_at, at)
    assert.deepEqual(resent, { ...sent, invited_by: second.id, invited_at: resent.invited_at })
    const acceptedAt = later()
    const code = await codeIn(email, 'invitation')
    await ask('/api/invitations/accept', { code, first_name: 'Ada', password: CHOSEN })
    assert.deepEqual(await of('users'), resent)
    const user = await record('users', email)
    assertSince(user.activated_at, acceptedAt)
    assert.equal(user.activated_ip, LOCAL)
  })
})

describe('Of an approval', () => {
  before(() => start('manual'))
  after(() => service.stop())

  it('activated_ip is where the address was verified, and activated_at when the user was made; who signed up is welcomed', async () => {
    const email = await signUp()
    await ask('/api/signup/verify', { code: await codeIn(email, 'verify'), password: CHOSEN })
    const { id, activated_ip: ip } = await record('registrations', email)
    assert.equal(ip, LOCAL)
    const at = later()
    await ask(`/api/registrations/id/${id}/create-user`, {}, service.token)
    const user = await record('users', email)
    assertSince(user.activated_at, at)
    assert.equal(user.activated_ip, LOCAL)
    assert.equal((await waitingMails(service, email, 'welcome')).length, 1)
  })

  it('whoever was registered by somebody else gets no mail, however their address was verified', async () => {
    for (const status of ['email-verified', 'email-verification-pending']) {
      const email = newEmail()
      const fields = { email, first_name: 'Ada', password: PASSWORD, status }
      const { item } = await ask('/api/registrations/create', fields, service.token)
      if (status !== 'email-verified')
        await ask(`/api/registrations/id/${item.id}/update`, { status: 'email-verified' }, service.token)
      await ask(`/api/registrations/id/${item.id}/create-user`, {}, service.token)
      assert.equal((await record('users', email)).email, email)
      const mails = await service.connection.db
        .selectFrom('mails')
        .where('address', '=', email)
        .select('kind')
        .execute()
      assert.deepEqual(mails, [])
    }
  })
})
