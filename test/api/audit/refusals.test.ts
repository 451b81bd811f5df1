// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser, type Person } from '../../support/actors.ts'
import { type Service, startPair, startService } from '../../support/service.ts'

const PASSWORD = 'quite an unusual phrase'

describe('Attempts that were refused', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service, { first_name: 'Ada', email: 'ada@example.com', password: PASSWORD })
  })
  after(() => service.stop())

  /** The entries of an action, oldest first. */
  async function told(action: string) {
    await service.runJob('record-refusals')
    const { list } = dataOf(await service.call('GET', '/api/audit', { query: { action } }))
    return list.data.toReversed()
  }

  const signIn = (email: string, password: string) =>
    service.call('POST', '/api/signin', { json: { email, password }, token: null })

  const nextMinute = () => service.clock.advance(66_000)

  it('are told of at the first failed sign-in of an account in a minute, and then with their number', async () => {
    for (let attempt = 0; attempt < 3; attempt++)
      assert.equal((await signIn('ada@example.com', 'wrong')).status, 401)
    const [first, ...others] = await told('signin.failed')
    assert.deepEqual(others, [])
    const { subject_type, subject_id, subject_name, outcome, counts, actor_id, ip } = first
    assert.deepEqual(
      { subject_type, subject_id, subject_name, outcome, counts, actor_id, ip },
      {
        ...{ subject_type: 'users', subject_id: ada.id, subject_name: 'Ada', outcome: 'refused' },
        ...{ counts: null, actor_id: null, ip: '127.0.0.1' },
      },
    )
    nextMinute()
    const entries = await told('signin.failed')
    assert.deepEqual(
      entries.map(({ counts }: { counts: object | null }) => counts),
      [null, { attempts: 3 }],
    )
  })

  it('do not tell a name that nobody has, which may be a password', async () => {
    const earlier = (await told('signin.failed')).length
    assert.equal((await signIn('hunter2-is-my-password', 'x')).status, 401)
    const [entry] = (await told('signin.failed')).slice(earlier)
    assert.equal(entry.subject_id, null)
    assert.equal(entry.ip, '127.0.0.1')
    assert.ok(!JSON.stringify(entry).includes('hunter2'))
    nextMinute()
    assert.equal((await told('signin.failed')).length, earlier + 1)
  })

  it('tell who tried what without the permission, once for each action', async () => {
    for (let attempt = 0; attempt < 2; attempt++)
      for (const verb of ['delete', 'update']) {
        const answer = await service.call('POST', `/api/roles/id/1/${verb}`, { json: {}, token: ada.token })
        assert.equal(answer.status, 403)
      }
    assert.equal((await service.call('GET', '/api/roles', { token: ada.token })).status, 403)
    const [updated, ...others] = await told('roles.update')
    assert.deepEqual(others, [])
    assert.equal(updated.outcome, 'refused')
    assert.equal(updated.actor_id, ada.id)
    assert.equal(updated.subject_type, 'roles')
    assert.equal(updated.subject_id, 1)
    assert.equal((await told('roles.delete')).length, 1)
    nextMinute()
    const [, counted] = await told('roles.update')
    assert.deepEqual(counted.counts, { attempts: 2 })
  })
})

describe('Attempts that several processes refuse', () => {
  it('are told of once by the first process, and then with the number of all', async () => {
    const { service, other, stop } = await startPair()
    try {
      const ada = await makeUser(service, { email: 'ada@example.com', password: PASSWORD })
      const attempt = async (at: Service) => {
        const json = { email: 'ada@example.com', password: 'wrong' }
        assert.equal((await at.call('POST', '/api/signin', { json, token: null })).status, 401)
        const { status } = await at.call('POST', '/api/roles/id/1/update', { json: {}, token: ada.token })
        assert.equal(status, 403)
      }
      const flush = async () => {
        for (const one of [other, service]) await one.runJob('record-refusals')
      }
      const counts = async (action: string) => {
        const { list } = dataOf(await service.call('GET', '/api/audit', { query: { action } }))
        return list.data.toReversed().map(({ counts }: { counts: object | null }) => counts)
      }
      for (const one of [service, other, other]) await attempt(one)
      await flush()
      for (const one of [service, other, other]) await attempt(one)
      await flush()
      for (const action of ['signin.failed', 'roles.update']) assert.deepEqual(await counts(action), [null])
      // Other processes may have attempts of that minute to add.
      service.clock.advance(61_000)
      await flush()
      for (const action of ['signin.failed', 'roles.update']) assert.deepEqual(await counts(action), [null])
      service.clock.advance(5000)
      await flush()
      const told = [null, { attempts: 6 }]
      for (const action of ['signin.failed', 'roles.update']) assert.deepEqual(await counts(action), told)
      service.clock.advance(66_000)
      await flush()
      for (const action of ['signin.failed', 'roles.update']) assert.deepEqual(await counts(action), told)
      // In another minute again.
      for (const one of [service, other, other]) await attempt(one)
      await flush()
      await attempt(service)
      await attempt(other)
      service.clock.advance(61_000)
      await attempt(service)
      await flush()
      service.clock.advance(5000)
      await flush()
      for (const action of ['signin.failed', 'roles.update'])
        assert.deepEqual(await counts(action), [...told, null, { attempts: 5 }, null])
    } finally {
      await stop()
    }
  })
})
