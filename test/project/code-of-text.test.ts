// Engines: none
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { breachesIn, RULES } from '../support/source-scan.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync(
  [
    ...['server/**/*.{ts,js}', 'contract/**/*.ts', 'bin/*.{ts,js}'],
    ...['client/src/**/*.ts', 'client/*.ts', 'ra-data-provider/src/**/*.ts', 'ra-data-provider/*.ts'],
  ],
  { cwd: root },
)

/** Reviewed exceptions, and why each is allowed. */
const ALLOWED: Record<string, string> = {
  'server/access/sql/gains.ts SQL made of text':
    'ids that were found before, and the numbers of kinds of roles',
  'server/access/sql/effective.ts SQL made of text': 'how many, a constant',
  'server/access/memory/user-access-rows.ts SQL made of text': 'how many, a constant',
  'server/crud/query/store.ts SQL made of text':
    'how many rows, and from which on, numbers: so that the statement is one for each',
  'server/db/connect.ts SQL made of text': 'what a log is told of a statement, which was compiled before',
  'server/db/migrate.ts SQL made of text': 'the statements of migrations, which are constants',
  'server/db/migrations/0005-sqlite.ts a statement put together': 'names of our own tables and columns',
  'server/db/migrations/0019-search-without-accents.ts SQL made of text':
    'the statements of migration 0005, which are constants',
  'server/db/postgres/change-feed.ts a statement put together': 'how many, a constant',
  'server/db/reporting/statements.ts a statement put together': 'names of our own views and columns',
  'server/db/postgres/engine.ts SQL made of text':
    "the catalog's own words for a constraint, given back to it",
  'server/db/postgres/session.ts SQL made of text':
    'the start of a transaction, with a level that Kysely names',
  'server/db/sqlite/database.ts a statement put together':
    'how long to wait for a lock and how much to keep, constants: a pragma takes no parameter',
  'server/db/sqlite/deferred-indices.ts SQL made of text':
    'the definition of an index, as the database itself gave it',
  'server/db/sqlite/search-index.ts a statement put together': 'names of our own tables and columns',
  'server/db/transactions/transaction.ts SQL made of text': 'a prepared statement, which was compiled before',
  'server/http/request/stored-answers.ts SQL made of text': 'how many, a constant',
  'server/events/access-changes/counted.ts SQL made of text': 'a mark of before and after, a constant',
  'server/credentials/attempts.ts SQL made of text': 'limits and counts, numbers of the settings',
  'server/overview/index.ts SQL made of text': 'how many, a constant',
  'server/overview/latest.ts SQL made of text': 'how many, names of resources and conditions, constants',
  'server/resources/people/activity.ts SQL made of text': 'true or false, so that an index of it can be used',
  'server/resources/roles/grants.ts SQL made of text': 'how many, a constant',
  'server/resources/taxonomies/reclassify.ts SQL made of text': 'how many, a constant',
  'server/resources/taxonomies/move.ts SQL made of text': 'an id that was found before',
}

/** A template literal's placeholder. */
const HOLE = ['$', '{value}'].join('')

describe('Text', () => {
  it('never becomes code, a shell command or SQL', () => {
    assert.ok(sources.length > 150)
    const found = sources.flatMap((file) =>
      breachesIn(readFileSync(join(root, file), 'utf8')).map(({ rule }) => `${file} ${rule}`),
    )
    assert.deepEqual([...new Set(found)].sort(), Object.keys(ALLOWED).sort())
  })

  const BAD: Record<string, string[]> = {
    eval: ["eval('1')", 'x = eval (text)', "(0, eval)('1')", "globalThis['eval'](text)", 'window.eval(text)'],
    'a function made of text': [
      "new Function('return 1')",
      "Function('return 1')()",
      'new Function',
      "(() => {}).constructor('return 1')",
      "new AsyncFunction('x')".replace('AsyncFunction', 'Function'),
    ],
    'a timer of text': ["setTimeout('run()', 1)"],
    'node:vm': ["import vm from 'node:vm'", "require('vm')", "await import('node:vm')"],
    'a module made of text': [`import('data:text/javascript,' + text)`, 'new Worker(text, { eval: true })'],
    'a shell': [
      "import { exec } from 'node:child_process'",
      "import { spawn, execSync } from 'child_process'",
      "spawn('ls', { shell: true })",
      "require('child_process').exec('ls')",
      "import * as processes from 'node:child_process'",
      "import processes from 'child_process'",
    ],
    'SQL made of text': [
      'sql.raw(text)',
      'sql.lit(value)',
      'sql\n  .raw(text)',
      'CompiledQuery.raw(text)',
      "sql('select 1')",
    ],
    'a statement put together': [
      `database.exec(\`pragma x = ${HOLE}\`)`,
      "const statement = 'select * from users where id = ' + id",
      `run(\`delete from users where id = ${HOLE}\`)`,
    ],
  }

  it('is found by the rule for it', () => {
    assert.deepEqual(
      Object.keys(BAD),
      RULES.map(({ name }) => name),
    )
    for (const [name, samples] of Object.entries(BAD)) {
      for (const sample of samples) {
        const found = breachesIn(`const a = 1\n${sample}\n`)
        assert.deepEqual(found[0], { rule: name, line: 2 }, sample)
      }
    }
  })

  it('is found after a string that looks like a comment', () => {
    for (const string of ["'image/*'", '"/*"', '`/*`', "'//'"]) {
      const found = breachesIn(`const type = ${string}\neval(text)\n// */\n`)
      assert.deepEqual(found, [{ rule: 'eval', line: 2 }], string)
    }
  })

  it('is not reported where it only resembles code', () => {
    for (const sample of [
      '// eval(text) is not for us',
      '/** new Function(text), sql.raw(text) */',
      'const medieval = retrieval(text)',
      'pattern.exec(text)',
      `sql<Row>\`delete from users where id = ${HOLE}\`.execute(db)`,
      'db.selectFrom(table).where(name, "=", value)',
      "spawn('ls', ['-l'], { stdio: 'inherit' })",
      'function run(shell: Shell) {}',
      "import { spawn } from 'node:child_process'",
      'setTimeout(() => run(), 10)',
      'type Run = Function',
    ]) {
      assert.deepEqual(breachesIn(sample), [], sample)
    }
  })
})
