// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { engine } from '../../support/databases.ts'
import { type Pair, type Service, startPair, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { deliveriesOf, dispatch, makeRole, makeWebhook, renameRole } from '../../support/webhooks.ts'

const MOST_AT_ONCE = 20

describe('many events', () => {
  let service: Service
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    service = await startService({ webhookNetworks: ['127.0.0.0/8'] })
    receiver.accept()
    receiver.received.length = 0
  })
  afterEach(() => service.stop())

  it('are sent by at most 20 requests at once to one webhook, and all of them', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    const [now, most] = [{ count: 0 }, { count: 0 }]
    receiver.behave((_request, response) => {
      now.count += 1
      most.count = Math.max(most.count, now.count)
      // The answers to several come together, so that they are under way together.
      setImmediate(() =>
        setTimeout(() => {
          now.count -= 1
          response.end()
        }, 5),
      )
    })
    const names = Array.from({ length: 150 }, (_, n) => ({ name: `Role ${n}` }))
    await service.call('POST', '/api/roles', { json: names })
    await dispatch(service)
    assert.equal(receiver.received.length, names.length)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, names.length)
    assert.ok(most.count > 1 && most.count <= MOST_AT_ONCE, `${most.count} at once`)
  })

  it('reach each of many webhooks, while others do not answer', async () => {
    const receivers = 40
    for (let n = 0; n < receivers; n++)
      await makeWebhook(service, {
        url: receiver.url(`/${n % 2 === 0 ? 'good' : 'bad'}/${n}`),
        events: ['roles.create'],
      })
    receiver.behave((request, response) => {
      response.statusCode = request.url?.startsWith('/bad') ? 503 : 200
      response.end()
    })
    for (let n = 0; n < 5; n++) await makeRole(service, `Role ${n}`)
    await dispatch(service)
    const good = receiver.received.filter(({ path }) => path.startsWith('/good'))
    assert.equal(good.length, (receivers / 2) * 5)
  })

  it('are read on while those of a receiver that is down wait in the audit trail', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    receiver.behave((_request, response) => {
      response.statusCode = 500
      response.end()
    })
    const roles = await service.call('POST', '/api/roles', {
      json: Array.from({ length: 300 }, (_, n) => ({ name: `Role ${n}` })),
    })
    assert.equal(roles.status, 201)
    for (let round = 0; round < 20; round++) await dispatch(service)
    const { count } = await service.connection.db
      .selectFrom('webhook_waiting')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    // A receiver that is down is left alone for longer and longer, so that few events fail.
    assert.ok(Number(count) < 100, `${count} wait`)
    receiver.accept()
    for (let round = 0; round < 10; round++) {
      service.clock.advance(60_000)
      await dispatch(service)
    }
    const delivered = (await deliveriesOf(service, id)).filter(({ outcome }) => outcome === 'delivered')
    assert.equal(delivered.length, 300)
  })

  it('cost a write no statement', async () => {
    const role = await makeRole(service, 'Counted')
    const statements = async () => {
      service.statements.recorded = []
      await renameRole(service, role, `change ${service.clock.now()}`)
      return service.statements.recorded.map(({ sql }) => sql)
    }
    await statements()
    const before = await statements()
    for (let n = 0; n < 3; n++) await makeWebhook(service, { url: receiver.url(), events: ['*'] })
    await dispatch(service)
    const after = await statements()
    assert.ok([...before, ...after].every((sql) => !sql.includes('webhook')))
    // On PostgreSQL, entries get their numbers beside it.
    if (engine === 'sqlite') assert.deepEqual(after, before)
  })
})

describe('two processes', () => {
  let pair: Pair
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
    pair = await startPair({ webhookNetworks: ['127.0.0.0/8'] })
  })
  after(async () => {
    await pair.stop()
    await receiver.close()
  })

  it('send each event once: one of them dispatches, and the other one after its lease', async () => {
    const { service, other } = pair
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    for (let n = 0; n < 10; n++) {
      await makeRole(service, `Role ${n}`)
      service.clock.advance(1100)
      await service.runJob('number-entries')
      await Promise.all([service, other].map((one) => one.runJob('send-webhooks')))
    }
    assert.equal(receiver.received.length, 10)
    await makeRole(service, 'After the lease')
    service.clock.advance(31_000)
    await service.runJob('number-entries')
    await other.runJob('send-webhooks')
    assert.equal(receiver.received.length, 11)
  })
})
