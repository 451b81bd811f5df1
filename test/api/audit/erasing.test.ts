// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { continueErasures } from '../../../server/audit/erasures.ts'
import { createNumbering } from '../../../server/audit/numbers.ts'
import { sealingJobs } from '../../../server/audit/sealer.ts'
import { makeSealingKey, readSealingKey } from '../../../server/audit/sealing-key.ts'
import { decodeKey } from '../../../server/audit/signed-note.ts'
import { verifyTrail } from '../../../server/audit/verify.ts'
import { systemContext } from '../../../server/prepare.ts'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { invitationsOf } from '../../support/invitations.ts'
import { insertUsers } from '../../support/many-users.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import { callInIterations } from '../../support/statements.ts'

/** Texts that nobody else has. Their trigrams are in no other text either. */
const NAME = 'Xqzwyk'
const PERSONAL = [NAME, 'Vbnmrt', '4915100000777', '198.51.100.77', 'Jqxvz/9.1', 'former-kjhgfq']
const PASSWORD = 'quite an unusual phrase'
/** From where they send requests. */
const FROM = {
  'x-forwarded-for': '198.51.100.77',
  'user-agent': 'Jqxvz/9.1',
  'x-request-id': `request-of-${NAME}`,
}
const ERASING = ['can-delete-users', 'can-delete-permanently', 'can-erase-users']

