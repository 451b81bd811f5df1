// Engines: SQLite
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { commandsInNewFolders } from '../support/commands.ts'
import { using } from '../support/database.ts'
import { DATABASE } from '../support/process.ts'

const at = commandsInNewFolders()

describe('rolecall backup', () => {
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(at.file(name)))
      .digest('hex')

  it('writes a complete database with mode 0600, and changes nothing in the source', async () => {
    await at.makeAdministrator()
    const before = digestOf(DATABASE)
    const { out } = await at.done(['backup', 'copy.db'])
    assert.equal(out, `The database is copied to ${at.file('copy.db')}.\n`)
    assert.equal(digestOf(DATABASE), before)
    assert.equal(statSync(at.file('copy.db')).mode & 0o777, 0o600)
    assert.deepEqual(
      at.read('pragma integrity_check', 'copy.db').map((row) => ({ ...row })),
      [{ integrity_check: 'ok' }],
    )
    assert.deepEqual(at.read('select email from users', 'copy.db')[0]?.email, 'root@example.com')
    assert.deepEqual(readdirSync(at.folder).sort(), ['copy.db', 'data'])
  })

  it('copies a database of an older version unchanged', async () => {
    using(at.file('older.db'), (database) =>
      database.exec('create table kept (x); insert into kept values (42)'),
    )
    const before = digestOf('older.db')
    await at.done(['backup', 'copy.db'], { DATABASE_URL: 'sqlite:older.db' })
    assert.equal(digestOf('older.db'), before)
    assert.deepEqual({ ...at.read('select x from kept', 'copy.db')[0] }, { x: 42 })
    assert.deepEqual(
      at.read("select name from sqlite_master where name = 'schema_migrations'", 'copy.db'),
      [],
    )
  })

  it('replaces a file only with --force, and never the database itself', async () => {
    await at.makeAdministrator()
    writeFileSync(at.file('copy.db'), 'precious')
    await at.fails(['backup', 'copy.db'], /copy\.db exists already\. Use --force to replace it/)
    assert.equal(readFileSync(at.file('copy.db'), 'utf8'), 'precious')
    await at.done(['backup', '--force', 'copy.db'])
    assert.equal(at.read('select email from users', 'copy.db').length, 1)
    const before = digestOf(DATABASE)
    await at.fails(['backup', '--force', DATABASE], /is the database itself; name another file/)
    assert.equal(digestOf(DATABASE), before)
  })

  it('leaves nothing behind if it cannot write', async () => {
    await at.makeAdministrator()
    await at.fails(['backup', 'no/such/copy.db'], /There is no folder .*no\/such/)
    mkdirSync(at.file('taken'))
    await at.fails(['backup', '--force', 'taken'], /taken is a folder/)
    await at.fails(['backup', '/proc/copy.db'], /^error: .*\/proc/)
    assert.deepEqual(readdirSync(at.folder).sort(), ['data', 'taken'])
    assert.equal(existsSync('/proc/copy.db'), false)
  })
})
