// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { LONG_READS } from '../../../server/capacity/read-limiter.ts'
import { featuresOf } from '../../../server/db/per-db.ts'
import { longReadDb } from '../../../server/db/queries/long-reads.ts'
import { dataOf, giveRole, makeActor, makeRole, type Role } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { eventually } from '../../support/eventually.ts'
import { insertTerms, insertUsers } from '../../support/many-users.ts'
import { type Service, startService } from '../../support/service.ts'

/** More than a process reads at the same time, and no more than may wait for one caller. */
const MANY = 25

/** Enough for a list with a filter to be a long read, and for pages beyond the ids that are read first. */
const USERS = 10_500

describe('beside a caller whose lists take long', () => {
  let service: Service
  let other: Awaited<ReturnType<typeof makeActor>>
  let reader: Awaited<ReturnType<typeof makeActor>>
  let seesContacts: Role
  let planner: Awaited<ReturnType<typeof makeActor>>
  let answers: Answer[]
  let sent: Promise<unknown>[]
  let waiting: number
  let ended: Promise<void>
  let end: () => void

  beforeEach(async () => {
    // Its clock stands still: nobody waits for too long, however busy the machine is.
    service = await startService({}, { load: { clock: () => 0 } })
    await insertUsers(service, USERS)
    other = await makeActor(service, ['can-read-users', 'can-read-roles'])
    reader = await makeActor(service, ['can-read-users'])
    seesContacts = await makeRole(service, ['can-see-users-contact-details'])
    await giveRole(service, reader, seesContacts.slug)
    planner = await makeActor(service, [
      'can-assign-permissions',
      'can-read-permissions',
      'can-read-roles',
      'can-read-taxonomies',
      'can-read-users',
    ])
    ;[answers, sent] = [[], []]
    await holdLongReads()
  })
  afterEach(async () => {
    end()
    await Promise.all(sent)
    for (const { status } of answers) assert.ok([200, 404, 503].includes(status), String(status))
    await service.stop()
  })

  /** Until `end`, long reads have read their rows but have no results. */
  function hold(): void {
    const ending = Promise.withResolvers<void>()
    ended = ending.promise
    end = ending.resolve
    waiting = 0
  }

  async function holdLongReads(): Promise<void> {
    hold()
    const { db } = service.connection
    const longReads = await longReadDb({ db })
    featuresOf(db).longReads = longReads.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        waiting += 1
        await ended
        return result
      },
    })
  }

  function send(
    count: number,
    queryOf: (number: number) => Record<string, string>,
    path = '/api/users',
  ): void {
    for (let number = 0; number < count; number++)
      sent.push(service.call('GET', path, { query: queryOf(number) }).then((answer) => answers.push(answer)))
  }

  const filtered = (number: number) => ({ 'filter[first_name]': `like:${number}` })

  async function readBesideThem(): Promise<void> {
    for (const path of [`/api/users/id/${other.id}`, '/api/roles', `/api/users/id/${other.id}`]) {
      const { status } = await service.call('GET', path, { token: other.token })
      assert.equal(status, 200)
    }
  }

  it('others read records, and so does that caller', async () => {
    send(MANY, filtered)
    const atOnce = service.connection.longReadsAtOnce
    await eventually(() => waiting === atOnce)
    await readBesideThem()
    assert.equal((await service.call('GET', '/api/roles')).status, 200)
    assert.deepEqual([waiting, answers.length], [atOnce, 0])
  })

  it('others read records, also if all these lists are the same', async () => {
    send(MANY, () => filtered(7))
    await eventually(() => waiting === 1)
    await readBesideThem()
    assert.deepEqual([waiting, answers.length], [1, 0])
  })

  it('others read records, also if these are the same page far from the beginning of a list that is in memory', async () => {
    const sorted = { sort: 'first_name', per_page: '10' }
    send(1, () => sorted)
    await eventually(() => waiting > 0)
    end()
    await Promise.all(sent)
    hold()
    send(MANY, () => ({ ...sorted, page: '1005' }))
    await eventually(() => waiting === 1)
    await readBesideThem()
    assert.deepEqual([waiting, answers.length], [1, 1])
  })

  it('others read records, also if these are one level of a tree of terms', async () => {
    const { item } = dataOf(
      await service.call('POST', '/api/taxonomy-types/create', { json: { name: 'City' } }),
    )
    await insertTerms(service, item.id, 2600)
    send(MANY, () => ({ type: item.slug }), '/api/taxonomies/tree')
    await eventually(() => waiting === 1)
    await readBesideThem()
    assert.deepEqual([waiting, answers.length], [1, 0])
  })

  it('others read records, also if these are selected by an attribute without an index', async () => {
    send(MANY, () => ({}), '/api/users/display_name/nobody')
    await eventually(() => waiting === service.connection.longReadsAtOnce)
    await readBesideThem()
    assert.equal(answers.length, 0)
  })

  const WRITES: [string, string, object][] = [
    ['writes that select by such an attribute', 'bio/nobody/update', { title: 'Dr' }],
    ['writes that select by it in a transaction of their own', 'bio/nobody/tokens/revoke', {}],
    ['restores by an attribute whose index has no soft-deleted records', 'first_name/nobody/restore', {}],
  ]
  for (const [what, write, json] of WRITES)
    it(`others write records beside ${what}, with a key and without`, async () => {
      for (let number = 0; number < MANY; number++) {
        const headers: Record<string, string> = number % 2 === 0 ? { 'idempotency-key': `key-${number}` } : {}
        const answer = service.call('POST', `/api/users/${write}`, { json, headers })
        sent.push(answer.then((answer) => answers.push(answer)))
      }
      await eventually(() => waiting === service.connection.longReadsAtOnce)
      const path = `/api/users/id/${other.id}/update`
      assert.equal((await service.call('POST', path, { json: { title: 'Dr' } })).status, 200)
      assert.deepEqual([waiting, answers.length], [service.connection.longReadsAtOnce, 0])
      end()
      await Promise.all(sent)
      for (const { status } of answers.splice(0)) assert.equal(status, 404)
    })

  it('others read records, and lists in turn, also if these are previews of changes', async () => {
    const changes = [{ role: other.role.slug, permission: 'can-read-taxonomies', held: true }]
    const preview = () =>
      service.call('POST', '/api/role-permissions/changes', { json: { changes, dry_run: true } })
    for (let number = 0; number < MANY; number++) sent.push(preview().then((answer) => answers.push(answer)))
    await eventually(() => waiting === service.connection.longReadsAtOnce)
    await readBesideThem()
    assert.deepEqual([waiting, answers.length], [service.connection.longReadsAtOnce, 0])
  })

  it('others are not refused with the lists of that caller that are too many', async () => {
    const most = service.connection.longReadsAtOnce + LONG_READS.maxQueued
    send(most + 5, filtered)
    await eventually(() => answers.length === 5)
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${body.code}`),
      Array(5).fill('503 overloaded'),
    )
    const same = service.call('GET', '/api/users', { query: filtered(most + 4), token: other.token })
    end()
    assert.equal((await same).status, 200)
  })

  it('others get a list although the client that asked for it first is gone', async () => {
    send(service.connection.longReadsAtOnce, filtered)
    await eventually(() => waiting === service.connection.longReadsAtOnce)
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const url = `${origin}/api/users?${new URLSearchParams(filtered(99))}`
    const ask = (token: string, signal?: AbortSignal) =>
      fetch(url, { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) })
    const gone = new AbortController()
    const first = ask(service.token, gone.signal)
    const second = ask(other.token)
    await readBesideThem()
    gone.abort()
    await assert.rejects(first)
    end()
    assert.equal((await second).status, 200)
  })

  describe('a request of somebody', () => {
    const LOSSES: { what: string; lose: () => Promise<Answer>; refusal: string }[] = [
      {
        what: 'is deactivated',
        lose: () => service.call('POST', `/api/users/id/${reader.id}/update`, { json: { is_active: false } }),
        refusal: '401 unauthenticated',
      },
      {
        what: 'loses the permission to read it',
        lose: () => takeRole(reader.role),
        refusal: '403 forbidden',
      },
      {
        what: 'loses the permission to see a part of it',
        lose: () => takeRole(seesContacts),
        refusal: '503 overloaded',
      },
    ]
    const takeRole = ({ slug }: Role) =>
      service.call('DELETE', `/api/users/${reader.id}/relationships/roles`, { json: slug })
    const list = () => service.call('GET', '/api/users', { query: filtered(99), token: reader.token })

    for (const { what, lose, refusal } of LOSSES) {
      it(`who ${what} while it is read is refused`, async () => {
        const asked = list()
        await eventually(() => waiting === 1)
        dataOf(await lose())
        end()
        const { status, body } = await asked
        assert.equal(`${status} ${body.code}`, refusal)
      })

      it(`who ${what} while it waits is refused`, async () => {
        send(MANY, filtered)
        await eventually(() => waiting === service.connection.longReadsAtOnce)
        const asked = list()
        dataOf(await lose())
        end()
        const { status, body } = await asked
        assert.equal(`${status} ${body.code}`, refusal)
      })
    }

    it('who is deactivated while a record is looked for learns nothing of it', async () => {
      const { token, id } = reader
      const asked = service.call('GET', '/api/users/bio/nobody', { token })
      await eventually(() => waiting === 1)
      dataOf(await service.call('POST', `/api/users/id/${id}/update`, { json: { is_active: false } }))
      end()
      assert.equal((await asked).status, 401)
    })

    it('who loses the permission for a preview while it counts is refused, and the audit trail tells of it', async () => {
      const json = {
        changes: [{ role: other.role.slug, permission: 'can-read-taxonomies', held: true }],
        dry_run: true,
      }
      const { token, id } = planner
      const asked = service.call('POST', '/api/role-permissions/changes', { json, token })
      await eventually(() => waiting === 1)
      const path = `/api/users/${id}/relationships/roles`
      dataOf(await service.call('DELETE', path, { json: planner.role.slug }))
      end()
      assert.equal((await asked).status, 403)
      await service.runJob('record-refusals')
      const { list } = dataOf(await service.call('GET', '/api/audit', { query: { outcome: 'refused' } }))
      assert.deepEqual(
        list.data.map(({ actor_id }: { actor_id: number }) => actor_id),
        [id],
      )
    })

    it('who gets a permission while it is read is answered', async () => {
      const asked = list()
      await eventually(() => waiting === 1)
      await giveRole(service, reader, other.role.slug)
      end()
      assert.equal((await asked).status, 200)
    })
  })
})
