import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { dataOf, makeActor } from './support/actors.ts'
import { eventually } from './support/postgres-server.ts'
import { type Service, startService } from './support/service.ts'

const MB = 1_000_000
/** Their answers would hold more than all answers may together. */
const READERS = 24

describe('Clients that do not read their answers', () => {
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

  /** Asks for 15 MB and reads nothing of it. */
  async function doNotRead(): Promise<Socket> {
    const socket = connectTo(address)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n\r\n`)
    return socket
  }

  it('keep nobody from being served', async () => {
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

describe('Where as many requests are under way as there may be', () => {
  const MOST = 3
  let service: Service
  let address: string
  const sockets: Socket[] = []
  const start = async (slowClient: number) => {
    service = await startService({}, { load: { inFlight: MOST, slowClient } })
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  }
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await service.stop()
  })

  /** So many clients, each of which begins a request, and neither sends the rest nor reads. */
  async function beginMany(request: string): Promise<Socket[]> {
    const begun = requests(service, MOST)
    const many = Array.from({ length: MOST }, () => connectTo(address))
    sockets.push(...many)
    for (const socket of many) {
      await once(socket, 'connect')
      socket.pause()
      socket.write(request)
    }
    await begun
    return many
  }
  const ask = async () => (await fetch(`${address}/api/service`)).status

  const POST =
    'POST /api/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{'
  const GET = 'GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n'

  it('a client that does not send its body gives way, the one that takes longest first', async () => {
    await start(0)
    const [oldest, ...others] = await beginMany(POST)
    const cut = once(oldest as Socket, 'close')
    assert.equal(await ask(), 200)
    oldest?.resume()
    await cut
    for (const socket of others) {
      socket.resume()
      const answered = once(socket, 'data')
      socket.write(`${' '.repeat(398)}}`)
      assert.match(String(await answered), /^HTTP\/1\.1 422 /)
    }
  })

  it('a client that does not read its answer gives way', async () => {
    await start(0)
    await beginMany(GET)
    await eventually(async () => (await ask()) === 200)
  })

  it('they have some time', async () => {
    await start(3_600_000)
    await beginMany(POST)
    assert.equal(await ask(), 503)
  })
})

/** Resolves when so many more requests have come. */
const requests = ({ app }: Service, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count
    app.server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
  })

function connectTo(address: string): Socket {
  const { hostname, port } = new URL(address)
  return connect(Number(port), hostname).on('error', () => undefined)
}
