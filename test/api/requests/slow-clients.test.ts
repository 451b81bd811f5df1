// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { TIMEOUTS, type Timeouts } from '../../../server/http/server/connections.ts'
import { type Service, startService } from '../../support/service.ts'
import { openSocket } from '../../support/socket.ts'

const MINUTES = 240_000
/** Longer than any test waits: each test shortens the timeout that it examines. */
const LONG = {
  headers: MINUTES,
  request: MINUTES,
  idle: MINUTES,
  stalled: MINUTES,
  linger: MINUTES,
  checkEvery: 50,
}
const SHORT_MS = 300

const services: Service[] = []
after(() => Promise.all(services.map((service) => service.stop())))

async function start(timeouts: Partial<Timeouts>) {
  const service = await startService({}, { timeouts: { ...LONG, ...timeouts } })
  services.push(service)
  return { service, address: await service.app.listen({ host: '127.0.0.1', port: 0 }) }
}

describe('A slow client', { concurrency: true }, () => {
  /**
   * Sends a byte now and then until the server closes, and asserts that it does not close early. @returns what it
   * received
   */
  async function drip(address: string, beginning: string, dripped: string): Promise<string> {
    const began = performance.now()
    const socket = await openSocket(address)
    socket.send(beginning)
    let isOver = false
    const closed = socket.closed.finally(() => {
      isOver = true
    })
    for (let at = 0; !isOver && at < dripped.length; at++) {
      socket.send(dripped.charAt(at))
      await pause(25)
    }
    const received = await closed
    const ms = performance.now() - began
    assert.ok(ms >= SHORT_MS - 1, `${ms}`)
    return received
  }
  const isTimeout = (received: string) => {
    assert.match(received, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(received, /"code":"timeout"/)
    assert.match(received, /\r\nconnection: close\r\n/)
  }

  it('gets 408 for slow headers, however often it sends a byte', async () => {
    const { address } = await start({ headers: SHORT_MS })
    isTimeout(await drip(address, 'GET /api/roles HTTP/1.1\r\n', 'X-Slow: '.padEnd(4000, 'x')))
  })

  it('gets 408 for a slow body, of which nothing is stored', async () => {
    const { service, address } = await start({ headers: SHORT_MS, request: SHORT_MS })
    const beginning = `POST /api/roles/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n`
    isTimeout(await drip(address, beginning, '{"name":"Slow'.padEnd(4000, 'x')))
    const { body } = await service.call('GET', '/api/roles', { query: { q: 'Slow' } })
    assert.equal(body.data.list.total, 0)
  })

  it('is disconnected if it sends nothing', async () => {
    const { address } = await start({ headers: SHORT_MS })
    await drip(address, '', '')
  })

  it('is disconnected after a response if it sends no further request', async () => {
    const { address } = await start({ idle: SHORT_MS })
    assert.match(await drip(address, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', ''), /^HTTP\/1\.1 200 OK/)
  })

  it('is disconnected if it does not read its response', async () => {
    const { service, address } = await start({ stalled: SHORT_MS })
    const { hostname, port } = new URL(address)
    const opened = once(service.app.server, 'connection')
    const socket = connect(Number(port), hostname)
    // Reads nothing: the responses fill the socket buffers, then wait.
    socket.on('error', () => undefined).pause()
    const [served] = await opened
    const closed = once(served, 'close')
    socket.write('GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8))
    await closed
    socket.destroy()
  })

  it('does not delay other clients', async () => {
    const many = (address: string) => Promise.all(Array.from({ length: 200 }, () => openSocket(address)))
    const begin = 'GET /api/roles HTTP/1.1\r\nX: '
    const { service, address } = await start({})
    const kept = await many(address)
    for (const socket of kept) socket.send(begin)
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
    const connections = promisify(service.app.server.getConnections.bind(service.app.server))
    assert.ok((await connections()) >= kept.length, 'answered while they are all connected')
    for (const socket of kept) socket.close()

    const short = await start({ headers: SHORT_MS })
    const slow = await many(short.address)
    for (const socket of slow) socket.send(begin)
    assert.equal((await fetch(`${short.address}/healthz`)).status, 200)
    for (const received of await Promise.all(slow.map(({ closed }) => closed))) isTimeout(received)
  })
})

describe('A client that neither reads nor closes', () => {
  let service: Service
  let address: string
  before(async () => {
    const started = await start({ headers: SHORT_MS, request: SHORT_MS, linger: 100 })
    service = started.service
    address = started.address
  })

  const HEAD = 'POST /api/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const BEGUN: Record<string, string> = {
    'its headers': 'GET /api/roles HTTP/1.1\r\nX-Slow: ',
    'its body': `${HEAD}Content-Length: 400\r\n\r\n{`,
    'a request that is not HTTP': 'no http\r\n\r\n',
    'the headers of a tunnel': 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  }
  for (const [what, text] of Object.entries(BEGUN)) {
    it(`is disconnected soon after the refusal if it stops after ${what}`, async () => {
      const { hostname, port } = new URL(address)
      const opened = once(service.app.server, 'connection')
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      socket.on('error', () => undefined).pause()
      const [served] = await opened
      const closed = once(served, 'close')
      socket.write(text)
      await closed
      socket.destroy()
    })
  }
})

describe('The default timeouts', () => {
  it('are checked often enough to take effect', async () => {
    assert.ok(TIMEOUTS.checkEvery <= TIMEOUTS.headers / 4)
    assert.ok(TIMEOUTS.headers <= TIMEOUTS.request)
    const service = await startService()
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = service.app.server
    assert.deepEqual(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
      { headersTimeout: 20_000, requestTimeout: 30_000, keepAliveTimeout: 72_000, timeout: 120_000 },
    )
    await service.stop()
  })
})
