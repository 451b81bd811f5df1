// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commandsInNewFolders } from '../support/commands.ts'
import { launch } from '../support/process.ts'

const at = commandsInNewFolders()
const SCRIPT = join(import.meta.dirname, '../support/interrupted.ts')

describe('Indices that are dropped during a large import', () => {
  const indices = () =>
    at.read(`select name, sql from sqlite_master where type in ('index', 'trigger') order by name`)
  const deferred = () => at.read('select name from deferred_indices order by name').map(({ name }) => name)
  const writeMany = () => {
    const lines = Array.from({ length: 8000 }, (_, index) => `m${index}@example.com,Ada,${'b'.repeat(1000)}`)
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
  /**
   * Interrupts the command between two transactions. @param when a query; the interruption comes once it finds a row
   */
  const interrupted = (command: string[], when: string, signal = 'SIGKILL') => {
    const env = { AT: 'pause', WHEN: when, SIGNAL: signal }
    return launch(command, { cwd: at.folder, env, script: SCRIPT }).ended
  }
  const importing = ['import', 'users', 'many.csv']
  const killMidway = async () => {
    await interrupted(importing, 'select 1 from imports where rows > 0')
    assert.equal(deferred().length, 6)
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
    assert.equal(indices().length, before.length - 6)
    await at.done(['migrate'])
    assert.deepEqual([indices(), deferred()], [before, []])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual([indices(), deferred()], [before, []])
    assert.deepEqual(at.read('select count(*) as count from users'), [{ count: 8000 }])
    assert.deepEqual(unindexed(), [])
  })

  it('are not those of searches, which find what was imported before a kill', async () => {
    await at.done(['migrate'])
    writeMany()
    await killMidway()
    assert.ok(at.read('select count(*) as count from users')[0]?.count)
    assert.deepEqual(unindexed(), [])
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
