// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveSession,
  giveToken,
  makeRole,
  makeUser,
  type Person,
} from '../support/actors.ts'
import { addressesOf, newEmail, PASSWORD } from '../support/address-changes.ts'
import { codeOf, enrol, MINUTE_MS, makeSignedIn } from '../support/factors.ts'
import { INVALID_CODE, invitationsOf } from '../support/invitations.ts'
import { waitingMails } from '../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type Service, signIn, startService } from '../support/service.ts'

const NEW_PASSWORD = 'another phrase of mine'
const HOUR_MS = 60 * MINUTE_MS
const ANSWERED = [200, 422]

let service: Service
const addresses = addressesOf(() => service)
const { post, newUser, ask, changeMail, confirm, undo, userOf, move } = addresses
const { invited, look, accept, at } = invitationsOf(() => service)

const forgot = (email: string) => post('/api/password/forgot', null, { email })
const resetsOf = (email: string) => waitingMails(service, email, 'reset')
const isDead = async (token: string) =>
  assert.equal((await service.call('GET', '/api/me', { token })).status, 401)

before(async () => {
  service = await startService()
})
after(() => service.stop())

describe('API2: whoever has taken an account over by a change of its address', () => {
  it('has no token left after the undoing: no session, none that they made for anybody, none made with those', async () => {
    const [victim, other] = [await newUser(), await newUser()]
    const role = await makeRole(service, [
      'can-assign-api-tokens',
      'can-read-users',
      'can-update-users',
      'can-create-users',
    ])
    await giveRole(service, victim, role.slug)
    const tokensOf = (user: Person) => `/api/users/id/${user.id}/tokens/create`
    const made = async (token: string, user: Person) =>
      dataOf(await post(tokensOf(user), token, { name: 'kept', expires_at: null })).item.api_token as string
    const before = await made(victim.token, victim)
    const code = await move(victim, newEmail())
    const own = await made(victim.token, victim)
    const chosen = `chosen-by-the-thief-${'x'.repeat(40)}`
    const person = { email: newEmail(), first_name: 'Accomplice', api_token: chosen }
    dataOf(await post('/api/users/create', victim.token, person))
    const tokens = [victim.token, await giveSession(service, victim), before, own, chosen]
    tokens.push(await made(own, victim), await made(victim.token, other))
    for (const token of tokens) assert.notEqual((await service.call('GET', '/api/me', { token })).status, 401)
    assert.equal((await undo(code)).status, 200)
    for (const token of tokens) await isDead(token)
    assert.equal((await service.call('GET', '/api/me', { token: other.token })).status, 200)
  })

  it('has no factor left that they confirmed since, although prepared before, and no recovery codes', async () => {
    const victim = await makeSignedIn(service)
    const { secret } = dataOf(await post('/api/me/factors/totp', victim.token, {}))
    service.clock.advance(MINUTE_MS)
    const code = await move(victim, newEmail())
    service.clock.advance(MINUTE_MS)
    const confirmed = await post('/api/me/factors/totp/confirm', victim.token, {
      code: codeOf(service, secret),
    })
    assert.equal(confirmed.status, 201)
    assert.equal((await undo(code)).status, 200)
    assert.equal((await userOf(victim)).has_second_factor, false)
    const removed = await waitingMails(service, victim.email, 'factor-removed')
    assert.deepEqual(
      removed.map(({ factor }) => factor),
      ['Authenticator app'],
    )
    const [{ code: reset }] = await resetsOf(victim.email)
    dataOf(await post('/api/password/reset', null, { code: reset, password: NEW_PASSWORD }))
    await signIn(service, victim.email, NEW_PASSWORD)
    const db = service.connection.db
    for (const table of ['factors', 'recovery_codes'] as const) {
      const rows = await db.selectFrom(table).where('user_id', '=', victim.id).selectAll().execute()
      assert.deepEqual(rows, [], table)
    }
  })

  it('leaves the victim the factor of before, without recovery codes that were made since', async () => {
    const victim = await makeSignedIn(service)
    const { secret } = await enrol(service, victim.token)
    service.clock.advance(MINUTE_MS)
    const code = await move(victim, newEmail())
    service.clock.advance(MINUTE_MS)
    const codes = dataOf(await post('/api/me/recovery-codes', victim.token, {})).recovery_codes
    assert.equal((await undo(code)).status, 200)
    assert.deepEqual(await waitingMails(service, victim.email, 'factor-removed'), [])
    const [{ code: reset }] = await resetsOf(victim.email)
    dataOf(await post('/api/password/reset', null, { code: reset, password: NEW_PASSWORD }))
    const signInWith = async (factor: object) => {
      const { body } = await post('/api/signin', null, { email: victim.email, password: NEW_PASSWORD })
      return post('/api/signin', null, { challenge: body.challenge, ...factor })
    }
    assert.equal((await signInWith({ recovery_code: codes[0] })).status, 401)
    service.clock.advance(MINUTE_MS)
    assert.equal((await signInWith({ code: codeOf(service, secret) })).status, 200)
  })

  it('invited nobody who gets in afterwards; whoever invites again must hold what was planned', async () => {
    const victim = await newUser()
    const held = await makeRole(service, [
      'can-invite-users',
      'can-assign-roles',
      'can-read-users',
      'can-read-roles',
    ])
    await giveRole(service, victim, held.slug)
    const others = await invited()
    const before = await invited({ roles: [held.slug] }, victim.token)
    const code = await move(victim, newEmail())
    const since = await invited({ roles: [held.slug] }, victim.token)
    assert.equal((await undo(code)).status, 200)
    for (const { code } of [before, since])
      for (const call of [look, accept]) await assertRefusedUnchanged(service, () => call(code), INVALID_CODE)
    const shown = dataOf(await at(since.id, 'invitation'))
    assert.equal(shown.state, 'expired')
    const inviter = await makeUser(service)
    await giveRole(service, inviter, (await makeRole(service, ['can-invite-users'])).slug)
    assertRefused(await at(since.id, 'resend', inviter.token), { status: 403, code: 'forbidden' })
    assert.equal((await at(since.id, 'resend')).status, 202)
    assert.equal((await accept(since.code)).status, 201)
    assert.equal((await accept(others.code)).status, 201)
  })

  it('does not silence the recovery: neither before nor after the undoing', async () => {
    const limited = await startService({ signinRateLimit: 100, trustProxy: true })
    const flows = addressesOf(() => limited)
    const ask = (email: string, ip: string) =>
      limited.call('POST', '/api/password/forgot', {
        token: null,
        json: { email },
        headers: { 'x-forwarded-for': ip },
      })
    const silence = async (email: string) => {
      for (let times = 0; times < 6; times++) await ask(email, '198.51.100.9')
    }
    const resets = (email: string) => waitingMails(limited, email, 'reset')
    const victim = await flows.newUser()
    await silence(victim.email)
    assert.equal((await resets(victim.email)).length, 5)
    const code = await flows.move(victim, newEmail())
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    dataOf(await limited.call('POST', '/api/email/undo', { token: null, json: { code }, headers }))
    assert.equal((await resets(victim.email)).length, 6, 'the mail of the undoing')
    await silence(victim.email)
    await ask(victim.email, '203.0.113.7')
    assert.equal((await resets(victim.email)).length, 7, 'a mail from where it was undone')
    await limited.stop()
  })

  it('signs in no more, although at the same moment as the undoing', async () => {
    const victim = await newUser()
    const email = newEmail()
    const code = await move(victim, email)
    const json = { email, password: PASSWORD }
    const [undone, ...signIns] = await Promise.all([
      undo(code),
      ...Array.from({ length: 8 }, () => post('/api/signin', null, json)),
    ])
    assert.equal(undone.status, 200)
    for (const { body } of signIns) if (body.success) await isDead(body.data.item.api_token)
  })
})

