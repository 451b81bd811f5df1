import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { TIMEOUTS } from '../server/http/connections.ts'
import { type Service, startService } from './support/service.ts'
import { openSocket } from './support/socket.ts'

/** The real ones, so much shorter that a test can wait for them, and far enough apart to tell which acted. */
const SHORT = { headers: 300, request: 2000, idle: 300, stalled: 1500, linger: 1000, checkEvery: 50 }
/** The machine may be busy. */
const SLACK = 10_000

describe('A client that is slow', { concurrency: true }, () => {
  let service: Service
  let address: string
  before(async () => {
    service = await startService({}, { timeouts: SHORT })
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  /** Sends a byte now and then until the other side has had enough. @returns what it said, and after how long */
  async function drip(beginning: string, dripped: string) {
    const socket = await openSocket(address)
    const began = performance.now()
    socket.send(beginning)
    let isOver = false
    const closed = socket.closed.then((received) => {
      isOver = true
      return { received, ms: performance.now() - began }
    })
    for (const byte of dripped) {
      if (isOver) break
      socket.send(byte)
      await pause(25)
    }
    return closed
  }
  const isTimeout = (received: string) => {
    assert.match(received, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(received, /"code":"timeout"/)
    assert.match(received, /\r\nconnection: close\r\n/)
  }

  it('to send its headers is told 408, however often it sends a byte', async () => {
    const { received, ms } = await drip('GET /api/roles HTTP/1.1\r\n', 'X-Slow: '.padEnd(400, 'x'))
    isTimeout(received)
    assert.ok(ms >= SHORT.headers && ms < SHORT.request, `${ms}`)
  })

  it('to send its body is told 408 as well, and nothing of it is stored', async () => {
    const beginning = `POST /api/roles/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n`
    const { received, ms } = await drip(beginning, '{"name":"Slow'.padEnd(400, 'x'))
    isTimeout(received)
    assert.ok(ms >= SHORT.request && ms < SHORT.request + SLACK, `${ms}`)
    const { body } = await service.call('GET', '/api/roles', { query: { q: 'Slow' } })
    assert.equal(body.data.list.total, 0)
  })

  it('to say anything is shut out', async () => {
    const { ms } = await drip('', '')
    assert.ok(ms >= SHORT.headers && ms < SHORT.stalled + SLACK, `${ms}`)
  })

  it('to ask again is let go', async () => {
    const { received, ms } = await drip('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '')
    assert.match(received, /^HTTP\/1\.1 200 OK/)
    // Node adds a second, so that a request that is on its way is not lost.
    assert.ok(ms >= SHORT.idle && ms < SHORT.idle + SLACK, `${ms}`)
  })

  it('to read its answer holds no connection for ever', async () => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    // Nothing is read: the answers fill what lies between, and then wait.
    socket.pause()
    const local = await new Promise<number>((resolve) =>
      socket.once('connect', () => resolve(socket.localPort as number)),
    )
    const served = new Promise<number>((resolve) => {
      const began = performance.now()
      service.app.server.on('request', ({ socket }) => {
        if (socket.remotePort === local) socket.once('close', () => resolve(performance.now() - began))
      })
    })
    socket.write('GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8))
    const ms = await served
    assert.ok(ms >= SHORT.stalled, `${ms}`)
    assert.ok(ms < SHORT.stalled + SLACK, `${ms}`)
    socket.destroy()
  })

  it('keeps nobody else waiting', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => openSocket(address)))
    for (const socket of slow) socket.send('GET /api/roles HTTP/1.1\r\nX: ')
    const began = performance.now()
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
    assert.ok(performance.now() - began < 2000)
    for (const received of await Promise.all(slow.map(({ closed }) => closed))) isTimeout(received)
  })
})

describe('A client that neither reads nor closes', () => {
  let service: Service
  let address: string
  before(async () => {
    // One that keeps its connection is left alone for an hour.
    const timeouts = { ...SHORT, request: 300, stalled: 3_600_000, idle: 3_600_000, linger: 100 }
    service = await startService({}, { timeouts })
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  const HEAD = 'POST /api/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const BEGUN: Record<string, string> = {
    'its headers': 'GET /api/roles HTTP/1.1\r\nX-Slow: ',
    'its body': `${HEAD}Content-Length: 400\r\n\r\n{`,
    'what is no HTTP': 'no http\r\n\r\n',
    'the head of a tunnel': 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  }
  for (const [what, text] of Object.entries(BEGUN)) {
    it(`and stops after ${what} has its connection closed soon after it was refused`, async () => {
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

describe('The time limits in force', () => {
  it('are looked after often enough to act', async () => {
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
