// Engines: none
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { AT_ONCE, withBatches } from '../support/batches.ts'
import { temporaryFolder } from '../support/process.ts'

/** The first and the last wait for the same module. The hook of the first fails, and the second cannot be loaded. */
const FILES = {
  'hook-fails.mjs': `
    import { before, it } from 'node:test'
    import './shared.mjs'
    before(() => { throw new Error('the hook fails') })
    it('is cancelled', () => {})`,
  'not-loaded.mjs': `import './missing.mjs'`,
  'passes.mjs': `
    import { it } from 'node:test'
    import './shared.mjs'
    it('passes', () => {})`,
}
const SHARED = 'await new Promise((done) => setTimeout(done, 50))'

describe('A batch of test files', () => {
  it('keeps the tests and the hooks of each file apart, also if the files wait for the same module', async (t) => {
    const { path, remove } = temporaryFolder()
    t.after(remove)
    for (const [name, text] of Object.entries({ ...FILES, 'shared.mjs': SHARED })) {
      writeFileSync(join(path, name), text)
    }
    // All batches get the same three files.
    const files = Object.keys(FILES).flatMap((name) => Array<string>(AT_ONCE).fill(name))
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await withBatches(
      path,
      files,
      () => false,
      async ([batch = '']) =>
        spawnSync(process.execPath, ['--test', '--test-reporter=tap', batch], { env, encoding: 'utf8' }),
    )
    assert.deepEqual(stdout.match(/^ *(not )?ok.*/gm), [
      '    not ok 1 - is cancelled',
      'not ok 1 - hook-fails.mjs',
      'not ok 2 - not-loaded.mjs',
      '    ok 1 - passes',
      'ok 3 - passes.mjs',
    ])
  })
})

describe('The command that runs the tests', () => {
  it('ends with 1 if a test fails, whatever the modules of the tests do at the exit of their process', (t) => {
    const { path, remove } = temporaryFolder()
    t.after(remove)
    const texts = {
      'passes.test.ts': `// Engines: none\nimport { it } from 'node:test'\nit('passes', () => {})`,
      'fails.test.ts': `// Engines: none\nimport { it } from 'node:test'\nit('fails', () => { throw new Error('no') })`,
    }
    const root = join(import.meta.dirname, '../..')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const codeOf = (...names: (keyof typeof texts)[]) => {
      for (const name of names) writeFileSync(join(path, name), texts[name])
      const files = names.map((name) => relative(root, join(path, name)))
      return spawnSync(process.execPath, ['test/run.ts', '--sqlite', ...files], { cwd: root, env }).status
    }
    assert.equal(codeOf('passes.test.ts'), 0)
    assert.equal(codeOf('fails.test.ts'), 1)
    assert.equal(codeOf('passes.test.ts', 'fails.test.ts'), 1)
  })
})
