import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { TYPES, typesOfDescription } from '../../client/generate.ts'
import { openBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/process.ts'
import { ADMIN, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'client')
const DIST = join(CLIENT, 'dist')
const TSC = join(CLIENT, 'node_modules/.bin/tsc')

/** The oldest Node that is promised, where the machine has it. */
const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.'),
)

const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8')) ?? []

const SAID = 'true\nAda\nAdministrator\n'

/** The ten lines, as they are but for the port. */
async function runProgram(node: string, packageFolder: string): Promise<string> {
  const folder = temporaryFolder()
  const service = await startService({
    adminEmail: 'admin@example.com',
    adminPassword: 'correct horse battery',
  })
  try {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    mkdirSync(join(folder.path, 'node_modules/@rolecall'), { recursive: true })
    symlinkSync(packageFolder, join(folder.path, 'node_modules/@rolecall/client'))
    const file = join(folder.path, 'program.mjs')
    writeFileSync(file, program.replace('http://127.0.0.1:8080', origin))
    return (await promisify(execFile)(node, [file])).stdout
  } finally {
    await service.stop()
    folder.remove()
  }
}

describe('the types of the client', () => {
  it('are those of the description', async () => {
    const made = await typesOfDescription()
    assert.ok(readFileSync(TYPES, 'utf8') === made, 'api.ts is out of date: npm run generate -w client')
  })
})

describe("the README's ten lines", () => {
  it('run as they are', async () => {
    assert.ok(program.trim().split('\n').filter(Boolean).length <= 10)
    assert.equal(await runProgram(process.execPath, CLIENT), SAID)
  })
})

describe('the packages', () => {
  const project = temporaryFolder()
  const installed = join(project.path, 'node_modules')
  before(() => {
    for (const name of ['client', 'ra-data-provider']) {
      execFileSync('npm', ['run', 'build', '--workspace', name], { cwd: ROOT, stdio: 'pipe' })
      cpSync(join(ROOT, name, 'dist'), join(installed, '@rolecall', name), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules/ra-core'), join(installed, 'ra-core'))
  })
  after(project.remove)

  it('run on the oldest Node that they promise', {
    skip: !OLD_NODE && 'there is no Node 20 here',
  }, async () => {
    assert.equal(await runProgram(OLD_NODE as string, DIST), SAID)
  })

  it('bring types that other projects can check', () => {
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

  it('works in a browser, from a page of another origin', async () => {
    const app = createServer(({ url = '/' }, answer) => {
      const isScript = url.endsWith('.js')
      answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      answer.end(isScript ? readFileSync(join(DIST, url)) : '<link rel="icon" href="data:,">An app')
    })
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    const page = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
    const service = await startService({ corsOrigins: [page] })
    const browser = await openBrowser()
    try {
      const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const tab = await browser.newPage()
      await tab.goto(page)
      const seen = await tab.evaluate(useClient, { origin, ...ADMIN })
      assert.deepEqual(seen, {
        names: ['Ada', 'Administrator'],
        stale: [412, true],
        refused: { email: 'Another user has this email.' },
        shown: '{}',
      })
    } finally {
      await browser.close()
      await service.stop()
      app.close()
    }
  })
})

/** Runs in the page. */
async function useClient({ origin, email, password }: { origin: string; email: string; password: string }) {
  const address = '/index.js'
  const { createClient, etagOf } = (await import(address)) as typeof import('../../client/src/index.ts')
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
  return {
    names,
    stale: [stale.status, stale.isStale],
    refused: refused.fields,
    shown: JSON.stringify(client.users),
  }
}
