// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { ask } from '../../support/http.ts'
import { type Service, startService } from '../../support/service.ts'

/** The most requests that a connection may have in flight: see `server/http/server/pipelines.ts`. */
const MOST_UNSENT = 16
/** More responses than the socket buffers between two processes hold. */
const UNREAD = 10
/** More requests than Node reads from a connection at once. */
const MANY = 400

describe('Pipelining', () => {
  let service: Service
  let url: string
  const opened: Socket[] = []
  before(async () => {
    service = await startService({}, { load: { inFlight: UNREAD + 2 * MOST_UNSENT } })
    url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    for (const socket of opened) socket.destroy()
    await service.stop()
  })

  const request = (method: string, path: string, id: string, body = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  /** Requests with large responses. */
  const pages = () =>
    Array.from({ length: UNREAD }, (_, index) => request('GET', '/docs/reference.js', `page-${index}`)).join(
      '',
    )
  const roles = (mark: string) =>
    Array.from({ length: MANY }, (_, index) =>
      request('POST', '/api/roles/create', `${mark}-${index}`, JSON.stringify({ name: `${mark} ${index}` })),
    ).join('')
  const countRoles = async (mark: string): Promise<number> => {
    const { body } = await ask(`${url}/api/roles?q=${mark}`, { token: service.token })
    return body.data.list.total
  }

  /**
   * Opens a connection that reads nothing at first, and sends the text. @returns when the service has the first request
   */
  async function sendAll(text: string): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
    opened.push(socket)
    socket.on('error', () => undefined)
    socket.pause()
    await once(socket, 'connect')
    const { localPort } = socket
    const { promise, resolve } = Promise.withResolvers<void>()
    const onRequest = (request: IncomingMessage) => {
      if (request.socket.remotePort === localPort) resolve()
    }
    service.app.server.on('request', onRequest)
    socket.write(text)
    await promise
    service.app.server.off('request', onRequest)
    return socket
  }

  /** Reads until there are that many responses. @returns their request ids, in order */
  async function answered(socket: Socket, count: number): Promise<string[]> {
    const ids: string[] = []
    let rest = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      rest += text
      const found = [...rest.matchAll(/\r\nx-request-id: ([^\r]+)\r\n/gi)]
      ids.push(...found.map(([, id]) => id as string))
      const last = found.at(-1)
      // An id may be split between two chunks.
      rest = rest.slice(Math.max(last ? last.index + last[0].length - 2 : 0, rest.length - 200))
      if (ids.length >= count) socket.emit('all')
    })
    socket.resume()
    if (ids.length < count) await once(socket, 'all')
    return ids
  }

  it('starts few requests while the client reads no response, and delays or refuses no other client', async () => {
    const socket = await sendAll(pages() + roles('unread'))
    for (let round = 0; round < 20; round++) {
      const { status } = await ask(`${url}/api/me`, { token: service.token })
      assert.equal(status, 200)
    }
    assert.ok((await countRoles('unread')) <= MOST_UNSENT)
    const ids = await answered(socket, UNREAD + MANY)
    assert.deepEqual(
      ids,
      [
        ...Array.from({ length: UNREAD }, (_, index) => `page-${index}`),
        ...Array.from({ length: MANY }, (_, index) => `unread-${index}`),
      ],
      'each is answered in the end, in order',
    )
    assert.equal(await countRoles('unread'), MANY)
  })

  it('lets a later client be answered while most of the pipelined requests still wait', async () => {
    const finished = { count: 0 }
    const onRequest = (_request: IncomingMessage, response: ServerResponse) =>
      response.once('finish', () => {
        finished.count += 1
      })
    service.app.server.on('request', onRequest)
    const all = Array.from({ length: MANY }, (_, index) => request('GET', '/healthz', `turn-${index}`)).join(
      '',
    )
    const sockets = await Promise.all(Array.from({ length: 5 }, () => sendAll(all)))
    const ends = sockets.map((socket) => answered(socket, MANY))
    const { status } = await ask(`${url}/healthz`)
    const before = finished.count
    service.app.server.off('request', onRequest)
    assert.equal(status, 200)
    assert.ok(before < (sockets.length * MANY) / 2, `after ${before} others`)
    await Promise.all(ends)
  })

  it('does not start waiting requests once the client has disconnected', async () => {
    const socket = await sendAll(pages() + roles('gone'))
    socket.resetAndDestroy()
    // On new connections: each response is later than the end of the reset connection.
    for (let round = 0; round < 20; round++) await countRoles('gone')
    assert.ok((await countRoles('gone')) <= MOST_UNSENT)
  })

  it('reads the body of a waiting request, however long it is', async () => {
    const name = 'late'
    const last = JSON.stringify({ name }).padEnd(300_000)
    const many = Array.from({ length: MANY }, (_, index) => request('GET', '/api/service', `get-${index}`))
    const socket = await sendAll(many.join('') + request('POST', '/api/roles/create', 'late', last))
    assert.equal((await answered(socket, MANY + 1)).at(-1), 'late')
    assert.equal(await countRoles(name), 1)
  })
})
