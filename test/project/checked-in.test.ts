// Engines: none
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { apiFile } from '../support/api-files.ts'
import { temporaryFolders } from '../support/process.ts'
import { type Service, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('The output of `npm run describe`', () => {
  const newFolder = temporaryFolders()
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const filesOf = (folder: string): Record<string, string> =>
    Object.fromEntries(
      globSync('**/*.*', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )

  /** The files that it writes to api/ and docs/, by name. */
  async function written(...options: string[]) {
    const [api, docs] = [newFolder(), newFolder()]
    const script = join(ROOT, 'bin/describe.ts')
    await promisify(execFile)(process.execPath, [script, '--to', api, '--docs', docs, ...options])
    return { api: filesOf(api), docs: filesOf(docs) }
  }

  it('contains the served description without its address', async () => {
    const { servers, ...served } = (await service.call('GET', '/openapi.json', { token: null })).body
    const { contact, ...info } = served.info
    assert.ok(servers && contact)
    assertSame(`${JSON.stringify({ ...served, info }, null, 2)}\n`, 'api/openapi.json')
  })

  it('is checked in, byte for byte', async () => {
    const { api, docs } = await written()
    assert.deepEqual(Object.keys(api).sort(), ['openapi.json', 'postman.json'])
    assert.deepEqual(Object.keys(docs).sort(), [
      'architecture.md',
      'decisions/README.md',
      'events.md',
      'permissions.md',
      'schema.md',
    ])
    for (const [name, content] of Object.entries(api)) assertSame(content, `api/${name}`)
    for (const [name, content] of Object.entries(docs)) assertSame(content, `docs/${name}`)
  })

  it('makes the description the next baseline with --release', async () => {
    const { api: files } = await written('--release')
    assert.ok(files['baseline.json'] === files['openapi.json'])
    assert.deepEqual(JSON.parse(files['breaking.json'] as string), [])
    assert.deepEqual(Object.keys(files).sort(), readdirSync(join(ROOT, 'api')).sort())
  })

  it('names no host and no address', () => {
    for (const name of ['openapi.json', 'baseline.json']) {
      const { servers, info } = apiFile(name)
      assert.deepEqual([servers, info.contact], [undefined, undefined])
    }
  })
})

/** An assertion on megabytes would take the runner minutes to print; the first different line is enough. */
function assertSame(made: string, name: string): void {
  const kept = readFileSync(join(ROOT, name), 'utf8').split('\n')
  const lines = made.split('\n')
  const line = lines.findIndex((text, index) => text !== kept[index])
  assert.ok(
    line < 0 && lines.length === kept.length,
    `${name} is not what the served endpoints give: run \`npm run describe\`, and look at what has changed. ` +
      `Line ${line + 1}: ${lines[line]}`,
  )
}
