import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = ['react', 'react-dom/client', 'ra-core'] as const

/** The sources of this repository, by the names that they import one another by. */
const IMPORTS = {
  '@rolecall/client': '/client/src/index.ts',
  '@rolecall/ra-data-provider': '/ra-data-provider/src/index.ts',
  'ra-core': '/ra-core.js',
}

/** The packages for a browser, as one script: `load('react')` gives what `require('react')` would. */
function bundle(): string {
  const modules: string[] = []
  const seen = new Set<string>()
  const add = (file: string): string => {
    if (seen.has(file)) return file
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    const needs = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name as string)
    const found = needs.flatMap((name) => {
      const target = resolve(file, name)
      return target === undefined ? [] : [[name, add(target)]]
    })
    modules.push(
      `[${JSON.stringify(file)}, [(module, exports, require) => {${text}\n}, ${JSON.stringify(Object.fromEntries(found))}]]`,
    )
    return file
  }
  const entries = PACKAGES.map((name) => [
    name,
    add(resolve(join(ROOT, 'ra-data-provider/package.json'), name) as string),
  ])
  return `
    globalThis.process = { env: { NODE_ENV: 'production' } }
    globalThis.global = globalThis
    const modules = new Map([${modules.join(',\n')}])
    const loaded = new Map()
    const run = (file) => {
      if (!loaded.has(file)) {
        const module = { exports: {} }
        loaded.set(file, module)
        const [body, needs] = modules.get(file)
        body(module, module.exports, (name) => {
          if (needs[name] === undefined) throw new Error('no ' + name)
          return run(needs[name])
        })
      }
      return loaded.get(file).exports
    }
    const entries = ${JSON.stringify(Object.fromEntries(entries))}
    globalThis.load = (name) => run(entries[name])`
}

/** The CommonJS file behind a name; undefined for a module that only Node has, which packages treat as optional. */
function resolve(from: string, name: string): string | undefined {
  try {
    const file = createRequire(from).resolve(name)
    const common = file.replace(/\.mjs$/, '.js')
    if (!file.startsWith('/')) return undefined
    return existsSync(common) ? common : file
  } catch {
    return undefined
  }
}

const RA_CORE = `export const { HttpError } = load('ra-core')`

/** Serves an empty page, React, ra-core, and the repository's sources without their types, on an origin of its own. */
export async function serveReactAdmin() {
  const page = `<!doctype html><link rel="icon" href="data:,"><title>An admin</title><div id="root"></div>
    <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script><script src="/bundle.js"></script>`
  const scripts: Record<string, string> = { '/bundle.js': bundle(), '/ra-core.js': RA_CORE }
  const server = createServer(({ url = '/' }, answer) => {
    const isSource = /^\/(client|ra-data-provider)\/src\/[\w-]+\.ts$/.test(url)
    const script = isSource ? stripTypeScriptTypes(readFileSync(join(ROOT, url), 'utf8')) : scripts[url]
    answer.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    answer.end(script ?? page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((done) => server.close(done)),
  }
}
