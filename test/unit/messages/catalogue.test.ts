// Engines: none
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { CATALOGUES } from '../../../server/messages/languages.ts'
import { resources } from '../../../server/resources/index.ts'
import { firstSentence } from '../../../server/values/validate.ts'
import { templatesIn } from '../../support/templates.ts'

const root = join(import.meta.dirname, '../../..')
const texts = CATALOGUES.fr

/** Without the examples of the description, which are whole sentences, in English only. */
const sources = globSync('server/**/*.ts', {
  cwd: root,
  exclude: ['server/messages/**', 'server/openapi/**'],
})

/** The rule of a pattern is stated in the description of its field; some fields say in words what they expect. */
function describedIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  // Input is not validated against `x-described`.
  const {
    pattern,
    description,
    'x-expected': expected,
    'x-described': _,
    ...others
  } = node as Record<string, unknown>
  const own = typeof pattern === 'string' ? [firstSentence(String(description)).toLowerCase()] : []
  if (typeof expected === 'string') own.push(expected)
  return [...own, ...Object.values(others).flatMap(describedIn)]
}

const contract = await Promise.all(
  // Input is not validated against described.ts either.
  globSync('contract/!(described).ts', { cwd: root }).map(
    (file) => import(join(root, file)) as Promise<object>,
  ),
)

/** Every template, except those of values alone, such as `{0}{1}`, which are the same in any language. */
function templates(): Set<string> {
  const inSources = sources.flatMap((file) => templatesIn(readFileSync(join(root, file), 'utf8')))
  const collected = [...inSources, ...contract.flatMap((exports) => describedIn({ ...exports }))]
  return new Set(collected.filter((template) => template.replaceAll(/\{\d+\}/g, '') !== ''))
}

const valuesIn = (text: string) => [...new Set(text.match(/\{\d+/g) ?? [])].sort()

describe('the French catalogue', () => {
  const wanted = templates()

  it('has every message, and no other', () => {
    assert.ok(wanted.size > 250)
    assert.deepEqual([...wanted].filter((template) => texts[template] === undefined).sort(), [])
    assert.deepEqual(
      Object.keys(texts)
        .filter((template) => !wanted.has(template))
        .sort(),
      [],
    )
  })

  it('has all values of each message, and ends its sentences like the English one', () => {
    for (const [template, text] of Object.entries(texts)) {
      assert.deepEqual(valuesIn(text), valuesIn(template), template)
      assert.equal(/[.?]$/.test(text), /[.?]$/.test(template), template)
    }
  })

  it('follows the rules of French typography', () => {
    const nouns = resources.flatMap(({ nouns: { fr } }) => [fr.singular, fr.plural])
    for (const text of [...Object.values(texts), ...nouns]) {
      assert.doesNotMatch(text, /[^\u202f][;?!](?=\s|$)/, 'a narrow no-break space before ; ? !')
      assert.doesNotMatch(text, /[^\u00a0"]:(?=\s|$)/, 'a no-break space before :')
      assert.doesNotMatch(text, /«[^\u00a0]|[^\u00a0]»/, 'no-break spaces within guillemets')
      assert.doesNotMatch(text, /\p{L}'|[“”]/u, 'a curved apostrophe, and guillemets')
    }
  })
})

describe('the templates of a source', () => {
  it('are found, whatever their values contain', () => {
    const source = [
      'say`plain`',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a source, as it is read.
      "say`${a} and ${{ b: '}' }.b}`",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a source, as it is read.
      'say`${say`${inner} one`} outer`',
      'notsay`no`',
      'say`a \\`quoted\\` one`',
    ].join('\n')
    assert.deepEqual(templatesIn(source), ['plain', '{0} and {1}', '{0} outer', '{0} one', 'a `quoted` one'])
  })
})
