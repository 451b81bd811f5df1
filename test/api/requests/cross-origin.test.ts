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

/** Of other sites, or made to look as if they were not. */
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

describe('Pages of other sites', () => {
  it('read nothing by default, whoever they are: no answer says anything of CORS', async () => {
    for (const origin of [APP, ...STRANGERS]) {
      assert.deepEqual(corsHeadersOf(await from(closed, origin)), [], origin)
      const asked = await preflight(closed, origin)
      assertRefused(asked, { status: 405, code: 'method_not_allowed' })
      assert.deepEqual(corsHeadersOf(asked), [], origin)
    }
  })

  it('read what their origin is let in to, and it alone, exactly as it is written', async () => {
    for (const origin of [APP, DEV]) {
      const { status, headers } = await from(some, origin)
      assert.deepEqual([status, headers['access-control-allow-origin']], [200, origin])
    }
    for (const origin of STRANGERS) {
      const read = await from(some, origin)
      assert.deepEqual(corsHeadersOf(read), [], origin)
      assert.equal(read.status, 200, 'the token decides; the browser keeps the answer from the page')
      const asked = await preflight(some, origin)
      assertRefused(asked, { status: 405, code: 'method_not_allowed' })
      assert.deepEqual(corsHeadersOf(asked), [], origin)
    }
  })

  it('may send what the preflight says', async () => {
    const { status, headers, body } = await preflight(some, APP)
    assert.deepEqual([status, body], [204, ''])
    assert.equal(headers['access-control-allow-origin'], APP)
    assert.equal(headers['access-control-allow-methods'], 'GET, POST, PUT, PATCH, DELETE')
    assert.equal(headers['access-control-allow-headers'], 'authorization,content-type')
    assert.equal(headers['access-control-max-age'], '600')
  })

  it('get refusals that they can read, also where nothing is found', async () => {
    for (const [path, status] of [
      ['/api/nothing', 404],
      ['/api/roles?per_page=x', 422],
    ] as const) {
      const answer = await from(some, APP, path)
      assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [status, APP])
    }
  })

  it('never come with cookies or passwords of the browser, not even where all may come', async () => {
    for (const service of [closed, some, open]) {
      for (const origin of [APP, ...STRANGERS]) {
        for (const answer of [await from(service, origin), await preflight(service, origin)]) {
          assert.equal(answer.headers['access-control-allow-credentials'], undefined)
        }
      }
    }
    const { headers } = await from(open, 'https://anyone.example')
    assert.equal(headers['access-control-allow-origin'], '*', 'not the origin that asks')
  })

  it('are told apart by caches: an answer varies by the origin, if others would get another', async () => {
    for (const path of ['/api/roles', '/openapi.json', '/docs/reference.js', '/docs', '/api/nothing']) {
      for (const origin of [APP, 'https://evil.example.com']) {
        assert.match(varyOf(await from(some, origin, path)), /\borigin\b/, path)
      }
      assert.match(varyOf(await some.call('GET', path)), /\borigin\b/, path)
      assert.doesNotMatch(varyOf(await from(closed, APP, path)), /\borigin\b/)
    }
    assert.match(varyOf(await preflight(some, APP)), /access-control-request-headers/)
  })

  it('do not change what an OPTIONS that is no preflight gets: 405, in the envelope', async () => {
    const answer = await some.call('OPTIONS', '/api/roles', { token: null })
    assertRefused(answer, { status: 405, code: 'method_not_allowed' })
    assertRefused(await preflight(some, undefined), { status: 405, code: 'method_not_allowed' })
  })
})

describe('In a browser', () => {
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

  it('a page that is let in reads answers, and no page can embed them unasked', async (test) => {
    const api = await startService({ corsOrigins: [elsewhere] })
    test.after(() => api.stop())
    const at = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const shut = await closed.app.listen({ host: '127.0.0.1', port: 0 })
    const { page, leave } = await visitor(browser, elsewhere)
    await page.goto(elsewhere)
    const read = (url: string, token: string) =>
      page.evaluate(
        ([url, token]) =>
          fetch(`${url}/api/roles`, { headers: { authorization: `Bearer ${token}` } }).then(
            ({ status }) => status,
            () => 'kept from it',
          ),
        [url, token] as const,
      )
    const embed = (url: string) =>
      page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const image = new Image()
            image.onload = () => resolve('shown')
            image.onerror = () => resolve('kept from it')
            image.src = `${url}/favicon.svg`
          }),
        url,
      )
    assert.equal(await read(at, api.token), 200)
    assert.equal(await read(shut, closed.token), 'kept from it')
    assert.equal(await embed(at), 'kept from it')
    assert.equal(await embed(elsewhere), 'shown', 'its own it may')
    await leave()
  })
})
