// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { Webhook } from 'standardwebhooks'
import { TYPES, typesOfDescription } from '../../../client/generate.ts'
import { openBrowser } from '../../support/browser.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { temporaryFolder } from '../../support/process.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'
import { deliveriesOf, dispatch, makeRole, makeWebhook } from '../../support/webhooks.ts'

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

/** The one block of code in a document that has this text. */
function codeWith(text: string, document: string): string {
  const blocks = readFileSync(join(ROOT, document), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)
  const [code, ...others] = [...blocks].flatMap(([, block = '']) => (block.includes(text) ? [block] : []))
  assert.ok(code !== undefined && others.length === 0, `${document} has not one block with ${text}`)
  return code
}

const [README, GUIDE] = ['client/README.md', 'docs/events.md']

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

  describe('run the code of the documents', () => {
    let service: Service
    let origin: string
    before(async () => {
      service = await startService({ webhookNetworks: ['127.0.0.0/8'] })
      origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    })
    after(() => service.stop())

    let programs = 0
    /** Starts a block. @param prelude what it takes as given */
    function start(code: string, prelude = '', env: Record<string, string> = {}) {
      const file = join(project.path, `documented-${++programs}.mjs`)
      writeFileSync(file, `${prelude}\n${code.replace('http://127.0.0.1:8080', origin)}`)
      const { PATH = '' } = process.env
      const child = spawn(process.execPath, [file], { env: { PATH, TOKEN: service.token, ...env } })
      const said = { text: '' }
      for (const output of [child.stdout, child.stderr])
        output.setEncoding('utf8').on('data', (text) => (said.text += text))
      const ended = once(child, 'close').then(([code]) => ({ code, said: said.text }))
      const stop = () => {
        child.kill()
        return ended
      }
      return { said, ended, stop }
    }

    const client = (names: string) => `
      import { ${names} } from '@rolecall/client'
      const client = createClient({ baseUrl: '${origin}', token: process.env.TOKEN })`

    let users = 0
    async function makeUser(): Promise<number> {
      const json = { email: `person${++users}@example.com`, first_name: 'Ada' }
      return (await service.call('POST', '/api/users/create', { json })).body.data.item.id
    }

    /** Changes a user until the program says what is expected of it: it follows from some time on. */
    async function saysOfChanges(program: ReturnType<typeof start>, expected: RegExp) {
      const id = await makeUser()
      let title = 0
      try {
        await eventually(async () => {
          await service.call('PATCH', `/api/users/${id}`, { json: { title: `Title ${++title}` } })
          return expected.test(program.said.text)
        })
      } catch (error) {
        throw new Error(program.said.text, { cause: error })
      } finally {
        await program.stop()
      }
    }

    it('that follows events', async () => {
      const given = `${client('createClient')}
        const readLastId = async () => undefined
        const index = async (subject, changes) => console.log(subject, JSON.stringify(changes))
        const keepLastId = async (id) => console.log('kept', id)`
      await saysOfChanges(
        start(codeWith('client.events(', README), given),
        /^users\/[-0-9a-f]{36} \[\{"field":"title",.*\]\nkept [-0-9a-f]{36}\n/m,
      )
      await saysOfChanges(
        start(codeWith('client.events(', GUIDE)),
        /^users.update users\/[-0-9a-f]{36} [\w-]{8}\.[0-9a-z]+\n/m,
      )
    })

    it('that reads what was written', async () => {
      const id = await makeUser()
      const given = `${client('createClient, positionOf')}
        const other = client
        const id = ${id}`
      const ended = await start(codeWith('positionOf(ada)', README), given).ended
      assert.deepEqual(ended, { code: 0, said: '' })
      const code = codeWith('positionOf(user)', GUIDE).replaceAll('42', String(await makeUser()))
      assert.deepEqual(await start(code).ended, { code: 0, said: 'Countess\n' })
    })

    it('that verifies webhooks', async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const { id, secret } = await makeWebhook(service, { url, events: ['roles.*'] })
      const code = codeWith('verifyWebhook(await', README).replace('8081', String(port))
      const given = 'const handleOnce = async (id, { type }) => console.log(type)'
      const program = start(code, given, { WEBHOOK_SECRET: secret })
      try {
        const refused = await eventually(() => fetch(url, { method: 'POST', body: '{}' }))
        assert.equal(refused.status, 400)
        await makeRole(service, 'Pilot')
        await dispatch(service)
        const outcomes = (await deliveriesOf(service, id)).map(({ outcome, status }) => [outcome, status])
        assert.deepEqual(outcomes, [['delivered', 204]])
      } finally {
        assert.equal((await program.stop()).said, 'roles.create\n')
      }
      const { secret: known, ...request } = signedWebhook()
      const short = `
        import { verifyWebhook } from '@rolecall/client'
        const { body, headers } = ${JSON.stringify(request)}
        const request = { headers }
        ${codeWith('verifyWebhook(body', GUIDE)}
        console.log(event.type)`
      const { ended } = start(short, '', { WEBHOOK_SECRET: known })
      assert.deepEqual(await ended, { code: 0, said: `${EVENT.type}\n` })
    })
  })

  it('include types that other projects can check', () => {
    const source = `
      import { type AuditEvent, createClient, type RecordOf, verifyWebhook } from '@rolecall/client'
      import { authProvider, dataProvider } from '@rolecall/ra-data-provider'
      import type { AuthProvider, DataProvider } from 'ra-core'
      const client = createClient({ baseUrl: '' })
      export const ada: Promise<RecordOf<'users'>> = client.users.get(1)
      export const name: Promise<string> = ada.then(({ name }) => name)
      // @ts-expect-error: not a number
      export const wrong: Promise<number> = ada.then(({ name }) => name)
      export const event: Promise<AuditEvent> = verifyWebhook(new Uint8Array(), new Headers(), ['whsec_c2VjcmV0'])
      export async function follow(): Promise<void> {
        for await (const { type, data } of client.events({ types: ['users.*'] })) {
          const action: string = type + data.subject_type + data.position
          // @ts-expect-error: no such field
          data.shoe_size
        }
      }
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
      const seen = await tab.evaluate(usePackages, { origin, ...ADMIN, webhook: signedWebhook() })
      assert.deepEqual(seen, {
        names: ['Ada', 'Administrator'],
        stale: [412, true],
        refused: { email: 'Another user already has this email.' },
        shown: '{}',
        listed: ['Administrator', 'Ada'],
        followed: ['users.update', 'Countess'],
        verified: [EVENT, 'wrong_signature'],
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

const EVENT = { type: 'users.update' }

function signedWebhook() {
  const [secret, body, at] = [
    `whsec_${randomBytes(32).toString('base64')}`,
    JSON.stringify(EVENT),
    new Date(),
  ]
  const headers = {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('one', at, body),
  }
  return { secret, body, headers }
}

interface Given {
  origin: string
  email: string
  password: string
  webhook: ReturnType<typeof signedWebhook>
}

/** Runs in the page. */
async function usePackages({ origin, email, password, webhook }: Given) {
  const { createClient, dataProvider, etagOf, verifyWebhook } = (globalThis as unknown as Page).packages
  const client = createClient({ baseUrl: origin })
  await client.signIn(email, password)
  const { id } = await client.users.create({ email: 'ada@example.com', first_name: 'Ada' })
  const names: string[] = []
  for await (const { name } of client.users.all({ per_page: 1 })) names.push(name)
  const { list } = await client.request('GET', '/api/audit', { query: { per_page: 1 } })
  const ada = await client.users.get(id, { atLeast: client.position as string })
  await client.users.update(id, { title: 'Countess' }, { ifMatch: etagOf(ada) })
  const stale = await client.users
    .update(id, { title: 'Lady' }, { ifMatch: etagOf(ada) })
    .catch((error) => error)
  const followed: unknown[] = []
  for await (const { type, data } of client.events({ after: list.data[0]?.uuid })) {
    const title = data.changes?.find(({ field }) => field === 'title')
    followed.push(type, title?.to)
    break
  }
  const verified = [
    await verifyWebhook(webhook.body, webhook.headers, webhook.secret),
    await verifyWebhook(`${webhook.body} `, webhook.headers, webhook.secret).catch(({ code }) => code),
  ]
  const again = { email: 'ada@example.com', first_name: 'Ada' }
  const refused = await client.users.create(again).catch((error) => error)
  const { data } = await dataProvider(client).getList('users', {
    sort: { field: 'id', order: 'ASC' },
    pagination: { page: 1, perPage: 10 },
    filter: {},
  })
  return {
    followed,
    verified,
    listed: data.map(({ name }) => name),
    names,
    stale: [stale.status, stale.isStale],
    refused: refused.fields,
    shown: JSON.stringify(client.users),
  }
}
