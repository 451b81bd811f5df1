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

describe('Indices that are dropped during a large import', () => {
  const indices = () =>
    at.read(`select name, sql from sqlite_master where type in ('index', 'trigger') order by name`)
  const deferred = () => at.read('select name from deferred_indices order by name').map(({ name }) => name)
  const writeMany = (length = 8000, bio = 1000) => {
    const lines = Array.from({ length }, (_, index) => `m${index}@example.com,Ada,${'b'.repeat(bio)}`)
    writeFileSync(at.file('many.csv'), ['email,first_name,bio', ...lines].join('\n'))
  }
  /** The differences between the users and their text index. */
  const unindexed = () => {
    const placed = 'select id * 2 + (deleted_at is not null) as place from users'
    const seen = 'select id from users_search_docsize'
    return at.read(
      `select * from (${placed} except ${seen}) union all select * from (${seen} except ${placed})`,
    )
  }
  const versionOfUsers = () =>
    at.read(`select version from table_states where name = 'users'`)[0]?.version as number
  /**
   * Interrupts the command between two transactions. @param when a query; the interruption comes once it finds a row
   */
  const interrupted = (command: string[], when: string, signal = 'SIGKILL') => {
    const env = { AT: 'pause', WHEN: when, SIGNAL: signal }
    return launch(command, { cwd: at.folder, env, script: SCRIPT }).ended
  }
  const importing = ['import', 'users', 'many.csv']
  const killMidway = async (rows = 0) => {
    await interrupted(importing, `select 1 from imports where rows > ${rows}`)
    assert.equal(deferred().length, 7)
  }

  it('are restored when it is done, and when it is stopped', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeMany()
    const { err } = await interrupted(importing, 'select 1 from imports where rows > 0', 'SIGINT')
    assert.match(err, /Stopped after row/)
    assert.deepEqual([indices(), deferred()], [before, []])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual([indices(), deferred()], [before, []])
  })

  it('are restored by the same command or by a start after a kill', async () => {
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
    assert.deepEqual(unindexed(), [])
  })

  it('include rows that were added or changed meanwhile, however many', async () => {
    await at.done(['migrate'])
    writeMany(45_000, 100)
    // More rows than one batch of indexing takes.
    await killMidway(10_000)
    const database = new DatabaseSync(at.file(DATABASE))
    const last = database.prepare('select max(id) as id from users').get()?.id as number
    database.exec(`update users set search_text = 'changed meanwhile' where id = ${last - 1};
      update users set deleted_at = created_at where id = ${last - 2}; delete from users where id = ${last - 3}`)
    database.close()
    assert.ok(unindexed().length > 0)
    const version = versionOfUsers()
    // Killed between two batches, then resumed.
    const { length } = unindexed()
    const [shown] = at.read('select count(*) as count from users_search_docsize')
    const isMore = `select 1 where (select count(*) from users_search_docsize) > ${shown?.count}`
    await interrupted(['migrate'], isMore)
    assert.ok(unindexed().length > 0 && unindexed().length < length)
    await at.done(['migrate'])
    assert.deepEqual(unindexed(), [])
    // Searches that a service cached before are invalidated.
    assert.ok(versionOfUsers() > version)
    const match = `select rowid / 2 as id from users_search where users_search match '"changed meanwhile"'`
    assert.deepEqual(at.read(match), [{ id: last - 1 }])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual(unindexed(), [])
    assert.deepEqual(at.read('select count(*) as count from users'), [{ count: 44_999 }])
  })

  it('are restored by the same command after a kill that came when all rows were stored', async () => {
    await at.done(['migrate'])
    writeMany()
    const before = indices()
    await interrupted(importing, 'select 1 from imports where finished_at is not null')
    assert.ok(deferred().length > 0)
    assert.match((await at.done(['import', 'users', 'many.csv'])).out, /was imported at/)
    assert.deepEqual([indices(), deferred(), unindexed()], [before, [], []])
  })

  it('stay for a small file, or for few new rows beside many', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeFileSync(at.file('few.csv'), 'email,first_name\nfew@example.com,Few')
    await at.done(['import', 'users', 'few.csv'])
    assert.deepEqual(indices(), before)
  })
})
