// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { dataOf } from '../../support/actors.ts'
import { launch } from '../../support/process.ts'
import { useTransfer } from '../../support/transfer.ts'

const at = useTransfer()

const SCRIPT = join(import.meta.dirname, '../../support/interrupted.ts')

const ROLE = 'editor'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The entries of imports, oldest first. */
async function entriesAfter(id: number) {
  const { db } = at.service().connection
  const entries = db.selectFrom('audit_entries').where('id', '>', id).where('via', '=', 'import')
  return entries.selectAll().orderBy('id').execute()
}

async function lastId(): Promise<number> {
  const { list } = dataOf(await at.service().call('GET', '/api/audit', { query: { per_page: '1' } }))
  return list.data[0].id
}

const NONE = { create: 0, update: 0, unchanged: 0, skip: 0, reject: 0 }

describe('the audit trail of an import', () => {
  it('has one entry with counts and the digest of the file, and one without changes for each record', async () => {
    at.write('first.csv', 'email,first_name,roles', `one@example.com,One,${ROLE}`, 'two@example.com,Two,')
    let before = await lastId()
    await at.done('import', 'users', 'first.csv')
    const [one, two, role, whole, ...others] = await entriesAfter(before)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [one, two, role].map((entry) => [entry?.action, entry?.subject_name, entry?.changes]),
      [
        ['users.create', 'One', null],
        ['users.create', 'Two', null],
        ['users.roles.add', 'One', null],
      ],
    )
    const { action, subject_type, subject_id, counts, changes, actor_id } = whole as NonNullable<typeof whole>
    assert.deepEqual([action, subject_type, subject_id, actor_id], ['import', 'users', null, null])
    assert.deepEqual(counts, { ...NONE, create: 2 })
    assert.deepEqual(changes, [
      { field: 'digest', from: null, to: digestOf(at.read('first.csv')) },
      { field: 'is_finished', from: null, to: true },
    ])
    at.write(
      'second.csv',
      'email,first_name,password',
      'one@example.com,Uno,quite an unusual phrase',
      'bad,Bad,',
    )
    before = await lastId()
    await at.fails('import', 'users', 'second.csv', '--on-conflict', 'update')
    const again = await entriesAfter(before)
    assert.deepEqual(
      again.filter(({ action }) => action !== 'import').map(({ action, changes }) => [action, changes]),
      [['users.update', null]],
    )
    assert.deepEqual(again.at(-1)?.counts, { ...NONE, update: 1, reject: 1 })
    assert.deepEqual(again.at(-1)?.changes?.[0], {
      field: 'digest',
      from: null,
      to: digestOf(at.read('second.csv')),
    })
  })

  it('has the digest of the standard input, too', async () => {
    const before = await lastId()
    const input = 'email,first_name\npiped@example.com,Piped\n'
    const { code, err } = await at.run(['import', 'users', '-', '--format', 'csv'], { input })
    assert.equal(code, 0, err)
    assert.deepEqual((await entriesAfter(before)).at(-1)?.changes, [
      { field: 'digest', from: null, to: digestOf(input) },
      { field: 'is_finished', from: null, to: true },
    ])
  })

  it('tells what was stored before it was stopped, and everything once it has ended', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `s${index}@example.com,Ada`)
    at.write('s.csv', 'email,first_name', ...rows, 'bad,Bad')
    const before = await lastId()
    // After the second transaction.
    const env = { ...at.env, SIGNAL: 'SIGINT', AT: 'pause', NTH: '2' }
    const { code, err } = await launch(['import', 'users', 's.csv'], { cwd: at.folder, env, script: SCRIPT })
      .ended
    assert.equal(code, 1)
    assert.match(err, /Stopped after row/)
    const stopped = await entriesAfter(before)
    const stored = stopped.filter(({ action }) => action === 'users.create').length
    assert.ok(stored > 0 && stored < rows.length)
    assert.deepEqual(stopped.at(-1)?.counts, { ...NONE, create: stored })
    assert.deepEqual(stopped.at(-1)?.changes, [
      { field: 'digest', from: null, to: digestOf(at.read('s.csv')) },
      { field: 'is_finished', from: null, to: false },
    ])
    await at.fails('import', 'users', 's.csv')
    const whole = (await entriesAfter(before)).filter(({ action }) => action === 'import')
    assert.equal(whole.length, 2)
    assert.deepEqual(whole[1]?.counts, { ...NONE, create: rows.length, reject: 1 })
    assert.deepEqual(whole[1]?.changes?.[1], { field: 'is_finished', from: null, to: true })
  })

  it('tells what was stored before it failed', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `f${index}@example.com,Ada`)
    const before = await lastId()
    // The end of the file is no UTF-8.
    const input = Readable.from([
      Buffer.from(`email,first_name\n${rows.join('\n')}\n`),
      Buffer.from([0xff, 0xfe, 10]),
    ])
    const { code } = await at.run(['import', 'users', '-', '--format', 'csv'], { input })
    assert.equal(code, 1)
    const entries = await entriesAfter(before)
    const stored = entries.filter(({ action }) => action === 'users.create').length
    assert.ok(stored > 0 && stored < rows.length)
    assert.deepEqual(entries.at(-1)?.counts, { ...NONE, create: stored })
    assert.deepEqual(entries.at(-1)?.changes, [{ field: 'is_finished', from: null, to: false }])
  })
})
