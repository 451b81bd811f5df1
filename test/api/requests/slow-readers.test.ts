// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import type { AppOptions } from '../../../server/app.ts'
import { dataOf, makeActor } from '../../support/actors.ts'
import { type Service, startService } from '../../support/service.ts'

const MB = 1_000_000
/** Their responses would exceed the memory limit for all responses. */
const READERS = 24

describe('Clients that do not read their responses', () => {
  let service: Service
  let address: string
  const sockets: Socket[] = []
  const path = '/api/users?per_page=1000&sort=id'

  before(async () => {
    service = await startService()
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const note = 'x'.repeat(60_000)
    for (let start = 0; start < 240; start += 15) {
      const json = Array.from({ length: 15 }, (_, number) => ({
        email: `slow${start + number}@example.com`,
        first_name: 'Slow',
        meta: { note },
      }))
      dataOf(await service.call('POST', '/api/users', { json }))
    }
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await service.stop()
  })

  /** Requests 15 MB and reads nothing of it. */
  async function doNotRead(): Promise<Socket> {
    const socket = connectTo(address)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n\r\n`)
    return socket
  }

  it('do not keep other clients from being served', async () => {
    const begun = requests(service, READERS)
    const reader = await makeActor(service, ['can-read-users'])
    for (let number = 0; number < READERS; number++) await doNotRead()
    await begun
    for (let times = 0; times < 3; times++) {
      const response = await fetch(address + path, { headers: { authorization: `Bearer ${reader.token}` } })
      const text = await response.text()
      assert.equal(response.status, 200, text.slice(0, 200))
      assert.ok(text.length > 14 * MB)
    }
  })
})

describe('Requests that wait for their clients', () => {
  /** More responses than the socket buffers between two processes hold. */
  const UNREAD = 10
  let service: Service
  let address: string
  let sockets: Socket[] = []
  const start = async (load: NonNullable<AppOptions['load']>) => {
    service = await startService({ bodyLimit: 65_536 }, { load })
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  }
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets = []
    await service.stop()
  })

  /**
   * A client that sends a request and reads nothing. @returns the server's side of its connection, when the request has
   * arrived
   */
  async function begin(request: string, from = '127.0.0.1'): Promise<Socket> {
    const begun = once(service.app.server, 'request')
    const socket = connectTo(address, from)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.pause()
    socket.write(request)
    const [{ socket: served }] = await begun
    return served
  }
  const ask = async () => (await fetch(`${address}/api/service`)).status

  const LENGTH = 60_000
  const post = (body: string) =>
    `POST /api/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${LENGTH}\r\n\r\n${body}`
  const pages = 'GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(UNREAD)

  it('occupy no slot, neither while a body is missing nor while a response is unread', async () => {
    // Pages occupy a slot while their files are looked up.
    await start({ inFlight: 3 * UNREAD + 2 })
    for (let count = 0; count < 3; count++) await begin(post('{'))
    for (let count = 0; count < 3; count++) await begin(pages)
    for (let count = 0; count < 10; count++) assert.equal(await ask(), 200)
    for (const socket of sockets.slice(0, 3)) {
      const answered = once(socket, 'data')
      socket.resume()
      socket.write('}'.padEnd(LENGTH - 1))
      assert.match(String(await answered), /^HTTP\/1\.1 422 /)
    }
  })

  it('have a limit for the bodies of all: beyond it the slowest sender is disconnected', async () => {
    await start({ forClients: 300_000 })
    const begun = [await begin(post('{'))]
    sockets[0]?.write(' '.repeat(LENGTH - 2))
    while (!begun[0]?.destroyed) {
      assert.ok(begun.length < 20)
      begun.push(await begin(post('{'.padEnd(LENGTH - 1))))
    }
    assert.equal(await ask(), 200)
    const firstLeft = begun.findIndex(({ destroyed }) => !destroyed)
    assert.ok(begun.slice(firstLeft).every(({ destroyed }) => !destroyed))
    const last = sockets.at(-1) as Socket
    const answered = once(last, 'data')
    last.resume()
    last.write('}')
    assert.match(String(await answered), /^HTTP\/1\.1 422 /)
  })

  it('disconnect only clients of the network that holds most memory', async () => {
    await start({ forClients: 300_000 })
    const honest = await begin(post('{'.padEnd(LENGTH - 1)))
    const others = [await begin(post('{'.padEnd(LENGTH - 1)), '127.0.0.2')]
    while (!others[0]?.destroyed) {
      assert.ok(others.length < 20)
      others.push(await begin(post('{'.padEnd(LENGTH - 1)), '127.0.0.2'))
    }
    assert.ok(!honest.destroyed)
    const answered = once(sockets[0] as Socket, 'data')
    sockets[0]?.resume()
    sockets[0]?.write('}')
    assert.match(String(await answered), /^HTTP\/1\.1 422 /)
  })

  it('have a limit for the responses of all: beyond it the slowest reader is disconnected', async () => {
    await start({ forClients: 5_000_000 })
    const first = await begin(pages)
    for (let others = 0; !first.destroyed; others++) {
      assert.ok(others < 20)
      const other = await begin(pages)
      assert.equal(await ask(), 200)
      assert.ok(!other.destroyed)
    }
  })
})

/** Resolves after this many more requests. */
const requests = ({ app }: Service, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count
    app.server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
  })

function connectTo(address: string, localAddress = '127.0.0.1'): Socket {
  const { hostname, port } = new URL(address)
  return connect({ port: Number(port), host: hostname, localAddress }).on('error', () => undefined)
}
