// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../server/app.ts'
import { ACCOUNT_PAGES, SECTIONS } from '../../server/pages/console/serve.ts'
import { apiFile } from '../support/api-files.ts'
import { defaults, type Service, startService } from '../support/service.ts'

/** Pages for people, served beside the API. */
const PAGES = [
  '/',
  '/docs',
  '/docs/docs.js',
  '/docs/reference.js',
  '/favicon.svg',
  '/notice.css',
  '/brand.css',
  ...ACCOUNT_PAGES.map((page) => `/${page}`),
  '/building.js',
  '/openapi.json',
  '/assets/:',
  ...SECTIONS.flatMap((section) => [`/${section}`, `/${section}*`]),
]

/** API9:2023 Improper inventory management. */
describe('API9: the served routes', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  /** Every route of the router, parsed from the tree that it prints; parameters have no names. */
  function routed(): { path: string; methods: string[] }[] {
    const above: string[] = []
    return service.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part, methods] = /^(.*?)── (\S+)(?: \(([^)]*)\))?/.exec(line) ?? []
        if (part === undefined) return []
        const depth = Math.floor(indent.length / 4)
        above.length = depth
        above.push(part)
        const path = above.join('').replace('//', '/')
        return methods === undefined ? [] : [{ path: unnamed(path), methods: methods.split(', ') }]
      })
  }
  const unnamed = (path: string) => path.replaceAll(/:[\w|:]+/g, ':')

  it('are those of the description and the pages, and no others', () => {
    const described = listEndpoints(defaults).map(({ path }) => unnamed(path))
    const known = new Set([...described, ...PAGES])
    const paths = routed().map(({ path }) => path)
    assert.ok(paths.length > 100, String(paths.length))
    assert.deepEqual(
      paths.filter((path) => !known.has(path)),
      [],
    )
    assert.deepEqual(
      [...known].filter((path) => !paths.includes(path)),
      [],
    )
  })

  it('are described under the same path and method', () => {
    const { paths } = apiFile('openapi.json') as { paths: Record<string, Record<string, unknown>> }
    for (const { path, methods } of listEndpoints(defaults)) {
      const template = path.replaceAll(/:(\w+)/g, '{$1}').replace('/api/cms/users', '/api/users')
      for (const method of methods)
        assert.ok(paths[template]?.[method.toLowerCase()], `${method} ${template}`)
    }
  })

  it('include none for debugging, of an earlier version or of another framework', async () => {
    const guesses = [
      '/debug',
      '/debug/pprof',
      '/metrics',
      '/status',
      '/admin',
      '/console',
      '/graphql',
      '/graphiql',
      '/actuator',
      '/actuator/env',
      '/swagger',
      '/swagger.json',
      '/swagger-ui',
      '/api',
      '/api/',
      '/api/v1/users',
      '/v1/users',
      '/v2/users',
      '/api/v2/users',
      '/api/internal',
      '/api/debug',
      '/api/test',
      '/api/health',
      '/api/users/all',
      '/api/tokens',
      '/api/attempts',
      '/api/codes',
      '/api/idempotency-keys',
      '/api/permissions/create',
      '/.env',
      '/.git/HEAD',
      '/.well-known/security.txt',
      '/package.json',
      '/server/main.ts',
      '/data/rolecall.db',
      '/rolecall.db',
      '/backup',
      '/phpinfo.php',
      '/wp-login.php',
      '/server-status',
      '/json/version',
      '/__inspect',
      '/documentation',
      '/documentation/json',
    ]
    for (const path of guesses)
      for (const token of [null, service.token]) {
        const { status } = await service.call('GET', path, { token })
        assert.ok([401, 404, 405].includes(status), `${path}: ${status}`)
        if (token !== null) assert.ok([404, 405].includes(status), `${path}: ${status}`)
      }
  })

  it('are public only if they belong to the description, the pages or the health', async () => {
    for (const { path, methods } of routed()) {
      const url = path.replace('*', '/1').replaceAll(':', '1')
      if (!methods.includes('GET')) continue
      const { status } = await service.call('GET', url, { token: null })
      const isOpen = [...PAGES, '/healthz', '/readyz', '/api/service'].includes(path)
      if (path === '/assets/:') assert.equal(status, 404)
      else if (isOpen) assert.equal(status, 200, path)
      else assert.ok([401, 405].includes(status), `${path}: ${status}`)
    }
  })

  it('reveal no server, framework or version in headers', async () => {
    for (const path of ['/healthz', '/api/users', '/docs', '/nowhere']) {
      const { headers } = await service.call('GET', path)
      for (const name of ['server', 'x-powered-by', 'via', 'x-version', 'x-runtime'])
        assert.equal(headers[name], undefined)
    }
  })
})
