import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { commandsInNewFolders } from '../support/commands.ts'
import { launch } from '../support/process.ts'

const at = commandsInNewFolders()

describe('Indices that are dropped while many users move in', () => {
  const indices = () => at.read(`select name, sql from sqlite_master where type = 'index' order by name`)
  const deferred = () => at.read('select name from deferred_indices order by name').map(({ name }) => name)
  const writeMany = () => {
    const lines = Array.from({ length: 8000 }, (_, index) => `m${index}@example.com,Ada,${'b'.repeat(1000)}`)
    writeFileSync(at.file('many.csv'), ['email,first_name,bio', ...lines].join('\n'))
  }
  const killMidway = async () => {
    const running = launch(['import', 'users', 'many.csv'], { cwd: at.folder })
    while (at.read('select rows from imports where rows > 0').length === 0) await wait(5)
    running.child.kill('SIGKILL')
    await running.ended
    assert.equal(deferred().length, 6)
  }

  it('are there when it is done, and where it is stopped', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeMany()
    const running = launch(['import', 'users', 'many.csv'], { cwd: at.folder })
    while (at.read('select rows from imports where rows > 0').length === 0) await wait(5)
    running.child.kill('SIGINT')
    assert.match((await running.ended).err, /Stopped after row/)
    assert.deepEqual([indices(), deferred()], [before, []])
    await at.done(['import', 'users', 'many.csv'])
    assert.deepEqual([indices(), deferred()], [before, []])
  })

  it('come back by the same command, or by a start, where it was killed', async () => {
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
  })

  it('stay where a file is small, or few come to many', async () => {
    await at.done(['migrate'])
    const before = indices()
    writeFileSync(at.file('few.csv'), 'email,first_name\nfew@example.com,Few')
    await at.done(['import', 'users', 'few.csv'])
    assert.deepEqual(indices(), before)
  })
})
