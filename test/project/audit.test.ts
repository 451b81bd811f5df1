// Engines: none
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { launch, temporaryFolders } from '../support/process.ts'

const root = join(import.meta.dirname, '../..')
const AUDIT = join(root, 'bin/audit.ts')
/** A cache for each run: npm caches advisories. */
const newFolder = temporaryFolders()

const servers: Server[] = []
after(() => {
  for (const server of servers) server.close()
})

/** A registry with these advisories by package; it records the requests. */
async function registryWith(advisories: Record<string, object[]>) {
  const requested: Record<string, string[]>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url !== '/-/npm/v1/security/advisories/bulk') {
      response.writeHead(404).end('{}')
      return
    }
    const body = Buffer.concat(chunks)
    requested.push(
      JSON.parse(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)),
    )
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(advisories))
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requested }
}

const audit = (registry: string, cwd = root) =>
  launch([], {
    cwd,
    script: AUDIT,
    env: { npm_config_registry: registry, npm_config_cache: newFolder() },
  }).ended

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-test',
  title: 'Answers the wrong client',
  severity,
  vulnerable_versions: '>=0',
  cwe: [],
  cvss: { score: 9, vectorString: null },
})

describe('The audit', { concurrency: 2 }, () => {
  for (const severity of ['high', 'critical']) {
    it(`fails on a ${severity} advisory and prints the package, its path and the link`, async () => {
      const { url, requested } = await registryWith({ fastify: [advisory(severity)] })
      const { code, err } = await audit(url)
      assert.equal(code, 1)
      const line = `audit: ${severity}: fastify (node_modules/fastify): Answers the wrong client https://github.com/advisories/GHSA-test`
      assert.ok(err.split('\n').includes(line), err)
      assert.ok(requested[0]?.fastify, 'it asks about runtime dependencies')
      assert.equal(requested[0]?.['playwright-core'], undefined, 'and not about development dependencies')
    })
  }

  it('prints an advisory of lower severity and passes', async () => {
    const { url } = await registryWith({ fastify: [advisory('moderate')] })
    const { code, err } = await audit(url)
    assert.equal(code, 0)
    assert.match(err, /^audit: moderate: fastify /m)
  })

  it('passes without advisories', async () => {
    const { url } = await registryWith({})
    const { code, out, err } = await audit(url)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /no high or critical fault is known/)
  })

  it('fails without a lockfile', async () => {
    const { code, err } = await audit('http://127.0.0.1:1/', newFolder())
    assert.equal(code, 1)
    assert.match(err, /lockfile/)
  })

  it('passes with a warning if the registry is unreachable or has no advisories', async () => {
    const without = createServer((_request, response) => response.writeHead(405).end())
    servers.push(without)
    await once(without.listen(0, '127.0.0.1'), 'listening')
    const { port } = without.address() as AddressInfo
    for (const url of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/']) {
      const { code, out, err } = await audit(url)
      assert.deepEqual([code, out], [0, ''])
      assert.match(err, /^audit: the registry could not be asked for known faults: .{10}/)
    }
  })
})
