// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Service, startService } from '../../support/service.ts'
import { openSocket } from '../../support/socket.ts'

const API_POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/** The headers of every response; HSTS and a page's policy come on top. */
const SECURITY_HEADERS: Record<string, string> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const HSTS = 'strict-transport-security'
const ORIGIN = 'https://app.example.com'

/** The status and headers of the first response. */
function headOf(received: string) {
  const [first = '', ...lines] = (received.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers }
}

describe('The security headers', () => {
  let service: Service
  let address: string
  before(async () => {
    service = await startService({ corsOrigins: [ORIGIN], bodyLimit: 1024 })
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  /** All over a real socket: some of these requests never reach the application. */
  async function answerTo(request: string) {
    const socket = await openSocket(address)
    socket.send(request)
    return headOf(await socket.closed)
  }
  const to = (line: string, headers: string[] = [], body = '') =>
    answerTo(
      [
        `${line} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${service.token}`,
        ...headers,
        '',
        body,
      ].join('\r\n'),
    )
  const posted = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`]

  const cases: [string, number, () => ReturnType<typeof to>][] = [
    ['a read', 200, () => to('GET /api/roles')],
    ['a write', 201, () => to('POST /api/roles/create', posted('{"name":"P"}'), '{"name":"P"}')],
    [
      'a record that has not changed',
      304,
      async () => {
        const { headers } = await to('GET /api/users/1')
        return to('GET /api/users/1', [`If-None-Match: ${headers.etag}`])
      },
    ],
    ['a HEAD request', 200, () => to('HEAD /healthz')],
    ['a body that is not JSON', 400, () => to('POST /api/roles', posted('{'), '{')],
    ['no token', 401, () => answerTo('GET /api/roles HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
    ['an unknown path', 404, () => to('GET /api/nothing')],
    ['a wrong method', 405, () => to('PUT /api/signin')],
    ['an unknown method', 405, () => to('PROPFIND /api/roles')],
    [
      'a body that is too large',
      413,
      () => to('POST /api/roles', posted('x'.repeat(2000)), 'x'.repeat(2000)),
    ],
    ['a path that is not a valid URL', 400, () => to('GET /api/users/email/%zz')],
    [
      'an unsupported encoding',
      415,
      () => to('POST /api/roles', ['Content-Type: text/plain', 'Content-Length: 1'], 'x'),
    ],
    ['invalid values', 422, () => to('GET /api/roles?per_page=x')],
    ['too many headers', 431, () => to('GET /api/roles', Array(120).fill('X: y'))],
    ['a header that is too long', 431, () => to('GET /api/roles', [`X-Long: ${'x'.repeat(20_000)}`])],
    ['a request that is not HTTP', 400, () => answerTo('no http\r\n\r\n')],
    ['no Host', 400, () => answerTo('GET /api/roles HTTP/1.1\r\nConnection: close\r\n\r\n')],
    [
      'a preflight',
      204,
      () => to('OPTIONS /api/roles', [`Origin: ${ORIGIN}`, 'Access-Control-Request-Method: POST']),
    ],
    [
      'a preflight from another origin',
      405,
      () =>
        to('OPTIONS /api/roles', ['Origin: https://evil.example.com', 'Access-Control-Request-Method: POST']),
    ],
  ]
  for (const [name, status, ask] of cases) {
    it(`are on a ${status}: ${name}`, async () => {
      const { status: answered, headers } = await ask()
      assert.equal(answered, status)
      assert.deepEqual({ ...headers, ...SECURITY_HEADERS }, headers)
      assert.equal(headers['content-security-policy'], API_POLICY)
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(headers['x-request-id'] ?? '', /^.{8,}$/)
      assert.equal(headers['x-powered-by'], undefined)
      assert.equal(headers.server, undefined)
      assert.equal(headers[HSTS], undefined, 'PUBLIC_URL is not https')
    })
  }

  it('are on the pages, with a policy of what they may load', async () => {
    for (const path of [
      '/docs',
      '/docs/docs.js',
      '/docs/reference.js',
      '/',
      '/setup',
      '/notice.css',
      '/building.js',
      '/favicon.svg',
      '/openapi.json',
    ]) {
      const { status, headers } = await to(`GET ${path}`)
      assert.equal(status, 200)
      assert.deepEqual({ ...headers, ...SECURITY_HEADERS }, headers)
      assert.match(
        headers['content-security-policy'] ?? '',
        /^default-src 'none';base-uri 'none';.*frame-ancestors 'none'/,
      )
    }
  })

  it('are on a 408 for a request that took too long to arrive', async () => {
    const impatient = await startService({}, { timeouts: { headers: 200, request: 200, checkEvery: 50 } })
    const socket = await openSocket(await impatient.app.listen({ host: '127.0.0.1', port: 0 }))
    socket.send('GET /api/roles HTTP/1.1\r\n')
    const { status, headers } = headOf(await socket.closed)
    assert.equal(status, 408)
    assert.deepEqual({ ...headers, ...SECURITY_HEADERS }, headers)
    await impatient.stop()
  })

  it('include HSTS for this host, without subdomains, if PUBLIC_URL is https', async () => {
    const published = await startService({ publicUrl: 'https://accounts.example.com' })
    const long = `/api/users/email/${'x'.repeat(17_000)}`
    const statuses = {
      '/healthz': 200,
      '/docs': 200,
      '/nothing': 404,
      '/api/users/email/%zz': 400,
      [long]: 414,
    }
    for (const [path, expected] of Object.entries(statuses)) {
      const { status, headers } = await published.call('GET', path)
      assert.deepEqual([status, headers[HSTS]], [expected, 'max-age=31536000'])
      assert.deepEqual({ ...headers, ...SECURITY_HEADERS }, headers)
    }
    const socket = await openSocket(await published.app.listen({ host: '127.0.0.1', port: 0 }))
    socket.send('no http\r\n\r\n')
    assert.equal(headOf(await socket.closed).headers[HSTS], 'max-age=31536000')
    await published.stop()
  })
})
