// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
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
    assert.deepEqual(data, entry)
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
