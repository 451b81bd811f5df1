// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cpSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { openBrowser, visitor } from '../support/browser.ts'
import { requireBuild } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { ADMINISTRATOR, signInAt } from '../support/http.ts'
import { allServe, logged, type Served, serveIn, temporaryFolders } from '../support/process.ts'

const ROOT = join(import.meta.dirname, '../..')
const OF_AN_INSTALL = ['package.json', 'package-lock.json', 'tsconfig.json', 'contract', 'server', 'client']
const newFolder = temporaryFolders()

/** The files of an install in a folder of its own, linked to this one's packages. */
function install(): string {
  const folder = newFolder()
  for (const name of [...OF_AN_INSTALL, 'ra-data-provider', 'console']) {
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)(\/|$)/.test(path.slice(ROOT.length)),
    })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const serve = (folder: string, env: Record<string, string> = {}): Promise<Served> =>
  serveIn(newFolder(), { ...ADMINISTRATOR, LOG_LEVEL: 'info', ...env }, join(folder, 'server/main.ts'))

const get = async (url: string, path = '/', headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const messages = (out: string) => logged(out).map(({ msg }) => msg)
const buildsOf = (folder: string) => readdirSync(join(folder, 'console/dist'))

/** The process id of the service's build. */
function childOf({ child }: Served): number {
  const listed = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)], {
    encoding: 'utf8',
  }).stdout
  const line = listed.split('\n').find((line) => line.includes('console/build.ts'))
  assert.ok(line !== undefined, 'the service is building')
  return Number.parseInt(line, 10)
}

/** Waits until the log contains the message. */
const says = ({ said }: Served, message: string) => eventually(() => messages(said.out).includes(message))