describe('API2: two changes of address', () => {
  it('undone at the same moment, in both orders, end at the first address, and nobody has two', async () => {
    for (const order of [0, 1]) {
      const [user, second] = [await newUser(), newEmail()]
      const codes = [await move(user, second), await move(user, newEmail())]
      if (order) codes.reverse()
      const first = codes[order] as string
      const answers = await Promise.all([...codes, ...codes].map(undo))
      for (const { status } of answers) assert.ok(ANSWERED.includes(status), String(status))
      const undone = answers.filter(({ status }) => status === 200).length
      assert.ok(undone === 1 || undone === 2, String(undone))
      assert.equal((await userOf(user)).email, user.email)
      assertRefused(await undo(first), INVALID_CODE)
      assert.equal((await makeUser(service, { email: second })).email, second)
    }
  })

  it('undone at the moment at which the thief confirms a further one end at the first address, or can be undone', async () => {
    const [user, further] = [await newUser(), newEmail()]
    const code = await move(user, newEmail())
    dataOf(await ask(user, further))
    const sent = await changeMail(further)
    const [undone, confirmed] = await Promise.all([undo(code), confirm(user, { code: sent.code })])
    assert.equal(undone.status, 200)
    assert.ok([200, 401, 422].includes(confirmed.status), String(confirmed.status))
    assert.equal((await userOf(user)).email, user.email)
    await isDead(user.token)
  })

  it('are undone by nobody once the user is destroyed, and the address is free', async () => {
    const user = await newUser()
    const code = await move(user, newEmail())
    dataOf(await service.call('DELETE', `/api/users/${user.id}`))
    await assertRefusedUnchanged(service, () => undo(code), INVALID_CODE)
    assert.equal((await makeUser(service, { email: user.email })).email, user.email)
  })

  it('are asked for no more than five times an hour, also with confirmed ones between, and by 32 calls at once', async () => {
    const user = await newUser()
    await move(user, newEmail())
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask(user, newEmail())))
    assert.equal(answers.filter(({ status }) => status === 202).length, 4)
    for (const answer of answers)
      if (answer.status !== 202) assertRefused(answer, { status: 429, code: 'too_many_requests' })
    service.clock.advance(HOUR_MS)
    assert.equal((await ask(user, newEmail())).status, 202)
  })
})

