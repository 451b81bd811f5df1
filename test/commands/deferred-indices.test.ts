// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { commandsInNewFolders } from '../support/commands.ts'
import { DATABASE, launch } from '../support/process.ts'

const at = commandsInNewFolders()
const SCRIPT = join(import.meta.dirname, '../support/interrupted.ts')

describe('Indices that are dropped while many users move in', () => {
  const indices = () =>
    at.read(`select name, sql from sqlite_master where type in ('index', 'trigger') order by name`)
  const deferred = () => at.read('select name from deferred_indices order by name').map(({ name }) => name)
  const writeMany = (length = 8000, bio = 1000) => {
    const lines = Array.from({ length }, (_, index) => `m${index}@example.com,Ada,${'b'.repeat(bio)}`)
    writeFileSync(at.file('many.csv'), ['email,first_name,bio', ...lines].join('\n'))
  }
  /** What stands in one of the two, the users and their text index, and not as it should in the other. */
  const unfound = () => {
    const placed = 'select id * 2 + (deleted_at is not null) as place from users'
    const seen = 'select id from users_search_docsize'
    return at.read(
      `select * from (${placed} except ${seen}) union all select * from (${seen} except ${placed})`,
    )
  }
  const versionOfUsers = () =>
    at.read(`select version from table_states where name = 'users'`)[0]?.version as number
  /** @param when a query that finds something from when on it is interrupted, between two transactions */
  const interrupted = (command: string[], when: string, signal = 'SIGKILL') => {
    const env = { AT: 'pause', WHEN: when, SIGNAL: signal }
    return launch(command, { cwd: at.folder, env, script: SCRIPT }).ended
  }
  const importing = ['import', 'users', 'many.csv']
  const killMidway = async (rows = 0) => {
    await interrupted(importing, `select 1 from imports where rows > ${rows}`)
    assert.equal(deferred().length, 7)
  }

  it('are there when it is done, and where it is stopped', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeMany()
    const { err } = await interrupted(importing, 'select 1 from imports where rows > 0', 'SIGINT')
    assert.match(err, /Stopped after row/)
    assert.deepEqual([indices(), deferred()], [before, []])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual([indices(), deferred()], [before, []])
  })

  it('come back by the same command, or by a start, where it was killed', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeMany()
    await killMidway()
    assert.equal(indices().length, before.length - 7)
    await at.done(['migrate'])
    assert.deepEqual([indices(), deferred()], [before, []])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual([indices(), deferred()], [before, []])
    assert.deepEqual(at.read('select count(*) as count from users'), [{ count: 8000 }])
    assert.deepEqual(unfound(), [])
  })

  it('find what came and changed meanwhile, however much it is', async () => {
    await at.done(['migrate'])
    writeMany(45_000, 100)
    // More than is shown in one part.
    await killMidway(10_000)
    const database = new DatabaseSync(at.file(DATABASE))
    const last = database.prepare('select max(id) as id from users').get()?.id as number
    database.exec(`update users set search_text = 'changed meanwhile' where id = ${last - 1};
      update users set deleted_at = created_at where id = ${last - 2}; delete from users where id = ${last - 3}`)
    database.close()
    assert.ok(unfound().length > 0)
    const version = versionOfUsers()
    // Killed between two parts, and gone on with.
    const { length } = unfound()
    const [shown] = at.read('select count(*) as count from users_search_docsize')
    const isMore = `select 1 where (select count(*) from users_search_docsize) > ${shown?.count}`
    await interrupted(['migrate'], isMore)
    assert.ok(unfound().length > 0 && unfound().length < length)
    await at.done(['migrate'])
    assert.deepEqual(unfound(), [])
    // Searches that a service answered before it found them are not answered so again.
    assert.ok(versionOfUsers() > version)
    const match = `select rowid / 2 as id from users_search where users_search match '"changed meanwhile"'`
    assert.deepEqual(at.read(match), [{ id: last - 1 }])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual(unfound(), [])
    assert.deepEqual(at.read('select count(*) as count from users'), [{ count: 44_999 }])
  })

  it('come back by the same command, where it was killed once all rows were there', async () => {
    await at.done(['migrate'])
    writeMany()
    const before = indices()
    await interrupted(importing, 'select 1 from imports where finished_at is not null')
    assert.ok(deferred().length > 0)
    assert.match((await at.done(['import', 'users', 'many.csv'])).out, /was imported at/)
    assert.deepEqual([indices(), deferred(), unfound()], [before, [], []])
  })

  it('stay where a file is small, or few come to many', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeFileSync(at.file('few.csv'), 'email,first_name\nfew@example.com,Few')
    await at.done(['import', 'users', 'few.csv'])
    assert.deepEqual(indices(), before)
  })
})
