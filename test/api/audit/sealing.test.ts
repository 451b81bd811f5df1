// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../../server/access/transaction.ts'
import { type ErasureProgress, eraseEntries } from '../../../server/audit/erase.ts'
import { digestOf, leafOf } from '../../../server/audit/leaves.ts'
import { TreeEdge } from '../../../server/audit/merkle-tree.ts'
import { notesIn } from '../../../server/audit/notes-in.ts'
import { createNumbering } from '../../../server/audit/numbers.ts'
import { restartLog } from '../../../server/audit/restart.ts'
import { type Restart, signRestart } from '../../../server/audit/restart-note.ts'
import { Sealer, sealingJobs } from '../../../server/audit/sealer.ts'
import { makeSealingKey, readSealingKey } from '../../../server/audit/sealing-key.ts'
import { decodeKey } from '../../../server/audit/signed-note.ts'
import { type AuditTree, asText } from '../../../server/audit/trees.ts'
import { verifyTrail } from '../../../server/audit/verify.ts'
import { readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import type { Database } from '../../../server/db/tables.ts'
import { systemContext } from '../../../server/prepare.ts'
import { dataOf, giveRole } from '../../support/actors.ts'
import { leafHash, readCheckpoint, readRestart, treeHash } from '../../support/audit-verifier.ts'
import { engine } from '../../support/databases.ts'
import { runHere } from '../../support/process.ts'
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

  const at = (number: number) =>
    engine === 'postgres'
      ? sql`id = (select entry_id from audit_numbers where number = ${number})`
      : sql`id = ${number}`

  const verified = (notes = exported()) => verifyTrail(db(), { exported: notes, key })

  it('is the tree that an independent verifier computes, with a signed checkpoint', async () => {
    const id = await makeUser('Ada')
    await seal()
    // Somebody else made the token, and is the actor.
    await giveRole(service, { id }, 'administrator')
    const path = `/api/users/id/${id}/tokens/create`
    const made = dataOf(await service.call('POST', path, { json: { name: 'For Ada' } }))
    const headers = { 'user-agent': 'Of Ada/1' }
    dataOf(
      await service.call('POST', '/api/roles/create', {
        json: { name: 'Made with it' },
        token: made.item.api_token,
        headers,
      }),
    )
    await seal()
    const entries = await readNumbered(db(), 0, 1000)
    assert.ok(
      entries.some(({ token_maker_id, user_agent }) => token_maker_id === 1 && user_agent === 'Of Ada/1'),
    )
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
      lostLogs: [],
      fault: undefined,
    })
  })

  it('grows while lists take too long to read', async () => {
    await service.stop()
    // Each read beside the event loop is refused.
    service = await startService({}, { longestReadMs: 1 })
    await makeUser('Ada')
    await seal()
    assert.equal((await treeRow()).size, (await readNumbered(db(), 0, 1000)).length)
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
    const told = async (query: Record<string, string> = {}) =>
      (await service.call('GET', '/api/audit/seal', { query })).body.data
    const newest = async () =>
      String(
        (await service.call('GET', '/api/audit', { query: { per_page: '1' } })).body.data.list.data[0].id,
      )
    await makeUser('Ada')
    const ofAda = await newest()
    await createNumbering(context()).run()
    const before = await told()
    assert.deepEqual([before.origin, before.sealed, before.checkpoint], [null, 0, null])
    assert.ok(before.unsealed > 0)
    assert.equal(typeof before.unsealed_since, 'string')
    await seal()
    const { size } = await treeRow()
    const at = (await told()).checkpoint.at
    assert.deepEqual(await told(), {
      origin: LOG,
      sealed: size,
      unsealed: 0,
      unsealed_since: null,
      checkpoint: { size, at, is_shipped: true },
      entry: null,
    })
    await makeUser('Grace')
    await createNumbering(context()).run()
    const behind = await told()
    assert.equal(behind.unsealed, 1)
    assert.ok(behind.unsealed_since >= at, behind.unsealed_since)
    assert.deepEqual((await told({ entry: ofAda })).entry, { number: size, is_sealed: true })
    assert.deepEqual((await told({ entry: await newest() })).entry, { number: size + 1, is_sealed: false })
    assert.deepEqual((await told({ entry: '999999' })).entry, { number: null, is_sealed: false })
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

  it('the command fails where nothing is sealed, and after a fault counts nothing as unsealed', async () => {
    await makeUser('Ada')
    const env = {
      DATABASE_URL: service.config.databaseUrl,
      AUDIT_KEY_FILE: join(folder, 'audit.key'),
      AUDIT_CHECKPOINTS: join(folder, 'checkpoints'),
    }
    writeFileSync(env.AUDIT_KEY_FILE, keyFile)
    const verify = () => runHere(folder, ['audit', 'verify'], env)
    const unsealed = await verify()
    assert.deepEqual([unsealed.code, unsealed.out], [1, ''])
    assert.match(unsealed.err, /\nerror: Nothing is sealed/)
    await seal()
    await sql`update audit_entries set action = 'users.erase' where id = (select max(id) from audit_entries)`.execute(
      db(),
    )
    const changed = await verify()
    assert.deepEqual([changed.code, changed.out], [1, ''])
    assert.match(changed.err, /^\d+ entries\. Before the fault, exported checkpoints confirmed 0 entries\.\n/)
    assert.match(changed.err, /\nerror: Entry \d+ .* is not what was sealed\./)
  })

  describe('after a restore', () => {
    /** Makes the log what it was in a backup. */
    async function takeBack({ id, first, size, roots }: AuditTree): Promise<void> {
      const last = first - 1 + size
      await db().deleteFrom('audit_checkpoints').where('tree_id', '>', id).execute()
      await db().deleteFrom('audit_trees').where('id', '>', id).execute()
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

    /** As the command does it. */
    async function restart(): Promise<string> {
      const key = readSealingKey(keyFile)
      const shipping = { file: join(folder, 'checkpoints') }
      const sealer = new Sealer(context(), { key, shipping, flushed: service.connection.flushed })
      return (await restartLog(context(), sealer, key)) as string
    }

    /** A backup, and what was sealed after it. */
    async function loseEntries(): Promise<{ backup: AuditTree; signed: number }> {
      await makeUser('Before')
      await seal()
      const backup = await treeRow()
      await makeUser('Lost')
      await makeUser('Lost too')
      await seal()
      const { size: signed } = await treeRow()
      await takeBack(backup)
      await makeUser('After')
      return { backup, signed }
    }

    it('refuses to go on with the log, and does so with another one that tells of it', async () => {
      const { backup, signed } = await loseEntries()
      await assert.rejects(() => seal(), /rolecall audit restart/)
      const origin = await restart()
      assert.match(origin, /^accounts\.example\.com\/audit\/[0-9a-f]{8}$/)
      await seal()
      await makeUser('Later')
      await seal()
      const found = await verified()
      assert.equal(found.fault, undefined)
      assert.equal(found.sealed, found.entries)
      assert.deepEqual(found.restarts, [{ origin: LOG, lost: signed - backup.size }])
    })

    it('ships a signed note of the restart, which an independent verifier reads', async () => {
      const { backup } = await loseEntries()
      const next = await restart()
      await seal()
      const notes = exported().filter((note) => readRestart(note, publicKey).isRestart)
      assert.equal(notes.length, 1)
      const { size, root, ...told } = readRestart(notes[0] as string, publicKey)
      const leaves = (await readNumbered(db(), 0, size)).map((entry) => leafHash(entry))
      assert.equal(root, treeHash(leaves).toString('base64'))
      assert.equal((await treeRow()).first, size + 1)
      assert.deepEqual(told, {
        isRestart: true,
        isSigned: true,
        origin: LOG,
        restored: backup.size,
        next,
      })
      await seal()
      assert.equal(exported().filter((note) => note === notes[0]).length, 1, 'it is sent once')
    })

    it('of a backup older than the restart, tells which log is gone', async () => {
      const { backup } = await loseEntries()
      const gone = await restart()
      await seal()
      const { size } = await treeRow()
      await takeBack(backup)
      await restart()
      await seal()
      const { fault, lostLogs, restarts } = await verified()
      assert.equal(fault, undefined)
      assert.deepEqual(lostLogs, [{ origin: gone, lost: size }])
      assert.equal(restarts.length, 1)
    })

    it('notices by the note of a restart that a log was ended, if no checkpoint is missing', async () => {
      await makeUser('Before')
      await seal()
      const backup = await treeRow()
      const ended = await restart()
      await seal()
      await takeBack(backup)
      await assert.rejects(() => seal(), new RegExp(`${ended} was begun`))
    })

    it('the command accepts lost entries only of logs that it is told', async () => {
      const env = {
        DATABASE_URL: service.config.databaseUrl,
        AUDIT_KEY_FILE: join(folder, 'audit.key'),
        AUDIT_CHECKPOINTS: join(folder, 'checkpoints'),
      }
      writeFileSync(env.AUDIT_KEY_FILE, keyFile)
      const run = (...args: string[]) => runHere(folder, ['audit', ...args], env)
      const { backup, signed } = await loseEntries()
      const restarted = await run('restart')
      assert.equal(restarted.code, 0, restarted.err)
      assert.match(restarted.out, /^accounts\.example\.com\/audit\/[0-9a-f]{8}\+/)
      assert.ok(exported().some((note) => readRestart(note, publicKey).isRestart))
      await seal()
      for (const named of [[], ['--restarted', `${LOG}/other`]]) {
        const { code, out, err } = await run('verify', ...named)
        assert.equal(code, 1)
        assert.equal(out, '')
        assert.match(err, new RegExp(`${LOG}: ${signed - backup.size} entries or more were lost`))
        assert.match(err, new RegExp(`\\nerror: .*run this command with \`--restarted ${LOG}\``))
      }
      const { code, out, err } = await run('verify', '--restarted', LOG)
      assert.equal(out, 'The audit trail is complete and unchanged.\n', err)
      assert.equal(code, 0)
    })
  })

  describe('a restart that somebody wrote into the database', () => {
    const FORGED = `${LOG}/abcd1234`

    /** What anyone can do who can write the database, and has neither the key nor the checkpoints. */
    async function forge(noteOf: (restart: Restart) => string | null): Promise<void> {
      for (const name of ['Ada', 'Grace', 'Edsger']) await makeUser(name)
      await seal()
      await sql`update audit_entries set action = 'users.update' where ${at(2)}`.execute(db())
      const edge = new TreeEdge()
      for (const entry of await readNumbered(db(), 0, 1000)) {
        edge.append(leafOf(entry))
        const hash = asText(leafOf(entry))
        await db().updateTable('audit_leaves').set({ hash }).where('number', '=', entry.number).execute()
      }
      const { first, size } = await treeRow()
      const roots = edge.roots.map(asText)
      await db().updateTable('audit_trees').set({ roots }).execute()
      await db().deleteFrom('audit_checkpoints').execute()
      const told = { origin: LOG, size, root: asText(edge.root), restored: 0 }
      const changes = Object.entries(told).map(([field, from]) => ({ field, from, to: null }))
      await db()
        .insertInto('audit_entries')
        .values({
          ...{ uuid: 'forged', batch: 'forged', at: service.clock.now(), outcome: 'done', via: 'command' },
          ...{ action: 'audit.restart', subject_type: 'audit', changes: JSON.stringify(changes), salts: {} },
        } as never)
        .execute()
      await createNumbering(context()).run()
      await db()
        .insertInto('audit_trees')
        .values({
          ...{ origin: FORGED, first: first + size, size: 0, roots: [], sealer: null, lease_ends_at: null },
          restart_note: noteOf({ ...told, next: FORGED }),
          is_restart_shipped: false,
        })
        .execute()
    }

    const own = readSealingKey(keyFile)
    const other = readSealingKey(makeSealingKey(LOG).file)
    for (const [what, noteOf] of [
      ['without a note', () => null],
      ['with a note of another key', (restart: Restart) => signRestart(restart, other)],
      [
        'with the note of another restart',
        (restart: Restart) => signRestart({ ...restart, next: `${LOG}/x` }, own),
      ],
      [
        'with a note that was changed',
        (restart: Restart) => signRestart({ ...restart, restored: 1 }, own).replace('\n1\n', '\n0\n'),
      ],
      ['with a checkpoint for a note', () => exported()[0] as string],
    ] as const)
      it(`${what} is not sealed, and is named`, async () => {
        await forge(noteOf)
        await assert.rejects(() => seal(), /accounts\.example\.com\/audit\/abcd1234 .*rolecall audit verify/)
        assert.equal((await treeRow()).size, 0)
        assert.equal(exported().length, 1, 'nothing is signed')
        assert.deepEqual((await verified()).fault, { kind: 'unsigned-restart', origin: FORGED })
      })

    it('is named if the signed note tells of another end of the log', async () => {
      await forge((restart) => signRestart({ ...restart, size: restart.size - 1 }, own))
      await assert.rejects(() => seal(), /rolecall audit verify/)
      assert.deepEqual((await verified()).fault, { kind: 'restart', origin: FORGED })
    })

    it('is named if its entry tells of something else than the signed note', async () => {
      await forge((restart) => signRestart({ ...restart, restored: 1 }, own))
      assert.deepEqual((await verified()).fault, { kind: 'restart', origin: FORGED })
    })

    it('is named after a true restart, too', async () => {
      await forge(() => null)
      const sealer = new Sealer(context(), {
        key: own,
        shipping: undefined,
        flushed: service.connection.flushed,
      })
      await restartLog(context(), sealer, own)
      await seal()
      assert.deepEqual((await verified()).fault, { kind: 'unsigned-restart', origin: FORGED })
    })

    it('in place of the log before it leaves checkpoints of no log', async () => {
      await forge(() => null)
      const notes = exported()
      await sql`delete from audit_trees where origin = ${LOG}`.execute(db())
      await sql`update audit_trees set first = 1`.execute(db())
      await sql`delete from audit_leaves`.execute(db())
      await seal(keyFile, { isShipping: false })
      assert.equal((await verified(notes)).fault?.kind, 'unknown-checkpoint')
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
    let left: ErasureProgress | undefined = { after: 0, batches: [] }
    while (left) {
      const progress: ErasureProgress = left
      left = await inTransaction(context(), (ctx) => eraseEntries(ctx, person, progress))
    }
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
