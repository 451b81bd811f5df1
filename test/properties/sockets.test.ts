// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Answer } from '../support/answer.ts'
import { assertFailure, assertRefused, dumpOf } from '../support/refusals.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'
import { openSocket } from '../support/socket.ts'

const KIB = 1024

describe('a request over a socket', () => {
  let service: Service
  let address: string
  before(async () => {
    service = await startService()
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  /** The answers in what was received, in order. */
  function answersIn(received: string): Answer[] {
    if (received === '') return []
    const [head = '', ...rest] = received.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => line.toLowerCase().split(': ') as [string, string]),
    )
    const after = Buffer.from(rest.join('\r\n\r\n'))
    const length = Number(headers['content-length'] ?? 0)
    const text = after.subarray(0, length).toString()
    const isJson = headers['content-type']?.includes('json')
    const answer = { status: Number(first.split(' ')[1]), headers, body: isJson ? JSON.parse(text) : text }
    return [answer, ...answersIn(after.subarray(length).toString())]
  }

  /** The first answer to these bytes, once the service has closed the connection. */
  async function sendRaw(bytes: string): Promise<Answer | undefined> {
    const socket = await openSocket(address)
    socket.send(bytes)
    socket.finish()
    return answersIn(await socket.closed)[0]
  }
  const get = (path: string, headers = '') =>
    sendRaw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\n${headers}\r\n`,
    )

  it('gets a response for a path of any length, which is 431 if path and headers exceed 16 KiB', async () => {
    const lengths = fc.oneof(
      fc.integer({ min: 1, max: 15 * KIB }),
      fc.integer({ min: 17 * KIB, max: 200 * KIB }),
    )
    await fc.assert(
      fc.asyncProperty(lengths, fc.constantFrom('a', '%20', '%', '/', '.'), async (length, piece) => {
        const path = `/api/users/username/${piece.repeat(length).slice(0, length)}`
        const answer = (await get(path)) as Answer
        const expected = path.length > 16 * KIB ? [431] : [400, 404]
        assert.ok(expected.includes(answer.status), `${answer.status} for ${path.length}`)
        assertFailure(answer)
      }),
      { numRuns: 60 },
    )
  })

  it('gets a response for headers and queries of any length', async () => {
    for (const [length, status] of [
      [10 * KIB, 200],
      [17 * KIB, 431],
      [100 * KIB, 431],
    ] as const) {
      const text = 'x'.repeat(length)
      for (const answer of [
        await get(`/api/roles?unknown=${text}`),
        await get('/api/roles', `X-Long: ${text}\r\n`),
      ]) {
        assert.equal(answer?.status, status)
        if (status === 431) assert.equal(answer?.body.code, 'headers_too_large')
      }
    }
  })

  it('is refused with 413 if its body exceeds the limit, announced or not', async () => {
    const post = (headers: string, body: string) =>
      sendRaw(
        `POST /api/roles HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`,
      )
    const text = JSON.stringify({ q: 'x'.repeat(1_100_000) })
    const chunked = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
    for (const answer of [
      await post(`Content-Length: ${text.length}`, text),
      await post('Content-Length: 99999999999', 'x'),
      await post('Transfer-Encoding: chunked', chunked),
    ]) {
      assert.equal(answer?.status, 413)
      assertFailure(answer)
    }
  })

  it('is refused with 415 if its body is compressed for the transfer, and read if it is chunked', async () => {
    const post = async (headers: string) =>
      (await sendRaw(
        `POST /api/roles/create HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      )) as Answer
    for (const headers of ['gzip, chunked', 'x, Chunked', 'gzip\r\nTransfer-Encoding: chunked'])
      assertRefused(await post(`Transfer-Encoding: ${headers}`), {
        status: 415,
        code: 'unsupported_media_type',
        says: /chunked/,
      })
    for (const coding of ['chunked', 'Chunked ']) {
      const details = [['name', 'required']] as const
      assertRefused(await post(`Transfer-Encoding: ${coding}`), { status: 422, code: 'required', details })
    }
  })

  it('gets the envelope, or is served, where Node itself would refuse it without a body', async () => {
    const hostless = (await sendRaw('GET /api/roles HTTP/1.1\r\nConnection: close\r\n\r\n')) as Answer
    assertRefused(hostless, { status: 400, code: 'malformed', says: /Host is missing/ })
    for (const name of ['Host', 'Authorization', 'Content-Type']) {
      const twice = (await sendRaw(
        `GET /api/roles HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\n${name.toUpperCase()}: y\r\n\r\n`,
      )) as Answer
      assertRefused(twice, { status: 400, code: 'malformed', says: /can be sent only once/ })
    }
    for (const host of [
      '',
      ' ',
      'a b',
      'x/y',
      'x@y',
      'x:y',
      'x:80:80',
      'http://x',
      '[::1',
      'x?y',
      'x#y',
      '"x"',
    ]) {
      const malformed = (await sendRaw(
        `GET /api/roles HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )) as Answer
      assertRefused(malformed, { status: 400, code: 'malformed', says: /Host must be/ })
    }
    for (const host of ['my_service:8080', '[::1]:80', '127.0.0.1', 'xn--bcher-kva.example', 'x:']) {
      const served = await sendRaw(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      assert.equal(served?.status, 200, host)
    }
    const expecting = (await get('/api/roles', 'Expect: tea\r\n')) as Answer
    assertRefused(expecting, { status: 417, code: 'expectation_failed', says: /100-continue/ })
    const continued = await sendRaw(
      `POST /api/roles HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n{}`,
    )
    assert.equal(continued?.status, 100)
    const old = await sendRaw(`GET /api/roles HTTP/1.0\r\nAuthorization: Bearer ${service.token}\r\n\r\n`)
    assert.equal(old?.status, 200)
  })

  it('is refused and the connection closed if it is a tunnel, and an offered upgrade is ignored', async () => {
    const tunnel = (await sendRaw(
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\nGET /api/roles HTTP/1.1\r\nHost: x\r\n\r\n',
    )) as Answer
    assertRefused(tunnel, { status: 405, code: 'method_not_allowed', says: /CONNECT/ })
    assert.equal(tunnel.headers.connection, 'close')
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const answer = await sendRaw(
        `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
      )
      assert.equal(answer?.status, 200, protocol)
    }
  })

  it('is refused with very many chunks, and read with many', async () => {
    const post = (count: number) =>
      sendRaw(
        `POST /api/roles HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`,
      )
    assert.equal((await post(9990))?.status, 200)
    const refused = (await post(10_010)) as Answer
    assertRefused(refused, { status: 400, code: 'malformed', says: /chunks/ })
  })

  it('gets the envelope or a closed connection if it is not HTTP, and the service continues', async () => {
    const line = fc.constantFrom(
      ...[
        'GET / HTTP/1.1',
        'GET /api/users HTTP/9.9',
        'get /api/users HTTP/1.1',
        'BREW /pot HTTP/1.1',
        'GET  HTTP/1.1',
        'GET /a b HTTP/1.1',
      ],
      ...[
        'GET http://[ HTTP/1.1',
        'GET //x HTTP/1.1',
        'OPTIONS * HTTP/1.1',
        'GET /\u0000 HTTP/1.1',
        'POST /api/roles HTTP/1.1',
        'PRI * HTTP/2.0',
        '',
      ],
    )
    const header = fc.constantFrom(
      ...[
        'Host: x',
        'Host',
        'Host: x\r\nHost: y',
        'Content-Length: -1',
        'Content-Length: 5',
        'Content-Length: 1\r\nContent-Length: 2',
        ': x',
        'A: \u0000',
      ],
      ...[
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip',
        'Expect: 100-continue',
        'Expect: tea',
        'Upgrade: h2c',
        ' folded',
        'Connection: close',
      ],
    )
    const message = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc
        .tuple(line, fc.array(header, { maxLength: 4 }), fc.string({ maxLength: 20 }))
        .map(([line, headers, body]) => `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`),
    )
    const before = await dumpOf(service)
    await fc.assert(
      fc.asyncProperty(message, async (bytes) => {
        const socket = await openSocket(address)
        socket.send(bytes)
        socket.finish()
        for (const answer of answersIn(await socket.closed)) {
          assert.ok(answer.status < 500, `${answer.status}`)
          if (answer.status >= 400) assertFailure(answer)
        }
      }),
      { numRuns: 200 },
    )
    assert.deepEqual(await dumpOf(service), before)
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
  })
})
