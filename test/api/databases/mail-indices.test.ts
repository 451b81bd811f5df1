// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { dataOf, makeRole, makeUser } from '../../support/actors.ts'
import { engine, newDatabase, readCounts } from '../../support/databases.ts'
import { newAddress } from '../../support/invitations.ts'
import { waitingMails } from '../../support/mail.ts'
import { temporaryFolder } from '../../support/process.ts'
import { fillTables } from '../../support/rows.ts'
import { type Service, startService } from '../../support/service.ts'

/**
 * Each index of the tables of mails, codes and invitations is used by a call or a job of the service, on tables of some
 * thousand rows: one that is not would only cost its writes. On SQLite the plans of the statements say so, on PostgreSQL
 * its own count of the scans of each index, which includes those for foreign keys.
 */

const TABLES = ['mails', 'mailed_codes', 'invitations', 'planned_links']
const ROWS = 3000
const DAY_MS = 86_400_000
const PASSWORD = 'a phrase of my own'

const folder = temporaryFolder()
after(folder.remove)
const onPostgres = engine !== 'sqlite'

describe('The tables of mails, codes and invitations', () => {
  let database: Awaited<ReturnType<typeof newDatabase>> | undefined
  let service: Service
  before(async () => {
    database = onPostgres ? await newDatabase() : undefined
    // In memory, all statements run on one connection, which records them.
    const databaseUrl = database?.url ?? 'sqlite::memory:'
    service = await startService({ databaseUrl, dataFolder: folder.path, signup: 'verify' })
    await fillTables(service)
    await fill()
    if (onPostgres) await sql`analyze`.execute(service.connection.db)
  })
  after(async () => {
    await stop()
    await database?.drop()
  })

  let isStopped = false
  async function stop(): Promise<void> {
    if (!isStopped) await service.stop()
    isStopped = true
  }

  async function fill(): Promise<void> {
    const { db } = service.connection
    const inDays = (days: number) => new Date(Date.parse(service.clock.now()) + days * DAY_MS).toISOString()
    const rows = Array.from({ length: ROWS }, (_, n) => n)
    const insert = async (table: 'mails' | 'mailed_codes' | 'invitations', rowOf: (n: number) => object) => {
      for (let n = 0; n < ROWS; n += 100)
        await db
          .insertInto(table)
          .values(rows.slice(n, n + 100).map(rowOf) as never)
          .execute()
    }
    const owner = (n: number) => ({
      user_id: n % 2 === 0 ? 100 + (n % 900) : null,
      registration_id: n % 2 === 0 ? null : 100 + (n % 900),
    })
    await insert('mails', (n) => {
      const state = n % 300 === 0 ? 'waiting' : n % 50 === 0 ? 'failed' : 'sent'
      return {
        ...owner(n),
        ...{ uuid: randomUUIDv7(), kind: n % 500 === 1 ? 'welcome' : 'new-device', address: `m${n}@e.com` },
        ...{ address_key: `m${n}@e.com`, is_bulk: false, state, attempts: 1, limit_key: `key-${n}` },
        // Most have ended in the last weeks, a few before.
        ...{ next_attempt_at: inDays(1), created_at: inDays(-40), sealed: state === 'waiting' ? 'x' : null },
        ended_at: state === 'waiting' ? null : inDays(n % 200 === 2 ? -40 : -20 + n / ROWS),
      }
    })
    await insert('mailed_codes', (n) => ({
      ...owner(n),
      ...{ purpose: n % 2 === 0 ? 'reset' : 'signup-verify', address_hash: `address-${n}`, tries: 0 },
      ...{ code_hash: `code-${n}`, request_hash: `request-${n}`, created_at: inDays(-1) },
      ...{ digits_hash: `digits-${n}`, digits_expire_at: inDays(n % 200 === 0 ? -1 : 1) },
      ...{
        reserved_key: n % 2 === 0 ? `reserved${n}@e.com` : null,
        expires_at: inDays(n % 200 === 0 ? -1 : 1),
      },
    }))
    const authority = { user_id: 1, maker_id: null, through_id: null, permissions: null }
    await insert('invitations', (n) => ({
      ...{ registration_id: n + 1, inviter_id: 100 + (n % 900), authority, message: null },
      ...{ created_at: inDays(-1), expires_at: inDays(n % 200 === 0 ? -1 : 7) },
    }))
    await sql`insert into planned_links (invitation_id, kind, role_id)
      select id, 'role', 10 + id % 400 from invitations`.execute(db)
    await sql`insert into planned_links (invitation_id, kind, taxonomy_id)
      select id, 'taxonomy', 10 + id % 400 from invitations`.execute(db)
  }

  const post = async (path: string, json: object, token?: string | null) =>
    dataOf(await service.call('POST', path, { json, ...(token !== undefined && { token }) }))
  const list = async (path: string, query: Record<string, string>) =>
    dataOf(await service.call('GET', path, { query }))
  const lastMail = async (address: string, kind: 'verify' | 'reset' | 'invitation') =>
    (await waitingMails(service, address, kind)).at(-1)

  /** Sign-up, reset and invitation, the lists of the console, and the jobs. */
  async function useAll(): Promise<void> {
    const email = newAddress()
    await post('/api/signup', { email, first_name: 'Mei', password: PASSWORD }, null)
    const { request } = await post('/api/signup/resend', { email }, null)
    const { digits } = await lastMail(email, 'verify')
    await post('/api/signup/verify', { code: digits, request, password: PASSWORD }, null)
    const user = await makeUser(service)
    await post('/api/password/forgot', { email: user.email }, null)
    const { code } = await lastMail(user.email, 'reset')
    await post('/api/password/reset', { code, password: PASSWORD, password_confirmation: PASSWORD }, null)

    const role = await makeRole(service)
    const [accepted, revoked] = [newAddress(), newAddress()]
    const { items } = await post(
      '/api/invitations/create',
      [accepted, revoked].map((email) => ({ email, roles: [role.slug] })) as never,
    )
    const invitation = { code: (await lastMail(accepted, 'invitation')).code }
    await post('/api/invitations/look', invitation, null)
    await post('/api/invitations/accept', { ...invitation, first_name: 'Ada', password: PASSWORD }, null)
    await post(`/api/registrations/id/${items[1].id}/revoke`, {})
    await list('/api/invitations', { state: 'expired' })
    await list('/api/invitations', { inviter_id: '150' })

    await list('/api/mails', { state: 'waiting' })
    await list('/api/mails', { kind: 'welcome' })
    await list('/api/mails', { address: 'm7@e.com' })
    await list('/api/mails', { user_id: '150' })
    for (const job of ['send-mails', 'delete-old-mails', 'delete-expired-codes']) await service.runJob(job)

    for (const [name, id] of [
      ['roles', 51],
      ['taxonomies', 2901],
      ['registrations', 120],
    ] as const) {
      await post(`/api/${name}/id/${id}/delete`, {})
      dataOf(await service.call('DELETE', `/api/${name}/${id}`))
    }
  }

  it('have no index that is not used', async () => {
    const recorded: NonNullable<Service['statements']['recorded']> = []
    service.statements.recorded = recorded
    await useAll()
    delete service.statements.recorded
    const unused = onPostgres ? await notCounted() : await notPlanned(recorded)
    assert.deepEqual(unused.sort(), [])
  })

  /** Indices of SQLite that no plan of these statements names, without those that hold a constraint. */
  async function notPlanned(
    statements: { sql: string; parameters: readonly unknown[] }[],
  ): Promise<string[]> {
    const { db } = service.connection
    const used = new Set<string>()
    for (const { sql: text, parameters } of statements) {
      if (!/^(select|update|delete|with)/.test(text)) continue
      const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
      const { rows } = await db.executeQuery<{ detail: string }>(explain)
      for (const { detail } of rows) used.add(/USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? '')
    }
    const names: string[] = []
    for (const table of TABLES) {
      const list = CompiledQuery.raw(`select name from pragma_index_list('${table}') where origin = 'c'`)
      names.push(...(await db.executeQuery<{ name: string }>(list)).rows.map(({ name }) => name))
    }
    assert.ok(names.length > 0)
    return names.filter((name) => !used.has(name))
  }

  /** The same of PostgreSQL. */
  async function notCounted(): Promise<string[]> {
    await stop()
    const rows = await readCounts<{ name: string; scans: string }>(
      service.config.databaseUrl,
      `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = any($1)
        and not exists (select from pg_constraint where conindid = indexrelid)`,
      [TABLES],
    )
    assert.ok(rows.length > 0)
    return rows.filter(({ scans }) => scans === '0').map(({ name }) => name)
  }
})
