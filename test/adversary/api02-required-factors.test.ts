// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveSession, makeRole, makeUser, type Role } from '../support/actors.ts'
import { addressesOf, newEmail } from '../support/address-changes.ts'
import {
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  type Owner,
  PASSWORD,
  signInBy,
  signInWithCode,
} from '../support/factors.ts'
import { waitingMails } from '../support/mail.ts'
import { assertRefused, assertRefusedUnchanged, dumpOf } from '../support/refusals.ts'
import { type CallOptions, type Service, signIn, startService } from '../support/service.ts'

const CODE = 'second_factor_enrolment_required'
const ENROL = { status: 403, code: CODE } as const
const NEW = 'another phrase of mine'

let service: Service
let role: Role
const { post, ask, changeMail, confirm } = addressesOf(() => service)

before(async () => {
  service = await startService()
  role = await makeRole(service, ['can-read-users', 'can-create-users', 'can-update-users'], {
    requires_second_factor: true,
  })
})
after(() => service.stop())

/** Somebody whose role requires a factor, signed in by the password alone. */
async function makeHeldBack() {
  const user = await makeSignedIn(service)
  await giveRole(service, user, role.slug)
  return user
}

const factorIds = async ({ token }: { token: string }): Promise<number[]> =>
  dataOf(await service.call('GET', '/api/me/factors', { token })).factors.map(({ id }: { id: number }) => id)

describe('API2: a sign-in without the required second factor', () => {
  it('reaches nothing else, wherever the token stands and whatever is asked for', async () => {
    const { id, email, token } = await makeHeldBack()
    const attempts: [method: string, path: string, options: CallOptions][] = [
      ['GET', '/api/users', { token: null, query: { api_token: token } }],
      ['POST', '/api/users', { token: null, json: { api_token: token } }],
      ['GET', `/api/cms/users/id/${id}`, { token }],
      ['GET', `/api/users/id/${id}`, { token, query: 'include=roles' }],
      ['GET', `/api/users/${id}`, { token, headers: { 'if-none-match': '"1"' } }],
      ['GET', `/api/users/id/${id}/tokens`, { token }],
      ['POST', '/api/checks', { token, json: [{ user: id, role: role.slug }] }],
      ['POST', '/api/users', { token, json: [{ email: newEmail(), first_name: 'Planted' }] }],
      ['POST', '/api/users/bulk/activate', { token, json: { ids: [id] } }],
      ['POST', `/api/users/id/${id}/update`, { token, json: { password: NEW, current_password: PASSWORD } }],
      ['PATCH', `/api/users/${id}`, { token, json: { email: newEmail(), current_password: PASSWORD } }],
      ['POST', '/api/password/change', { token, json: { password: NEW, current_password: PASSWORD } }],
      ['POST', '/api/email/change', { token, json: { email: newEmail(), current_password: PASSWORD } }],
      ['DELETE', `/api/users/${id}/relationships/roles`, { token, json: role.slug }],
      ['POST', '/api/me/sessions/revoke', { token, json: {} }],
      ['POST', `/api/users/email/${email}/factors/reset`, { token, json: {} }],
    ]
    const before = await dumpOf(service)
    for (const [method, path, options] of attempts) {
      const answer = await service.call(method, path, options)
      assert.deepEqual([answer.status, answer.body.code], [403, CODE], `${method} ${path}`)
    }
    const old = await service.call('GET', '/api/users', { token, headers: { 'x-http-status': '200' } })
    assert.deepEqual([old.status, old.body.code, old.body.data], [200, CODE, undefined])
    assert.deepEqual(await dumpOf(service), before)
  })

  it('gets no stored answer to a write of before', async () => {
    const user = await makeSignedIn(service)
    const plain = await makeRole(service, ['can-create-users'])
    await giveRole(service, user, plain.slug)
    const json = { email: newEmail(), first_name: 'Once' }
    const options = { token: user.token, json, headers: { 'idempotency-key': 'the-same-write' } }
    const create = () => service.call('POST', '/api/users/create', options)
    assert.equal((await create()).status, 201)
    await giveRole(service, user, role.slug)
    await assertRefusedUnchanged(service, create, ENROL)
  })

  it('confirms no change of its address that was asked for before, only the address that it has', async () => {
    const user = await makeSignedIn(service)
    const address = newEmail()
    assert.equal((await ask(user, address)).status, 202)
    await giveRole(service, user, role.slug)
    const { code } = await changeMail(address)
    await assertRefusedUnchanged(service, () => confirm(user, { code }), ENROL)
    assert.equal((await post('/api/email/verify', user.token)).status, 202)
    const [mail] = await waitingMails(service, user.email, 'email-verify')
    assert.equal((await confirm(user, { code: mail.code })).status, 200)
  })

  it('is not avoided by a new password, nor by another sign-in', async () => {
    const user = await makeHeldBack()
    await post('/api/password/forgot', null, { email: user.email })
    const [{ code }] = await waitingMails(service, user.email, 'reset')
    assert.equal((await post('/api/password/reset', null, { code, password: NEW })).status, 200)
    const token = await signIn(service, user.email, NEW)
    assertRefused(await service.call('GET', '/api/users', { token }), ENROL)
  })

  it('is not lifted by a factor that is prepared only, or by codes of somebody else', async () => {
    const [user, other] = [await makeHeldBack(), await makeOwner(service)]
    dataOf(await post('/api/me/factors/totp', user.token))
    const code = codeOf(service, other.secret)
    assert.equal((await post('/api/me/factors/totp/confirm', user.token, { code })).status, 422)
    assert.equal((await post('/api/reauthenticate', user.token, { code })).status, 422)
    const [recovery_code] = other.recoveryCodes
    assert.equal((await post('/api/reauthenticate', user.token, { recovery_code })).status, 422)
    assertRefused(await post('/api/me/recovery-codes', user.token), { status: 409, code: 'no_factor' })
    assertRefused(await service.call('GET', '/api/users', { token: user.token }), ENROL)
  })

  it('ends for a write that has begun before the role was given', async () => {
    const user = await makeSignedIn(service)
    const plain = await makeRole(service, ['can-create-users'])
    await giveRole(service, user, plain.slug)
    const answers = await Promise.all([
      giveRole(service, user, role.slug),
      ...Array.from({ length: 8 }, () =>
        post('/api/users/create', user.token, { email: newEmail(), first_name: 'Raced' }),
      ),
    ])
    for (const answer of answers.slice(1)) if (answer && answer.status !== 201) assertRefused(answer, ENROL)
    assertRefused(
      await post('/api/users/create', user.token, { email: newEmail(), first_name: 'Late' }),
      ENROL,
    )
  })
})

