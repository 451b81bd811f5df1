// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { issueSetupCode } from '../../../server/credentials/setup-codes.ts'
import { systemContext } from '../../../server/prepare.ts'
import { commandsInNewFolders } from '../../support/commands.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { type CallOptions, type Service, startService } from '../../support/service.ts'

const list = dictionary['passwords-common']
/** Those that are long enough for a password here. */
const longEnough = list.filter((password) => [...password].length >= 8)

const SAYS = /^password is among the most common ones; choose another\.$/

describe('a common password', () => {
  let service: Service
  let registration = 0
  before(async () => {
    service = await startService()
    const json = { email: 'waiting@example.com', first_name: 'Waiting', password: 'a waiting phrase' }
    registration = (await service.call('POST', '/api/registrations/create', { json })).body.data.item.id
  })
  after(() => service.stop())

  const person = (password: string) => ({ email: 'eve@example.com', first_name: 'Eve', password })

  /** Every request that sets a password. */
  const requests: Record<string, (password: string) => [string, string, CallOptions, string?]> = {
    'sign-up': (password) => ['POST', '/api/signup', { token: null, json: person(password) }],
    'creating a user': (password) => ['POST', '/api/users/create', { json: person(password) }],
    'updating a user': (password) => ['POST', '/api/users/id/1/update', { json: { password } }],
    'changing a user': (password) => ['PATCH', '/api/users/1', { json: { password } }],
    'creating users': (password) => ['POST', '/api/users', { json: [person(password)] }, '0.password'],
    'changing users': (password) => ['PATCH', '/api/users', { json: [{ id: 1, password }] }, '0.password'],
    'creating a registration': (password) => [
      'POST',
      '/api/registrations/create',
      { json: person(password) },
    ],
    'updating a registration': (password) => [
      'POST',
      `/api/registrations/id/${registration}/update`,
      { json: { password } },
    ],
  }

  for (const [operation, request] of Object.entries(requests)) {
    it(`is refused at ${operation}, and nothing is changed`, async () => {
      for (const password of ['password1', 'Password1', 'ｉｌｏｖｅｙｏｕ']) {
        const [method, path, options, field = 'password'] = request(password)
        await assertRefusedUnchanged(service, () => service.call(method, path, options), {
          status: 422,
          code: 'common_password',
          details: [[field, 'common_password']],
          says: field === 'password' ? SAYS : /among the most common ones/,
        })
      }
    })
  }

  it('is refused at the setup of a new service', async () => {
    const empty = await startService({ adminEmail: undefined, adminPassword: undefined })
    try {
      const code = await issueSetupCode(systemContext(empty.connection))
      const json = { ...person('password1'), code }
      await assertRefusedUnchanged(empty, () => empty.call('POST', '/api/setup', { token: null, json }), {
        status: 422,
        code: 'common_password',
        details: [['password', 'common_password']],
        says: SAYS,
      })
    } finally {
      await empty.stop()
    }
  })

  it('is one of some 18,000 that are long enough, in any case and with surrounding spaces', async () => {
    assert.ok(longEnough.length > 15_000, `${longEnough.length}`)
    const step = Math.floor(longEnough.length / 40)
    const some = longEnough.filter((_, index) => index % step === 0)
    for (const common of some) {
      for (const password of [common, common.toUpperCase(), ` ${common} `, common.normalize('NFD')]) {
        const { status, body } = await service.call('PATCH', '/api/users/1', { json: { password } })
        assert.equal(status, 422, password)
        assert.equal(body.code, 'common_password', password)
      }
    }
  })

  it('is accepted as a part of a longer password', async () => {
    for (const password of ['password1 of mine', 'mypassword1x', `${longEnough[0]}${longEnough[1]}`]) {
      const { status } = await service.call('POST', `/api/registrations/id/${registration}/update`, {
        json: { password },
      })
      assert.equal(status, 200, password)
    }
  })

  it('is refused before hashing: a thousand are refused sooner than twenty others are accepted', async () => {
    const finished: string[] = []
    const accepting = async () => {
      for (let count = 0; count < 20; count++) {
        const json = { password: `a phrase of this place ${count}` }
        await service.call('PATCH', `/api/registrations/${registration}`, { json })
      }
      finished.push('taken')
    }
    const refusing = async () => {
      const json = Array.from({ length: 1000 }, (_, index) => ({
        ...person('password1'),
        email: `p${index}@example.com`,
      }))
      assert.equal((await service.call('POST', '/api/users', { json })).status, 422)
      finished.push('refused')
    }
    await Promise.all([accepting(), refusing()])
    assert.deepEqual(finished, ['refused', 'taken'])
  })
})

describe('the first administrator’s password', () => {
  const at = commandsInNewFolders()

  it('must not be a common one either', async () => {
    await at.done(['migrate'])
    const create = ['admin', 'create', '--email', 'root@example.com']
    await at.fails(create, /not among common passwords/, { ADMIN_PASSWORD: 'Password1' })
    assert.deepEqual(at.read('select id from users'), [])
  })
})
