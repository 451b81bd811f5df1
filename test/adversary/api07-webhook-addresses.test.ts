// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { addressCheck } from '../../server/webhooks/addresses.ts'
import { type Service, startService } from '../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { deliveriesOf, dispatch, makeWebhook } from '../support/webhooks.ts'

/** OWASP API7, server-side request forgery: whoever manages webhooks must not reach what only this machine can reach. */

/** Not allowed by any test: what an attacker wants to reach. */
const PRIVATE = '127.0.0.1'

describe('The address of a webhook', () => {
  let service: Service
  let inside: WebhookReceiver
  before(async () => {
    inside = await startWebhookReceiver(PRIVATE)
  })
  after(() => inside.close())
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(async () => {
    mock.restoreAll()
    await service.stop()
    assert.equal(inside.connections(), 0, 'nothing has connected to it')
  })

  /** Sends a test to an address. @returns what the list of deliveries tells */
  async function sendTo(url: string) {
    const { id } = await makeWebhook(service, { url, events: ['roles.create'] })
    const { status } = await service.call('POST', `/api/webhooks/id/${id}/test`)
    assert.equal(status, 202)
    await dispatch(service)
    const [delivery] = await deliveriesOf(service, id)
    return delivery
  }

  async function refuses(url: string): Promise<void> {
    const { outcome, fault, status, answer } = await sendTo(url)
    assert.deepEqual(
      { outcome, fault, status, answer },
      { outcome: 'failed', fault: 'address_not_allowed', status: null, answer: null },
      url,
    )
  }

  const literals = () => [
    `http://${PRIVATE}:${inside.port}/`,
    // Decimal, hexadecimal, octal, short.
    `http://2130706433:${inside.port}/`,
    `http://0x7f000001:${inside.port}/`,
    `http://0177.0.0.1:${inside.port}/`,
    `http://127.1:${inside.port}/`,
    `http://0:${inside.port}/`,
    // IPv6, and IPv4 in IPv6.
    `http://[::1]:${inside.port}/`,
    `http://[::ffff:127.0.0.1]:${inside.port}/`,
    `http://[::ffff:7f00:1]:${inside.port}/`,
    `http://[::127.0.0.1]:${inside.port}/`,
    `http://[64:ff9b::7f00:1]:${inside.port}/`,
    `http://[2002:7f00:1::]:${inside.port}/`,
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'https://192.0.2.1/',
    // A dot at the end.
    `http://127.0.0.1.:${inside.port}/`,
  ]

  it('must be public when it is written as a number, in whatever way', async () => {
    for (const url of literals()) await refuses(url)
  })

  it('has no digits of other scripts, which mean the same', async () => {
    const json = { url: `http://１２７.0.0.1:${inside.port}/`, events: ['*'] }
    assert.equal((await service.call('POST', '/api/webhooks/create', { json })).status, 422)
  })

  it('must be public when a name has it', async () => {
    await refuses(`http://localhost:${inside.port}/`)
  })

  it('must be public when a name has it beside a public one: that one is taken', async () => {
    const seen: string[] = []
    answerNames([[{ address: PRIVATE, family: 4 }]], seen)
    await refuses(`http://mixed.example.com:${inside.port}/`)
    assert.deepEqual(seen, ['mixed.example.com'])
  })

  it('is the one that was checked: a name server that answers otherwise at the second time changes nothing', async () => {
    const seen: string[] = []
    // The first answer is not reachable, which takes until the time limit at most; a second look would find the private one.
    answerNames([[{ address: '192.88.98.1', family: 4 }], [{ address: PRIVATE, family: 4 }]], seen)
    await service.stop()
    service = await startService({}, { webhookLimits: { timeoutMs: 200 } })
    const { outcome, fault } = await sendTo(`http://rebinding.example.com:${inside.port}/`)
    assert.equal(outcome, 'failed')
    assert.ok(['timeout', 'connection_failed'].includes(fault), fault)
    assert.equal(seen.length, 1)
    // The next connection looks the name up again, and its answer is checked again.
    await refuses(`http://rebinding.example.com:${inside.port}/`)
    assert.equal(seen.length, 2)
  })

  /** Answers for names, one after the other. */
  function answerNames(answers: dns.LookupAddress[][], seen: string[]): void {
    mock.method(dns, 'lookup', ((name: string, _options: unknown, callback: (...args: unknown[]) => void) => {
      seen.push(name)
      callback(null, answers[seen.length - 1] ?? answers.at(-1))
    }) as never)
  }

  it('is checked on the socket too', async () => {
    // A name of two addresses, one of which became private between the look-up and the connection, would end here.
    const isAllowed = addressCheck([])
    assert.equal(isAllowed(undefined), false)
    assert.equal(isAllowed(''), false)
    assert.equal(isAllowed('not an address'), false)
    assert.equal(isAllowed('fe80::1%eth0'), false)
    assert.equal(isAllowed('::ffff:10.0.0.1'), false)
    assert.equal(isAllowed('8.8.8.8'), true)
    assert.equal(isAllowed('2606:4700:4700::1111'), true)
    const isAllowedAtHome = addressCheck(['10.1.0.0/16', 'fd12::/16', '192.168.7.7'])
    assert.equal(isAllowedAtHome('10.1.2.3'), true)
    assert.equal(isAllowedAtHome('10.2.0.1'), false)
    assert.equal(isAllowedAtHome('fd12::1'), true)
    assert.equal(isAllowedAtHome('fd13::1'), false)
    assert.equal(isAllowedAtHome('192.168.7.7'), true)
    assert.equal(isAllowedAtHome('192.168.7.8'), false)
  })
})