describe('erasing a person', () => {
  const { file: keyFile, publicKey } = makeSealingKey('accounts.example.com/audit')
  let service: Service
  beforeEach(async () => {
    service = await startService({ trustProxy: true })
  })
  afterEach(() => service.stop())

  const db = () => service.connection.db
  const context = () => ({ ...systemContext(service.connection), now: () => service.clock.now() })
  const call: Service['call'] = (method, path, options) => service.call(method, path, options)
  const erase = (id: number | string, token = service.token) =>
    call('DELETE', `/api/users/${id}`, { query: { erase: 'true' }, token })

  async function seal(): Promise<void> {
    await createNumbering(context()).run()
    const { flushed } = service.connection
    const jobs = sealingJobs(context(), { key: readSealingKey(keyFile), shipping: undefined, flushed })
    for (const { run } of jobs) await run(new AbortController().signal)
    service.clock.advance(61_000)
  }

  const verified = () => verifyTrail(db(), { exported: [], key: decodeKey(publicKey) })

  /** All that the database has, as text; on the embedded engine, all bytes of a file with no more than that. */
  async function everything(): Promise<string> {
    if (engine === 'sqlite') {
      const folder = mkdtempSync(join(tmpdir(), 'rolecall-erased-'))
      await sql`vacuum into ${join(folder, 'copy.db')}`.execute(db())
      const bytes = readFileSync(join(folder, 'copy.db'), 'latin1')
      rmSync(folder, { recursive: true })
      return bytes
    }
    const tables = await db().introspection.getTables()
    const rows = []
    for (const { name, isView } of tables)
      if (!isView)
        rows.push((await sql`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db())).rows)
    return JSON.stringify(rows)
  }

  async function assertGone(): Promise<void> {
    const text = (await everything()).toLowerCase()
    for (const value of PERSONAL) {
      const at = text.indexOf(value.toLowerCase())
      assert.equal(at, -1, `${value} is in ${text.slice(Math.max(0, at - 300), at + 100)}`)
    }
    if (engine === 'sqlite') {
      const terms = sql`select term from users_search_terms where term in ('xqz', 'vbn') union all
        select term from registrations_search_terms where term in ('xqz', 'vbn')`
      assert.deepEqual((await terms.execute(db())).rows, [])
    }
  }

  /** A person who has left traces everywhere. */
  async function leaveTraces(): Promise<{ id: number; uuid: string; token: string; others: number[] }> {
    const post = async (path: string, json: object, token: string | null = service.token, headers = {}) =>
      dataOf(await call('POST', path, { json, token, headers }))
    // Somebody who registered, and was made a user.
    const profile = { first_name: NAME, last_name: 'Vbnmrt', phone: '+4915100000777' }
    const { item: registration } = await post('/api/registrations/create', {
      ...profile,
      email: 'former-kjhgfq@example.com',
      password: PASSWORD,
    })
    const { user } = await post(`/api/registrations/id/${registration.id}/create-user`, {})
    const { id, uuid } = user
    await post(`/api/users/id/${id}/update`, { email: `${NAME}@example.com` })
    // A second registration, with the same address.
    const { item: trashed } = await post('/api/registrations/create', {
      ...profile,
      email: 'x@example.com',
      password: PASSWORD,
    })
    await db()
      .updateTable('registrations')
      .set({ email: `${NAME}@example.com`, email_key: `${NAME}@example.com`.toLowerCase() })
      .where('id', '=', trashed.id)
      .execute()
    await giveRole(service, { id }, 'administrator')
    // Their own doings.
    await call('POST', '/api/signin', {
      json: { email: `${NAME}@example.com`, password: 'wrong' },
      token: null,
      headers: FROM,
    })
    await service.runJob('record-refusals')
    const { item } = await post(
      '/api/signin',
      { email: `${NAME}@example.com`, password: PASSWORD },
      null,
      FROM,
    )
    const token = item.api_token
    const reason = { 'x-reason': encodeURIComponent(`${NAME} wants it`), 'idempotency-key': `key-${NAME}` }
    await post('/api/roles/create', { name: 'Made by them' }, token, { ...FROM, ...reason })
    await post(`/api/users/id/${id}/update`, { bio: `I am ${NAME}`, current_password: PASSWORD }, token, FROM)
    await post(
      '/api/invitations/create',
      { email: 'guest@example.com', message: `Yours, ${NAME}` },
      token,
      FROM,
    )
    // What others did, with the person and with others.
    const other = await makeUser(service)
    const reasonOfBoth = { 'x-reason': encodeURIComponent(`Asked for by ${NAME}`) }
    dataOf(
      await call('PATCH', '/api/users', {
        json: [
          { id, title: 'A' },
          { id: other.id, title: 'B' },
        ],
        headers: reasonOfBoth,
      }),
    )
    const made = await post(`/api/users/id/${id}/tokens/create`, { name: `For ${NAME}` })
    await post('/api/roles/create', { name: 'Made by a token for them' }, made.item.api_token, FROM)
    await post(`/api/users/id/${id}/send-reset`, {})
    return { id, uuid, token, others: [other.id] }
  }

  it('leaves nothing that tells who it was, in no table, and the trail still verifies', async () => {
    const { id, token, others } = await leaveTraces()
    await seal()
    const { entries: before } = await verified()
    assert.ok((await everything()).toLowerCase().includes(NAME.toLowerCase()))
    const answer = await erase(id)
    assert.equal(answer.status, 200)
    assert.deepEqual(dataOf(answer), [])
    assert.equal((await call('GET', '/api/me', { token })).status, 401)
    assert.equal((await call('GET', `/api/users/${id}`, { query: { trashed: 'true' } })).status, 404)
    // Stored answers of writes expire within a day; before, the search index is rewritten.
    service.clock.advance(25 * 3_600_000)
    await service.runJob('delete-expired-answers')
    await service.runJob('erase-people')
    await assertGone()
    assert.deepEqual(await db().selectFrom('erasures').selectAll().execute(), [])
    await seal()
    const { fault, entries, sealed, erased } = await verified()
    assert.equal(fault, undefined)
    assert.ok(entries > before && sealed === entries && erased > 10)
    // What happened stays, with ids; so does what is said of others.
    const { list } = dataOf(await call('GET', '/api/audit', { query: { action: 'users.erase' } }))
    const [entry] = list.data
    assert.equal(entry.subject_id, id)
    assert.equal(entry.subject_name, null)
    assert.equal(entry.actor_id, 1)
    assert.notEqual(entry.actor_name, null)
    assert.equal(entry.counts.registrations, 2)
    const theirs = dataOf(await call('GET', '/api/audit', { query: { actor_id: String(id) } }))
    assert.ok(theirs.list.total > 2)
    const history = dataOf(
      await call('GET', `/api/users/${others[0]}/history`.replace('users/', 'users/id/')),
    )
    assert.deepEqual(history.list.data[0].changes, [{ field: 'title', from: null, to: 'B' }])
  })

  it('erases what is told later, once more after an hour', async () => {
    const { id } = await makeUser(service, { first_name: NAME })
    assert.equal((await erase(id)).status, 200)
    // A transaction that ran beside it.
    await db()
      .insertInto('audit_entries')
      .values({
        ...{ uuid: 'beside', at: service.clock.now(), action: 'users.update', outcome: 'done' },
        ...{ subject_type: 'users', subject_id: id, subject_name: NAME, via: 'http', batch: 'beside' },
        salts: { subject: 'AAAAAAAAAAAAAAAAAAAAAA' },
      } as never)
      .execute()
    await service.runJob('erase-people')
    assert.ok((await everything()).includes(NAME))
    service.clock.advance(3_700_000)
    await service.runJob('erase-people')
    await assertGone()
  })

  it('goes on in the background with many entries', async () => {
    const { id } = await makeUser(service, { first_name: NAME })
    for (let count = 0; count < 510; count++)
      await call('POST', `/api/users/id/${id}/update`, { json: { title: `Title ${count}` } })
    const answer = await erase(id)
    assert.equal(answer.status, 202)
    await service.runJob('erase-people')
    assert.ok(!(await everything()).includes('Title 509'))
    service.clock.advance(3_700_000)
    await service.runJob('erase-people')
    await assertGone()
  })

  it('erases from where they acted by the authority of somebody else, and keeps who that is', async () => {
    const { code } = await invitationsOf(() => service).invited()
    const json = { code, first_name: NAME, password: PASSWORD }
    const accepted = await call('POST', '/api/invitations/accept', { json, token: null, headers: FROM })
    const { id } = dataOf(accepted).item
    await giveRole(service, { id }, 'administrator')
    const path = `/api/users/id/${id}/tokens/create`
    const made = dataOf(await call('POST', path, { json: { name: `For ${NAME}` } }))
    const role = { json: { name: 'Made by a token for them' }, token: made.item.api_token, headers: FROM }
    dataOf(await call('POST', '/api/roles/create', role))
    await seal()
    const theirs = async () => {
      const query = { actor_id: '1', per_page: '1000' }
      const { data } = dataOf(await call('GET', '/api/audit', { query })).list
      return data.filter(
        ({ action, subject_id, subject_name }: Record<string, unknown>) =>
          (action === 'users.create' && subject_id === id) || subject_name === role.json.name,
      )
    }
    const before = await theirs()
    assert.equal(before.length, 2)
    for (const entry of before) assert.equal(entry.ip, FROM['x-forwarded-for'], entry.action)
    assert.equal((await erase(id)).status, 200)
    const after = await theirs()
    assert.equal(after.length, 2)
    for (const [index, { actor_name, ip, user_agent, request_id, token_name }] of after.entries()) {
      assert.equal(actor_name, before[index].actor_name)
      assert.deepEqual([ip, user_agent, request_id, token_name], [null, null, null, null])
    }
    const entries = JSON.stringify(await db().selectFrom('audit_entries').selectAll().execute())
    for (const value of [...Object.values(FROM), NAME]) assert.ok(!entries.includes(value), value)
    await seal()
    assert.equal((await verified()).fault, undefined)
  })

  it('erases the reason of a large transaction in parts of 500 entries', async () => {
    const role = await makeRole(service)
    const { id } = await makeUser(service, { first_name: NAME })
    await insertUsers(service, 1300)
    const { rows } = await sql<{ id: number }>`
      select id from users where email like 'm%@e.com' and deleted_at is null`.execute(db())
    // As many as one call may name.
    const json = [id, ...rows.slice(0, 999).map((row) => row.id)]
    const headers = { 'x-reason': encodeURIComponent(`Asked for by ${NAME}`) }
    dataOf(await call('POST', `/api/roles/${role.id}/relationships/users`, { json, headers }))
    // What a receiver answered to each.
    const webhook = { url: 'https://hooks.example.com/', events: ['*'] }
    const { item } = dataOf(await call('POST', '/api/webhooks/create', { json: webhook }))
    await sql`insert into webhook_deliveries
        (webhook_id, event_uuid, number, action, kind, attempt, outcome, duration_ms, at, answer)
      select ${sql.lit(item.id)}, uuid, id, action, 'event', 1, 'delivered', 1, at, ${sql.lit(`Thanks, ${NAME}`)}
      from audit_entries where reason is not null`.execute(db())
    await seal()
    const left = async (table: 'audit_entries' | 'webhook_deliveries') => {
      const column = sql.ref(table === 'audit_entries' ? 'reason' : 'answer')
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)} where ${column} is not null`.execute(db())
      return Number(rows[0]?.n)
    }
    const tables = ['audit_entries', 'webhook_deliveries'] as const
    const counts = () => Promise.all(tables.map(left))
    let before = await counts()
    assert.deepEqual(before, [json.length, json.length])
    const answer = await callInIterations(service, () => erase(id))
    assert.equal(answer.status, 202)
    /** One transaction of the job. */
    const step = async () => {
      let asked = 0
      const once = {
        get aborted() {
          return asked++ > 0
        },
      }
      await continueErasures(context(), once as AbortSignal)
    }
    // The entry about the person, and those of others.
    for (let most = 501; before.some((count) => count > 0); most = 500) {
      const after = await counts()
      for (const [index, count] of after.entries()) {
        const erased = (before[index] as number) - count
        assert.ok(erased > 0 && erased <= most, `${erased} of ${tables[index]}`)
      }
      before = after
      await step()
    }
    await service.runJob('erase-people')
    const entries = JSON.stringify(await db().selectFrom('audit_entries').selectAll().execute())
    assert.ok(!entries.includes(NAME))
    await seal()
    assert.equal((await verified()).fault, undefined)
    // Only the repetition after an hour is left.
    const [erasure] = await db().selectFrom('erasures').selectAll().execute()
    assert.deepEqual([erasure?.after, erasure?.batches], [-1, []])
  })

  it('needs a permission of its own, and what deleting permanently needs', async () => {
    const { id } = await makeUser(service)
    for (const slug of ERASING) {
      const { token } = await makeActor(
        service,
        ERASING.filter((one) => one !== slug),
      )
      await assertForbidden(service, () => erase(id, token), [slug])
    }
    const { token } = await makeActor(service, ERASING)
    assert.equal((await erase(id, token)).status, 200)
  })

  it('is refused for oneself, for those who hold more, and for the last super administrator', async () => {
    const { token, id } = await makeActor(service, ERASING)
    await assertRefusedUnchanged(service, () => erase(id, token), { status: 409, code: 'own_account' })
    const strong = await makeActor(service, ['can-read-roles'])
    await assertForbidden(service, () => erase(strong.id, token), ['can-read-roles'])
    await assertRefusedUnchanged(service, () => erase(1), { status: 409, code: 'own_account' })
    await assertRefusedUnchanged(service, () => erase(987_654), { status: 404, code: 'not_found' })
    const attempt = () => call('DELETE', `/api/users/${strong.id}`, { query: { erase: 'false' } })
    await assertRefusedUnchanged(service, attempt, {
      status: 422,
      code: 'not_allowed',
      details: [['erase', 'not_allowed']],
    })
  })

  it('works for users in the trash, by uuid', async () => {
    const { id, uuid } = await makeUser(service, { first_name: NAME })
    dataOf(await call('POST', `/api/users/id/${id}/delete`))
    assert.equal((await erase(uuid)).status, 200)
    service.clock.advance(3_700_000)
    await service.runJob('erase-people')
    await assertGone()
  })
})
