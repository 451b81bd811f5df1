// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { makeUser } from '../../support/actors.ts'
import { type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { deliveriesOf, dispatch, makeRole, makeWebhook, renameRole } from '../../support/webhooks.ts'

const DAY = 86_400_000

describe('with AUDIT_DAYS, what a webhook has not been told when its entry is deleted', () => {
  let service: Service
  let receiver: WebhookReceiver
  let id: number
  let isUp: boolean
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    service = await startService({ webhookNetworks: ['127.0.0.0/8'], auditDays: 1 })
    isUp = true
    receiver.received.length = 0
    receiver.behave((_request, response) => {
      response.statusCode = isUp ? 200 : 500
      response.end()
    })
    id = (await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })).id
    await dispatch(service)
  })
  afterEach(() => service.stop())

  /** Deletes all entries so far but the last one. */
  async function deleteEntries(): Promise<void> {
    await makeUser(service)
    await service.runJob('number-entries')
    service.clock.advance(3 * DAY)
    await service.runJob('drop-old-entries')
    const { data } = (await service.call('GET', '/api/audit', { query: { action: 'roles.*' } })).body.data
      .list
    assert.deepEqual(data, [])
  }

  async function dispatchAll(): Promise<void> {
    for (let round = 0; round < 5; round++) await dispatch(service)
  }

  const waiting = async () =>
    (await service.connection.db.selectFrom('webhook_waiting').selectAll().execute()).length

  const summaries = async () =>
    (await deliveriesOf(service, id)).map(({ action, kind, attempt, outcome, fault }) =>
      [action, kind, attempt, outcome, fault].join(' '),
    )

  /** Later events are sent, once each, and nothing else happens. */
  async function goesOn(): Promise<void> {
    const before = [receiver.received.length, (await summaries()).length] as const
    await makeRole(service, 'Later')
    await dispatchAll()
    service.clock.advance(DAY)
    await dispatchAll()
    assert.equal(receiver.received.length, before[0] + 1)
    assert.equal(receiver.received.at(-1)?.event.data.subject_name, 'Later')
    assert.equal((await summaries()).length, before[1] + 1)
    assert.equal(await waiting(), 0)
  }

  it('has failed, if it waits for another attempt, and those behind it are passed over', async () => {
    isUp = false
    const role = await makeRole(service, 'Waiting')
    await renameRole(service, role, 'behind it')
    await dispatch(service)
    await deleteEntries()
    isUp = true
    await dispatchAll()
    assert.deepEqual(await summaries(), [
      'roles.create event 1 retrying status',
      'roles.create event 2 failed entry_deleted',
    ])
    assert.equal(receiver.received.length, 1)
    await goesOn()
  })

  it('is passed over, if the webhook has not got so far', async () => {
    const role = await makeRole(service, 'Unread')
    await renameRole(service, role, 'neither')
    await deleteEntries()
    await dispatchAll()
    assert.deepEqual(await summaries(), [])
    await goesOn()
  })

  it('has failed, if somebody asked for it again', async () => {
    await makeRole(service, 'Again')
    await dispatch(service)
    const [delivery] = await deliveriesOf(service, id)
    const path = `/api/webhooks/id/${id}/deliveries/${delivery.id}/redeliver`
    assert.equal((await service.call('POST', path)).status, 202)
    await deleteEntries()
    await dispatchAll()
    assert.deepEqual(await summaries(), [
      'roles.create event 1 delivered ',
      'roles.create redelivery 1 failed entry_deleted',
    ])
    await goesOn()
  })

  it('is forgotten, if it is a test', async () => {
    assert.equal((await service.call('POST', `/api/webhooks/id/${id}/test`)).status, 202)
    await deleteEntries()
    assert.equal(await waiting(), 1)
    await dispatchAll()
    assert.deepEqual(await summaries(), [])
    await goesOn()
  })
})
