// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { TObject } from 'typebox'
import type { Subject } from '../../contract/permissions.ts'
import { resources } from '../../server/resources/index.ts'
import { dataOf } from '../support/actors.ts'
import { factoryOf } from '../support/factories.ts'
import { nextIteration } from '../support/next-iteration.ts'
import { type Service, startService } from '../support/service.ts'

/** API7:2023 Server side request forgery: the service never calls an address that it is given. */
describe('API7: addresses from a client', () => {
  let service: Service
  let trap: Server
  let url: string
  let hits = 0
  let ownHits = 0
  before(async () => {
    service = await startService({ trustProxy: true })
    trap = createServer((_request, response) => response.end('caught'))
    trap.on('connection', () => (hits += 1))
    trap.listen(0, '127.0.0.1')
    await once(trap, 'listening')
    url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
  })
  after(async () => {
    await service.stop()
    trap.close()
  })

  /** Connections are accepted in order: an unexpected one would come before the test's own. */
  const assertNotCalled = async () => {
    await nextIteration()
    const own = connect(Number(new URL(url).port), '127.0.0.1')
    await once(trap, 'connection')
    own.destroy()
    assert.equal(hits, ++ownHits)
  }

  it('are stored as text in every text field, and never fetched', async () => {
    const json = {
      email: 'url@example.com',
      first_name: url,
      avatar_url: `${url}/a.png`,
      website: url,
      bio: url,
      display_name: url,
      meta: { callback: url, $ref: url },
    }
    const { item } = dataOf(await service.call('POST', '/api/users/create', { json }))
    assert.equal(item.avatar_url, `${url}/a.png`)
    await service.call('GET', `/api/users/${item.id}`)
    await service.call('GET', '/api/users', { query: { q: url, 'filter[avatar_url]': `like:${url}` } })
    await assertNotCalled()
  })

  for (const { name, schemas } of resources) {
    const { properties = {}, required = [] } = (schemas.create ?? {}) as Partial<TObject>
    if (Object.keys(properties).length === 0) continue
    it(`are stored or refused in each field of a new record of ${name}, and never fetched`, async () => {
      const { valid } = factoryOf(name as Subject)
      const stored: string[] = []
      for (const field of Object.keys(properties)) {
        const json = { ...(await valid(service)), [field]: url }
        const { status, body } = await service.call('POST', `/api/${name}/create`, { json })
        if (status === 201) stored.push(field)
        else {
          assert.ok(status === 422 || status === 403, `${field}: ${status}`)
          assert.ok(
            body.details.some((detail: { field: string }) => detail.field === field) || status === 403,
            `${field} is not what was refused: ${body.errors}`,
          )
        }
      }
      // The required fields at least accept the text; otherwise the test would prove nothing.
      assert.ok(stored.length >= required.length, `stored: ${stored}`)
      await assertNotCalled()
    })
  }

  it('are searched for in filters and searches, and never fetched', async () => {
    for (const { name } of resources)
      await service.call('GET', `/api/${name}`, { query: { q: url, 'filter[created_at]': url } })
    await assertNotCalled()
  })

  it('are never called from headers that name a host, a source or a place to report to', async () => {
    const host = url.replace('http://', '')
    const headers: Record<string, string> = {
      host,
      referer: url,
      origin: url,
      forwarded: `for=127.0.0.1;host=${host}`,
      'x-forwarded-host': host,
      'x-forwarded-for': '127.0.0.1',
      'x-original-url': url,
      'x-rewrite-url': url,
      'x-wap-profile': url,
      'true-client-ip': host,
      via: `1.1 ${host}`,
      link: `<${url}>; rel=preload`,
    }
    for (const path of ['/api/users', '/openapi.json', '/docs', '/setup', '/', '/healthz'])
      await service.call('GET', path, { headers })
    await assertNotCalled()
  })

  it('are never called from unknown fields, such as a callback or a file to import', async () => {
    for (const field of [
      'url',
      'callback',
      'webhook',
      'redirect_uri',
      'next',
      'file',
      'src',
      'import',
      'xml',
    ]) {
      await service.call('POST', '/api/users/create', {
        json: { email: 'x@example.com', first_name: 'X', [field]: url },
      })
      await service.call('GET', '/api/users', { query: { [field]: url } })
      const { headers } = await service.call('GET', '/docs', { token: null, query: { [field]: url } })
      assert.equal(headers.location, undefined)
    }
    await assertNotCalled()
  })

  it('would be noticed if they were called: the trap counts connections', async () => {
    await (await fetch(url)).text()
    assert.equal(hits, ++ownHits)
  })
})
