// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import { runHere } from '../../support/process.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

const PASSWORD = 'a phrase of my own'

describe('email_verified_at', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const verifiedAt = async (email: string) =>
    dataOf(await service.call('GET', `/api/users/email/${email}`)).email_verified_at
  const isTime = (value: unknown) => assert.match(String(value), /^\d{4}-\d\d-\d\dT/)

  it('is set for users whom an administrator, an import or the set-up creates', async () => {
    isTime(await verifiedAt(ADMIN.email))
    isTime(await verifiedAt((await makeUser(service)).email))
    const json = [{ email: 'bulk@example.com', first_name: 'Bulk' }]
    dataOf(await service.call('POST', '/api/users/bulk/create', { json: { items: json } }))
    isTime(await verifiedAt('bulk@example.com'))
    const input = 'email,first_name\nimported@example.com,Imported\n'
    const env = { DATABASE_URL: service.config.databaseUrl }
    const { code, err } = await runHere('/', ['import', 'users', '-', '--format', 'csv'], env, { input })
    assert.equal(code, 0, err)
    isTime(await verifiedAt('imported@example.com'))
    const person = { email: 'approved@example.com', first_name: 'Approved', password: PASSWORD }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json: person }))
    dataOf(await service.call('POST', `/api/registrations/id/${item.id}/create-user`))
    isTime(await verifiedAt('approved@example.com'))
  })

  it('is null after an open sign-up, also if the caller is signed in', async () => {
    for (const token of [null, service.token]) {
      const json = { email: `open-${token === null}@example.com`, first_name: 'Open', password: PASSWORD }
      const { item } = dataOf(await service.call('POST', '/api/signup', { token, json }))
      assert.equal(item.email_verified_at, null)
      assert.equal(await verifiedAt(json.email), null)
    }
  })

  it('can be set by nobody', async () => {
    const ada = await makeUser(service)
    const json = { email_verified_at: '2026-01-01T00:00:00.000Z' }
    const before = await verifiedAt(ada.email)
    for (const token of [service.token, ada.token]) {
      await service.call('PATCH', `/api/users/${ada.id}`, { token, json })
      assert.equal(await verifiedAt(ada.email), before)
    }
    const person = { email: 'made@example.com', first_name: 'Made', ...json }
    await service.call('POST', '/api/users/create', { json: person })
    const signUp = { ...person, email: 'signed@example.com', password: PASSWORD }
    const { status } = await service.call('POST', '/api/signup', { token: null, json: signUp })
    assert.equal(status, 422)
  })

  it('stays when a user asks for another address; an administrator vouches for the one that they set', async () => {
    const ada = await makeUser(service)
    const rename = async (email: string, token: string) =>
      dataOf(await service.call('PATCH', `/api/users/${ada.id}`, { token, json: { email } }))
    const before = await verifiedAt(ada.email)
    isTime(before)
    const asked = await rename('mine@example.com', ada.token)
    assert.deepEqual([asked.email, asked.email_verified_at], [ada.email, before])
    service.clock.advance(1000)
    const set = await rename('theirs@example.com', service.token)
    isTime(set.email_verified_at)
    assert.notEqual(set.email_verified_at, before)
  })
})
