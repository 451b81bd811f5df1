import { inTransaction } from '../../server/access/transaction.ts'
import { insertRow } from '../../server/crud/write/rows.ts'
import { systemContext } from '../../server/prepare.ts'
import { registry } from '../../server/resources/index.ts'
import type { Service } from './service.ts'

export const RECORD_STATES = ['live', 'inactive', 'trashed'] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** States of a link between a user and a role, or a role and a permission. `expiring`: within the hour. */
export const LINK_STATES = [
  'none',
  'active',
  'inactive',
  'expired',
  'expiring',
  'inactive, expiring',
] as const
export type LinkState = (typeof LINK_STATES)[number]

const HOUR_MS = 3_600_000

/** The column values of a state. */
export const recordColumns = (state: RecordState, now: string) => ({
  is_active: state === 'live',
  deleted_at: state === 'trashed' ? now : null,
})

export function linkColumns(state: Exclude<LinkState, 'none'>, now: string) {
  const at = (offset: number) => new Date(Date.parse(now) + offset).toISOString()
  const expires_at =
    state === 'expired' ? at(-1) : state === 'active' || state === 'inactive' ? null : at(HOUR_MS)
  return { is_active: !state.startsWith('inactive'), expires_at, created_at: now, updated_at: now }
}

/** Whether a link is in force by the rules, now or once the hour is over. */
export const isLinkInForce = (state: LinkState, isHourOver = false): boolean =>
  state === 'active' || (state === 'expiring' && !isHourOver)

interface Inserted {
  id: number
  slug: string
}

/** Inserts records directly: fast, and in states that no call could create. */
export async function insertRecords(
  { connection }: Service,
  kind: 'users' | 'roles' | 'permissions',
  states: readonly { slug: string; state: RecordState }[],
): Promise<Inserted[]> {
  const own = {
    users: (slug: string) => ({ email: `${slug}@example.com`, username: slug, first_name: slug, meta: {} }),
    roles: (slug: string) => ({ name: slug, slug, type: 'backend' }),
    permissions: (slug: string) => ({ name: slug, slug, module: 'test' }),
  }
  return inTransaction(systemContext(connection), async (ctx) => {
    const inserted: Inserted[] = []
    for (const { slug, state } of states) {
      const { is_active, deleted_at } = recordColumns(state, ctx.now())
      const write = await insertRow(ctx, registry.named(kind), { ...own[kind](slug), is_active })
      const { id } = await write.result
      if (deleted_at) await ctx.db.updateTable(kind).set({ deleted_at }).where('id', '=', id).execute()
      inserted.push({ id, slug })
    }
    return inserted
  })
}

export async function link(
  { connection: { db }, clock }: Service,
  pairs: readonly { table: 'user_roles' | 'role_permissions'; from: number; to: number; state: LinkState }[],
): Promise<void> {
  // The machine's clock may be ahead of the service's, and what has expired by one is in force by the other.
  const now = clock.now()
  await db.transaction().execute(async (db) => {
    for (const { table, from, to, state } of pairs) {
      if (state === 'none') continue
      const columns = linkColumns(state, now)
      if (table === 'user_roles') {
        await db
          .insertInto(table)
          .values({ ...columns, user_id: from, role_id: to })
          .execute()
      } else
        await db
          .insertInto(table)
          .values({ ...columns, role_id: from, permission_id: to })
          .execute()
    }
  })
}
