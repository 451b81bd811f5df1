// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Timeouts } from '../../../server/http/server/connections.ts'
import { assertFailure } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

/** See `server/http/server/client-errors.ts`. */
const MOST_CHUNKS = 10_000
/** More than the socket buffers between two processes hold. */
const LONG = 20_000_000

/** The responses on a connection, in order. */
interface Heard {
  status: number
  id: string | undefined
  code: string | undefined
}

/** A service that tests talk to byte by byte; clients have unlimited time to read. @param timeouts the other limits */
function useBytes(timeouts: Partial<Timeouts> = {}) {
  let service: Service
  before(async () => {
    service = await startService({}, { timeouts: { ...timeouts, linger: 60_000 } })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  const head = (method: string, path: string, id: string, headers = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nAuthorization: Bearer ${service.token}\r\n${headers}\r\n`
  const post = (path: string, id: string, body: object) => {
    const text = JSON.stringify(body)
    return `${head('POST', path, id, `${JSON_TYPE}Content-Length: ${text.length}\r\n`)}${text}`
  }

  /** A slow request: it verifies a password. */
  const slow = () => post('/api/signin', 'slow', { email: 'root@example.com', password: 'not this phrase' })

  /** Reads nothing before everything is sent, as simple clients do. @returns the responses until the server closes */
  async function say(...parts: (string | Promise<unknown>)[]): Promise<Heard[]> {
    const { port } = service.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let broken: Error | undefined
    socket.on('error', (error) => (broken = error)).pause()
    await once(socket, 'connect')
    for (const part of parts) {
      if (typeof part !== 'string') await part
      else if (!socket.write(part, 'latin1'))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
    let heard = ''
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text))
    socket.resume()
    if (!socket.closed) await once(socket, 'close')
    assert.equal(broken, undefined, 'the connection is not reset')
    return answersIn(heard)
  }

  function answersIn(heard: string): Heard[] {
    if (heard === '') return []
    const end = heard.indexOf('\r\n\r\n') + 4
    const [first = '', ...lines] = heard.slice(0, end).split('\r\n')
    assert.match(first, /^HTTP\/1\.1 \d{3} /, 'a response starts where the previous one ends')
    const headers = Object.fromEntries(
      lines.map((line) => line.toLowerCase().split(': ') as [string, string]),
    )
    const length = Number(headers['content-length'])
    const text = heard.slice(end, end + length)
    assert.equal(text.length, length, 'each response is complete')
    const status = Number(first.split(' ')[1])
    const body = headers['content-type']?.includes('json') ? JSON.parse(text) : undefined
    if (status >= 400) assertFailure({ status, headers, body })
    const answer = { status, id: headers['x-request-id'], code: body?.code }
    return [answer, ...answersIn(heard.slice(end + length))]
  }

  /** Resolves when the next request has been answered. */
  function answerOfNext(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    service.app.server.once('request', (_request: IncomingMessage, response: ServerResponse) =>
      response.once('close', resolve),
    )
    return promise
  }

  const rolesNamed = async (q: string): Promise<number> =>
    (await service.call('GET', '/api/roles', { query: { q } })).body.data.list.total

  return { head, post, slow, say, answerOfNext, rolesNamed }
}

const JSON_TYPE = 'Content-Type: application/json\r\n'
const CHUNKED = `${JSON_TYPE}Transfer-Encoding: chunked\r\n`
const chunks = (count: number) => '1\r\n \r\n'.repeat(count)

/**
 * A faulty input sent after other requests, with the expected status and id; only a request that has begun has an id of
 * its own.
 */
type Broken = [what: string, bytes: (head: Bytes['head']) => string, status: number, id?: string]
type Bytes = ReturnType<typeof useBytes>

const begun = (head: Bytes['head']) => head('POST', '/api/roles', 'broken', CHUNKED)

function itIsRefusedInTurn({ head, post, slow, say }: Bytes, broken: Broken[]): void {
  for (const [what, bytes, status, id] of broken) {
    it(`refuses ${what} after the responses to all earlier requests`, async () => {
      const many = Array.from({ length: 20 }, (_, index) => `earlier-${index}`)
      const role = post('/api/roles/create', 'role', { name: `Before ${what}` })
      const said = await say(
        slow() + role + many.map((id) => head('GET', '/api/me', id)).join('') + bytes(head),
      )
      assert.deepEqual(
        said.slice(0, -1).map((answer) => [answer.status, answer.id]),
        [[401, 'slow'], [201, 'role'], ...many.map((id) => [200, id])],
      )
      const refused = said.at(-1)
      assert.equal(refused?.status, status)
      if (id !== undefined) assert.equal(refused?.id, id)
    })

    it(`refuses ${what} after a long response, not inside it`, async () => {
      const said = await say(head('GET', '/docs/reference.js', 'page') + bytes(head))
      assert.deepEqual(
        said.map((answer) => answer.status),
        [200, status],
      )
    })
  }
}

describe('A request that takes too long to arrive', () => {
  const bytes = useBytes({ request: 100, headers: 100, checkEvery: 20 })

  itIsRefusedInTurn(bytes, [
    ['a request whose headers do not end', () => 'GET /api/roles HTTP/1.1\r\nHost: x\r\n', 408],
    ['a request whose body does not end', (head) => `${begun(head)}2\r\n{}\r\n`, 408, 'broken'],
  ])
})

describe('A request that is not HTTP, or whose body breaks off', () => {
  const bytes = useBytes()
  const { head, post, say, answerOfNext, rolesNamed } = bytes

  itIsRefusedInTurn(bytes, [
    ['a request that is not HTTP', () => 'nonsense\r\n\r\n', 400],
    ['a path that is too long', () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
    ['a tunnel', () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    ['a tunnel with a body', () => 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 9\r\n\r\nx', 405],
    ['a body of malformed chunks', (head) => `${begun(head)}zz\r\n`, 400, 'broken'],
    ['a body of very many chunks', (head) => begun(head) + chunks(2 * MOST_CHUNKS), 400, 'broken'],
  ])

  it('gets no second response if it was answered before its body broke off', async () => {
    for (const [method, path, type, status] of [
      ['POST', '/api/nowhere', 'application/json', 404],
      ['POST', '/api/roles', 'text/plain', 415],
      ['GET', '/api/me', 'application/json', 200],
    ] as const) {
      const early = head(method, path, 'early', `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`)
      const said = await say(early, answerOfNext(), 'zz\r\n')
      assert.deepEqual(
        said.map((answer) => [answer.status, answer.id]),
        [[status, 'early']],
        path,
      )
    }
  })

  it('is not read further after an early refusal, and nothing after it is carried out', async () => {
    const early = head('POST', '/api/nowhere', 'early', CHUNKED)
    const behind = post('/api/roles/create', 'behind', { name: 'After chunks' })
    for (const body of ['', chunks(3), `${chunks(3)}0\r\n\r\n${behind}`]) {
      const said = await say(early + body)
      assert.deepEqual(
        said.map((answer) => [answer.status, answer.id]),
        [[404, 'early']],
      )
    }
    assert.equal(await rolesNamed('After chunks'), 0)
  })

  it('is not carried out if the fault arrives together with its end', async () => {
    const name = 'Whole after all'
    const body = JSON.stringify({ name })
    for (let round = 0; round < 5; round++) {
      const [refused] = await say(
        `${head('POST', '/api/roles/create', 'whole', CHUNKED)}${body.length.toString(16)}\r\n${body}\r\n${chunks(MOST_CHUNKS)}0\r\n\r\n`,
      )
      assert.deepEqual([refused?.status, refused?.id], [400, 'whole'])
    }
    assert.equal(await rolesNamed(name), 0)
  })

  it('gets its response even if the client sends everything before it reads', async () => {
    const text = ' '.repeat(LONG)
    const size = (65_536).toString(16)
    for (const [what, bytes, status] of [
      ['not HTTP', `nonsense\r\n\r\n${text}`, 400],
      ['long headers', `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(LONG / 6)}`, 431],
      ['many chunks', head('POST', '/api/roles', 'long', CHUNKED) + chunks(LONG / 6), 400],
      [
        'a long body',
        head('POST', '/api/roles', 'long', `${JSON_TYPE}Content-Length: ${LONG}\r\n`) + text,
        413,
      ],
      [
        'a long body in chunks',
        head('POST', '/api/roles', 'long', CHUNKED) +
          `${size}\r\n${' '.repeat(65_536)}\r\n`.repeat(LONG / 65_536),
        413,
      ],
    ] as const) {
      const said = await say(bytes)
      assert.deepEqual(
        said.map((answer) => answer.status),
        [status],
        what,
      )
    }
  })

  it('is the last of its connection if its body is too long: nothing after it is carried out', async () => {
    const long = `${head('POST', '/api/roles', 'long', `${JSON_TYPE}Content-Length: ${2_000_000}\r\n`)}${' '.repeat(2_000_000)}`
    const said = await say(long + post('/api/roles/create', 'behind', { name: 'Behind' }))
    assert.deepEqual(
      said.map((answer) => answer.id),
      ['long'],
    )
    assert.equal(await rolesNamed('Behind'), 0)
  })
})
