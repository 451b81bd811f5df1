// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { requireBuild } from '../../support/console.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
before(async () => {
  await requireBuild()
  service = await startService()
})
after(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  service.call('GET', path, { token: null, headers })

/** The Accept header of a browser that opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const FILES = {
  '/docs': 'text/html; charset=utf-8',
  '/docs/docs.js': 'application/javascript; charset=utf-8',
  '/docs/reference.js': 'text/javascript; charset=utf-8',
  '/': 'text/html; charset=utf-8',
  '/setup': 'text/html; charset=utf-8',
  '/signin': 'text/html; charset=utf-8',
  '/brand.css': 'text/css; charset=utf-8',
  '/users/1/roles': 'text/html; charset=utf-8',
  '/notice.css': 'text/css; charset=utf-8',
  '/building.js': 'application/javascript; charset=utf-8',
  '/favicon.svg': 'image/svg+xml',
  '/openapi.json': 'application/json; charset=utf-8',
}

describe('The pages', () => {
  for (const [path, type] of Object.entries(FILES)) {
    it(`include ${path}, which a browser revalidates with its ETag`, async () => {
      const { status, headers, body } = await get(path)
      assert.deepEqual([status, headers['content-type']], [200, type])
      assert.ok(JSON.stringify(body).length > 100)
      assert.match(String(headers['cache-control']), /^(no-cache|public, max-age=0)$/)
      const again = await get(path, { 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.status, again.body], [304, ''])
    })
  }

  it('accept only GET and HEAD', async () => {
    for (const path of Object.keys(FILES)) {
      const { status, headers, body } = await service.call('POST', path, { token: null, json: {} })
      assert.deepEqual([status, headers.allow, body.code], [405, 'GET, HEAD', 'method_not_allowed'], path)
      const head = await service.call('HEAD', path, { token: null })
      assert.deepEqual([head.status, head.body], [200, ''], path)
    }
  })

  it('are the only files that are served', async () => {
    for (const path of [
      '/docs.html',
      '/docs/index.ts',
      '/docs/..%2findex.ts',
      '/docs/%2e%2e/app.ts',
      '/building.html',
      '/assets/',
      '/assets/index.html',
      '/assets/..%2findex.html',
      '/assets/nothing.js',
      `/users/${'deep/'.repeat(20)}`,
    ]) {
      const { status, body } = await get(path)
      assert.deepEqual([status, body.code], [404, 'not_found'], path)
    }
  })

  it("answer an unknown path with 404 and the console's page, if a browser opens it", async () => {
    const { body: page } = await get('/', { accept: BROWSER })
    for (const [path, up] of Object.entries({
      '/usrs': './',
      '/usrs?page=2': './',
      '/usrs/1/edit': '../../',
      '/users.html': './',
      '/us%C3%A9rs': './',
      '/users/1/caf%C3%A9': '../../',
    })) {
      const { status, headers, body } = await get(path, { accept: BROWSER, 'if-none-match': '*' })
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
      assert.equal(body, page.replaceAll('="./', `="${up}`), path)
      assert.match(String(headers['content-security-policy']), /^default-src 'none';.*script-src 'self'/)
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers.vary, 'accept, accept-encoding')
      const { status: headStatus, body: headBody } = await service.call('HEAD', path, {
        token: null,
        headers: { accept: BROWSER },
      })
      assert.deepEqual([headStatus, headBody], [404, ''], path)
    }
  })

  it('answer other unknown paths with 404 in the envelope: for clients, below /api, and for encoded paths', async () => {
    const requests = [
      ...['*/*', 'application/json', 'application/json, text/plain, */*'].map((accept) => ['/usrs', accept]),
      ...[
        '/api/usrs',
        '/API/users',
        '/api',
        '/assets/a/b.js',
        '/assets/nothing.js',
        '/docs/usrs',
        '/users/..%2fapi',
        '/usrs%5cx',
        `/usrs/${'deep/'.repeat(20)}`,
      ].map((path) => [path, BROWSER]),
    ]
    for (const [path, accept] of requests as [string, string][]) {
      const { status, headers, body } = await get(path, { accept })
      assert.deepEqual([status, body.code], [404, 'not_found'], `${path} ${accept}`)
      assert.match(String(headers['content-type']), /^application\/json/)
    }
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const { status, body } = await service.call(method, '/usrs', {
        token: null,
        headers: { accept: BROWSER },
      })
      assert.deepEqual([status, body.code], [404, 'not_found'], method)
    }
  })

  it('send large files compressed to clients that accept it', async () => {
    for (const path of ['/docs/reference.js', '/openapi.json']) {
      const plain = await service.app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip;q=0' } })
      assert.equal(plain.headers['content-encoding'], undefined)
      const zipped = await service.app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
      assert.deepEqual([zipped.headers['content-encoding'], zipped.headers.vary], ['gzip', 'accept-encoding'])
      assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 3)
      assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.payload)
    }
  })
})

describe('The security headers of the pages', () => {
  const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

  it('allow scripts and connections of this service only, and no frames', async () => {
    for (const path of ['/docs', '/setup']) {
      const { headers } = await get(path)
      for (const rule of [
        "default-src 'none'",
        "script-src 'self';",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]) {
        assert.ok(policyOf(headers).includes(rule), `${path}: ${rule}`)
      }
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
    assert.doesNotMatch(policyOf((await get('/setup')).headers), /unsafe|https?:|\*/)
  })

  it('are met: no page contains an inline script or style', async () => {
    for (const path of ['/docs', '/setup']) {
      const { body } = await get(path)
      assert.doesNotMatch(body, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i)
      assert.doesNotMatch(body, /(src|href|action)="(https?:)?\/\//)
    }
  })
})