describe('The start of an install without a build', () => {
  before(() => requireBuild())

  it('builds once, keeps the build, and serves it whatever happens to its sources', async (t) => {
    const folder = install()

    await t.test(
      "serves the API at once, says on the console's pages that it is building, and then serves them, with several workers",
      async () => {
        const service = await serve(folder, { WORKERS: '2', DATABASE_URL: 'sqlite:two.db' })
        const waiting = await get(service.url, '/users/1')
        assert.equal(waiting.status, 503)
        assert.match(waiting.text, /<meta http-equiv="refresh" content="2" ?\/>/)
        assert.match(waiting.text, /href="\.\.\/notice\.css"/)
        assert.match(waiting.text, /<html lang="en">[\s\S]*<h1>The console is being built<\/h1>/)
        const french = await get(service.url, '/users/1', { 'accept-language': 'fr-CH, en;q=0.5' })
        assert.match(french.text, /<html lang="fr">[\s\S]*<h1>La console est en construction<\/h1>/)
        assert.match(String(french.headers.get('vary')), /accept-language/)
        await allServe(service, 2)
        await signInAt(service.url)
        await says(service, 'the console is built')
        for (let times = 0; times < 4; times += 1) {
          assert.match((await get(service.url, '/users/1')).text, /src="\.\.\/assets\//)
        }
        const { out } = await service.end('SIGTERM')
        assert.equal(messages(out).filter((message) => message === 'the console is being built').length, 1)
      },
    )

    await t.test('makes the same build as another install', () => {
      const [build] = buildsOf(folder)
      const files = (root: string) =>
        readdirSync(join(root, 'console/dist', build as string, 'assets')).sort()
      assert.deepEqual(files(folder), files(ROOT))
    })

    await t.test('finds the build at the next start, and builds again only after changes', async () => {
      const [build] = buildsOf(folder)
      const again = await serve(folder)
      assert.equal((await get(again.url)).status, 200)
      const { out } = await again.end('SIGTERM')
      assert.ok(!messages(out).includes('the console is being built'))
      writeFileSync(
        join(folder, 'console/src/ui/messages.ts'),
        "export const messages = { never: 'not yet' }\n",
      )
      const changed = await serve(folder)
      await says(changed, 'the console is built')
      assert.equal((await get(changed.url)).status, 200)
      await changed.end('SIGTERM')
      assert.equal(buildsOf(folder).length, 1)
      assert.notEqual(buildsOf(folder)[0], build)
    })

    await t.test('logs a failed build, and serves the API', async () => {
      writeFileSync(join(folder, 'console/src/main.tsx'), 'this is no script')
      const service = await serve(folder)
      await says(service, 'the console could not be built; the API serves all the same')
      const [failure] = logged(service.said.out).filter(({ level }) => level === 50)
      assert.match(failure.output, /main\.tsx/)
      const page = await get(service.url)
      assert.equal(page.status, 503)
      assert.match(page.text, /The console is not built/)
      const french = await get(service.url, '/', { 'accept-language': 'fr' })
      assert.match(french.text, /La console n’est pas construite/)
      await signInAt(service.url)
      assert.equal((await service.end('SIGTERM')).code, 0)
    })

    await t.test('serves the existing build if the sources are gone', async () => {
      for (const name of buildsOf(folder).filter((name) => name.endsWith('.failed'))) {
        rmSync(join(folder, 'console/dist', name))
      }
      rmSync(join(folder, 'console/src'), { recursive: true })
      rmSync(join(folder, 'console/index.html'))
      const service = await serve(folder)
      assert.equal((await get(service.url)).status, 200)
      await service.end('SIGTERM')
    })
  })

  it('builds again after the build was killed, and serves nothing of the first one', async () => {
    const other = install()
    const service = await serve(other)
    await says(service, 'the console is being built')
    const builder = await eventually(() => childOf(service))
    process.kill(builder, 'SIGKILL')
    await says(service, 'the build of the console was killed')
    // The next one begins a second later.
    assert.ok(buildsOf(other).every((name) => name.startsWith('.part-')))
    const waiting = await get(service.url)
    assert.equal(waiting.status, 503)
    assert.doesNotMatch(waiting.text, /The console is not built/)
    await says(service, 'the console is built')
    assert.equal((await get(service.url)).status, 200)
    assert.equal(buildsOf(other).length, 1)
    await service.end('SIGTERM')
  })

  it('shows the setup form to a browser that opened the setup link during the build', async () => {
    const service = await serveIn(newFolder(), { LOG_LEVEL: 'info' }, join(install(), 'server/main.ts'))
    const link = await eventually(() => /http:\S+(\/setup#\S+)/.exec(service.said.out)?.[1] ?? false)
    const browser = await openBrowser()
    const { page, leave } = await visitor(browser, service.url, { reducedMotion: 'reduce' })
    await page.goto(link)
    await page.getByRole('heading', { name: 'The console is being built' }).waitFor()
    await says(service, 'the console is built')
    await page.getByLabel('First name').waitFor()
    await leave()
    await browser.close()
    await service.end('SIGTERM')
  })

  it('builds after the service was killed while building, and removes the remains after a while', async () => {
    const other = install()
    const killed = await serve(other)
    await says(killed, 'the console is being built')
    const builder = await eventually(() => childOf(killed))
    await killed.end('SIGKILL')
    process.kill(builder, 'SIGKILL')
    const [left] = buildsOf(other) as [string]
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(join(other, 'console/dist', left), longAgo, longAgo)
    const service = await serve(other)
    await says(service, 'the console is built')
    assert.equal((await get(service.url)).status, 200)
    await service.end('SIGTERM')
    assert.equal(buildsOf(other).length, 1)
  })

  it('can be stopped while it builds, and leaves no partial build', async () => {
    const other = install()
    const service = await serve(other)
    await says(service, 'the console is being built')
    const { code, err } = await service.end('SIGTERM')
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(buildsOf(other), [])
  })

  it('can be stopped just before it builds, and then does not start building', async () => {
    const other = install()
    const { buildConsole } = await import(join(other, 'server/pages/console/build.ts'))
    const started: unknown[] = []
    const count = (message: unknown) => started.push(message)
    subscribe('child_process', count)
    const stopping = new AbortController()
    const build = buildConsole({ onStart: () => stopping.abort(), signal: stopping.signal })
    await assert.rejects(build, { name: 'AbortError' })
    unsubscribe('child_process', count)
    assert.deepEqual([started, buildsOf(other)], [[], []])
  })
})
