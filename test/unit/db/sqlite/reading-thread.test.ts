// Engines: SQLite
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Piscina } from 'piscina'
import { openDatabase } from '../../../../server/db/sqlite/database.ts'
import type { Outcome, Task } from '../../../../server/db/sqlite/reading-thread.ts'

describe('a thread that reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-reading-'))
  const file = join(folder, 'reading.db')
  let threads: Piscina<Task, Outcome>

  before(() => {
    const database = openDatabase(file, { readOnly: false })
    database.prepare('create table words (id integer primary key, word text)').run([])
    database
      .prepare(`insert into words (word) with recursive numbers (n) as
        (select 1 union all select n + 1 from numbers where n < 3000) select 'Word ' || n from numbers`)
      .run([])
    database.close()
    const filename = new URL('../../../../server/db/sqlite/reading-thread.ts', import.meta.url).href
    threads = new Piscina({
      filename,
      workerData: { file },
      minThreads: 1,
      maxThreads: 1,
      atomics: 'disabled',
    })
  })
  after(async () => {
    await threads.destroy()
    rmSync(folder, { recursive: true })
  })

  const read = (sql: string, deadline: number) => threads.run({ sql, parameters: [], deadline })

  // The plain statement and the aggregate lose their error in different ways.
  for (const columns of ['id', 'id_list(id) as ids', 'count(*) as count']) {
    const statement = `select ${columns} from words where fold(word) like '%word%'`

    it(`says that "select ${columns}" is late, and then reads again`, async () => {
      assert.equal(await read(statement, 0), 'late')
      const outcome = await read(statement, Number.POSITIVE_INFINITY)
      assert.ok(outcome !== 'late' && 'rows' in outcome && outcome.rows.length > 0)
    })
  }

  it('reports an error of SQLite as such, also after a late statement', async () => {
    assert.equal(await read(`select id_list(id) from words where fold(word) like '%x%'`, 0), 'late')
    const outcome = await read('select abs(-9223372036854775808)', Number.POSITIVE_INFINITY)
    assert.ok(outcome !== 'late' && 'fault' in outcome)
    assert.match(outcome.fault.message, /integer overflow/)
  })
})
