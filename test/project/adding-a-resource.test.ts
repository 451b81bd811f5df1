// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { engine } from '../support/databases.ts'
import { applyGuide, stepsOf } from '../support/guide.ts'

const ROOT = join(import.meta.dirname, '../..')
const GUIDE = 'docs/adding-a-resource.md'

/** Copies the files of the project, without its history; installed packages are linked. */
function copyProject(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(to, file))
  }
  for (const folder of ['', ...['client', 'console', 'ra-data-provider']]) {
    const modules = join(ROOT, folder, 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(to, folder, 'node_modules'))
  }
  // The console does not change: its build need not be made again.
  const built = join(ROOT, 'console/dist')
  if (existsSync(built)) cpSync(built, join(to, 'console/dist'), { recursive: true })
}

/** The guide's changes, with the number of the next migration in place of `NNNN`. */
const steps = () => stepsOf(readFileSync(join(ROOT, GUIDE), 'utf8').replaceAll('NNNN', nextNumber()))

function nextNumber(): string {
  const numbers = globSync('server/db/migrations/[0-9]*.ts', { cwd: ROOT }).map((file) =>
    Number(/\/(\d{4})-/.exec(file)?.[1]),
  )
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

describe('The guide to adding a resource', () => {
  const copy = mkdtempSync(join(tmpdir(), 'rolecall-guide-'))

  const run = (...parameters: string[]) => {
    // The runner of this test must not be taken for the one of the copy.
    const { NODE_TEST_CONTEXT: _, TEST_TEMPLATE: __, ...env } = process.env
    const options = { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, options)
    return { status, output: stdout + stderr }
  }

  before(() => {
    copyProject(copy)
    applyGuide(copy, steps())
    const described = run('bin/describe.ts')
    assert.equal(described.status, 0, described.output)
  })
  after(() => rmSync(copy, { recursive: true, force: true }))

  it('names five places, and no other', () => {
    const places = new Set(
      steps().map(({ file }) => (/^(contract|server\/resources\/index)/.test(file) ? file : dirname(file))),
    )
    assert.deepEqual(
      [...places],
      [
        'contract/organisations.ts',
        'contract/permissions.ts',
        'server/db/migrations',
        'server/resources/organisations',
        'server/resources/index.ts',
      ],
    )
  })

  it('leads to a resource that passes the shared tests', () => {
    const files = globSync('test/{api,adversary}/**/*.test.ts', { cwd: copy }).filter((file) =>
      /\bforEvery(Resource|Writable)\b/.test(readFileSync(join(copy, file), 'utf8')),
    )
    assert.ok(files.length > 15, String(files))
    const { status, output } = run('test/run.ts', `--${engine}`, '--name', '^\\S+ organisations ', ...files)
    assert.equal(status, 0, output.slice(-10_000))
    assert.ok(Number(/^ℹ pass (\d+)$/m.exec(output)?.[1]) > 100, output.slice(-2000))
  })

  it('leads to code whose types and style are right', {
    skip: engine === 'postgres' && 'the code is the same',
  }, () => {
    for (const generated of ['client', 'ra-data-provider']) {
      const { status, output } = run(`${generated}/generate.ts`)
      assert.equal(status, 0, output)
    }
    const types = run('node_modules/typescript/bin/tsc', '--noEmit')
    assert.equal(types.status, 0, types.output)
    const written = new Set(steps().flatMap(({ file }) => (file.endsWith('.ts') ? [file] : [])))
    const style = run('node_modules/@biomejs/biome/bin/biome', 'check', ...written)
    assert.equal(style.status, 0, style.output)
  })

  it('leads to a project whose lists of routes, writes and documents are complete', {
    skip: engine === 'postgres' && 'they name no engine',
  }, () => {
    const files = [
      'api/access/matrix',
      'api/neighbours/whole',
      'project/architecture',
      'unit/messages/catalogue',
    ]
    const { status, output } = run('test/run.ts', '--sqlite', ...files.map((name) => `test/${name}.test.ts`))
    assert.equal(status, 0, output.slice(-10_000))
  })
})
