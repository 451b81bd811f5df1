// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged, dumpOf } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

const HUNDRED_YEARS_MS = 86_400_000 * 36_500

let made = 0
const newToken = (length = 40) => `assigned-${made++}-`.padEnd(length, 'x')

describe('a token that an administrator assigns', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
  })
  after(() => service.stop())

  const assign = (user: Person, api_token: unknown, token = service.token) =>
    service.call('POST', `/api/users/id/${user.id}/update`, { token, json: { api_token } })
  const statusWith = async (token: string) => (await service.call('GET', '/api/me', { token })).status

  it('is set by the field api_token of an update whose credential is in the header', async () => {
    const token = newToken()
    const answer = await assign(ada, token)
    assert.ok(!JSON.stringify(dataOf(answer)).includes(token))
    assert.equal(await statusWith(token), 200)
    assert.equal(await statusWith(ada.token), 200, 'the user’s other tokens stay valid')
  })

  it('can be set in the query too, and with other changes', async () => {
    const token = newToken()
    const query = { api_token: token, title: 'Countess' }
    const { title } = dataOf(await service.call('GET', `/api/users/id/${ada.id}/update`, { query }))
    assert.equal(title, 'Countess')
    assert.equal(await statusWith(token), 200)
  })

  it('has 40 to 255 characters', async () => {
    for (const length of [40, 255]) {
      const token = newToken(length)
      dataOf(await assign(ada, token))
      assert.equal(await statusWith(token), 200)
    }
    const refused = [
      [newToken(39), 'too_short'],
      [newToken(256), 'too_long'],
      [4242424242, 'invalid_type'],
      [['x'.repeat(40)], 'invalid_type'],
    ] as const
    for (const [token, code] of refused) {
      const details = [['api_token', code]] as const
      await assertRefusedUnchanged(service, () => assign(ada, token), { status: 422, code, details })
    }
  })

  it('must not be in use, by another user or by the same one', async () => {
    const ida = await makeUser(service)
    for (const token of [ida.token, ada.token]) {
      await assertRefusedUnchanged(service, () => assign(ada, token), {
        status: 409,
        code: 'api_token_taken',
        details: [['api_token', 'api_token_taken']],
      })
    }
  })

  it('never expires', async () => {
    const token = newToken()
    dataOf(await assign(ada, token))
    service.clock.advance(HUNDRED_YEARS_MS)
    assert.equal(await statusWith(token), 200)
    service.clock.advance(-HUNDRED_YEARS_MS)
  })

  it('needs can-assign-api-tokens, also for oneself', async () => {
    const updater = await makeActor(service, ['can-update-users'])
    for (const user of [ada, updater]) {
      await assertForbidden(service, () => assign(user, newToken(), updater.token), ['can-assign-api-tokens'])
    }
    const assigner = await makeActor(service, ['can-update-users', 'can-assign-api-tokens'])
    const token = newToken()
    dataOf(await assign(ada, token, assigner.token))
    assert.equal(await statusWith(token), 200)
  })

  it('is not part of the right to change one’s own record', async () => {
    await assertForbidden(service, () => assign(ada, newToken(), ada.token), ['can-update-users'])
  })

  it('can be set at creation under the same rules', async () => {
    const create = (token: string, api_token: string) =>
      service.call('POST', '/api/users/create', {
        token,
        json: { email: 'new@example.com', first_name: 'New', api_token },
      })
    const creator = await makeActor(service, ['can-create-users'])
    await assertForbidden(service, () => create(creator.token, newToken()), ['can-assign-api-tokens'])
    await assertRefusedUnchanged(service, () => create(service.token, ada.token), {
      status: 409,
      code: 'api_token_taken',
      details: [['api_token', 'api_token_taken']],
    })
  })
})

describe('the field api_token', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
  })
  after(() => service.stop())
  const tokens = async () => (await dumpOf(service)).tokens

  it('is the credential if there is no header, and assigns nothing', async () => {
    const before = await tokens()
    const json = { api_token: service.token, title: 'Countess' }
    const answer = await service.call('POST', `/api/users/id/${ada.id}/update`, { token: null, json })
    assert.equal(dataOf(answer).title, 'Countess')
    assert.deepEqual(await tokens(), before)
  })

  it('repeats the credential if it is the same as in the header', async () => {
    const before = await tokens()
    const json = { api_token: service.token, title: 'Analyst' }
    const answer = await service.call('POST', `/api/users/id/${ada.id}/update`, { json })
    assert.equal(dataOf(answer).title, 'Analyst')
    const own = { api_token: ada.token, title: 'Poet' }
    const path = `/api/users/id/${ada.id}/update`
    const answerToAda = await service.call('POST', path, { token: ada.token, json: own })
    assert.equal(dataOf(answerToAda).title, 'Poet')
    const person = { email: 'twice@example.com', first_name: 'Twice', api_token: service.token }
    dataOf(await service.call('GET', '/api/users/create', { query: person }))
    assert.deepEqual(await tokens(), before)
  })

  it('is ignored beside the header if the call has no user to assign it to', async () => {
    const before = await tokens()
    const json = { name: 'Helper', api_token: newToken() }
    dataOf(await service.call('POST', '/api/roles/create', { json }))
    dataOf(await service.call('POST', '/api/users', { json: { api_token: newToken() } }))
    dataOf(await service.call('POST', `/api/users/id/${ada.id}/delete`, { json: { api_token: newToken() } }))
    assert.deepEqual(
      (await tokens())?.filter((row) => JSON.parse(row).user_id !== ada.id),
      before?.filter((row) => JSON.parse(row).user_id !== ada.id),
    )
    const wrong = await service.call('POST', '/api/roles', { token: null, json: { api_token: newToken() } })
    assertRefused(wrong, { status: 401, code: 'unauthenticated' })
  })
})
