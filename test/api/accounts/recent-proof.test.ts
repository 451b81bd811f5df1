// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveToken, makeRole, makeUser } from '../../support/actors.ts'
import {
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  type Owner,
  PASSWORD,
  post,
  STEP_MS,
  signInBy,
  signInWithCode,
  wrongCodeOf,
} from '../../support/factors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const STALE_MS = 16 * MINUTE_MS
const REQUIRED = { status: 403, code: 'reauthentication_required' } as const
const WRONG_CODE = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const NEW = 'another phrase of mine'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const reauthenticate = (token: string, json: object) => post(service, '/api/reauthenticate', token, json)

/** What needs a recent proof of a token of an account with a second factor. */
async function guardedCalls({ id, email, token }: Owner) {
  const { factors } = dataOf(await service.call('GET', '/api/me/factors', { token }))
  const password = { current_password: PASSWORD }
  return [
    ['/api/me/factors/totp', {}],
    ['/api/me/factors/totp', password],
    ['/api/me/factors/totp/confirm', { code: '123456', ...password }],
    [`/api/me/factors/${factors[0].id}/delete`, {}],
    ['/api/me/recovery-codes', {}],
    ['/api/password/change', { ...password, password: NEW }],
    [`/api/users/id/${id}/update`, { ...password, password: NEW }],
    [`/api/users/id/${id}/update`, { ...password, email: `new.${email}` }],
    [`/api/users/id/${id}/tokens/create`, { name: 'mine' }],
  ] as const
}

