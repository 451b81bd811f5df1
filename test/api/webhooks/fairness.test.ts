// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import dns from 'node:dns'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { dispatch, makeRole, makeWebhook } from '../../support/webhooks.ts'

const NETWORKS = { webhookNetworks: ['127.0.0.0/8'] }
const SECOND = 1000

describe('a healthy receiver gets its events', () => {
  let service: Service
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    service = await startService(NETWORKS)
    receiver.accept()
    receiver.received.length = 0
  })
  afterEach(async () => {
    mock.restoreAll()
    await service.stop()
  })

  it('while the names of others have a dead name server', async () => {
    const dead = nameServer()
    const urlOf = (name: string) => `http://${name}.example.com:${receiver.port}/`
    for (let n = 0; n < 12; n++)
      await makeWebhook(service, { url: urlOf(`dead-${n}`), events: ['roles.create'] })
    await makeWebhook(service, { url: urlOf('good'), events: ['roles.create'] })
    let heldAtArrival: number | undefined
    receiver.behave((_request, response) => {
      // The next request needs another connection.
      response.setHeader('connection', 'close')
      response.end()
      if (dead.isHeld) heldAtArrival = dead.waiting.length
      dead.release()
    })
    await makeRole(service, 'First')
    await dispatch(service)
    assert.equal(receiver.received.length, 1)
    // Failures are remembered no longer, and the second attempts are due.
    service.clock.advance(31 * SECOND)
    dead.isHeld = true
    await makeRole(service, 'Second')
    await dispatch(service)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.data.subject_name),
      ['First', 'Second'],
    )
    assert.equal(heldAtArrival, 1, 'slow names share one lookup')
  })

  /** Names `dead-…` get no answer for a second, or until they are released; `good` has this machine. */
  function nameServer() {
    const { lookup } = dns
    const server = {
      isHeld: false,
      waiting: [] as (() => void)[],
      release: () => {
        server.isHeld = false
        for (const fail of server.waiting.splice(0)) fail()
      },
    }
    mock.method(dns, 'lookup', ((name: string, options: object, callback: (...args: unknown[]) => void) => {
      if (!name.endsWith('.example.com')) return lookup(name, options, callback)
      if (name.startsWith('good')) return callback(null, [{ address: '127.0.0.1', family: 4 }])
      const fail = () => callback(Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' }), [])
      if (server.isHeld) server.waiting.push(fail)
      else {
        service.clock.advance(SECOND)
        fail()
      }
    }) as never)
    return server
  }

  it('while lists take too long to read', async () => {
    await service.stop()
    // Each read beside the event loop is refused.
    service = await startService(NETWORKS, { longestReadMs: 1 })
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    for (let n = 0; n < 3; n++) await makeRole(service, `Role ${n}`)
    await dispatch(service)
    assert.equal(receiver.received.length, 3)
  })

  it('and its test, while a slow one has many tests', async () => {
    const MOST_AT_ONCE = 20
    const slow = await makeWebhook(service, { url: receiver.url('/slow'), events: ['roles.create'] })
    const good = await makeWebhook(service, { url: receiver.url('/good'), events: ['roles.create'] })
    const sendTest = async ({ id }: { id: number }) => {
      const { status } = await service.call('POST', `/api/webhooks/id/${id}/test`)
      assert.equal(status, 202)
    }
    // More than are read by one statement.
    for (let n = 0; n < 70; n++) await sendTest(slow)
    await sendTest(good)
    const held: ServerResponse[] = []
    let heldAtArrival: number | undefined
    receiver.behave((_request, response, { path }) => {
      if (path === '/slow' && heldAtArrival === undefined) return void held.push(response)
      if (path === '/good') {
        heldAtArrival = held.length
        for (const one of held) one.end()
      }
      response.end()
    })
    await dispatch(service)
    assert.equal(receiver.received.filter(({ path }) => path === '/good').length, 1)
    assert.ok(Number(heldAtArrival) <= MOST_AT_ONCE, `${heldAtArrival} at once`)
  })
})
