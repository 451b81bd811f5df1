// Engines: none
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifestOf = (folder: string): { scripts?: Record<string, string>; workspaces: string[] } =>
  JSON.parse(textOf(join(folder, 'package.json')))

const { scripts = {}, workspaces } = manifestOf('')

/** Whether npm finds the script: with `--workspaces` in each of them, unless `--if-present` skips the others. */
function isFound(name: string, options: string): boolean {
  if (!options.includes('--workspaces')) return name in scripts
  const having = workspaces.filter((folder) => name in { ...manifestOf(folder).scripts })
  return options.includes('--if-present') ? having.length > 0 : having.length === workspaces.length
}

/** The scripts that a page runs, in its words: `npm test`, `npm run generate --workspaces`. */
const commandsIn = (page: string) =>
  [...page.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)((?: --[a-z-]+)*)/g)].map(
    ([command, run, short, options = '']) => ({ command, name: (run ?? short) as string, options }),
  )

describe('The commands of the docs', () => {
  for (const path of [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...globSync('docs/*.md', { cwd: ROOT }),
  ]) {
    it(`are scripts that npm finds: ${path}`, () => {
      const missing = commandsIn(textOf(path)).filter(({ name, options }) => !isFound(name, options))
      assert.deepEqual(
        missing.map(({ command }) => command),
        [],
      )
    })
  }

  it('are read with their options', () => {
    assert.deepEqual(
      commandsIn('`npm run generate --workspaces`, `npm run nothing` and `npm test -- --sqlite`')
        .filter(({ name, options }) => !isFound(name, options))
        .map(({ command }) => command),
      ['npm run generate --workspaces', 'npm run nothing'],
    )
  })
})
