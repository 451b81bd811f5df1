// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launch } from '../../support/process.ts'
import { useTransfer } from '../../support/transfer.ts'

const at = useTransfer()

const ROWS = 12_000
/** Among this many rows, one is invalid, and one has the email of another. */
const BAD_EVERY = 100
const SCRIPT = join(import.meta.dirname, '../../support/interrupted.ts')

/** Where an import is killed: between transactions, or within one, after rejected rows are written and before the commit. */
const KILLS = [
  { AT: 'flush', NTH: '1', commits: false },
  { AT: 'pause', NTH: '1', commits: true },
  { AT: 'flush', NTH: '2', commits: true },
  { AT: 'flush', NTH: '1', commits: false },
  { AT: 'flush', NTH: '3', commits: true },
  { AT: 'pause', NTH: '1', commits: true },
]

const rowsOf = (name: string) =>
  Array.from({ length: ROWS }, (_, index) => {
    if (index % BAD_EVERY === 1) return `bad ${index},Bad,`
    const number = index % BAD_EVERY === 2 ? index - 2 : index
    return `${name}-${number}@example.com,Ada,editor`
  })

const count = async (name: string): Promise<number> =>
  (
    await at
      .service()
      .connection.db.selectFrom('users')
      .where('email_key', 'like', `${name}-%`)
      .select('id')
      .execute()
  ).length

/** Each user exists once and complete, with their role; each bad row has been put aside once, in order. */
async function assertWhole(name: string, file: string) {
  const { db } = at.service().connection
  const users = await db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .where('email_key', 'like', `${name}-%`)
    .select(['email', 'username_key', 'search_text', 'role_id'])
    .execute()
  assert.equal(users.length, ROWS - (2 * ROWS) / BAD_EVERY)
  assert.equal(new Set(users.map(({ email }) => email)).size, users.length)
  assert.equal(new Set(users.map(({ username_key: key }) => key)).size, users.length)
  assert.ok(users.every((user) => user.role_id !== null && user.search_text === 'ada\n'.trim()))
  const [, ...rejected] = readFileSync(at.file(`${file}.rejected.csv`), 'utf8')
    .trim()
    .split('\n')
  const numbers = rejected.map((line) => Number(line.split(',')[0]))
  assert.deepEqual(
    numbers,
    Array.from({ length: ROWS / BAD_EVERY }, (_, index) => index * BAD_EVERY + 2),
  )
}

describe('an interrupted import', () => {
  it(`resumes after being killed ${KILLS.length} times, without duplicates, gaps or partial rows`, async () => {
    at.write('k.csv', 'email,first_name,roles', ...rowsOf('k'))
    const args = ['import', 'users', 'k.csv']
    const env = { DATABASE_URL: at.service().config.databaseUrl }
    let before = 0
    for (const { commits, ...where } of KILLS) {
      const killed = launch(args, { cwd: at.folder, env: { ...env, ...where }, script: SCRIPT })
      await killed.ended
      assert.equal(killed.child.signalCode, 'SIGKILL')
      const now = await count('k')
      assert.equal(now > before, commits, `${before}, then ${now}`)
      before = now
    }
    const { code, out, err } = await launch(args, { cwd: at.folder, env }).ended
    assert.equal(code, 1)
    assert.match(err, /^Going on after row [\d,]+\.$/m)
    assert.match(out, /^12,000 rows:\n {2}11,760 created\n {2}120 skipped.*\n {2}120 rejected$/m)
    await assertWhole('k', 'k')
    assert.match((await at.done(...args)).out, /^k\.csv was imported at 2/)
  })

  it('ends after the current batch at a signal, says how to resume, and resumes', async () => {
    at.write('s.csv', 'email,first_name,roles', ...rowsOf('s'))
    const env = { DATABASE_URL: at.service().config.databaseUrl }
    const interrupted = { ...env, SIGNAL: 'SIGINT', AT: 'flush', NTH: '2' }
    const running = launch(['import', 'users', 's.csv'], { cwd: at.folder, env: interrupted, script: SCRIPT })
    const { code, out, err } = await running.ended
    assert.equal(code, 1)
    const [, row = ''] =
      /^error: Stopped after row ([\d,]+)\. The same command goes on from there\.$/m.exec(err) ?? []
    assert.match(out, new RegExp(`^${row} rows:`))
    // The state after a kill between the write of the file and the end of the transaction.
    appendFileSync(at.file('s.rejected.csv'), 'half a row\n'.repeat(1000))
    const rest = await at.fails('import', 'users', 's.csv')
    assert.match(rest.err, new RegExp(`Going on after row ${row}\\.`))
    await assertWhole('s', 's')
  })

  it('is a different one if the file or the options differ, and starts again with --again', async () => {
    at.write('a.csv', 'email,first_name', 'a1@example.com,A')
    await at.done('import', 'users', 'a.csv')
    assert.match((await at.done('import', 'users', 'a.csv', '--again')).out, /1 skipped/)
    assert.match(
      (await at.done('import', 'users', 'a.csv', '--on-conflict', 'update')).out,
      /1 the same already/,
    )
    at.write('a.csv', 'email,first_name', 'a1@example.com,A', 'a2@example.com,A')
    assert.match((await at.done('import', 'users', 'a.csv')).out, /1 created/)
  })

  it('is refused while the same import runs elsewhere', async () => {
    at.write('t.csv', 'email,first_name,roles', ...rowsOf('t'))
    const env = { DATABASE_URL: at.service().config.databaseUrl }
    const start = () => launch(['import', 'users', 't.csv'], { cwd: at.folder, env }).ended
    const both = await Promise.all([start(), start()])
    const outputs = both.map(({ out, err }) => out + err)
    // The second one may start when the first one is done.
    const isLate = (text: string) => /runs elsewhere|t\.csv was imported/.test(text)
    assert.equal(outputs.filter(isLate).length, 1, outputs.join())
    await assertWhole('t', 't')
  })
})
