// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const PASSWORD = 'a phrase of my own'

describe('the tokens of a user', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const act = async (user: Person, [action, json]: readonly [string, object], token = service.token) =>
    dataOf(await service.call('POST', `/api/users/id/${user.id}/${action}`, { token, json }))
  const read = (user: Person, token = user.token) =>
    service.call('GET', `/api/users/id/${user.id}`, { token })
  const assertWorks = async (user: Person, token = user.token) =>
    assert.equal((await read(user, token)).status, 200)
  const assertStopped = async (user: Person, token = user.token) =>
    assertRefused(await read(user, token), { status: 401, code: 'unauthenticated', says: /revoked/ })

  const endings = [
    {
      what: 'is deactivated',
      disable: ['update', { is_active: false }],
      enable: ['update', { is_active: true }],
    },
    {
      what: 'becomes inactive',
      disable: ['update', { status: 'inactive' }],
      enable: ['update', { status: 'active' }],
    },
    { what: 'is deleted', disable: ['delete', {}], enable: ['restore', {}] },
  ] as const

  for (const { what, disable: away, enable: back } of endings) {
    it(`are revoked at once when the user ${what}, and stay revoked afterwards`, async () => {
      const ada = await makeUser(service, { password: PASSWORD })
      const session = await signIn(service, ada.email, PASSWORD)
      const other = await makeUser(service)
      await act(ada, away)
      for (const token of [ada.token, session]) await assertStopped(ada, token)
      await assertWorks(other)
      await act(ada, back)
      for (const token of [ada.token, session]) await assertStopped(ada, token)
      await assertWorks(ada, await signIn(service, ada.email, PASSWORD))
    })

    it(`are revoked, including the current one, when the user ${what} by their own request`, async () => {
      const ada = await makeActor(service, ['can-update-users', 'can-delete-users'])
      await act(ada, away, ada.token)
      await assertStopped(ada)
      await act(ada, back)
      await assertStopped(ada)
    })

    it(`are not made by a sign-in that was running when the user ${what === 'is deleted' ? 'was deleted' : what}`, async () => {
      const ada = await makeUser(service, { password: PASSWORD })
      const json = { email: ada.email, password: PASSWORD }
      // Verifying the password takes some 20 ms; the change usually comes first.
      const signingIn = service.call('POST', '/api/signin', { token: null, json })
      await act(ada, away)
      const { status, body } = await signingIn
      if (status === 200) await assertStopped(ada, body.data.item.api_token)
      else assert.equal(status, 401)
      await act(ada, back)
      const tokens = await service.connection.db
        .selectFrom('tokens')
        .where('user_id', '=', ada.id)
        .select('id')
        .execute()
      assert.deepEqual(tokens, [])
    })
  }

  it('are all revoked when an administrator sets the password', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    const session = await signIn(service, ada.email, PASSWORD)
    await act(ada, ['update', { password: 'another phrase entirely' }])
    for (const token of [ada.token, session]) await assertStopped(ada, token)
    await assertWorks(ada, await signIn(service, ada.email, 'another phrase entirely'))
  })

  it('are revoked except the current one when users change their own password', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    const session = await signIn(service, ada.email, PASSWORD)
    await act(ada, ['update', { password: 'another phrase entirely', current_password: PASSWORD }], session)
    await assertWorks(ada, session)
    await assertStopped(ada, ada.token)
  })

  it('are not made by a sign-in with the old password that was running when it changed', async () => {
    // On a busy machine the sign-in may be over before the password changes: then it is tried again.
    await eventually(async () => {
      const ada = await makeUser(service, { password: PASSWORD })
      const json = { email: ada.email, password: PASSWORD }
      service.statements.count = 0
      const signingIn = service.call('POST', '/api/signin', { token: null, json })
      // The account has been found, and the password is being verified.
      while (service.statements.count === 0) await setImmediate()
      const users = service.connection.db.updateTable('users').where('id', '=', ada.id)
      await users.set({ password_hash: 'another' }).execute()
      assertRefused(await signingIn, { status: 401, code: 'unauthenticated' })
    })
  })

  it('stay valid when anything else of the user changes', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    await act(
      ada,
      ['update', { title: 'Countess', email: `new-${ada.email}`, is_active: true }],
      service.token,
    )
    await act(ada, ['update', { bio: 'Wrote the first program.' }], ada.token)
    await assertWorks(ada)
  })

  it('stay valid when the user’s roles change, and have the new permissions at once', async () => {
    const ada = await makeUser(service)
    const role = await makeRole(service, ['can-read-roles'])
    const status = async () => (await service.call('GET', '/api/roles', { token: ada.token })).status
    assert.equal(await status(), 403)
    await giveRole(service, ada, role.slug)
    assert.equal(await status(), 200)
    dataOf(await service.call('DELETE', `/api/users/${ada.id}/relationships/roles`, { json: role.slug }))
    assert.equal(await status(), 403)
  })
})
