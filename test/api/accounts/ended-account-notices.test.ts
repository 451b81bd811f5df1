// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MailKind } from '../../../contract/mails.ts'
import { dataOf, makeActor, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertForbidden } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** Users are told by mail that their account was deactivated or deleted, in whatever way, and cannot switch that off. */

const { service, call } = useService()

const notices = (kind: MailKind, { email }: { email: string }) => waitingMails(service(), email, kind)
const at = ({ id }: { id: number }, operation: string) => `/api/users/id/${id}/${operation}`

type Way = [name: string, run: (user: { id: number; uuid: string }) => Promise<Answer>]

const DEACTIVATIONS: Way[] = [
  ['update', (user) => call('POST', at(user, 'update'), { json: { is_active: false } })],
  ['PATCH', ({ id }) => call('PATCH', `/api/users/${id}`, { json: { is_active: false } })],
  ['PATCH of many', ({ id }) => call('PATCH', '/api/users', { json: [{ id, is_active: false }] })],
  ['a bulk action', ({ id }) => call('POST', '/api/users/bulk/deactivate', { json: { ids: [id] } })],
  ['an offboarding', (user) => call('POST', at(user, 'offboard'), { json: {} })],
]

const DELETIONS: Way[] = [
  ['delete', (user) => call('POST', at(user, 'delete'))],
  ['a bulk action', ({ id }) => call('POST', '/api/users/bulk/delete', { json: { ids: [id] } })],
  ['DELETE of one', ({ id }) => call('DELETE', `/api/users/${id}`)],
  ['DELETE of many', ({ uuid }) => call('DELETE', '/api/users', { json: { ids: [uuid] } })],
]

describe('A user whose account is deactivated', () => {
  for (const [name, deactivate] of DEACTIVATIONS)
    it(`is told, once, by ${name}`, async () => {
      const user = await makeUser(service(), { language: 'fr' })
      dataOf(await deactivate(user))
      const [notice, ...others] = await notices('account-deactivated', user)
      assert.deepEqual([notice.name, notice.language, others], [user.first_name, 'fr', []])
      assert.ok(notice.at <= service().clock.now())
      dataOf(await call('PATCH', `/api/users/${user.id}`, { json: { bio: 'Gone' } }))
      assert.equal((await notices('account-deactivated', user)).length, 1)
      dataOf(await call('PATCH', `/api/users/${user.id}`, { json: { is_active: true } }))
      assert.equal((await notices('account-deactivated', user)).length, 1)
    })

  it('is not told if it is refused', async () => {
    const [user, helper] = [await makeUser(service()), await makeActor(service(), ['can-read-users'])]
    const { token } = helper
    const json = { is_active: false }
    await assertForbidden(service(), () => call('PATCH', `/api/users/${user.id}`, { token, json }), [
      'can-update-users',
    ])
    assert.deepEqual(await notices('account-deactivated', user), [])
  })
})

describe('A user whose account is deleted', () => {
  for (const [name, remove] of DELETIONS)
    it(`is told, once, by ${name}`, async () => {
      const user = await makeUser(service())
      dataOf(await remove(user))
      const [notice, ...others] = await notices('account-deleted', user)
      assert.deepEqual([notice.name, others], [user.first_name, []])
      assert.deepEqual(await notices('account-deactivated', user), [])
    })
})
