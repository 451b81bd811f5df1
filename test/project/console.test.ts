// Engines: none
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { CONSOLE_PAGES } from '../../console/src/account/consolePages.ts'
import { SECTIONS } from '../../server/pages/console/serve.ts'
import { circlesAmong } from '../support/circles.ts'

const root = join(import.meta.dirname, '../../console/src')

/**
 * The console's folders, with the floors below that each may import besides itself. Pages do not import each other, and the
 * account pages know nothing of what users see once they are signed in.
 */
const PAGES = [
  ...[
    'dashboard',
    'own',
    'registrations',
    'users',
    'roles',
    'permissions',
    'matrix',
    'taxonomies',
    'mails',
    'invitations',
    'audit',
    'trash',
    'webhooks',
  ],
]
const BELOW: Record<string, string[]> = {
  i18n: ['api'],
  api: [],
  ui: ['i18n', 'api'],
  account: ['i18n', 'api', 'ui'],
  features: ['i18n', 'api', 'ui'],
  ...Object.fromEntries(PAGES.map((page) => [page, ['i18n', 'api', 'ui', 'features']])),
  app: ['i18n', 'api', 'ui', 'features', ...PAGES],
  'start.ts': ['api', 'main.tsx'],
  'main.tsx': ['i18n', 'api', 'ui', 'app'],
}

/** Words of the domain, in names and in texts; `role` alone is also an attribute. */
const DOMAIN =
  /\b(?:roles|taxonom|terms?\b|registration|grant|trash|users\b)|["'`](?:roles?|users?)["'`.]|\w(?:Role|User|Term)s?\b/

const files = globSync('**/*.{ts,tsx}', { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/(?:from |import\(|import )'([^']+)'/g)].map(([, name]) => name as string)
const isOurs = (name: string) => name.startsWith('.')
/** By a plugin of the build. */
const isMade = (name: string) => name.startsWith('virtual:')
const targetOf = (file: string, name: string) => relative(root, join(root, dirname(file), name))
const folderOf = (file: string) => file.split('/')[0] as string
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

const all = (faultsOf: (file: string) => string[]) =>
  files.flatMap((file) => faultsOf(file).map((fault) => `${file}: ${fault}`))

describe('the console', () => {
  it('assigns every file to a folder of a floor, and imports lower floors only', () => {
    assert.ok(files.length > 200)
    const faults = all((file) => {
      const below = BELOW[folderOf(file)]
      if (!below) return ['is in no known folder']
      return importsOf(file)
        .filter(isOurs)
        .map((name) => targetOf(file, name))
        .filter((target) => folderOf(target) !== folderOf(file) && !below.includes(folderOf(target)))
    })
    assert.deepEqual(faults, [])
  })

  it('uses the packages that it declares, and knows the service only by them', () => {
    const manifest = readFileSync(join(root, '../package.json'), 'utf8')
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
    assert.deepEqual(
      all((file) =>
        importsOf(file).filter((name) => !isOurs(name) && !isMade(name) && !dependencies[packageOf(name)]),
      ),
      [],
    )
  })

  it('has no files that import each other in a circle, types included', () => {
    const importedBy = (file: string) =>
      importsOf(file)
        .filter(isOurs)
        .map((name) => targetOf(file, name))
    assert.deepEqual(circlesAmong(files, importedBy), [])
  })

  it('leads to its own pages after a sign-in', () => {
    assert.deepEqual(
      new Set(CONSOLE_PAGES),
      new Set(['', ...SECTIONS.filter((section) => section !== 'login')]),
    )
  })

  it('has components without a word of the domain', () => {
    const named = all((file) => {
      if (folderOf(file) !== 'ui') return []
      const [word] = DOMAIN.exec(withoutComments(textOf(file))) ?? []
      return word === undefined ? [] : [word]
    })
    assert.deepEqual(named, [])
  })

  it('exports nothing that no other file names', () => {
    const tests = globSync('test/**/*.ts', { cwd: join(root, '../..') }).map((file) => join('../..', file))
    const naming = new Map<string, Set<string>>()
    for (const file of [...files, ...tests]) {
      for (const [word] of withoutComments(textOf(file)).matchAll(/\w+/g))
        naming.set(word, (naming.get(word) ?? new Set()).add(file))
    }
    const exported = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
    assert.deepEqual(
      all((file) =>
        [...textOf(file).matchAll(exported)]
          .map(([, name]) => name as string)
          .filter((name) => (naming.get(name)?.size ?? 0) < 2),
      ),
      [],
    )
  })

  it('takes keys from the definitions that the list of shortcuts is made of', () => {
    /** Enter and Escape in inputs, as everywhere. */
    const inputs = ['taxonomies/tree/NameInput.tsx', 'ui/EndsOn.tsx', 'ui/list/SavedFilters.tsx']
    const faults = all((file) => {
      const text = withoutComments(textOf(file))
      if (file === 'ui/keys/keys.ts' || inputs.includes(file) || !/\.key\b.*'[A-Z]|hotkey: '/.test(text))
        return []
      return text.includes('keyOf(') || text.includes('TREE_KEYS') ? [] : ['handles a key that is not listed']
    })
    assert.deepEqual(faults, [])
    const listed = textOf('app/shell/keys.ts')
    const defined = files
      .filter((file) => file.endsWith('keys.ts'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/^export const (\w+_KEYS) = \{/gm)].map(([, name]) => name as string),
      )
    assert.ok(defined.length > 3)
    assert.deepEqual(
      defined.filter((name) => !new RegExp(`ALL_KEYS[^;]*\\b${name}\\b`, 's').test(listed)),
      [],
    )
  })

  it('says why a component has more than 80 lines', () => {
    const unexplained = all((file) => {
      if (!file.endsWith('.tsx')) return []
      const lines = textOf(file).split('\n')
      return lines.flatMap((line, start) => {
        const [, name] = /^(?:export )?const ([A-Z]\w*[a-z]\w*) = /.exec(line) ?? []
        if (name === undefined) return []
        // Its parameters may end with a line `}: Props) => {`.
        const end = lines.findIndex((each, index) => index > start && /^[})]+$/.test(each))
        const isExplained = lines[start - 1]?.startsWith('// Over 80 lines: ')
        return end - start + 1 > 80 && !isExplained ? [`${name} (${end - start + 1} lines)`] : []
      })
    })
    assert.deepEqual(unexplained, [])
  })
})
