// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BulkReport, RolecallError } from '../../../client/src/index.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'

const collected = async <T>(reports: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const report of reports) all.push(report)
  return all
}

let made = 0

describe('Bulk actions of the client', () => {
  const live = useLiveService()
  const people = async (count: number, fields: object = {}) => {
    const { users } = live.client()
    const items = Array.from({ length: count }, () => ({
      email: `bulk${++made}@example.com`,
      first_name: 'Person',
      ...fields,
    }))
    return users.createMany(items)
  }

  it('make one call, by ids, addresses or a list', async () => {
    const { users } = live.client()
    const [one, two, three] = await people(3, { title: 'One by one' })
    assert.ok(one && two && three)
    const { done } = await users.bulk('deactivate', { ids: [one.id, two.uuid] })
    assert.deepEqual(done, [one.id, two.id])
    const byEmail = await users.bulk('deactivate', { emails: [String(three.email), 'nobody@example.com'] })
    assert.deepEqual(byEmail.done, [three.id])
    assert.deepEqual(
      byEmail.left_out.map(({ email, code }) => [email, code]),
      [['nobody@example.com', 'not_found']],
    )
    const matching = { status: 'inactive', where: { title: 'One by one', id: { gt: one.id } } } as const
    assert.deepEqual((await users.bulk('activate', { matching })).done, [two.id, three.id])
  })

  it('go on until all records are handled, and resume after a report', async () => {
    const { users } = live.client()
    const ids = (await people(5)).map(({ id }) => id)
    const role = { role: 'editor', expires_at: '2126-01-01T00:00:00.000Z' }
    const reports = await collected(users.bulkAll('assign-role', { ids, ...role }, { limit: 2 }))
    assert.deepEqual(
      reports.map(({ done, remaining }) => [done, remaining]),
      [
        [ids.slice(0, 2), 3],
        [ids.slice(2, 4), 1],
        [ids.slice(4), 0],
      ],
    )
    let last: BulkReport | undefined
    for await (last of users.bulkAll('remove-role', { ids, role: 'editor' }, { limit: 2 })) break
    const after = last?.next ?? undefined
    const rest = await collected(users.bulkAll('remove-role', { ids, role: 'editor' }, { after }))
    assert.deepEqual(
      rest.map(({ done }) => done),
      [ids.slice(2)],
    )
  })

  it('end at the report that says why the call stopped', async () => {
    const { users } = live.client()
    const [actor, other] = await people(2)
    assert.ok(actor && other)
    await users.relation(actor.id, 'roles').add('super-administrator')
    const token = 'a-token-of-my-own-of-forty-characters-or-more'
    await users.update(actor.id, { api_token: token })
    const own = live.client({ token })
    const input = { ids: [actor.id, other.id] }
    const [report, ...more] = await collected(own.users.bulkAll('deactivate', input, { limit: 100 }))
    assert.deepEqual([report?.done, report?.stopped?.code, more.length], [[actor.id], 'unauthenticated', 0])
    const error = await refusal(own.users.bulk('deactivate', input))
    assert.ok(error instanceof RolecallError && error.isUnauthorized)
  })

  it('approve registrations', async () => {
    const { registrations } = live.client()
    const fields = { email: 'ada@example.com', first_name: 'Ada', password: 'correct horse battery' }
    const { id } = await registrations.create(fields)
    const input = { ids: [id], roles: ['editor'], expires_at: '2126-01-01' }
    assert.deepEqual((await registrations.bulk('create-user', input)).done, [id])
  })
})

describe('Creating many users by the client', () => {
  const live = useLiveService()

  it('takes any number of rows, and reports by the index of the row', async () => {
    const { users } = live.client()
    const rows = Array.from({ length: 502 }, (_, index) => ({
      email: index === 501 ? 'no address' : `row${index}@example.com`,
      first_name: 'Row',
    }))
    const dry = await collected(users.bulkCreate(rows, { dryRun: true, after: 498 }))
    assert.deepEqual(
      dry.map(({ valid, left_out, next, applied }) => [
        valid,
        left_out.map(({ index }) => index),
        next,
        applied,
      ]),
      [[2, [501], null, false]],
    )
    const reports = await collected(users.bulkCreate(rows, { roles: ['editor'] }))
    assert.deepEqual(
      reports.at(-1)?.left_out.map(({ index, code }) => [index, code]),
      [[501, 'invalid_format']],
    )
    const created = reports.flatMap(({ created }) => created)
    assert.deepEqual(
      created.map(({ index }) => index),
      rows.slice(0, 501).map((_, index) => index),
    )
    const [first] = created
    assert.equal(await users.hasRole(first?.id ?? 0, 'editor'), true)
  })

  it('sends long rows in calls that the service takes', async () => {
    const { users } = live.client()
    const bio = 'x'.repeat(10_000)
    const rows = Array.from({ length: 110 }, (_, n) => ({
      email: `long${n}@example.com`,
      first_name: 'Long',
      bio,
    }))
    const reports = await collected(users.bulkCreate(rows, { dryRun: true }))
    assert.deepEqual(
      reports.map(({ valid, remaining }) => [valid, remaining]),
      [
        [39, 71],
        [39, 32],
        [32, 0],
      ],
    )
  })
})
