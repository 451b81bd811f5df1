// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACCOUNT_PAGES, SECTIONS } from '../../../server/pages/console/serve.ts'
import type { Document } from '../../support/api-files.ts'
import { type Description, descriptionOf, operationsOf } from '../../support/description.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let description: Description
let document: Document

before(async () => {
  service = await startService({ publicUrl: 'https://accounts.acme.test' })
  description = await descriptionOf(service)
  document = description.document
})
after(() => service.stop())

describe('The description', () => {
  it('is OpenAPI 3.1 of this version of the service, with its address', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.match(document.info.version, /^\d+\.\d+\.\d+$/)
    assert.deepEqual(
      document.servers.map(({ url }: Document) => url),
      ['https://accounts.acme.test'],
    )
    assert.equal(document.info.contact.url, 'https://accounts.acme.test/docs')
  })

  it('takes its address from each request without PUBLIC_URL, and never mixes two', async () => {
    const other = await startService()
    for (const host of ['one.test', 'two.test:8080', 'one.test']) {
      const { body } = await other.call('GET', '/openapi.json', { token: null, headers: { host } })
      assert.equal(body.servers[0].url, `http://${host}`)
    }
    await other.stop()
  })

  it('is the same for everyone and needs no token', async () => {
    const { status, headers, body } = await service.call('GET', '/openapi.json', { token: null })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(body, document)
  })

  it('is answered with 304 if the client has it', async () => {
    const { headers } = await service.call('GET', '/openapi.json', { token: null })
    const again = await service.call('GET', '/openapi.json', {
      token: null,
      headers: { 'if-none-match': String(headers.etag) },
    })
    assert.deepEqual([again.status, again.body], [304, ''])
    const other = await service.call('GET', '/openapi.json', {
      token: null,
      headers: { 'if-none-match': '"another"' },
    })
    assert.equal(other.status, 200)
  })

  it('contains exactly the served operations', async () => {
    const described = operationsOf(document).map(({ name }) => unnamed(name))
    assert.ok(described.length > 100)
    assert.deepEqual(described.sort(), await servedOperations())
  })

  it('mentions the alias /api/cms/users of every users operation in the tag', async () => {
    const routes = registeredPaths(service)
    const users = routes.filter((path) => path.startsWith('/api/users'))
    const cms = routes.filter((path) => path.startsWith('/api/cms/'))
    assert.ok(users.length > 10)
    assert.deepEqual(cms.sort(), users.map((path) => path.replace('/api/users', '/api/cms/users')).sort())
    const tag = document.tags.find(({ name }: Document) => name === 'users')
    assert.match(tag.description, /\/api\/cms\/users/)
  })
})

/** Paths outside the API: the description and the pages. */
const PAGES = new RegExp(
  `^/($|docs|(assets|${SECTIONS.join('|')})([*/]|$)|openapi\\.json$|favicon\\.svg$|(notice|brand)\\.css$|building\\.js$|(${ACCOUNT_PAGES.join('|')})$)`,
)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const unnamed = (path: string) => path.replaceAll(/\{\w+\}|:\w+(\|:\w+)*/g, '*')

/** Calls every registered path with every method: every operation that does not answer 405 is served. */
async function servedOperations(): Promise<string[]> {
  const served: string[] = []
  for (const path of registeredPaths(service)) {
    if (path.startsWith('/api/cms/') || PAGES.test(path)) continue
    for (const method of METHODS) {
      const { status } = await service.call(method, path.replaceAll('*', '0'), { token: null })
      if (status !== 405) served.push(`${method} ${path}`)
    }
  }
  return served.sort()
}

/** The paths from Fastify's printed tree, in which each line continues the path of its parent. */
function registeredPaths({ app }: Service): string[] {
  const above: string[] = []
  const lines = app.printRoutes({ commonPrefix: false }).matchAll(/^(.*)── (\S+) \(/gm)
  return [...lines].map(([, indent = '', part = '']) => {
    const depth = indent.length / 4
    above.length = Math.floor(depth)
    above.push(part)
    return unnamed(above.join(''))
  })
}
