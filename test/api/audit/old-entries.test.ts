// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createNumbering } from '../../../server/audit/numbers.ts'
import { pastDb } from '../../../server/audit/past.ts'
import { sealingJobs } from '../../../server/audit/sealer.ts'
import { makeSealingKey, readSealingKey } from '../../../server/audit/sealing-key.ts'
import { decodeKey } from '../../../server/audit/signed-note.ts'
import { verifyTrail } from '../../../server/audit/verify.ts'
import { numberAt, readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import { systemContext } from '../../../server/prepare.ts'
import { dataOf, makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'

const DAY_MS = 86_400_000

describe('with AUDIT_DAYS', () => {
  const { file: keyFile, publicKey } = makeSealingKey('accounts.example.com/audit')
  let service: Service
  beforeEach(async () => {
    service = await startService({ auditDays: 7 })
  })
  afterEach(() => service.stop())

  const db = () => service.connection.db
  const context = () => ({ ...systemContext(service.connection), now: () => service.clock.now() })

  async function seal(): Promise<void> {
    await createNumbering(context()).run()
    const { flushed } = service.connection
    const jobs = sealingJobs(context(), { key: readSealingKey(keyFile), shipping: undefined, flushed })
    for (const { run } of jobs) await run(new AbortController().signal)
    service.clock.advance(61_000)
  }

  const drop = () => service.runJob('drop-old-entries')
  const numbers = async () => {
    await createNumbering(context()).run()
    return (await readNumbered(db(), 0, 1000)).map(({ number }) => number)
  }
  const verified = () => verifyTrail(db(), { exported: [], key: decodeKey(publicKey) })
  const since = async () =>
    (
      await db()
        .selectFrom('installation')
        .where('name', '=', 'past.since')
        .select('value')
        .executeTakeFirst()
    )?.value

  /** An old user, and a new one a while later. */
  async function twoAges() {
    const old = await makeUser(service)
    const [before, at] = [await numbers(), service.clock.now()]
    service.clock.advance(10 * DAY_MS)
    const young = await makeUser(service)
    return { old, young, at, last: before.at(-1) as number }
  }

  it('older entries are deleted once the entry that says so is sealed, and the trail verifies', async () => {
    const { last, old, young, at } = await twoAges()
    await seal()
    const all = await numbers()
    await drop()
    assert.deepEqual((await numbers()).slice(0, -1), all, 'the entry that says so is not sealed yet')
    await seal()
    await drop()
    const left = await numbers()
    // The last of the old ones tells when the others were there.
    assert.equal(left[0], last)
    assert.equal(left.length, all.length + 1 - (last - 1))
    await seal()
    const found = await verified()
    assert.equal(found.fault, undefined)
    assert.equal(found.dropped, last - 1)
    assert.equal(found.sealed, found.entries + found.dropped)
    const { list } = dataOf(await service.call('GET', '/api/audit', { query: { action: 'audit.drop' } }))
    assert.deepEqual(
      list.data.map(({ counts }: { counts: object }) => counts),
      [{ through: last - 1, days: 7 }],
    )
    // The past begins later, and is right since then.
    assert.ok(((await since()) as string) <= at)
    const past = pastDb(db(), await numberAt(db(), (await since()) as string))
    const ids = (await past.selectFrom('users').select('id').execute()).map(({ id }) => id)
    assert.ok(ids.includes(old.id) && !ids.includes(young.id))
    // Once a day.
    await drop()
    assert.deepEqual(await numbers(), left)
  })

  it('a missing entry or leaf is found as before', async () => {
    const { last } = await twoAges()
    await seal()
    await drop()
    await seal()
    await drop()
    await makeUser(service)
    await seal()
    const missing = last + 1
    if (engine === 'postgres') {
      const { rows } = await sql<{ entry_id: number }>`
        delete from audit_numbers where number = ${missing} returning entry_id`.execute(db())
      await sql`delete from audit_entries where id = ${rows[0]?.entry_id}`.execute(db())
    } else await sql`delete from audit_entries where id = ${missing}`.execute(db())
    assert.deepEqual((await verified()).fault, { kind: 'missing-entry', number: missing })
    await sql`delete from audit_leaves where number = 2`.execute(db())
    assert.deepEqual((await verified()).fault, { kind: 'missing-leaf', number: 2 })
  })

  it('nothing that is not sealed is deleted where entries are sealed', async () => {
    await makeUser(service)
    await seal()
    const [sealed] = [await numbers()]
    await makeUser(service)
    service.clock.advance(10 * DAY_MS)
    await drop()
    await drop()
    const left = await numbers()
    assert.deepEqual(left.slice(0, sealed.length), sealed)
  })

  it('entries are deleted at once where none is sealed, and a seal may begin later', async () => {
    const { last } = await twoAges()
    await drop()
    assert.equal((await numbers())[0], last)
    await seal()
    const { fault, sealed, entries } = await verified()
    assert.equal(fault, undefined)
    assert.equal(sealed, entries)
  })

  it('many are deleted in batches, and none without the setting', async () => {
    const { last } = await twoAges()
    const service0 = service
    const other = await startService({
      databaseUrl: service.config.databaseUrl,
      adminEmail: undefined,
      adminPassword: undefined,
    })
    other.clock.advance(11 * DAY_MS)
    await other.runJob('drop-old-entries')
    await other.stop()
    assert.equal((await numbers())[0], 1)
    service = service0
    for (let count = 0; count < 3; count++)
      await sql`insert into audit_entries (uuid, at, action, outcome, subject_type, via, batch, salts)
        select uuid || ${String(count)}, ${service.clock.now()}, 'test', 'done', 'roles', 'command', batch, '{}'
        from audit_entries`.execute(db())
    const many = (await numbers()).length
    assert.ok(many > 800)
    service.clock.advance(10 * DAY_MS)
    await makeUser(service)
    await drop()
    assert.ok(((await numbers())[0] as number) > last + 500)
  })
})
