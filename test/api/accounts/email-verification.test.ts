// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveToken, makeRole, makeUser } from '../../support/actors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

describe('The address of one’s own account', () => {
  let service: Service
  let count = 0
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const call = (path: string, token: string | null, json: object = {}) =>
    service.call('POST', `/api/email/${path}`, { token, json })
  const signedUp = async () => {
    count += 1
    const json = { email: `open${count}@example.com`, first_name: 'Open', password: 'a phrase of my own' }
    const { item } = dataOf(await service.call('POST', '/api/signup', { token: null, json }))
    assert.equal(item.email_verified_at, null)
    return { ...item, token: await giveToken(service, item) }
  }
  const asked = async () => {
    const user = await signedUp()
    const answer = await call('verify', user.token)
    assert.equal(answer.status, 202)
    const [{ code, digits }] = await waitingMails(service, user.email, 'email-verify')
    return { user, code, digits, request: answer.body.data.request }
  }
  const verifiedAt = async ({ id }: { id: number }) =>
    dataOf(await service.call('GET', `/api/users/id/${id}`)).email_verified_at

  it('is verified by the mailed code, or the digits with the request, once', async () => {
    const [one, two] = [await asked(), await asked()]
    assert.equal((await call('confirm', one.user.token, { code: one.code })).status, 200)
    const typed = { code: two.digits, request: two.request }
    assert.equal((await call('confirm', two.user.token, typed)).status, 200)
    for (const { user } of [one, two]) assert.ok(await verifiedAt(user))
    assertRefused(await call('confirm', one.user.token, { code: one.code }), INVALID)
  })

  it('is not verified by somebody else, a stranger, or with a code for another purpose', async () => {
    const { user, code } = await asked()
    const other = await signedUp()
    await assertRefusedUnchanged(service, () => call('confirm', other.token, { code }), INVALID)
    assert.equal((await call('confirm', null, { code })).status, 401)
    assert.equal((await call('verify', null)).status, 401)
    const json = { code, password: 'another phrase of mine' }
    assertRefused(await service.call('POST', '/api/password/reset', { token: null, json }), INVALID)
    assert.equal((await call('confirm', user.token, { code })).status, 200)
  })

  it('is not verified by the code of a former address', async () => {
    const { user, code } = await asked()
    dataOf(await service.call('PATCH', `/api/users/${user.id}`, { json: { email: 'elsewhere@example.com' } }))
    await assertRefusedUnchanged(service, () => call('confirm', user.token, { code }), INVALID)
  })

  it('is not verified with a token that is limited or that somebody else made', async () => {
    const person = await makeUser(service)
    await giveRole(service, person, { id: (await makeRole(service, ['can-read-users'])).slug })
    const tokens = `/api/users/id/${person.id}/tokens/create`
    const made = dataOf(await service.call('POST', tokens, { json: { name: 'made' } })).item.api_token
    for (const path of ['verify', 'confirm']) {
      const answer = await call(path, made, path === 'confirm' ? { code: 'x' } : {})
      assertRefused(answer, { status: 403, code: 'forbidden' })
    }
  })
})