describe('API2: the last factor that a role requires', () => {
  /** With two factors, and a session for each. */
  async function makeOwnerOfTwo(): Promise<{ owner: Owner; tokens: string[] }> {
    const owner = await makeOwner(service)
    service.clock.advance(MINUTE_MS)
    await enrol(service, owner.token, { name: 'Second' })
    await giveRole(service, owner, role.slug)
    return { owner, tokens: [owner.token, await signInWithCode(service, owner)] }
  }

  /** Removes both factors of an owner at the same time. @returns the code of the call that was refused */
  async function removeBoth(tokensOf: (tokens: string[]) => string[]): Promise<string> {
    const { owner, tokens } = await makeOwnerOfTwo()
    const ids = await factorIds(owner)
    const by = tokensOf(tokens)
    const answers = await Promise.all(
      ids.map((id, index) => post(`/api/me/factors/${id}/delete`, by[index] as string)),
    )
    assert.equal((await factorIds(owner)).length, 1)
    const [refused, another] = answers.filter(({ status }) => status !== 200)
    assert.ok(refused && !another)
    return refused.body.code
  }

  it('stays when a session removes both at the same time', async () => {
    for (let round = 0; round < 5; round++)
      assert.equal(await removeBoth(([token = '']) => [token, token]), 'last_required_factor')
  })

  it('stays when two sessions remove one each at the same time: the later one has to prove itself again', async () => {
    for (let round = 0; round < 5; round++)
      assert.equal(await removeBoth((tokens) => tokens), 'reauthentication_required')
  })

  it('is not removed by whoever knows the address and the password', async () => {
    const user = await makeSignedIn(service)
    const earlier = await giveSession(service, user)
    const owner = { ...user, ...(await enrol(service, user.token)) }
    await giveRole(service, owner, role.slug)
    const [id] = await factorIds(owner)
    const { status, body } = await signInBy(service, { email: owner.email, password: PASSWORD })
    assert.deepEqual([status, body.code], [401, 'second_factor_required'])
    const remove = () => post(`/api/me/factors/${id}/delete`, earlier)
    const proof = { status: 403, code: 'reauthentication_required' }
    await assertRefusedUnchanged(service, remove, proof)
    assert.equal((await post('/api/reauthenticate', earlier, { password: PASSWORD })).status, 422)
    await assertRefusedUnchanged(service, remove, proof)
  })

  it('is removed by an administrator only: the user then adds another before anything else', async () => {
    const { owner, tokens } = await makeOwnerOfTwo()
    const helper = await makeUser(service)
    const may = await makeRole(service, [
      'can-reset-factors',
      'can-read-users',
      'can-create-users',
      'can-update-users',
    ])
    await giveRole(service, helper, may.slug)
    assert.equal((await post(`/api/users/id/${owner.id}/factors/reset`, helper.token)).status, 200)
    for (const token of tokens) assertRefused(await service.call('GET', '/api/users', { token }), ENROL)
  })
})
