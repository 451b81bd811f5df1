// Engines: none
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ra as reactAdmin } from '../../console/src/i18n/ra.fr.ts'
import { FRENCH } from '../../server/messages/fr/index.ts'

/**
 * Private words and inversions that readers stumbled over, and what to write instead. docs/glossary.md lists the words
 * of the project.
 */
const WORDS: [found: RegExp, instead: string][] = [
  [/\bnextTurn\b/, 'yieldToEventLoop'],
  [/\bReadingRoom\b/, 'a limiter'],
  [/\bdeeds?\b/i, 'mutation'],
  [/\bshortest[- ]way\b/i, 'remediation'],
  [/\bway(s)? through\b/i, 'path'],
  [/\b(is|are|was|were) (drawn|begun|made|read) anew\b/i, 'reloaded, restarted, recreated, read again'],
  [/\bMend\b/, 'Fix'],
  [/\bChoose none\b/, 'Clear selection'],
  [/\bNobody waits\b/, 'No pending registrations'],
  [/\bTake \S+ (from|away)\b/, 'Remove, revoke'],
  [/\b(W|w)hoever (asks?|asked|reads?|writes?|waits?|comes?)\b/, 'the caller, the client, the reader'],
  [/\b(W|w)ho(ever)? (asks|asked|came|comes|stands)\b/, 'the caller, the client, the request'],
  [/\bmay never come to be\b/, 'may be rolled back'],
  [/\bwhat has been gathered\b/, 'the counts since the last flush'],
  [/\bsuch that\b/, 'two sentences'],
  [/\bbegins? by (waiting|taking|asking)\b/, 'first waits, acquires, requests'],
  [/\bnames no live\b/, 'does not match an existing'],
  [/\bhas more to do than it can\b/, 'is overloaded'],
]

const root = join(import.meta.dirname, '../..')
const READ = [
  'server/**/*.{ts,md}',
  'contract/**/*.ts',
  'bin/**/*.ts',
  'client/{src,}/*.{ts,md}',
  'console/src/**/*.{ts,tsx}',
  'console/*.md',
  'docs/**/*.md',
  '*.md',
]

/** French typography: U+202F before ; ! ? » and after «, U+00A0 before a colon. Paths and JSON are no sentences. */
const WRONG_SPACE = /[^\u202f][;!?»](?=[\s.,)\u202f]|$)|«[^\u202f]|[^\u00a0"]:(?=\s|$)/u

const textsIn = (value: object): string[] =>
  Object.values(value).flatMap((each) => (typeof each === 'string' ? each.split(' |||| ') : textsIn(each)))

describe('The vocabulary', () => {
  const files = globSync(READ, { cwd: root, exclude: ['**/node_modules/**'] })

  it('uses standard words in code, comments, docs and the console', () => {
    assert.ok(files.length > 700, String(files.length))
    const faults = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          WORDS.filter(([found]) => found.test(line)).map(
            ([found, instead]) => `${file}:${index + 1}: ${found.exec(line)?.[0]} (write: ${instead})`,
          ),
        ),
    )
    assert.deepEqual(faults, [])
  })

  it('has no-break spaces around French punctuation', async () => {
    const files = globSync('console/src/**/messages.fr.ts', { cwd: root })
    const modules = await Promise.all(files.map((file) => import(join(root, file))))
    const texts = textsIn([FRENCH, reactAdmin, ...modules])
    assert.ok(files.length > 10 && texts.length > 800, `${files.length} ${texts.length}`)
    assert.deepEqual(
      texts.filter((text) => WRONG_SPACE.test(text)),
      [],
    )
  })

  it('has a sorted glossary with one line per word', () => {
    const rows = [
      ...readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm),
    ]
      .map(([, word, meaning]) => [word as string, meaning as string] as const)
      .filter(([word]) => word !== 'word' && !/^-+$/.test(word))
    assert.ok(rows.length > 60, String(rows.length))
    const words = rows.map(([word]) => word.replaceAll('`', '').toLowerCase())
    assert.deepEqual(words, words.toSorted())
    assert.equal(new Set(words).size, words.length)
    for (const [word, meaning] of rows) assert.match(meaning, /\.$/, word)
  })
})