describe('API2: other addresses', () => {
  it('are mailed to no more than five times an hour, although a confirmed change ends the codes of many that wait', async () => {
    const user = await newUser()
    const own = newEmail()
    for (const email of [own, newEmail(), newEmail(), newEmail(), newEmail()]) dataOf(await ask(user, email))
    dataOf(await confirm(user, { code: (await changeMail(own)).code }))
    const ofOneMore = await ask(user, newEmail())
    assertRefused(ofOneMore, { status: 429, code: 'too_many_requests' })
  })
})

describe('API2: a code to change an address', () => {
  it('is of no use once the token that asked is revoked, and works for another of its user', async () => {
    const [user, email] = [await newUser(), newEmail()]
    dataOf(await ask(user, email))
    const { code } = await changeMail(email)
    dataOf(await post('/api/signout', user.token, {}))
    assert.equal((await confirm(user, { code })).status, 401)
    assert.equal((await confirm({ token: await giveToken(service, user) }, { code })).status, 200)
  })

  it('is not used up by another user, by the link or the digits', async () => {
    const [user, other, email] = [await newUser(), await newUser(), newEmail()]
    const { request } = dataOf(await ask(user, email))
    const { code, digits } = await changeMail(email)
    for (let times = 0; times < 6; times++)
      for (const sent of [{ code }, { code: digits, request }])
        await assertRefusedUnchanged(service, () => confirm(other, sent), INVALID_CODE)
    assert.equal((await confirm(user, { code: digits, request })).status, 200)
  })

  it('asked for the address of somebody else keeps from them neither sign-in, reset nor their own change', async () => {
    const [user, owner, email] = [await newUser(), await newUser(), newEmail()]
    for (let times = 0; times < 5; times++) dataOf(await ask(user, owner.email))
    assert.equal((await waitingMails(service, owner.email, 'email-change')).length, 5)
    await forgot(owner.email)
    assert.equal((await resetsOf(owner.email)).length, 1)
    const code = await move(owner, email)
    const sent = await changeMail(owner.email)
    await assertRefusedUnchanged(service, () => confirm(user, { code: sent.code }), {
      status: 409,
      code: 'email_taken',
      details: [['email', 'email_taken']],
    })
    assert.equal((await undo(code)).status, 200)
  })
})
