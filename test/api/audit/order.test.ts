// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createNumbering, type Numbering } from '../../../server/audit/numbers.ts'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import { systemContext } from '../../../server/prepare.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { seededRandom } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'

const TRANSACTIONS = 10_000
const WRITERS = 16
/** Processes that number at the same time, beside the service. */
const OTHERS = 2

describe('the order of the audit trail on PostgreSQL', {
  skip: engine === 'postgres' ? false : 'ids are in the order of commits on the embedded engine',
}, () => {
  let service: Service
  let others: Connection[]
  let clients: pg.Client[]
  before(async () => {
    service = await startService()
    const { databaseUrl } = service.config
    others = Array.from({ length: OTHERS }, () => connect(databaseUrl))
    clients = Array.from({ length: WRITERS }, () => new pg.Client({ connectionString: databaseUrl }))
    for (const client of clients) await client.connect()
  })
  after(async () => {
    for (const client of clients) await client.end()
    for (const connection of others) await connection.close()
    await service.stop()
  })

  const INSERT = `insert into audit_entries (uuid, at, action, outcome, subject_type, via, batch, salts)
    values ($1, '2026-01-01T00:00:00.000Z', 'test', 'done', 'users', 'command', $1, '{}') returning id`

  /** Takes an id, and commits after a while, or not at all. @returns the id, if it was committed */
  async function write(client: pg.Client, random: () => number): Promise<number | undefined> {
    await client.query('begin')
    const { rows } = await client.query(INSERT, [randomUUID()])
    const isLong = random() < 0.005
    await wait(random() * (isLong ? 200 : 4))
    const isCommitted = random() < 0.9
    await client.query(isCommitted ? 'commit' : 'rollback')
    return isCommitted ? Number(rows[0].id) : undefined
  }

  it(`is never changed behind a reader, while ${TRANSACTIONS} transactions commit in another order than they took their ids`, async () => {
    const random = seededRandom()
    const numbering = others.map((connection) => createNumbering(systemContext(connection)))
    await numbering[0]?.run()
    const read: number[] = []
    const written: number[] = []
    const start = (await readNumbered(service.connection.db, 0, 100_000)).at(-1)?.number ?? 0
    let left = TRANSACTIONS
    let isWriting = true
    const writers = clients.map(async (client) => {
      while (left-- > 0) {
        const id = await write(client, random)
        if (id !== undefined) written.push(id)
      }
    })
    const numberers = numbering.map(async (one: Numbering) => {
      while (isWriting) await one.run()
    })
    let last = start
    let at = ''
    const readNext = async () => {
      for (const entry of await readNumbered(service.connection.db, last, 1000)) {
        assert.equal(entry.number, last + 1)
        assert.ok(entry.numbered_at >= at)
        ;({ number: last, numbered_at: at } = entry)
        read.push(entry.id)
      }
    }
    const reader = (async () => {
      while (isWriting) await readNext()
    })()
    await Promise.all(writers)
    isWriting = false
    await Promise.all([reader, ...numberers])
    await numbering[0]?.run()
    await readNext()
    const byId = (one: number, other: number) => one - other
    const inOrder = read.toSorted(byId)
    assert.deepEqual(inOrder, written.toSorted(byId))
    assert.notDeepEqual(read, inOrder)
  })
  it('has what was committed while a run was under way once another run was asked for', async () => {
    const [connection] = others as [Connection]
    const [blocker, writer] = clients as [pg.Client, pg.Client]
    const numbering = createNumbering(systemContext(connection))
    await numbering.run()
    const { rows } = await blocker.query('select max(number) as last from audit_numbers')
    const last = Number(rows[0].last)
    const early = await commit(writer)
    // The run waits for whoever may take its first number, and has read what was committed before.
    await blocker.query('begin')
    const TAKE = 'insert into audit_numbers (number, entry_id, at, settled) values ($1, $2, now()::text, 0)'
    await blocker.query(TAKE, [last + 1, early])
    const under = numbering.run()
    await eventually(async () => {
      const waiting = await writer.query(
        "select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'",
      )
      assert.equal(waiting.rowCount, 1)
    })
    const late = await commit(writer)
    const asked = [numbering.run(), numbering.run()]
    await blocker.query('rollback')
    await Promise.all([under, ...asked])
    const read = await readNumbered(connection.db, last, 10)
    assert.deepEqual(
      read.map(({ id, number }) => [id, number]),
      [
        [early, last + 1],
        [late, last + 2],
      ],
    )
  })

  it('costs the same for each entry, while one transaction stays open, and has its entry at last', async () => {
    const ROUNDS = 60
    const EACH = 20
    const [blocker, writer, reader] = clients as [pg.Client, pg.Client, pg.Client]
    const connection = connect(service.config.databaseUrl)
    const numbering = createNumbering(systemContext(connection))
    await numbering.run()
    const last = (await readNumbered(service.connection.db, 0, 100_000)).at(-1)?.number ?? 0
    const before = await rowsRead(reader)
    await blocker.query('begin')
    const { rows } = await blocker.query(INSERT, [randomUUID()])
    const ids: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let count = 0; count < EACH; count += 1) ids.push(await commit(writer))
      // An id that no entry has.
      await writer.query("select nextval('audit_entries_id_seq')")
      await numbering.run()
    }
    await blocker.query('commit')
    await numbering.run()
    // Whoever disconnects reports what was read.
    await connection.close()
    const read = await eventually(async () => {
      const count = (await rowsRead(reader)) - before
      return count > 0 && count
    })
    const numbered = await readNumbered(service.connection.db, last, 100_000)
    assert.deepEqual(
      numbered.map(({ id }) => id),
      [...ids, Number(rows[0].id)],
    )
    // The entry, and whether it has a number.
    assert.ok(read < 4 * ROUNDS * EACH, `${read} rows`)
  })

  it('numbers all entries after the database has lost ids, while a gap was open', async (t) => {
    const { url, drop } = await newDatabase()
    const connection = connect(url)
    const [early, writer] = [
      new pg.Client({ connectionString: url }),
      new pg.Client({ connectionString: url }),
    ]
    t.after(async () => {
      await early.end()
      await writer.end()
      await connection.close()
      await drop()
    })
    await connection.migrate()
    await early.connect()
    await writer.connect()
    const numbering = createNumbering(systemContext(connection))
    const first = await commit(writer)
    const lost = [await commit(writer), await commit(writer)]
    // The second run finds that nobody can fill a gap up to here.
    await numbering.run()
    await numbering.run()
    await early.query('begin')
    await early.query(INSERT, [randomUUID()])
    lost.push(await commit(writer))
    await numbering.run()
    await early.query('rollback')
    // A replica that takes over did not get the last ones.
    await writer.query('delete from audit_numbers where entry_id = any($1)', [lost])
    await writer.query('delete from audit_entries where id = any($1)', [lost])
    await writer.query("select setval('audit_entries_id_seq', $1)", [first])
    // The last one takes the id that was a gap.
    const again = [await commit(writer), await commit(writer), await commit(writer)]
    assert.ok(Math.max(...again) < Math.max(...lost))
    await numbering.run()
    const numbered = await readNumbered(connection.db, 0, 10)
    assert.deepEqual(
      numbered.slice(-4).map(({ id }) => id),
      [first, ...again],
    )
    // Another process begins with what is stored.
    again.push(await commit(writer))
    await createNumbering(systemContext(connection)).run()
    assert.deepEqual(
      (await readNumbered(connection.db, 0, 10)).slice(-5).map(({ id }) => id),
      [first, ...again],
    )
  })

  /** Rows of entries and numbers that connections read which have ended. */
  async function rowsRead(client: pg.Client): Promise<number> {
    const { rows } = await client.query(`select
      (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('audit_entries', 'audit_numbers'))
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('audit_entries', 'audit_numbers')) as count`)
    return Number(rows[0].count)
  }

  /** Writes an entry. @returns its id */
  async function commit(client: pg.Client): Promise<number> {
    const { rows } = await client.query(INSERT, [randomUUID()])
    return Number(rows[0].id)
  }
})
