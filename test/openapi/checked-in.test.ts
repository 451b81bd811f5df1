import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { apiFile } from '../support/api-files.ts'
import { temporaryFolders } from '../support/process.ts'
import { type Service, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('the files of api/', () => {
  const newFolder = temporaryFolders()
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  /** What `npm run describe` writes, by the names of files. */
  async function written(...options: string[]): Promise<Record<string, string>> {
    const folder = newFolder()
    await promisify(execFile)(process.execPath, [join(ROOT, 'bin/describe.ts'), '--to', folder, ...options])
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
  }

  it('have the description that is served, but for where it is served', async () => {
    const { servers, ...served } = (await service.call('GET', '/openapi.json', { token: null })).body
    const { contact, ...info } = served.info
    assert.ok(servers && contact)
    assertSame(`${JSON.stringify({ ...served, info }, null, 2)}\n`, 'openapi.json')
  })

  it('are what `npm run describe` writes, byte for byte', async () => {
    const files = await written()
    assert.deepEqual(Object.keys(files).sort(), ['openapi.json', 'postman.json'])
    for (const [name, content] of Object.entries(files)) assertSame(content, name)
  })

  it('are left behind by a release, whose description is the next baseline', async () => {
    const files = await written('--release')
    assert.ok(files['baseline.json'] === files['openapi.json'])
    assert.deepEqual(JSON.parse(files['breaking.json'] as string), [])
    assert.deepEqual(Object.keys(files).sort(), readdirSync(join(ROOT, 'api')).sort())
  })

  it('name no machine and no address of one', () => {
    for (const name of ['openapi.json', 'baseline.json']) {
      const { servers, info } = apiFile(name)
      assert.deepEqual([servers, info.contact], [undefined, undefined])
    }
  })
})

/** A difference between megabytes would take the runner minutes to tell; the first line that differs is enough. */
function assertSame(made: string, name: string): void {
  const kept = readFileSync(join(ROOT, 'api', name), 'utf8').split('\n')
  const lines = made.split('\n')
  const line = lines.findIndex((text, index) => text !== kept[index])
  assert.ok(
    line < 0 && lines.length === kept.length,
    `api/${name} is not what the served endpoints give: run \`npm run describe\`, and look at what has changed. ` +
      `Line ${line + 1}: ${lines[line]}`,
  )
}
