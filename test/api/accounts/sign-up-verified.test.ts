// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const FIRST = 'the phrase of the sign-up'
const CHOSEN = 'a phrase of my own'
const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

let service: Service
let count = 0
const newEmail = () => `guest${++count}@example.com`
const post = (path: string, json: object): Promise<Answer> =>
  service.call('POST', `/api/signup${path}`, { token: null, json })
const signUp = (fields: object = {}) => post('', { first_name: 'Ada', password: FIRST, ...fields })
const verify = (json: object) => post('/verify', { password: CHOSEN, ...json })
const mailsTo = (email: string, kind: 'verify' | 'already-registered' | 'welcome' = 'verify') =>
  waitingMails(service, email, kind)
const registrationOf = async (email: string) =>
  dataOf(await service.call('GET', `/api/registrations/email/${email}`))
const asked = async (fields: object = {}) => {
  const email = newEmail()
  const { item } = dataOf(await signUp({ email, ...fields }))
  const [{ code, digits }] = await mailsTo(email)
  return { email, request: item.request as string, code, digits }
}

describe('A sign-up whose address has to be verified', () => {
  before(async () => {
    service = await startService({ signup: 'verify' })
  })
  after(() => service.stop())

  it('becomes an active user with the password of the verification, not that of the sign-up', async () => {
    const { email, code } = await asked({ last_name: 'King' })
    const answer = await verify({ code, password_confirmation: CHOSEN })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { item } = answer.body.data
    assert.deepEqual([item.email, item.last_name, item.is_active], [email, 'King', true])
    assert.ok(item.email_verified_at && item.activated_at)
    await signIn(service, email, CHOSEN)
    await assert.rejects(signIn(service, email, FIRST))
    const { roles } = dataOf(await service.call('GET', `/api/users/id/${item.id}/roles`))
    assert.deepEqual(
      roles.data.map(({ slug }: { slug: string }) => slug),
      ['registered'],
    )
    assert.equal((await registrationOf(email)).status, 'user-created')
    await assertRefusedUnchanged(service, () => verify({ code }), INVALID)
    assert.deepEqual(await mailsTo(email, 'welcome'), [])
  })

  it('is verified by the digits with the request of its answer, and with no other', async () => {
    const [one, other] = [await asked(), await asked()]
    assertRefused(await verify({ code: one.digits }), INVALID)
    assertRefused(await verify({ code: one.digits, request: other.request }), INVALID)
    assert.equal((await verify({ code: one.digits, request: one.request })).status, 201)
  })

  it('is verified once by many requests at the same time', async () => {
    const { email, code } = await asked()
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify({ code })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422])
    await signIn(service, email, CHOSEN)
  })

  it('uses no code if the password is refused', async () => {
    const { email, code } = await asked()
    for (const [password, reason] of [
      ['short', 'too_short'],
      ['password1', 'common_password'],
      [email, 'own_name'],
    ]) {
      const { status, body } = await verify({ code, password })
      assert.deepEqual([status, body.details[0].code], [422, reason])
    }
    assert.equal((await verify({ code })).status, 201)
  })

  it('answers alike for an address that a user has, who gets a mail that says so', async () => {
    const { email } = await makeUser(service)
    const [known, unknown] = [await signUp({ email }), await signUp({ email: newEmail() })]
    const shapeOf = ({ status, body, headers }: Answer) => ({
      status,
      names: Object.keys(headers).sort(),
      messages: body.messages,
      item: { ...body.data.item, request: 'x' },
    })
    assert.deepEqual(shapeOf(known), shapeOf(unknown))
    assert.equal((await mailsTo(email, 'already-registered')).length, 1)
    assert.deepEqual(await mailsTo(email), [])
    const path = `/api/registrations/email/${email}`
    assert.equal((await service.call('GET', path)).status, 404)
    const { request } = known.body.data.item
    assertRefused(await verify({ code: '12345678', request }), INVALID)
  })

  it('is refused alike for known and unknown addresses', async () => {
    const { email } = await makeUser(service)
    const { username } = await makeUser(service)
    const refused: [object, number, string][] = [
      [{ first_name: 'a\nb' }, 422, 'not_allowed'],
      [{ password: 'password1' }, 422, 'common_password'],
      [{ username: '12345' }, 422, 'not_allowed'],
      [{ username: 'somebody@example.com' }, 422, 'not_allowed'],
      [{ username }, 409, 'username_taken'],
    ]
    for (const [fields, status, code] of refused) {
      for (const each of [email, newEmail()]) {
        const answer = await signUp({ email: each, ...fields })
        assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(fields))
      }
    }
    for (const each of [email, newEmail()]) {
      assertRefused(await signUp({ email: each, password: each }), {
        status: 422,
        code: 'own_name',
        details: [['password', 'own_name']],
      })
      assert.equal((await signUp({ email: each, username: each })).status, 201)
    }
  })

  it('replaces all fields of an earlier one, and leaves its mail alive', async () => {
    const email = newEmail()
    const strangers = { username: 'a.stranger', phone: '2079460958', alternate_email: 'evil@example.com' }
    dataOf(await signUp({ email, ...strangers }))
    dataOf(await signUp({ email, first_name: 'Grace' }))
    const stored = await registrationOf(email)
    assert.deepEqual(
      [stored.first_name, stored.phone, stored.alternate_email, stored.username],
      ['Grace', null, null, email.split('@')[0]],
    )
    const [first] = await mailsTo(email)
    const { item } = dataOf(await verify({ code: first.code }))
    assert.equal(item.first_name, 'Grace')
  })

  it('cannot be prepared by a stranger: their password and codes of their own open nothing', async () => {
    const { email, code } = await asked()
    const { id } = await registrationOf(email)
    const json = { activation_code: 'a-code-of-a-stranger' }
    dataOf(await service.call('PATCH', `/api/registrations/${id}`, { json }))
    assertRefused(await verify({ code: json.activation_code }), INVALID)
    assert.equal((await verify({ code })).status, 201)
    await assert.rejects(signIn(service, email, FIRST))
  })

  it('gets another mail on request; the answer tells nobody whether one waits', async () => {
    const { email, code } = await asked()
    const user = await makeUser(service)
    const answers = []
    for (const each of [email, user.email, newEmail()]) {
      const { status, body } = await post('/resend', { email: each })
      assert.match(body.data.request, /^[\w-]{43}$/)
      answers.push([status, Object.keys(body.data), body.messages])
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.[0], 202)
    const mails = await mailsTo(email)
    assert.equal(mails.length, 2)
    assert.deepEqual(await mailsTo(user.email), [])
    assert.equal((await verify({ code: mails[1].code })).status, 201)
    assertRefused(await verify({ code }), INVALID)
  })

  it('ends with the registration: rejected, or approved by an administrator', async () => {
    const [rejected, approved] = [await asked(), await asked()]
    const at = async ({ email }: { email: string }) =>
      `/api/registrations/id/${(await registrationOf(email)).id}`
    dataOf(await service.call('POST', `${await at(rejected)}/delete`))
    dataOf(await service.call('POST', `${await at(approved)}/create-user`))
    for (const { code } of [rejected, approved])
      await assertRefusedUnchanged(service, () => verify({ code }), INVALID)
    assertRefused(
      await service.call('POST', '/api/signin', {
        token: null,
        json: { email: approved.email, password: FIRST },
      }),
      { status: 401, code: 'unauthenticated' },
    )
  })

  it('succeeds for many of one new address at the same time', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp({ email })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    )
    const [{ code }] = await mailsTo(email)
    assert.equal((await verify({ code })).status, 201)
  })
})

