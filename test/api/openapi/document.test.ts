// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SECTIONS } from '../../../server/pages/console/serve.ts'
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

describe('the description', () => {
  it('is OpenAPI 3.1 of this version of the service, at its own address', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.match(document.info.version, /^\d+\.\d+\.\d+$/)
    assert.deepEqual(
      document.servers.map(({ url }: Document) => url),
      ['https://accounts.acme.test'],
    )
    assert.equal(document.info.contact.url, 'https://accounts.acme.test/docs')
  })

  it('takes its address from the request where PUBLIC_URL is not set, and never mixes two', async () => {
    const other = await startService()
    for (const host of ['one.test', 'two.test:8080', 'one.test']) {
      const { body } = await other.call('GET', '/openapi.json', { token: null, headers: { host } })
      assert.equal(body.servers[0].url, `http://${host}`)
    }
    await other.stop()
  })

  it('is the same for everyone, and asks for no token', async () => {
    const { status, headers, body } = await service.call('GET', '/openapi.json', { token: null })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(body, document)
  })

  it('is not sent again to a client that has it', async () => {
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

  it('has each operation that is served, and none that is not', async () => {
    const described = operationsOf(document).map(({ name }) => unnamed(name))
    assert.ok(described.length > 100)
    assert.deepEqual(described.sort(), await servedOperations())
  })

  it('has every users operation under /api/cms/users too, by the words of the tag', async () => {
    const routes = registeredPaths(service)
    const users = routes.filter((path) => path.startsWith('/api/users'))
    const cms = routes.filter((path) => path.startsWith('/api/cms/'))
    assert.ok(users.length > 10)
    assert.deepEqual(cms.sort(), users.map((path) => path.replace('/api/users', '/api/cms/users')).sort())
    const tag = document.tags.find(({ name }: Document) => name === 'users')
    assert.match(tag.description, /\/api\/cms\/users/)
  })
})

/** What is served beside the API: its description and the pages. */
const PAGES = new RegExp(
  `^/($|docs|(assets|${SECTIONS.join('|')})([*/]|$)|openapi\\.json$|favicon\\.svg$|notice\\.css$)`,
)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const unnamed = (path: string) => path.replaceAll(/\{\w+\}|:\w+(\|:\w+)*/g, '*')

/** Every registered path is called by every method: what is not refused with 405 is served. */
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

/** From Fastify's own list, which is a tree: a line continues the path of the line that it stands under. */
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