describe('A recent proof', () => {
  it('is needed, of a factor, for whatever changes how an account with one is signed in to', async () => {
    const owner = await makeOwner(service)
    const calls = await guardedCalls(owner)
    service.clock.advance(STALE_MS)
    for (const [path, json] of calls)
      await assertRefusedUnchanged(service, () => post(service, path, owner.token, json), REQUIRED)
    const answer = await reauthenticate(owner.token, { code: codeOf(service, owner.secret) })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((await post(service, '/api/me/recovery-codes', owner.token)).status, 201)
    service.clock.advance(STALE_MS)
    assertRefused(await post(service, '/api/me/recovery-codes', owner.token), REQUIRED)
  })

  it('is no sign-in with the password alone, from before the factor', async () => {
    const user = await makeSignedIn(service)
    const earlier = await signIn(service, user.email, PASSWORD)
    const owner = { ...user, ...(await enrol(service, user.token)) }
    for (const [path, json] of await guardedCalls({ ...owner, token: earlier }))
      await assertRefusedUnchanged(service, () => post(service, path, earlier, json), REQUIRED)
    // The token that added the factor has proved it.
    assert.equal((await post(service, '/api/me/recovery-codes', user.token)).status, 201)
  })

  it('is a sign-in with the factor', async () => {
    const owner = await makeOwner(service)
    const token = await signInWithCode(service, owner)
    const change = { current_password: PASSWORD, password: NEW }
    assert.equal((await post(service, '/api/password/change', token, change)).status, 200)
    assert.equal(
      (await post(service, `/api/users/id/${owner.id}/tokens/create`, token, { name: 'x' })).status,
      201,
    )
  })

  it('is a recovery code, once', async () => {
    const owner = await makeOwner(service)
    const [recovery_code] = owner.recoveryCodes
    service.clock.advance(STALE_MS)
    assert.equal((await reauthenticate(owner.token, { recovery_code })).status, 200)
    const wrong = { status: 422, code: 'invalid_code', details: [['recovery_code', 'invalid_code']] } as const
    assertRefused(await reauthenticate(owner.token, { recovery_code }), wrong)
    assert.equal((await post(service, '/api/me/recovery-codes', owner.token)).status, 201)
  })

  it('is no password of an account with a factor, and no used code', async () => {
    const owner = await makeOwner(service)
    service.clock.advance(STALE_MS)
    const refusal = { status: 422, code: 'not_allowed', details: [['password', 'not_allowed']] } as const
    await assertRefusedUnchanged(service, () => reauthenticate(owner.token, { password: PASSWORD }), refusal)
    const code = codeOf(service, owner.secret)
    assert.equal((await reauthenticate(owner.token, { code })).status, 200)
    assertRefused(await reauthenticate(owner.token, { code }), WRONG_CODE)
    service.clock.advance(STEP_MS)
    const answers = await Promise.all(
      [1, 2, 3].map(() => reauthenticate(owner.token, { code: codeOf(service, owner.secret) })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  it('counts for its token only', async () => {
    const owner = await makeOwner(service)
    const stolen = await signInWithCode(service, owner)
    service.clock.advance(STALE_MS)
    assert.equal((await reauthenticate(owner.token, { code: codeOf(service, owner.secret) })).status, 200)
    assertRefused(await post(service, '/api/me/recovery-codes', stolen), REQUIRED)
  })

  it('is not to be had with the token of another user’s factor, and ten failures end a token', async () => {
    const [owner, thief] = [await makeOwner(service), await makeOwner(service)]
    const { token } = owner
    assertRefused(await reauthenticate(token, { code: nextCode(service, thief.secret) }), WRONG_CODE)
    for (let failures = 2; failures <= 10; failures++) {
      assert.equal((await service.call('GET', '/api/me', { token })).status, 200, String(failures))
      assertRefused(await reauthenticate(token, { code: wrongCodeOf(service, owner.secret) }), WRONG_CODE)
    }
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
    assert.equal((await service.call('GET', '/api/me', { token: thief.token })).status, 200)
  })

  it('of an account without a factor is its password, there or in the request', async () => {
    const user = await makeSignedIn(service)
    service.clock.advance(STALE_MS)
    const totp = (json: object) => post(service, '/api/me/factors/totp', user.token, json)
    await assertRefusedUnchanged(service, () => totp({}), REQUIRED)
    const wrong = { current_password: 'a phrase of another' }
    const wrongPassword = (field: string) =>
      ({ status: 422, code: 'wrong_password', details: [[field, 'wrong_password']] }) as const
    assertRefused(await totp(wrong), wrongPassword('current_password'))
    assert.equal((await totp({ current_password: PASSWORD })).status, 201)
    assertRefused(await totp({}), REQUIRED)
    const failed = await reauthenticate(user.token, { password: 'a phrase of another' })
    assertRefused(failed, wrongPassword('password'))
    assert.equal((await reauthenticate(user.token, { password: PASSWORD })).status, 200)
    assert.equal((await totp({})).status, 201)
    for (const json of [{}, { password: PASSWORD, code: '123456' }])
      assert.equal((await reauthenticate(user.token, json)).status, 422)
  })

  it('asks nothing of accounts without a factor where nothing was asked before', async () => {
    const user = await makeSignedIn(service)
    service.clock.advance(STALE_MS)
    const at = `/api/users/id/${user.id}`
    assert.equal((await post(service, `${at}/tokens/create`, user.token, { name: 'mine' })).status, 201)
    const change = { current_password: PASSWORD, password: NEW }
    assert.equal((await post(service, '/api/password/change', user.token, change)).status, 200)
    const email = { email: `new.${user.email}`, current_password: NEW }
    assert.equal((await post(service, `${at}/update`, user.token, email)).status, 200)
    const without = await makeUser(service)
    assert.equal((await post(service, '/api/password/change', without.token, { password: NEW })).status, 200)
  })

  it('is not needed by administrators for others, nor to be had with tokens made by hand', async () => {
    const owner = await makeOwner(service)
    const assigned = await giveToken(service, owner)
    const change = { current_password: PASSWORD, password: NEW }
    await assertRefusedUnchanged(
      service,
      () => post(service, '/api/password/change', assigned, change),
      REQUIRED,
    )
    const role = await makeRole(service, ['can-assign-api-tokens', 'can-update-users', 'can-read-users'])
    await giveRole(service, owner, role.slug)
    assert.equal(
      (await post(service, `/api/users/id/${owner.id}/tokens/create`, assigned, { name: 'x' })).status,
      201,
    )
    service.clock.advance(STALE_MS)
    const api_token = `an-assigned-token-${'y'.repeat(40)}`
    const assign = () => post(service, `/api/users/id/${owner.id}/update`, owner.token, { api_token })
    await assertRefusedUnchanged(service, assign, REQUIRED)
    const other = await makeUser(service)
    const reset = await post(service, `/api/users/id/${other.id}/update`, owner.token, { password: NEW })
    assert.equal(reset.status, 200)
  })

  it('is asked for although the address and the password are right: they alone remove no factor', async () => {
    const owner = await makeOwner(service)
    const { body } = await signInBy(service, { email: owner.email, password: PASSWORD })
    assert.deepEqual([body.code, body.data], ['second_factor_required', undefined])
    for (const token of [body.challenge, `rc_${body.challenge}`])
      assert.equal((await service.call('GET', '/api/me/factors', { token })).status, 401)
  })
})
