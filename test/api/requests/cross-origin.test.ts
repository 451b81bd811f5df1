// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Answer } from '../../support/answer.ts'
import { openBrowser, visitor } from '../../support/browser.ts'
import { type Service, startService } from '../../support/service.ts'
import { assertRefused } from '../../support/suite.ts'

const APP = 'https://app.example.com'
const DEV = 'http://localhost:5173'

/** Other sites, and origins that imitate an allowed one. */
const STRANGERS = [
  ...['https://evil.example.com', 'https://app.example.com.evil.com', 'https://evilapp.example.com'],
  ...[
    'http://app.example.com',
    'https://app.example.com:444',
    'https://app.example.com/',
    'https://APP.example.com',
  ],
  ...['null', 'https://', `${APP} ${DEV}`, `${APP},${DEV}`, '*', 'file://', 'http://localhost'],
]

let closed: Service
let some: Service
let open: Service
before(async () => {
  closed = await startService()
  some = await startService({ corsOrigins: [APP, DEV] })
  open = await startService({ corsOrigins: ['*'] })
})
after(() => Promise.all([closed, some, open].map((service) => service.stop())))

const from = (on: Service, origin: string, path = '/api/roles') =>
  on.call('GET', path, { headers: { origin } })
const preflight = (on: Service, origin: string | undefined, path = '/api/roles/create') =>
  on.call('OPTIONS', path, {
    token: null,
    headers: {
      ...(origin !== undefined && { origin }),
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
const corsHeadersOf = ({ headers }: Answer) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))
const varyOf = ({ headers }: Answer) => String(headers.vary ?? '').toLowerCase()

describe('A cross-origin page', () => {
  it('reads nothing by default: no response has CORS headers', async () => {
    for (const origin of [APP, ...STRANGERS]) {
      assert.deepEqual(corsHeadersOf(await from(closed, origin)), [], origin)
      const preflighted = await preflight(closed, origin)
      assertRefused(preflighted, { status: 405, code: 'method_not_allowed' })
      assert.deepEqual(corsHeadersOf(preflighted), [], origin)
    }
  })

  it('reads responses only if its exact origin is allowed', async () => {
    for (const origin of [APP, DEV]) {
      const { status, headers } = await from(some, origin)
      assert.deepEqual([status, headers['access-control-allow-origin']], [200, origin])
    }
    for (const origin of STRANGERS) {
      const read = await from(some, origin)
      assert.deepEqual(corsHeadersOf(read), [], origin)
      assert.equal(read.status, 200, 'the token decides; the browser withholds the response from the page')
      const preflighted = await preflight(some, origin)
      assertRefused(preflighted, { status: 405, code: 'method_not_allowed' })
      assert.deepEqual(corsHeadersOf(preflighted), [], origin)
    }
  })

  it('may send what the preflight response allows', async () => {
    const { status, headers, body } = await preflight(some, APP)
    assert.deepEqual([status, body], [204, ''])
    assert.equal(headers['access-control-allow-origin'], APP)
    assert.equal(headers['access-control-allow-methods'], 'GET, POST, PUT, PATCH, DELETE')
    assert.equal(headers['access-control-allow-headers'], 'authorization,content-type')
    assert.equal(headers['access-control-max-age'], '600')
  })

  it('can read refusals, 404 included', async () => {
    for (const [path, status] of [
      ['/api/nothing', 404],
      ['/api/roles?per_page=x', 422],
    ] as const) {
      const answer = await from(some, APP, path)
      assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [status, APP])
    }
  })

  it('never gets credentials, not even if every origin is allowed', async () => {
    for (const service of [closed, some, open]) {
      for (const origin of [APP, ...STRANGERS]) {
        for (const answer of [await from(service, origin), await preflight(service, origin)]) {
          assert.equal(answer.headers['access-control-allow-credentials'], undefined)
        }
      }
    }
    const { headers } = await from(open, 'https://anyone.example')
    assert.equal(headers['access-control-allow-origin'], '*', 'not the origin of the request')
  })

  it('gets responses of its own from caches: they vary by origin where CORS is on', async () => {
    for (const path of ['/api/roles', '/openapi.json', '/docs/reference.js', '/docs', '/api/nothing']) {
      for (const origin of [APP, 'https://evil.example.com']) {
        assert.match(varyOf(await from(some, origin, path)), /\borigin\b/, path)
      }
      assert.match(varyOf(await some.call('GET', path)), /\borigin\b/, path)
      assert.doesNotMatch(varyOf(await from(closed, APP, path)), /\borigin\b/)
    }
    assert.match(varyOf(await preflight(some, APP)), /access-control-request-headers/)
  })

  it('gets 405 in the envelope for an OPTIONS request that is not a preflight', async () => {
    const answer = await some.call('OPTIONS', '/api/roles', { token: null })
    assertRefused(answer, { status: 405, code: 'method_not_allowed' })
    assertRefused(await preflight(some, undefined), { status: 405, code: 'method_not_allowed' })
  })
})

describe('A page in a browser', () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  let site: Server
  let elsewhere: string
  before(async () => {
    site = createServer((request, response) => {
      const isImage = request.url === '/favicon.svg'
      response.setHeader('content-type', isImage ? 'image/svg+xml' : 'text/html')
      response.end(
        isImage ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '<!doctype html><title>Another site</title>',
      )
    })
    await once(site.listen(0, '127.0.0.1'), 'listening')
    elsewhere = `http://localhost:${(site.address() as AddressInfo).port}`
  })
  after(() => site.close())

  it('reads responses if its origin is allowed, and cannot embed resources', async (test) => {
    const api = await startService({ corsOrigins: [elsewhere] })
    test.after(() => api.stop())
    const at = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const closedAt = await closed.app.listen({ host: '127.0.0.1', port: 0 })
    const { page, leave } = await visitor(browser, elsewhere)
    await page.goto(elsewhere)
    const read = (url: string, token: string) =>
      page.evaluate(
        ([url, token]) =>
          fetch(`${url}/api/roles`, { headers: { authorization: `Bearer ${token}` } }).then(
            ({ status }) => status,
            () => 'blocked',
          ),
        [url, token] as const,
      )
    const embed = (url: string) =>
      page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const image = new Image()
            image.onload = () => resolve('shown')
            image.onerror = () => resolve('blocked')
            image.src = `${url}/favicon.svg`
          }),
        url,
      )
    assert.equal(await read(at, api.token), 200)
    assert.equal(await read(closedAt, closed.token), 'blocked')
    assert.equal(await embed(at), 'blocked')
    assert.equal(await embed(elsewhere), 'shown', 'its own resource')
    await leave()
  })
})
