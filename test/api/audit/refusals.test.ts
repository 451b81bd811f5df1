// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Action } from '../../../contract/actions.ts'
import { createRefusalLog, MOST_NETWORKS, type RefusalLog } from '../../../server/audit/refusals.ts'
import { systemContext } from '../../../server/prepare.ts'
import { dataOf, makeUser, type Person } from '../../support/actors.ts'
import { type Service, startService } from '../../support/service.ts'

interface Told {
  action: string
  subject_id: number | null
  counts: { attempts: number } | null
}

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

describe('Attempts of strangers who have many networks', () => {
  it('are told of network by network up to a limit, and then together, and hide nothing else', async () => {
    const service = await startService({ trustProxy: true })
    try {
      const { id } = await makeUser(service, { email: 'ada@example.com', password: PASSWORD })
      const told = async () => {
        await service.runJob('record-refusals')
        const entries: { ip: string | null; subject_id: number | null; counts: object | null }[] = []
        for (const page of ['1', '2', '3']) {
          const query = { action: 'signin.failed', per_page: '100', page }
          entries.push(...dataOf(await service.call('GET', '/api/audit', { query })).list.data)
        }
        return entries
      }
      const attempt = (network: number) =>
        service.call('POST', '/api/signin', {
          json: { challenge: 'x'.repeat(43), code: '123456' },
          token: null,
          headers: { 'x-forwarded-for': `2001:db8:0:${network.toString(16)}::1` },
        })
      for (let network = 0; network < MOST_NETWORKS + 30; network++)
        assert.equal((await attempt(network)).status, 401)
      const json = { email: 'ada@example.com', password: 'wrong' }
      assert.equal((await service.call('POST', '/api/signin', { json, token: null })).status, 401)
      const first = await told()
      assert.equal(first.length, MOST_NETWORKS + 2)
      assert.equal(first.filter(({ ip }) => ip === null).length, 1)
      assert.equal(first.filter(({ subject_id }) => subject_id === id).length, 1)
      service.clock.advance(66_000)
      const counted = (await told()).filter(({ counts }) => counts !== null)
      assert.deepEqual(
        counted.map(({ ip, counts }) => ({ ip, counts })),
        [{ ip: null, counts: { attempts: 30 } }],
      )
      // Each minute anew.
      assert.equal((await attempt(0xfff)).status, 401)
      assert.equal((await told())[0]?.ip, '2001:db8:0:fff::1')
    } finally {
      await service.stop()
    }
  })
})

describe('Attempts of more kinds than a process counts apart', () => {
  it('are told together for each action, so that others hide nothing', async () => {
    const service = await startService()
    try {
      const log = createRefusalLog(systemContext(service.connection), { maxKinds: 2 })
      const note = (action: Action, id: number) =>
        log.note(systemContext(service.connection), {
          ...{ action, subject: { type: 'users', table: 'users', id } as const, of: id },
        })
      for (const id of [1, 2]) note('users.update', id)
      for (const id of [3, 4]) note('users.delete', id)
      for (const id of [5, 6, 7]) note('signin.failed', id)
      note('users.update', 1)
      await log.flush(true)
      const { list } = dataOf(await service.call('GET', '/api/audit', { query: { outcome: 'refused' } }))
      const told = list.data.toReversed()
      assert.deepEqual(
        told.map(({ action, subject_id, counts }: Told) => [action, subject_id, counts?.attempts ?? 1]),
        [
          ['users.update', 1, 1],
          ['users.update', 1, 2],
          ['users.update', 2, 1],
          ['users.delete', null, 1],
          ['users.delete', null, 2],
          ['signin.failed', null, 1],
          ['signin.failed', null, 3],
        ],
      )
    } finally {
      await service.stop()
    }
  })
})

describe('Attempts that several processes refuse', () => {
  it('are told of once by the first process, and then with the number of all', async () => {
    const service = await startService()
    try {
      const ada = await makeUser(service, { email: 'ada@example.com' })
      // A clock of its own: a busy machine must not let a minute end.
      let now = Date.parse(service.clock.now())
      const ctx = { ...systemContext(service.connection), now: () => new Date(now).toISOString() }
      const [one, other] = [createRefusalLog(ctx), createRefusalLog(ctx)]
      const attempt = (log: RefusalLog) => {
        for (const action of ['signin.failed', 'roles.update'] as const)
          log.note(ctx, { action, subject: { type: 'users', table: 'users', id: ada.id }, of: ada.id })
      }
      const flush = async () => {
        for (const log of [other, one]) await log.flush(false)
      }
      const assertTold = async (expected: (number | null)[]) => {
        for (const action of ['signin.failed', 'roles.update']) {
          const query = { action, subject_type: 'users', subject_id: String(ada.id) }
          const { list } = dataOf(await service.call('GET', '/api/audit', { query }))
          const told = list.data.toReversed()
          assert.deepEqual(
            told.map(({ counts }: { counts: { attempts: number } | null }) => counts?.attempts ?? null),
            expected,
            action,
          )
          for (const { outcome } of told) assert.equal(outcome, 'refused')
        }
      }
      for (const log of [one, other, other]) attempt(log)
      await flush()
      for (const log of [one, other, other]) attempt(log)
      await flush()
      await assertTold([null])
      // Other processes may have attempts of that minute to add.
      now += 61_000
      await flush()
      await assertTold([null])
      now += 5000
      await flush()
      await assertTold([null, 6])
      now += 66_000
      await flush()
      await assertTold([null, 6])
      // In another minute again.
      for (const log of [one, other, other]) attempt(log)
      await flush()
      attempt(one)
      attempt(other)
      now += 61_000
      attempt(one)
      await flush()
      now += 5000
      await flush()
      await assertTold([null, 6, null, 5, null])
      // At its stop a process tells what there is, and the next one what it adds.
      now += 66_000
      await flush()
      for (const log of [one, one, one, other, other]) attempt(log)
      await one.flush(true)
      await assertTold([null, 6, null, 5, null, null, 3])
      await other.flush(true)
      await assertTold([null, 6, null, 5, null, null, 3, 2])
      // Of a process that has died, the next attempt of the kind tells.
      now += 66_000
      for (const log of [one, one]) attempt(log)
      await one.flush(false)
      now += 66_000
      attempt(other)
      await other.flush(false)
      await assertTold([null, 6, null, 5, null, null, 3, 2, null, 2, null])
    } finally {
      await service.stop()
    }
  })
})
