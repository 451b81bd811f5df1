// Engines: none
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const page = textOf('docs/security.md')

describe('docs/security.md', () => {
  /** Tests are paths in backticks, pages are link targets. */
  const tests = [...page.matchAll(/`((?:test|server|bench|bin)\/[^`]+)`/g)].map(([, file]) => file as string)
  const links = [...page.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => join('docs', link as string))

  it('mentions only files that exist', () => {
    assert.ok(tests.length > 25 && links.length >= 3)
    assert.deepEqual(
      [...tests, ...links].filter((file) => !existsSync(join(root, file))),
      [],
    )
  })

  it('mentions each adversary test, in the row of its category', () => {
    const files = globSync('test/adversary/*.test.ts', { cwd: root })
    assert.deepEqual(
      files.filter((file) => !tests.includes(file)),
      [],
    )
    for (let number = 1; number <= 10; number++) {
      const prefix = `test/adversary/api${String(number).padStart(2, '0')}-`
      const [row = ''] = page.match(new RegExp(`^\\| API${number} \\|.*$`, 'm')) ?? []
      assert.ok(row.includes(prefix), `API${number} has a row with a test of its own`)
    }
  })

  it('is linked from the README and the architecture', () => {
    assert.match(textOf('README.md'), /\(docs\/security\.md\)/)
    assert.match(textOf('docs/architecture.md'), /\(security\.md\)/)
    assert.match(textOf('README.md'), /\(docs\/permissions\.md\)/)
  })
})
