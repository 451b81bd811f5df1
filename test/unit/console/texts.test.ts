// Engines: none
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import english from 'ra-language-english'
import { ra as raInFrench } from '../../../console/src/i18n/ra.fr.ts'
import { ra } from '../../../console/src/i18n/ra.ts'
import { inOurWords, withNoBreakSpaces } from '../../../console/src/i18n/texts.ts'

const folder = join(import.meta.dirname, '../../../console/src')
type Leaf = [key: string, text: string]

const leaves = (texts: object, path = ''): Leaf[] =>
  Object.entries(texts).flatMap(([key, value]): Leaf[] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  )

/** The texts of lists, forms and sign-in; other texts belong to components that the console does not use. */
const USED = /^(page|message|auth|notification|validation|navigation)\./
const usedTexts = (texts: object) =>
  leaves(texts).filter(([key, text]) => USED.test(key) && !text.includes('%{name}'))

describe('The texts of the console', () => {
  it('contain no jargon of react-admin in either language', () => {
    const words =
      /\b(record|resource|element|item|references?|dataProvider|client error|server|login|logout)s?\b/i
    const mots = /élément|ressource|enregistrement|dataProvider|URL|serveur|côté navigateur/i
    const wrong = [
      ...usedTexts(inOurWords(english.ra, ra)).filter(([, text]) => words.test(text)),
      ...usedTexts(raInFrench).filter(([, text]) => mots.test(text)),
    ]
    assert.deepEqual(
      wrong.filter(([key]) => !/^message\.(bulk|delete|clear_array)/.test(key)),
      [],
    )
  })

  it('avoid the words record and resource, and use the same placeholders in French', async () => {
    const wrong: string[] = []
    for (const file of globSync('**/messages.ts', { cwd: folder })) {
      const { messages } = await import(join(folder, file))
      const { messages: translated } = await import(join(folder, file.replace('.ts', '.fr.ts')))
      const others = new Map(leaves(translated))
      for (const [key, text] of leaves(messages)) {
        const other = others.get(key) ?? ''
        const names = (of: string) => [...new Set(of.match(/%\{\w+\}/g))].sort()
        if (/\b(records?|resources?)\b/.test(text)) wrong.push(`${file}: ${key}: ${text}`)
        if (/\bressources?\b/.test(other)) wrong.push(`${file}: ${key}: ${other}`)
        if (other.trim() === '') wrong.push(`${file}: ${key} is missing`)
        // One plural form may suffice in one language, but placeholders must be in both.
        const lost = names(other).filter((name) => !names(text).includes(name) && name !== '%{smart_count}')
        if (lost.length > 0) wrong.push(`${file}: ${key} names ${lost}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  it('have one no-break space before French punctuation', () => {
    const texts = { a: 'Détails : ici', b: 'Détails: ici', c: 'Détails :', d: 'Vraiment ?', e: 'à 10:30' }
    assert.deepEqual(withNoBreakSpaces(texts), {
      a: 'Détails\u00a0: ici',
      b: 'Détails\u00a0: ici',
      c: 'Détails\u00a0:',
      d: 'Vraiment\u202f?',
      e: 'à 10:30',
    })
  })
})
