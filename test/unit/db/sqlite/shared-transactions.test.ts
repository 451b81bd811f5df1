// Engines: none
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../../../server/db/connect.ts'
import { ALONE } from '../../../../server/db/engine.ts'
import type { Db } from '../../../../server/db/tables.ts'
import { nextIteration } from '../../../support/next-iteration.ts'
import { temporaryFolders } from '../../../support/process.ts'

const newFolder = temporaryFolders()
const insert = (db: Db, id: number) => sql`insert into numbers (id) values (${id})`.execute(db)
const idsOf = async (db: Db): Promise<number[]> =>
  (await sql<{ id: number }>`select id from numbers order by id`.execute(db)).rows.map(({ id }) => id)

/** A transaction that writes a number and ends when it is told to. */
function hold(db: Db, id: number, { isAlone = false } = {}) {
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let isOver = false
  const builder = isAlone ? db.transaction().setIsolationLevel(ALONE) : db.transaction()
  const over = builder.execute(async (db) => {
    await insert(db, id)
    started.resolve()
    await end.promise
    return idsOf(db)
  })
  const settle = () => {
    isOver = true
  }
  over.then(settle, settle)
  return { over, started: started.promise, end: end.resolve, fail: end.reject, isOver: () => isOver }
}

describe('Transactions on SQLite that wait together', () => {
  let file: string
  let connection: Connection
  let db: Db
  let now = 0
  beforeEach(async () => {
    now = 0
    mock.method(performance, 'now', () => now)
    file = join(newFolder(), 'numbers.db')
    connection = connect(`sqlite:${file}`)
    db = connection.db
    await sql`create table numbers (id integer primary key check (id < 100)) strict`.execute(db)
  })
  afterEach(async () => {
    await connection.close()
    mock.restoreAll()
  })

  /** Two transactions, of which the first one has ended and the second one has not. */
  async function endFirst(options?: { isAlone: boolean }) {
    const [first, second] = [hold(db, 1), hold(db, 2, options)]
    await first.started
    first.end()
    await second.started
    for (let iteration = 0; iteration < 10; iteration++) await nextIteration()
    return { first, second }
  }

  it('share a commit: nobody sees the first one, or is told that it is over, before the last one ends', async () => {
    const { first, second } = await endFirst()
    assert.equal(first.isOver(), false)
    assert.deepEqual(await idsOf(db), [])
    second.end()
    assert.deepEqual([await first.over, await second.over], [[1], [1, 2]])
    assert.deepEqual(await idsOf(db), [1, 2])
  })

  it('keep what they need to be undone in memory, but a long one in files', async () => {
    const place = async (isAlone: boolean) => {
      const builder = isAlone ? db.transaction().setIsolationLevel(ALONE) : db.transaction()
      return builder.execute(async (db) => (await sql`pragma temp_store`.execute(db)).rows[0])
    }
    const [FILE, MEMORY] = [{ temp_store: 1 }, { temp_store: 2 }]
    // None has joined another one yet: it may be a migration.
    assert.deepEqual({ ...((await place(false)) as object) }, { temp_store: 0 })
    const { first, second } = await endFirst()
    second.end()
    await Promise.all([first.over, second.over])
    for (const [isAlone, expected] of [
      [false, MEMORY],
      [true, FILE],
      [false, MEMORY],
    ] as const)
      assert.deepEqual({ ...((await place(isAlone)) as object) }, expected)
  })

  it('share it for five milliseconds', async () => {
    const [first, second] = [hold(db, 1), hold(db, 2)]
    await first.started
    now = 5
    first.end()
    await second.started
    assert.deepEqual(await first.over, [1])
    assert.deepEqual(await idsOf(db), [1])
    second.end()
    await second.over
  })

  it('do not share it if one of them may take long', async () => {
    const { first, second } = await endFirst({ isAlone: true })
    assert.deepEqual(await first.over, [1])
    assert.deepEqual(await idsOf(db), [1])
    const third = insert(db, 3)
    second.end()
    await Promise.all([second.over, third])
    assert.deepEqual(await idsOf(db), [1, 2, 3])
  })

  it('are undone one by one', async () => {
    const { first, second } = await endFirst()
    const [third, fourth, refused] = [hold(db, 3), insert(db, 4), insert(db, 400)]
    second.fail(new Error('refused'))
    await third.started
    third.fail(new Error('refused too'))
    assert.deepEqual(await first.over, [1])
    await assert.rejects(second.over, /^Error: refused$/)
    await assert.rejects(third.over, /^Error: refused too$/)
    await assert.rejects(refused, /CHECK constraint failed/)
    await fourth
    assert.deepEqual(await idsOf(db), [1, 4])
  })

  it('refuse only what is committed: a refusal may rest on the rows of another', async () => {
    const { first, second } = await endFirst()
    const third = hold(db, 3)
    second.fail(new Error('1 is taken'))
    await third.started
    for (let iteration = 0; iteration < 10; iteration++) await nextIteration()
    assert.equal(second.isOver(), false)
    third.end()
    await assert.rejects(second.over, /1 is taken/)
    await Promise.all([first.over, third.over])
  })

  it('all fail if SQLite undoes the commit, and none goes on outside of a transaction', async () => {
    const { first, second } = await endFirst()
    const third = db.transaction().execute(async (db) => {
      // Like an error after which SQLite rolls back by itself: https://sqlite.org/lang_transaction.html
      await assert.rejects(sql`insert or rollback into numbers (id) values (100)`.execute(db))
      await insert(db, 4)
    })
    second.end()
    await assert.rejects(third, /^Error: The transaction is over\.$/)
    for (const { over } of [first, second]) await assert.rejects(over, /CHECK constraint failed/)
    assert.deepEqual(await idsOf(db), [])
    await insert(db, 5)
    assert.deepEqual(await idsOf(db), [5])
  })

  for (const [what, hasFirst, left] of [
    ['alone', false, []],
    ['beside others that have ended', true, [1]],
  ] as const) {
    it(`are undone when the database is closed while they run: ${what}`, async () => {
      const { first, second } = hasFirst ? await endFirst() : { first: undefined, second: hold(db, 2) }
      await second.started
      const closed = connection.close()
      second.end()
      await assert.rejects(second.over, /^Error: The (transaction is over|database is closed)\.$/)
      await first?.over
      await closed
      connection = connect(`sqlite:${file}`)
      assert.deepEqual(await idsOf(connection.db), left)
    })
  }

  it('leave none open if what others have committed cannot be read', async () => {
    await sql`create table changes (id integer primary key, table_name text, record_id integer, rights text) strict`.execute(
      db,
    )
    const other = new DatabaseSync(file)
    const note = () => other.exec("insert into changes (table_name) values ('users')")
    note()
    connection.syncChanges()
    other.exec('alter table changes rename to hidden; insert into hidden (table_name) values (1)')
    await assert.rejects(insert(db, 1), /no such table/)
    other.exec('alter table hidden rename to changes')
    other.close()
    await insert(db, 2)
    assert.deepEqual(await idsOf(db), [2])
  })

  it('wait for another process without blocking the event loop', async () => {
    const other = new DatabaseSync(file)
    other.exec('begin immediate; insert into numbers (id) values (50)')
    const waiting = [insert(db, 1), hold(db, 2)] as const
    let iterations = 0
    while (iterations < 100) {
      await nextIteration()
      iterations += 1
    }
    assert.deepEqual(await idsOf(db), [])
    other.exec('commit')
    other.close()
    waiting[1].end()
    await Promise.all([waiting[0], waiting[1].over])
    assert.deepEqual(await idsOf(db), [1, 2, 50])
  })
})
