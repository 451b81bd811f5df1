// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { chunks } from '../../../server/db/queries/chunks.ts'
import { type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, verify, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { deliveriesOf, dispatch, makeRole, makeWebhook, renameRole } from '../../support/webhooks.ts'

describe('a webhook', () => {
  let service: Service
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    service = await startService({
      webhookNetworks: ['127.0.0.0/8'],
      publicUrl: 'https://accounts.example.com',
    })
    receiver.accept()
    receiver.received.length = 0
  })
  afterEach(() => service.stop())

  it('is told of an event, with a signature that a receiver of Standard Webhooks verifies', async () => {
    const { id, secret } = await makeWebhook(service, { url: receiver.url('/hook?x=1'), events: ['roles.*'] })
    const role = await makeRole(service, 'Told')
    await dispatch(service)
    const [one, ...others] = receiver.received
    assert.ok(one)
    assert.deepEqual(others, [])
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.doesNotThrow(() => verify(secret, one))
    assert.throws(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, one))
    assert.equal(one.path, '/hook?x=1')
    assert.equal(one.headers['content-type'], 'application/cloudevents+json')
    assert.equal(one.headers['webhook-id'], one.event.id)
    const { data, time, id: uuid, sequence, subject, ...event } = one.event
    assert.deepEqual(event, {
      specversion: '1.0',
      source: 'https://accounts.example.com',
      type: 'roles.create',
      datacontenttype: 'application/json',
    })
    assert.match(sequence, /^\d{16}$/)
    const { uuid: roleUuid } = (await service.call('GET', `/api/roles/id/${role}`)).body.data
    assert.equal(subject, `roles/${roleUuid}`)
    const [entry] = (await service.call('GET', '/api/audit', { query: { action: 'roles.create' } })).body.data
      .list.data
    const { position, ...told } = data
    assert.deepEqual(told, entry)
    assert.equal(typeof position, 'string')
    assert.equal(uuid, entry.uuid)
    assert.equal(time, entry.at)
    const deliveries = await deliveriesOf(service, id)
    assert.equal(deliveries.length, 1)
    const { outcome, status, fault, attempt, event_uuid: eventUuid } = deliveries[0]
    assert.deepEqual(
      { outcome, status, fault, attempt },
      { outcome: 'delivered', status: 204, fault: null, attempt: 1 },
    )
    assert.equal(eventUuid, uuid)
    await dispatch(service)
    assert.equal(receiver.received.length, 1, 'once')
  })

  it('has a list of attempts that counts 10,000 of them, and goes on before one', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    const { db } = service.connection
    const row = (n: number) => ({
      webhook_id: id,
      event_uuid: randomUUID(),
      number: n + 1,
      action: 'roles.create',
      kind: 'event' as const,
      attempt: 1,
      outcome: n % 1000 === 0 ? ('failed' as const) : ('delivered' as const),
      status: n % 1000 === 0 ? 500 : 204,
      fault: n % 1000 === 0 ? ('status' as const) : null,
      duration_ms: 1,
      at: service.clock.now(),
      next_attempt_at: null,
      answer: null,
    })
    const rows = Array.from({ length: 10_001 }, (_, n) => row(n))
    for (const some of chunks(rows, 20)) await db.insertInto('webhook_deliveries').values(some).execute()
    const list = async (query: Record<string, string>) => {
      const { body } = await service.call('GET', `/api/webhooks/id/${id}/deliveries`, { query })
      const { list, total_is_exact: isExact } = body.data
      const numbers = list.data.map(({ number }: { number: number }) => number)
      const shown = { total: list.total, isExact, first: numbers[0], last: numbers.at(-1) }
      return { shown, before: String(list.data.at(-1).id) }
    }
    const { shown, before } = await list({ per_page: '2' })
    assert.deepEqual(shown, { total: 10_000, isExact: false, first: 10_001, last: 10_000 })
    const older = await list({ per_page: '2', before })
    assert.deepEqual(older.shown, { total: 9999, isExact: true, first: 9999, last: 9998 })
    const failed = await list({ outcome: 'failed' })
    assert.deepEqual(failed.shown, { total: 11, isExact: true, first: 10_001, last: 1 })
    const far = await service.call('GET', `/api/webhooks/id/${id}/deliveries`, {
      query: { page: '12', per_page: '1000' },
    })
    assert.deepEqual([far.status, far.body.code], [422, 'out_of_range'])
    assert.match(far.body.errors[0], /before/)
    const none = await service.call('GET', `/api/webhooks/id/${id}/deliveries`, { query: { before: 'x' } })
    assert.equal(none.status, 422)
  })

  it('whose events no action can match is refused, and told which ones are meant', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    const refusals = {
      'user.*': 'No action begins with user. Did you mean users.*?',
      users: 'Did you mean users.*?',
      user: 'No action begins with user. Did you mean users.*?',
      'sign-in.failed': 'No action begins with sign-in. Did you mean signin.failed?',
      'everything.*': 'No action begins with everything.',
    }
    for (const [pattern, hint] of Object.entries(refusals)) {
      const json = { events: ['roles.*', pattern] }
      const { status, body } = await service.call('POST', `/api/webhooks/id/${id}/update`, { json })
      assert.equal(status, 422)
      assert.ok(JSON.stringify(body).includes(hint), JSON.stringify(body))
      const stream = await service.call('GET', '/api/events', { query: { types: `roles.*,${pattern}` } })
      assert.equal(stream.status, 422)
      assert.ok(JSON.stringify(stream.body).includes(hint))
    }
    assert.deepEqual((await service.call('GET', `/api/webhooks/id/${id}`)).body.data.events, ['roles.*'])
  })

  it('is told of the events of a subject in their order, whatever fails', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    const ids = [await makeRole(service, 'One'), await makeRole(service, 'Two')]
    for (let n = 0; n < 10; n++) for (const id of ids) await renameRole(service, id, `change ${n}`)
    let count = 0
    receiver.behave((_request, response) => {
      count += 1
      response.statusCode = count % 3 === 0 ? 500 : 200
      response.end('ok')
    })
    const told = () => receiver.received.length
    for (let round = 0; round < 200 && round !== -1; round++) {
      const earlier = told()
      await dispatch(service)
      service.clock.advance(3 * 3_600_000)
      if (told() === earlier && round > 5) break
    }
    for (const id of ids) {
      const own = receiver.received.filter(({ event }) => event.data.subject_id === id)
      const order = [...new Set(own.map(({ event }) => event.sequence))]
      assert.equal(order.length, 11)
      assert.deepEqual(order, [...order].sort())
    }
  })
})