describe('The receiver of a webhook', () => {
  /** A busy machine takes some of it for the first bytes of an answer. */
  const TIMEOUT_MS = 2000
  let service: Service
  /** The same with this time limit. */
  let hurried: Service
  let inside: WebhookReceiver
  let receiver: WebhookReceiver
  before(async () => {
    inside = await startWebhookReceiver('127.0.0.2')
    receiver = await startWebhookReceiver('127.0.0.1')
    const settings = { webhookNetworks: ['127.0.0.1'] }
    service = await startService(settings)
    hurried = await startService(settings, { webhookLimits: { timeoutMs: TIMEOUT_MS } })
  })
  after(async () => {
    await service.stop()
    await hurried.stop()
    await inside.close()
    await receiver.close()
  })

  async function answering(behaviour: Parameters<WebhookReceiver['behave']>[0], from?: Service) {
    const sender = from ?? service
    receiver.behave(behaviour)
    const made = await makeWebhook(sender, { url: receiver.url('/secret-path'), events: ['roles.create'] })
    await sender.call('POST', `/api/webhooks/id/${made.id}/test`)
    await dispatch(sender)
    const [delivery] = await deliveriesOf(sender, made.id)
    await sender.call('POST', `/api/webhooks/id/${made.id}/delete`)
    return { ...made, delivery }
  }

  it('cannot redirect to a private address, nor anywhere', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { delivery } = await answering((_request, response) => {
        response.writeHead(status, { location: inside.url() })
        response.end()
      })
      assert.equal(delivery.fault, 'redirect')
      assert.equal(delivery.status, status)
      assert.equal(delivery.outcome, 'failed')
    }
    assert.equal(inside.connections(), 0)
  })

  it('has until the time limit to answer', async () => {
    const { delivery } = await answering(() => {}, hurried)
    assert.equal(delivery.fault, 'timeout')
    assert.equal(delivery.status, null)
  })

  it('is left after the time limit, if its answer never ends', async () => {
    let isClosed = false
    const { delivery } = await answering((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => {
        clearInterval(timer)
        isClosed = true
      })
    }, hurried)
    assert.equal(delivery.outcome, 'delivered')
    assert.ok(delivery.duration_ms < 20 * TIMEOUT_MS)
    assert.ok(isClosed)
  })

  it('sends 10 MB in vain: the connection is closed, and 1 KB is kept', async () => {
    const SIZE = 10 * 1024 * 1024
    let sent = 0
    const { delivery } = await answering((_request, response) => {
      response.writeHead(500)
      const part = Buffer.alloc(64 * 1024, 'é')
      const write = () => {
        while (sent < SIZE && !response.destroyed) {
          sent += part.length
          if (!response.write(part)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    assert.equal(delivery.status, 500)
    assert.ok(Buffer.byteLength(delivery.answer) <= 1026, 'a character may be cut in two')
    assert.ok(sent < SIZE, `${sent} bytes were taken`)
  })

  it('cannot have the secret shown, nor what is no text', async () => {
    const quoting = await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    const bare = quoting.secret.slice('whsec_'.length)
    receiver.behave((_request, response) => {
      response.statusCode = 400
      // It knows the secret, and may quote it.
      response.end(`\u0000\u0007I use ${quoting.secret}, that is ${bare}`)
    })
    await service.call('POST', `/api/webhooks/id/${quoting.id}/test`)
    await dispatch(service)
    const [one] = await deliveriesOf(service, quoting.id)
    assert.equal(one.answer, `I use ${'*'.repeat(quoting.secret.length)}, that is ${'*'.repeat(bare.length)}`)
  })

  it('is not quoted to others than super administrators, and an error does not tell the address', async () => {
    const { delivery } = await answering((request) => void request.socket.destroy())
    assert.equal(delivery.fault, 'connection_failed')
    assert.doesNotMatch(JSON.stringify(delivery), /secret-path/)
  })
})