describe('With APPROVAL=manual', () => {
  before(async () => {
    service = await startService({ signup: 'verify', approval: 'manual' })
  })
  after(() => service.stop())

  it('a verified sign-up waits for an administrator, whose approval is told by mail', async () => {
    const { email, code } = await asked()
    const answer = await verify({ code })
    assert.equal(answer.status, 202)
    assert.deepEqual(answer.body.data, { item: { status: 'email-verified' } })
    const registration = await registrationOf(email)
    assert.equal(registration.status, 'email-verified')
    await assert.rejects(signIn(service, email, CHOSEN))
    dataOf(await service.call('POST', `/api/registrations/id/${registration.id}/create-user`))
    await signIn(service, email, CHOSEN)
    assert.equal((await mailsTo(email, 'welcome')).length, 1)
  })

  it('nobody replaces the fields of a verified sign-up', async () => {
    const { email, code } = await asked()
    assert.equal((await verify({ code })).status, 202)
    assert.equal((await signUp({ email, first_name: 'A stranger' })).status, 201)
    const { first_name: name } = await registrationOf(email)
    assert.equal(name, 'Ada')
    assert.equal((await mailsTo(email)).length, 1)
  })
})

describe('Without SIGNUP=verify', () => {
  it('codes of a former setting work while sign-up is open, and nothing while it is closed', async () => {
    service = await startService({ signup: 'closed' })
    for (const [path, json] of [
      ['/verify', { code: 'x', password: CHOSEN }],
      ['/resend', { email: newEmail() }],
    ] as const) {
      assertRefused(await post(path, json), { status: 403, code: 'signup_closed' })
    }
    await service.stop()
  })
})
