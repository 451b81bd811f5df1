// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../../server/access/transaction.ts'
import { eraseEntries } from '../../../server/audit/erase.ts'
import { digestOf, leafOf } from '../../../server/audit/leaves.ts'
import { notesIn } from '../../../server/audit/notes-in.ts'
import { createNumbering } from '../../../server/audit/numbers.ts'
import { restartLog } from '../../../server/audit/restart.ts'
import { Sealer, sealingJobs } from '../../../server/audit/sealer.ts'
import { makeSealingKey, readSealingKey } from '../../../server/audit/sealing-key.ts'
import { decodeKey } from '../../../server/audit/signed-note.ts'
import type { AuditTree } from '../../../server/audit/trees.ts'
import { verifyTrail } from '../../../server/audit/verify.ts'
import { readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import type { Database } from '../../../server/db/tables.ts'
import { systemContext } from '../../../server/prepare.ts'
import { leafHash, readCheckpoint, treeHash } from '../../support/audit-verifier.ts'
import { engine } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'

const LOG = 'accounts.example.com/audit'

describe('the seal of the audit trail', () => {
  const { file: keyFile, publicKey } = makeSealingKey(LOG)
  const key = decodeKey(publicKey)
  let service: Service
  let folder: string
  let created = 0
  beforeEach(async () => {
    service = await startService()
    folder = mkdtempSync(join(tmpdir(), 'rolecall-seal-'))
  })
  afterEach(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const exported = () => notesIn(readFileSync(join(folder, 'checkpoints'), 'utf8'))
  const db = () => service.connection.db as Kysely<Database>
  const context = () => ({ ...systemContext(service.connection), now: () => service.clock.now() })

  /** Numbers and seals what there is, as the service does by itself. */
  async function seal(signing = keyFile, { isShipping = true } = {}): Promise<void> {
    await createNumbering(context()).run()
    const jobs = sealingJobs(context(), {
      key: readSealingKey(signing),
      shipping: isShipping ? { file: join(folder, 'checkpoints') } : undefined,
      flushed: service.connection.flushed,
    })
    for (const { run } of jobs) await run(new AbortController().signal)
    // Past the lease of this process, and the next checkpoint is due.
    service.clock.advance(61_000)
  }

  async function makeUser(first_name: string): Promise<number> {
    const json = { email: `sealed${++created}@example.com`, first_name }
    const answer = await service.call('POST', '/api/users/create', { json })
    return answer.body.data.item.id
  }

  const treeRow = () =>
    db().selectFrom('audit_trees').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

  const verified = (notes = exported()) => verifyTrail(db(), { exported: notes, key })

  it('is the tree that an independent verifier computes, with a signed checkpoint', async () => {
    await makeUser('Ada')
    await seal()
    await makeUser('Grace')
    await seal()
    const entries = await readNumbered(db(), 0, 1000)
    assert.ok(entries.length > 2)
    const leaves = entries.map((entry) => leafHash(entry))
    for (const note of exported()) {
      const { root, size, isSigned, origin } = readCheckpoint(note, publicKey)
      assert.ok(isSigned)
      assert.equal(origin, LOG)
      assert.equal(root, treeHash(leaves.slice(0, size)).toString('base64'))
    }
    assert.equal(exported().length, 2)
    assert.deepEqual(await verified(), {
      entries: entries.length,
      sealed: entries.length,
      covered: entries.length,
      erased: 0,
      dropped: 0,
      restarts: [],
      fault: undefined,
    })
  })

  it('says how many entries no exported checkpoint covers', async () => {
    await makeUser('Ada')
    await seal()
    const { covered } = await verified()
    await makeUser('Grace')
    const { entries, fault } = await verified()
    assert.equal(entries - covered, 1)
    assert.equal(fault, undefined)
    assert.equal((await verified([])).covered, 0)
  })

  it('is told by GET /api/audit/seal, and by whom nothing is sealed', async () => {
    const told = async () => (await service.call('GET', '/api/audit/seal')).body.data
    await makeUser('Ada')
    await createNumbering(context()).run()
    const before = await told()
    assert.deepEqual([before.origin, before.sealed, before.checkpoint], [null, 0, null])
    assert.ok(before.unsealed > 0)
    await seal()
    const { size } = await treeRow()
    const at = (await told()).checkpoint.at
    assert.deepEqual(await told(), {
      origin: LOG,
      sealed: size,
      unsealed: 0,
      checkpoint: { size, at, is_shipped: true },
    })
    await makeUser('Grace')
    await createNumbering(context()).run()
    assert.equal((await told()).unsealed, 1)
  })

  it('goes on after another process that sealed has died, once its lease has ended', async () => {
    await makeUser('Ada')
    await seal()
    await makeUser('Grace')
    await seal()
    const { n } = await db()
      .selectFrom('audit_leaves')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(n), (await verified()).entries)
  })

  describe('is broken by a change in the database:', () => {
    let last: number
    beforeEach(async () => {
      for (const name of ['Ada', 'Grace', 'Edsger']) await makeUser(name)
      await seal()
      last = (await readNumbered(db(), 0, 1000)).length
    })

    const at = (number: number) =>
      engine === 'postgres'
        ? sql`id = (select entry_id from audit_numbers where number = ${number})`
        : sql`id = ${number}`

    const faultOf = async () => (await verified()).fault

    for (const [what, change] of [
      ['another action', sql`action = 'users.update'`],
      ['another name', sql`subject_name = 'Somebody else'`],
      ['another actor', sql`actor_id = 2`],
      ['other changes', sql`changes = '[]'`],
      ['another time', sql`at = '2020-01-01T00:00:00.000Z'`],
      ['a removed reason that was never there', sql`reason = 'None'`],
      ['a removed salt', sql`salts = '{}'`],
      [
        'a digest in place of the values',
        sql`digests = '{"subject":"AAAA"}', subject_name = null, changes = null`,
      ],
    ] as const)
      it(`${what}, in one entry`, async () => {
        await sql`update audit_entries set ${change} where ${at(last - 1)}`.execute(db())
        const fault = await faultOf()
        assert.equal(fault?.kind, 'entry')
        assert.equal((fault as { number: number }).number, last - 1)
      })

    it('values that were changed beside the digest of the true ones', async () => {
      const [entry] = await readNumbered(db(), last - 2, 1)
      const digest = digestOf(entry as NonNullable<typeof entry>, 'subject')
      const digests = JSON.stringify({ subject: digest })
      await sql`update audit_entries set digests = ${digests}, subject_name = 'Somebody else' where ${at(last - 1)}`.execute(
        db(),
      )
      const fault = await faultOf()
      assert.equal(fault?.kind, 'entry')
      assert.equal((fault as { number: number }).number, last - 1)
    })

    it('an entry beside the others, which is shown and never sealed', async () => {
      await sql`insert into audit_entries (id, uuid, at, action, outcome, subject_type, via, batch, salts)
        values (-1, 'beside', '2026-01-01T00:00:00.000Z', 'signin', 'done', 'users', 'http', 'beside', '{}')`.execute(
        db(),
      )
      assert.deepEqual(await faultOf(), { kind: 'extra-entries', count: 1 })
    })

    it('a tree that is not that of its leaves', async () => {
      const roots = JSON.stringify((await treeRow()).roots.map(() => Buffer.alloc(32).toString('base64')))
      await sql`update audit_trees set roots = ${roots}`.execute(db())
      assert.deepEqual(await faultOf(), { kind: 'tree', origin: LOG })
    })

    const remove = async (number: number) => {
      const condition = at(number)
      const { rows } = await sql<{ id: number }>`select id from audit_entries where ${condition}`.execute(
        db(),
      )
      if (engine === 'postgres') await sql`delete from audit_numbers where number = ${number}`.execute(db())
      await sql`delete from audit_entries where id = ${rows[0]?.id}`.execute(db())
    }

    it('an entry that is gone', async () => {
      await remove(last - 1)
      assert.deepEqual(await faultOf(), { kind: 'missing-entry', number: last - 1 })
    })

    it('two entries that have changed places', async () => {
      const [one, other] = [last - 2, last - 1]
      if (engine === 'postgres') {
        const { rows } = await sql<{ entry_id: number }>`
          select entry_id from audit_numbers where number in (${one}, ${other}) order by number`.execute(db())
        await sql`update audit_numbers set entry_id = -number where number in (${one}, ${other})`
          .execute(db())
          .catch(() => undefined)
        await sql`delete from audit_numbers where number in (${one}, ${other})`.execute(db())
        await sql`insert into audit_numbers (number, entry_id, at, settled) values
          (${one}, ${rows[1]?.entry_id}, '2026', 0), (${other}, ${rows[0]?.entry_id}, '2026', 0)`.execute(
          db(),
        )
      } else
        for (const [from, to] of [
          [one, 1_000_000],
          [other, one],
          [1_000_000, other],
        ])
          await sql`update audit_entries set id = ${to} where id = ${from}`.execute(db())
      const fault = await faultOf()
      assert.equal(fault?.kind, 'entry')
      assert.equal((fault as { number: number }).number, one)
    })

    it('an entry that was put in, so that all later ones have moved', async () => {
      const [entry] = await readNumbered(db(), last - 1, 1)
      const { number, numbered_at, id, ...copied } = entry as NonNullable<typeof entry>
      await remove(last)
      await db()
        .insertInto('audit_entries')
        .values({ ...copied, uuid: 'put in' })
        .execute()
      await db().insertInto('audit_entries').values(copied).execute()
      await createNumbering(context()).run()
      const fault = await faultOf()
      assert.ok(fault?.kind === 'entry' || fault?.kind === 'missing-entry')
      assert.equal(fault.number, last)
    })

    it('a leaf that is gone', async () => {
      await sql`delete from audit_leaves where number = ${last - 1}`.execute(db())
      assert.deepEqual(await faultOf(), { kind: 'missing-leaf', number: last - 1 })
    })

    /** Makes the leaves and the tree anew, as whoever can write the database can. */
    async function rewriteTree(): Promise<void> {
      await sql`delete from audit_leaves`.execute(db())
      await sql`delete from audit_checkpoints`.execute(db())
      await sql`update audit_trees set size = 0, roots = '[]', sealer = null, lease_ends_at = null`.execute(
        db(),
      )
    }

    it('an entry that was changed with its leaf: the checkpoints tell', async () => {
      await makeUser('Barbara')
      await seal()
      const notes = exported()
      const { size: first } = readCheckpoint(notes[0] as string, publicKey)
      const { size: second } = readCheckpoint(notes[1] as string, publicKey)
      await sql`update audit_entries set action = 'users.update' where ${at(second)}`.execute(db())
      await rewriteTree()
      await seal(keyFile, { isShipping: false })
      const { fault } = await verified(notes)
      assert.deepEqual(fault, { kind: 'checkpoint', origin: LOG, size: second, agreesTo: first })
    })

    it('entries at the end that are gone with their leaves', async () => {
      const notes = exported()
      await remove(last)
      await rewriteTree()
      await seal(keyFile, { isShipping: false })
      const { fault } = await verified(notes)
      assert.deepEqual(fault, { kind: 'checkpoint', origin: LOG, size: last, agreesTo: 0 })
    })

    it('the whole log made anew with another key', async () => {
      const notes = exported()
      await rewriteTree()
      await seal(makeSealingKey(LOG).file, { isShipping: false })
      const { fault } = await verified(notes)
      assert.equal(fault?.kind, 'unknown-checkpoint')
    })
  })

  it('reads the checkpoints of a file that has a torn one', async () => {
    await makeUser('Ada')
    await seal()
    const path = join(folder, 'checkpoints')
    appendFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
    await makeUser('Grace')
    await seal()
    const { fault, covered, entries } = await verified()
    // The torn one proves nothing, and says so.
    assert.equal(fault?.kind, 'unknown-checkpoint')
    assert.equal(covered, entries)
  })

  it('goes on with free-form data that has no canonical JSON', async () => {
    const json = { email: 'odd@example.com', first_name: 'Odd', meta: { note: '\ud800', '\udc00': 1 } }
    await service.call('POST', '/api/users/create', { json })
    await seal()
    const { sealed, entries, fault } = await verified()
    assert.equal(sealed, entries)
    assert.equal(fault, undefined)
  })

  describe('after a restore', () => {
    /** Makes the log what it was in a backup. */
    async function takeBack({ first, size, roots }: AuditTree): Promise<void> {
      const last = first - 1 + size
      await sql`delete from audit_leaves where number > ${last}`.execute(db())
      await sql`delete from audit_checkpoints where size > ${size}`.execute(db())
      await db().updateTable('audit_trees').set({ size, roots, sealer: null, lease_ends_at: null }).execute()
      if (engine === 'postgres') {
        await sql`delete from audit_numbers where number > ${last}`.execute(db())
        await sql`delete from audit_entries where id > (select max(entry_id) from audit_numbers)`.execute(
          db(),
        )
      } else {
        await sql`delete from audit_entries where id > ${last}`.execute(db())
        await sql`update sqlite_sequence set seq = ${last} where name = 'audit_entries'`.execute(db())
      }
    }

    it('refuses to go on with the log, and does so with another one that tells of it', async () => {
      await makeUser('Before')
      await seal()
      const backup = await treeRow()
      await makeUser('Lost')
      await makeUser('Lost too')
      await seal()
      const { size: signed } = await treeRow()
      await takeBack(backup)
      await makeUser('After')
      await assert.rejects(() => seal(), /rolecall audit restart/)
      const key = readSealingKey(keyFile)
      const sealer = new Sealer(context(), { key, shipping: undefined, flushed: service.connection.flushed })
      const origin = await restartLog(context(), sealer, key.name)
      assert.match(origin ?? '', /^accounts\.example\.com\/audit\/[0-9a-f]{8}$/)
      await seal()
      await makeUser('Later')
      await seal()
      const found = await verified()
      assert.equal(found.fault, undefined)
      assert.equal(found.sealed, found.entries)
      assert.deepEqual(found.restarts, [{ origin: LOG, lost: signed - backup.size }])
    })
  })

  it('stays whole when a person is erased, of whom nothing is left', async () => {
    const id = await makeUser('Hedwig')
    const token = await service.call('POST', `/api/users/id/${id}/update`, {
      json: { bio: 'Hedwig was here' },
      headers: { 'x-reason': 'Hedwig%20asked' },
    })
    assert.equal(token.status, 200)
    await seal()
    const before = (await readNumbered(db(), 0, 1000)).map((entry) => leafOf(entry).toString('hex'))
    const person = { userId: id, registrations: [], tokens: [] }
    for (let after: number | undefined = 0; after !== undefined; )
      after = await inTransaction(context(), (ctx) => eraseEntries(ctx, person, after as number))
    const entries = await readNumbered(db(), 0, 1000)
    assert.deepEqual(
      entries.map((entry) => leafOf(entry).toString('hex')),
      before,
    )
    assert.ok(!JSON.stringify(entries).includes('Hedwig'))
    assert.ok(!JSON.stringify(entries).includes(`sealed${created}@`))
    assert.equal((await verified()).fault, undefined)
    assert.ok(entries.some(({ subject_id }) => subject_id === id))
  })
})
