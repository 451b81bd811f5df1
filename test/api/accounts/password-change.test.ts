// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { dataOf, giveRole, giveToken, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'
import { assertLimited } from '../../support/sign-ins.ts'

const OLD = 'a phrase of my own'
const NEW = 'another phrase of mine'
const LIMIT = 3

let service: Service
let user: Person
before(async () => {
  service = await startService({ signinRateLimit: LIMIT })
})
after(() => service.stop())
beforeEach(async () => {
  user = await makeUser(service, { password: OLD })
  user.token = await signIn(service, user.email, OLD)
})

describe('POST /api/password/change', () => {
  const change = (json: object, token = user.token) =>
    service.call('POST', '/api/password/change', { token, json })

  it('changes the own password with the current one; the other tokens end, and a mail tells', async () => {
    const other = await giveToken(service, user)
    const answer = await change({ current_password: OLD, password: NEW, password_confirmation: NEW })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((await service.call('GET', '/api/me', { token: user.token })).status, 200)
    assert.equal((await service.call('GET', '/api/me', { token: other })).status, 401)
    await signIn(service, user.email, NEW)
    const mails = await waitingMails(service, user.email, 'password-changed')
    assert.deepEqual(
      mails.map(({ name }) => name),
      [user.first_name],
    )
  })

  it('refuses a wrong, missing or limited current password', async () => {
    const refusal = (code: string) => ({ status: 422, code, details: [['current_password', code]] as const })
    assertRefused(await change({ password: NEW }), refusal('required'))
    const wrong = { current_password: 'a phrase of another', password: NEW }
    for (let tries = 0; tries < LIMIT; tries++) assertRefused(await change(wrong), refusal('wrong_password'))
    assertLimited(await change({ current_password: OLD, password: NEW }))
    await signIn(service, user.email, OLD)
  })

  it('judges the new password first', async () => {
    for (const [fields, code] of [
      [{ password: 'short' }, 'too_short'],
      [{ password: 'password1' }, 'common_password'],
      [{ password: NEW, password_confirmation: OLD }, 'mismatch'],
      [{ password: user.email }, 'own_name'],
    ] as const) {
      const { status, body } = await change({ current_password: OLD, ...fields })
      assert.deepEqual([status, body.details[0].code], [422, code])
    }
    await signIn(service, user.email, OLD)
  })

  it('needs no current password if there is none', async () => {
    const without = await makeUser(service)
    assert.equal((await change({ password: NEW }, without.token)).status, 200)
    await signIn(service, without.email, NEW)
  })

  it('refuses tokens that are limited or that somebody else made, and strangers', async () => {
    const role = await makeRole(service, ['can-update-users', 'can-read-users', 'can-assign-api-tokens'])
    await giveRole(service, user, { id: role.slug })
    const tokens = (json: object, token: string) =>
      service.call('POST', `/api/users/id/${user.id}/tokens/create`, { token, json })
    const limited = dataOf(await tokens({ name: 'limited', permissions: ['can-update-users'] }, user.token))
    const made = dataOf(await tokens({ name: 'made' }, service.token))
    for (const { item } of [limited, made]) {
      const run = () => change({ current_password: OLD, password: NEW }, item.api_token)
      assertRefused(await run(), { status: 403, code: 'forbidden' })
    }
    const json = { current_password: OLD, password: NEW }
    assert.equal((await service.call('POST', '/api/password/change', { token: null, json })).status, 401)
    await signIn(service, user.email, OLD)
  })
})

describe('POST /api/users/{column}/{value}/send-reset', () => {
  const send = (of: Person, token = service.token) =>
    service.call('POST', `/api/users/id/${of.id}/send-reset`, { token })

  it('mails the user a link, without digits, and tells the caller nothing of it', async () => {
    const answer = await send(user)
    assert.deepEqual([answer.status, answer.body.data], [202, []])
    const [mail] = await waitingMails(service, user.email, 'reset')
    assert.equal(mail.digits, undefined)
    const json = { code: mail.code, password: NEW }
    assert.equal((await service.call('POST', '/api/password/reset', { token: null, json })).status, 200)
    await signIn(service, user.email, NEW)
  })

  it('needs can-update-users, and is not for users who hold more', async () => {
    const helper = await makeUser(service)
    assertRefused(await send(user, helper.token), { status: 403, code: 'forbidden' })
    await giveRole(service, helper, { id: (await makeRole(service, ['can-update-users'])).slug })
    assert.equal((await send(user, helper.token)).status, 202)
    const mighty = await makeUser(service)
    await giveRole(service, mighty, { id: (await makeRole(service, ['can-delete-users'])).slug })
    await assertRefusedUnchanged(service, () => send(mighty, helper.token), {
      status: 403,
      code: 'forbidden',
    })
    assert.deepEqual(await waitingMails(service, mighty.email, 'reset'), [])
  })

  it('refuses inactive and unknown users', async () => {
    await service.call('PATCH', `/api/users/${user.id}`, { json: { is_active: false } })
    assertRefused(await send(user), { status: 409, code: 'inactive' })
    assert.equal((await service.call('POST', '/api/users/id/987654/send-reset')).status, 404)
    await service.call('POST', `/api/users/id/${user.id}/delete`)
    assert.equal((await send(user)).status, 404)
  })
})

describe('A password that somebody else sets', () => {
  it('is told to the user, without the address of the caller', async () => {
    dataOf(await service.call('PATCH', `/api/users/${user.id}`, { json: { password: NEW } }))
    const [mail] = await waitingMails(service, user.email, 'password-changed')
    assert.equal(mail.ip, undefined)
    assert.ok(mail.at)
  })
})
