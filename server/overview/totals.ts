import { sql } from 'kysely'
import type { Subject } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { beginSharedRead, forSharedRead, isLongRead, scanDb } from '../db/queries/long-reads.ts'
import { tableState } from '../db/table-states.ts'
import type { Db } from '../db/tables.ts'

/** The numbers of records that the caller may read. */
export async function readTotals(ctx: Ctx) {
  const live = async (subject: Subject) =>
    may(ctx, subject) ? (await tableState(ctx, resourceNamed(ctx, subject).table)).live : null
  const [users, roles, permissions, taxonomies, taxonomy_types] = await Promise.all(
    (['users', 'roles', 'permissions', 'taxonomies', 'taxonomy-types'] as const).map(live),
  )
  return {
    users,
    active_users: may(ctx, 'users') ? await activeUsers(ctx) : null,
    pending_registrations: may(ctx, 'registrations') ? await pendingRegistrations(ctx) : null,
    roles,
    permissions,
    taxonomies,
    taxonomy_types,
  }
}

const may = ({ actor }: Ctx, subject: Subject) => actor.grants.has(`can-read-${subject}`)

async function activeUsers(ctx: Ctx): Promise<number> {
  const { live } = await tableState(ctx, 'users')
  return live - (await cachedCount(ctx, 'users', inactiveUsers))
}

const inactiveUsers = (db: Db) =>
  sql<Count>`select count(*) as count from users where is_active = false and deleted_at is null`.execute(db)

const pendingRegistrations = (ctx: Ctx): Promise<number> => cachedCount(ctx, 'registrations', pending)

/** Invited people wait for themselves. Each write of an invitation changes its registration too, so the cache notices it. */
const pending = (db: Db) =>
  sql<Count>`select count(*) as count from registrations
    where status in ('email-verification-pending', 'email-verified') and deleted_at is null
      and not exists (select 1 from invitations where registration_id = registrations.id)`.execute(db)

interface Count {
  count: number
}

/** Cached until the table changes. */
async function cachedCount(
  ctx: Ctx,
  table: 'users' | 'registrations',
  count: (db: Db) => Promise<{ rows: Count[] }>,
): Promise<number> {
  const state = await tableState(ctx, table)
  const read = async (ctx: Ctx) => Number((await count(await scanDb(ctx, state))).rows[0]?.count)
  const { records } = ctx
  if (!records) return read(ctx)
  const key = `count of ${table}`
  if (isLongRead(state) && !records.isReady(key, records.version(table))) await beginSharedRead(ctx, records)
  return records.cached(key, records.version(table), () => read(forSharedRead(ctx)))
}
