// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { TYPES, typesOfDescription } from '../../../client/generate.ts'
import { openBrowser } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/process.ts'
import { ADMIN, startService } from '../../support/service.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'client')
const TSC = join(CLIENT, 'node_modules/.bin/tsc')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const PACKAGES = ['client', 'ra-data-provider']

/** The oldest supported Node, if the machine has it. */
const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.'),
)

const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8')) ?? []

const SAID = 'true\nAda\nAdministrator\n'

describe('The types of the client', () => {
  it('are generated from the current description', async () => {
    const made = await typesOfDescription()
    assert.ok(readFileSync(TYPES, 'utf8') === made, 'api.ts is out of date: npm run generate -w client')
  })
})

describe('The packed packages in an empty folder', () => {
  const project = temporaryFolder()
  const folderOf = (name: string) => join(project.path, 'node_modules/@rolecall', name)

  before(() => {
    const run = (words: string[], cwd: string) => execFileSync('npm', words, { cwd, stdio: 'pipe' })
    for (const name of PACKAGES) run(['pack', '-w', name, '--pack-destination', project.path], ROOT)
    writeFileSync(join(project.path, 'package.json'), '{ "private": true }')
    const packed = globSync('*.tgz', { cwd: project.path }).map((file) => `./${file}`)
    assert.equal(packed.length, PACKAGES.length)
    // Their peers are installed here already and are linked.
    run(['install', '--offline', '--no-audit', '--legacy-peer-deps', ...packed], project.path)
    symlinkSync(join(ROOT, 'node_modules/ra-core'), join(project.path, 'node_modules/ra-core'))
  })
  after(project.remove)

  for (const name of PACKAGES) {
    it(`contain what a package needs: ${name}`, async () => {
      const { messages } = await publint({ pkgDir: folderOf(name), pack: false, strict: true })
      assert.deepEqual(messages, [])
      for (const file of ['README.md', 'LICENSE', 'dist/index.d.ts']) {
        assert.ok(existsSync(join(folderOf(name), file)), `${name} has no ${file}`)
      }
      assert.equal(
        readFileSync(join(folderOf(name), 'LICENSE'), 'utf8'),
        readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
      )
      assert.deepEqual(globSync('{src,node_modules,*.ts}', { cwd: folderOf(name) }), [])
    })
  }

  /** Runs the README's ten lines, with another port only. */
  async function runProgram(node: string): Promise<string> {
    const service = await startService({
      adminEmail: 'admin@example.com',
      adminPassword: 'correct horse battery',
    })
    try {
      const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const file = join(project.path, 'program.mjs')
      writeFileSync(file, program.replace('http://127.0.0.1:8080', origin))
      return (await promisify(execFile)(node, [file])).stdout
    } finally {
      await service.stop()
    }
  }

  it("run the README's ten lines unchanged", async () => {
    assert.ok(program.trim().split('\n').filter(Boolean).length <= 10)
    assert.equal(await runProgram(process.execPath), SAID)
  })

  it('run them on the oldest supported Node', {
    skip: !OLD_NODE && 'Node 20 is not installed here',
  }, async () => {
    assert.equal(await runProgram(OLD_NODE as string), SAID)
  })

  it('include types that other projects can check', () => {
    const source = `
      import { createClient, type RecordOf } from '@rolecall/client'
      import { authProvider, dataProvider } from '@rolecall/ra-data-provider'
      import type { AuthProvider, DataProvider } from 'ra-core'
      const client = createClient({ baseUrl: '' })
      export const ada: Promise<RecordOf<'users'>> = client.users.get(1)
      export const name: Promise<string> = ada.then(({ name }) => name)
      // @ts-expect-error: not a number
      export const wrong: Promise<number> = ada.then(({ name }) => name)
      export const data: DataProvider = dataProvider(client)
      export const auth: AuthProvider = authProvider(client)
    `
    writeFileSync(join(project.path, 'project.mts'), source)
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
    const { stdout } = spawnSync(TSC, [...options, 'project.mts'], { cwd: project.path, encoding: 'utf8' })
    assert.equal(stdout, '')
  })

  it('work from a bundle on a page of another origin', async () => {
    writeFileSync(join(project.path, 'index.html'), PAGE)
    writeFileSync(join(project.path, 'main.js'), MAIN)
    execFileSync(process.execPath, [VITE, 'build', '--logLevel', 'error'], {
      cwd: project.path,
      stdio: 'pipe',
    })
    const built = join(project.path, 'dist')
    const app = createServer(({ url = '/' }, answer) => {
      answer.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
      answer.end(readFileSync(join(built, url === '/' ? 'index.html' : url)))
    })
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    const page = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
    const service = await startService({ corsOrigins: [page] })
    const browser = await openBrowser()
    try {
      const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const tab = await browser.newPage()
      await tab.goto(page)
      const seen = await tab.evaluate(usePackages, { origin, ...ADMIN })
      assert.deepEqual(seen, {
        names: ['Ada', 'Administrator'],
        stale: [412, true],
        refused: { email: 'Another user already has this email.' },
        shown: '{}',
        listed: ['Administrator', 'Ada'],
      })
    } finally {
      await browser.close()
      await service.stop()
      app.close()
    }
  })
})

const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>An app</title>
<script type="module" src="./main.js"></script>`

const MAIN = `import * as client from '@rolecall/client'
import * as provider from '@rolecall/ra-data-provider'
globalThis.packages = { ...client, ...provider }`

/** The global that the bundle of {@link MAIN} leaves in the page. */
interface Page {
  packages: typeof import('../../../client/src/index.ts') &
    typeof import('../../../ra-data-provider/src/index.ts')
}

/** Runs in the page. */
async function usePackages({ origin, email, password }: { origin: string; email: string; password: string }) {
  const { createClient, dataProvider, etagOf } = (globalThis as unknown as Page).packages
  const client = createClient({ baseUrl: origin })
  await client.signIn(email, password)
  const { id } = await client.users.create({ email: 'ada@example.com', first_name: 'Ada' })
  const names: string[] = []
  for await (const { name } of client.users.all({ per_page: 1 })) names.push(name)
  const ada = await client.users.get(id)
  await client.users.update(id, { title: 'Countess' }, { ifMatch: etagOf(ada) })
  const stale = await client.users
    .update(id, { title: 'Lady' }, { ifMatch: etagOf(ada) })
    .catch((error) => error)
  const again = { email: 'ada@example.com', first_name: 'Ada' }
  const refused = await client.users.create(again).catch((error) => error)
  const { data } = await dataProvider(client).getList('users', {
    sort: { field: 'id', order: 'ASC' },
    pagination: { page: 1, perPage: 10 },
    filter: {},
  })
  return {
    listed: data.map(({ name }) => name),
    names,
    stale: [stale.status, stale.isStale],
    refused: refused.fields,
    shown: JSON.stringify(client.users),
  }
}
