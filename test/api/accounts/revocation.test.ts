// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
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

  const leaving = [
    { what: 'is deactivated', away: ['update', { is_active: false }], back: ['update', { is_active: true }] },
    {
      what: 'becomes inactive',
      away: ['update', { status: 'inactive' }],
      back: ['update', { status: 'active' }],
    },
    { what: 'is deleted', away: ['delete', {}], back: ['restore', {}] },
  ] as const

  for (const { what, away, back } of leaving) {
    it(`stop at once when the user ${what}, and do not come back with them`, async () => {
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

    it(`stop when the user ${what} by their own hand, the one in use too`, async () => {
      const ada = await makeActor(service, ['can-update-users', 'can-delete-users'])
      await act(ada, away, ada.token)
      await assertStopped(ada)
      await act(ada, back)
      await assertStopped(ada)
    })

    it(`are not made by a sign-in that was under way when the user ${what === 'is deleted' ? 'was deleted' : what}`, async () => {
      const ada = await makeUser(service, { password: PASSWORD })
      const json = { email: ada.email, password: PASSWORD }
      // The password takes some 20 ms to verify; mostly, the change is there before it is done.
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

  it('all stop when an administrator sets their password', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    const session = await signIn(service, ada.email, PASSWORD)
    await act(ada, ['update', { password: 'another phrase entirely' }])
    for (const token of [ada.token, session]) await assertStopped(ada, token)
    await assertWorks(ada, await signIn(service, ada.email, 'another phrase entirely'))
  })

  it('stop but for the one in use when they change their password themselves', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    const session = await signIn(service, ada.email, PASSWORD)
    await act(ada, ['update', { password: 'another phrase entirely', current_password: PASSWORD }], session)
    await assertWorks(ada, session)
    await assertStopped(ada, ada.token)
  })

  it('are not made by a sign-in with the old password that was under way when it changed', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    const json = { email: ada.email, password: PASSWORD }
    service.statements.count = 0
    const signingIn = service.call('POST', '/api/signin', { token: null, json })
    // Their account has been found, and the password is being verified.
    while (service.statements.count === 0) await setImmediate()
    const users = service.connection.db.updateTable('users').where('id', '=', ada.id)
    await users.set({ password_hash: 'another' }).execute()
    assertRefused(await signingIn, { status: 401, code: 'unauthenticated' })
  })

  it('stay when anything else of the user changes', async () => {
    const ada = await makeUser(service, { password: PASSWORD })
    await act(
      ada,
      ['update', { title: 'Countess', email: `new-${ada.email}`, is_active: true }],
      service.token,
    )
    await act(ada, ['update', { bio: 'Wrote the first program.' }], ada.token)
    await assertWorks(ada)
  })

  it('stay when the user’s roles change, and may do what the new roles say at once', async () => {
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
