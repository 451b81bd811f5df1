// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveSession,
  giveToken,
  makeActor,
  makeRole,
  makeUser,
} from '../../support/actors.ts'
import { enrol, makeOwner, PASSWORD, post } from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const OWN = { status: 409, code: 'own_account' } as const

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const at = ({ id }: { id: number }) => `/api/users/id/${id}/factors`
const factorsOf = async (user: { id: number }, token = service.token) =>
  dataOf(await service.call('GET', at(user), { token }))

describe('The factors of another user', () => {
  it('are shown to those who may read users, without a secret', async () => {
    const owner = await makeOwner(service)
    const reader = await makeActor(service, ['can-read-users'])
    const shown = await factorsOf(owner, reader.token)
    assert.equal(shown.recovery_codes_left, 10)
    assert.deepEqual(
      shown.factors.map(
        ({ id: _id, uuid: _uuid, created_at: _at, ...rest }: Record<string, unknown>) => rest,
      ),
      [{ kind: 'totp', name: 'Authenticator app', used_at: null }],
    )
    assertRefused(await service.call('GET', at({ id: 999_999 })), { status: 404, code: 'not_found' })
  })

  it('are all removed by a reset: the password is enough, and the user is told without the address of the administrator', async () => {
    const owner = await makeOwner(service)
    await enrol(service, owner.token, { name: 'Tablet' })
    const helper = await makeActor(service, ['can-reset-factors'])
    assert.equal((await post(service, `${at(owner)}/reset`, helper.token)).status, 200)
    assert.deepEqual(await factorsOf(owner), { factors: [], recovery_codes_left: 0 })
    const user = dataOf(await service.call('GET', `/api/users/id/${owner.id}`))
    assert.equal(user.has_second_factor, false)
    assert.equal(user.updated_by, helper.id)
    await signIn(service, owner.email, PASSWORD)
    const mails = await waitingMails(service, owner.email, 'factor-removed')
    assert.deepEqual(mails.map(({ factor }) => factor).toSorted(), ['Authenticator app', 'Tablet'])
    for (const mail of mails) assert.deepEqual([mail.ip, mail.device], [undefined, undefined])
  })

  it('are removed one by one; with the last one, the recovery codes go', async () => {
    const owner = await makeOwner(service)
    await enrol(service, owner.token, { name: 'Tablet' })
    const [one, two] = (await factorsOf(owner)).factors
    assert.equal((await post(service, `${at(owner)}/${one.id}/delete`, service.token)).status, 200)
    const left = await factorsOf(owner)
    assert.deepEqual([left.factors, left.recovery_codes_left], [[two], 10])
    const gone = { status: 404, code: 'not_found' }
    await assertRefusedUnchanged(
      service,
      () => post(service, `${at(owner)}/${one.id}/delete`, service.token),
      gone,
    )
    assert.equal((await post(service, `${at(owner)}/${two.id}/delete`, service.token)).status, 200)
    assert.deepEqual(await factorsOf(owner), { factors: [], recovery_codes_left: 0 })
  })

  it('are not those of somebody else, although the path says so', async () => {
    const [owner, other] = [await makeOwner(service), await makeUser(service)]
    const [{ id }] = (await factorsOf(owner)).factors
    const refusal = { status: 404, code: 'not_found' }
    await assertRefusedUnchanged(
      service,
      () => post(service, `${at(other)}/${id}/delete`, service.token),
      refusal,
    )
  })

  it('stay where there are none, and nobody is told', async () => {
    const user = await makeUser(service)
    assert.equal((await post(service, `${at(user)}/reset`, service.token)).status, 200)
    assert.deepEqual(await waitingMails(service, user.email, 'factor-removed'), [])
  })

  it('are refused to those who lack the permission, or hold less than the user', async () => {
    const owner = await makeOwner(service)
    await giveRole(service, owner, (await makeRole(service, ['can-delete-users'])).slug)
    const [{ id }] = (await factorsOf(owner)).factors
    const helper = await makeActor(service, ['can-reset-factors', 'can-update-users', 'can-read-users'])
    const plain = await makeActor(service, ['can-update-users', 'can-read-users'])
    for (const path of [`${at(owner)}/${id}/delete`, `${at(owner)}/reset`]) {
      for (const [{ token }, says] of [
        [helper, /can-delete-users/],
        [plain, /can-reset-factors/],
      ] as const)
        await assertRefusedUnchanged(service, () => post(service, path, token), {
          status: 403,
          code: 'forbidden',
          says,
        })
    }
  })

  it('are never the caller’s own: also not by a token that they made for somebody else', async () => {
    const owner = await makeOwner(service)
    await giveRole(
      service,
      owner,
      (await makeRole(service, ['can-reset-factors', 'can-assign-api-tokens', 'can-read-users'])).slug,
    )
    const other = await makeActor(service, ['can-reset-factors', 'can-assign-api-tokens', 'can-read-users'])
    const [{ id }] = (await factorsOf(owner)).factors
    const path = `/api/users/id/${other.id}/tokens/create`
    const made = dataOf(await post(service, path, owner.token, { name: 'of another' })).item.api_token
    const tokens = [await giveToken(service, owner), await giveSession(service, owner), made]
    for (const token of tokens)
      for (const what of [`${id}/delete`, 'reset'])
        await assertRefusedUnchanged(service, () => post(service, `${at(owner)}/${what}`, token), OWN)
  })
})
