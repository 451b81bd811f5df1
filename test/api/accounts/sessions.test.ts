// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveSession, giveToken, makeActor, makeUser } from '../../support/actors.ts'
import { MINUTE_MS, makeSignedIn, PASSWORD, post, signInBy, tokenIn } from '../../support/factors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

const SESSIONS = '/api/me/sessions'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const sessionsOf = async (token: string) => dataOf(await service.call('GET', SESSIONS, { token })).sessions
const statusOf = async (token: string) => (await service.call('GET', '/api/me', { token })).status

describe('The sessions of an account', () => {
  it('are its sign-ins, the newest first: which device, and which one is this', async () => {
    const user = await makeSignedIn(service)
    service.clock.advance(MINUTE_MS)
    const began = service.clock.now()
    const { email } = user
    const phone = { 'user-agent': 'Phone/1.0' }
    const token = tokenIn(await signInBy(service, { email, password: PASSWORD }, phone))
    const [newest, oldest, ...more] = await sessionsOf(user.token)
    assert.deepEqual(more, [])
    assert.deepEqual([newest.is_current, oldest.is_current], [false, true])
    assert.equal(newest.user_agent, 'Phone/1.0')
    assert.ok(oldest.created_at < began && newest.created_at >= began)
    assert.deepEqual(Object.keys(newest).toSorted(), [
      'created_at',
      'expires_at',
      'id',
      'is_current',
      'used_at',
      'used_ip',
      'user_agent',
      'uuid',
    ])
    assert.deepEqual(
      (await sessionsOf(token)).map((session: { is_current: boolean }) => session.is_current),
      [true, false],
    )
  })

  it('end one by one, at once; the one in use too', async () => {
    const user = await makeUser(service)
    const [one, two] = [await giveSession(service, user), await giveSession(service, user)]
    const [second, first] = await sessionsOf(two)
    assert.equal((await post(service, `${SESSIONS}/${first.id}/revoke`, two)).status, 200)
    assert.equal(await statusOf(one), 401)
    const refusal = { status: 404, code: 'not_found' }
    await assertRefusedUnchanged(service, () => post(service, `${SESSIONS}/${first.id}/revoke`, two), refusal)
    assert.equal((await post(service, `${SESSIONS}/${second.id}/revoke`, two)).status, 200)
    assert.equal(await statusOf(two), 401)
  })

  it('end all but the one in use; tokens made by hand, and those of others, stay', async () => {
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const [one, two, current] = [
      await giveSession(service, user),
      await giveSession(service, user),
      await giveSession(service, user),
    ]
    const theirs = await giveSession(service, other)
    assert.equal((await post(service, `${SESSIONS}/revoke`, current)).status, 200)
    assert.deepEqual(
      await Promise.all([one, two, current, user.token, theirs].map(statusOf)),
      [401, 401, 200, 200, 200],
    )
    assert.equal((await sessionsOf(current)).length, 1)
    // From a token made by hand, all are others.
    assert.equal((await post(service, `${SESSIONS}/revoke`, user.token)).status, 200)
    assert.deepEqual(await sessionsOf(user.token), [])
  })

  it('are neither those of others nor tokens made by hand', async () => {
    const [user, other] = [await makeUser(service), await makeUser(service)]
    const [token, theirs] = [await giveSession(service, user), await giveSession(service, other)]
    const rows = await service.connection.db
      .selectFrom('tokens')
      .where('user_id', 'in', [user.id, other.id])
      .select(['id', 'user_id', 'is_sign_in'])
      .execute()
    const own = await sessionsOf(token)
    const foreign = rows.filter(({ id }) => id !== own[0].id)
    assert.equal(foreign.length, 3)
    for (const { id } of [...foreign, { id: 'x' }])
      await assertRefusedUnchanged(service, () => post(service, `${SESSIONS}/${id}/revoke`, token), {
        status: 404,
        code: 'not_found',
      })
    assert.equal(await statusOf(theirs), 200)
  })

  it('are left out once they have expired', async () => {
    const user = await makeSignedIn(service)
    await service.connection.db
      .updateTable('tokens')
      .set({ expires_at: service.clock.now() })
      .where('user_id', '=', user.id)
      .where('is_sign_in', '=', true)
      .execute()
    assert.deepEqual(await sessionsOf(await giveToken(service, user)), [])
  })

  it('are refused to tokens that are limited or made by somebody else, and without one', async () => {
    const user = await makeActor(service, ['can-read-users'])
    const make = async (json: object, token: string) =>
      dataOf(await post(service, `/api/users/id/${user.id}/tokens/create`, token, json)).item.api_token
    await giveSession(service, user)
    const [{ id }] = await sessionsOf(user.token)
    const tokens = [
      await make({ name: 'limited', permissions: ['can-read-users'] }, user.token),
      await make({ name: 'made' }, service.token),
    ]
    const forbidden = { status: 403, code: 'forbidden' }
    for (const token of tokens) {
      assertRefused(await service.call('GET', SESSIONS, { token }), forbidden)
      for (const path of [`${SESSIONS}/${id}/revoke`, `${SESSIONS}/revoke`])
        await assertRefusedUnchanged(service, () => post(service, path, token), forbidden)
    }
    const nobody = { status: 401, code: 'unauthenticated' }
    assertRefused(await service.call('GET', SESSIONS, { token: null }), nobody)
    for (const path of [`${SESSIONS}/${id}/revoke`, `${SESSIONS}/revoke`])
      assertRefused(await post(service, path, null), nobody)
  })
})
