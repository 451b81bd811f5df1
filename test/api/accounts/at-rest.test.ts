// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import { atRest } from '../../support/at-rest.ts'
import { ADMIN, type Service, signIn, startService } from '../../support/service.ts'

describe('the secrets of a service', () => {
  let service: Service
  const secrets = new Map<string, string>()
  const secret = (what: string, value: string) => {
    secrets.set(what, value)
    return value
  }

  before(async () => {
    service = await startService()
    secret('the first administrator’s password', ADMIN.password)
    secret('a session', service.token)
    const ada = await makeUser(service, {
      password: secret('a password', 'öl on troubled waters'),
      activation_code: secret('an activation code', 'activate-4711-please'),
      remember_token: secret('a remember token', 'remember-4711-please'),
      login_otp: secret('a one-time password', 'otp-471147114711'),
      reset_password_code: secret('a reset code', 'reset-4711-please'),
    })
    secret('an assigned token', ada.token)
    secret('another session', await signIn(service, ada.email, 'öl on troubled waters'))
    const person = { email: 'signed-up@example.com', first_name: 'Signed' }
    const password = secret('a password from sign-up', 'a sign-up phrase')
    dataOf(await service.call('POST', '/api/signup', { token: null, json: { ...person, password } }))
    const waiting = { email: 'waiting@example.com', first_name: 'Waiting' }
    const json = { ...waiting, password: secret('a password of a registration', 'a waiting phrase') }
    dataOf(await service.call('POST', '/api/registrations/create', { json }))
  })
  after(() => service.stop())

  it('are not on the disk in any encoding', async () => {
    const disk = await atRest(service)
    assert.ok(disk.includes('signed-up@example.com'), 'public values can be found')
    assert.equal(secrets.size, 11)
    for (const [what, value] of secrets) {
      const spellings = [
        value,
        value.normalize('NFD'),
        Buffer.from(value).toString('base64'),
        Buffer.from(value).toString('hex'),
      ]
      for (const spelling of spellings) assert.ok(!disk.includes(spelling), what)
    }
  })

  it('still work', async () => {
    for (const what of ['a session', 'another session', 'an assigned token']) {
      const { status } = await service.call('POST', '/api/signout', { token: secrets.get(what) as string })
      assert.equal(status, 200, what)
    }
  })
})
