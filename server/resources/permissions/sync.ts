import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { inTransaction } from '../../access/transaction.ts'
import { recordEntry } from '../../audit/entries.ts'
import type { AnyRow } from '../../crud/define/resource.ts'
import { anyTable, storedRows } from '../../crud/query/store.ts'
import { addLinks } from '../../crud/write/links.ts'
import { insertRow, updateRow } from '../../crud/write/rows.ts'
import { takeLocks } from '../../db/transactions/locks.ts'
import type { Fields } from '../../values/fields.ts'
import { permissions } from './index.ts'
import type { Declared } from './manifest.ts'

/** The result of a sync, by slug. */
export interface SyncReport {
  added: string[]
  changed: string[]
  /** Stored, but no longer declared: not deleted, as roles may still need them. */
  undeclared: string[]
  /** Declared, but soft-deleted: not restored. */
  trashed: string[]
}

/** Adds and updates stored permissions to match the declared ones, in one transaction. Deletes nothing. */
export function syncPermissions(ctx: Ctx, declared: readonly Declared[]): Promise<SyncReport> {
  return inTransaction(ctx, async (ctx) => {
    await takeLocks(ctx.db, [{ space: 'start', mode: 'exclusive' }])
    const stored = await storedRows(ctx, 'permissions', anyTable().and([]))
    const bySlug = Map.groupBy(stored, (row) => row.slug as string)
    const report: SyncReport = { added: [], changed: [], undeclared: [], trashed: [] }
    for (const permission of declared) {
      const rows = bySlug.get(permission.slug) ?? []
      const live = rows.find((row) => row.deleted_at === null)
      if (live) await syncOne(ctx, live, permission, report)
      else if (rows.length > 0) report.trashed.push(permission.slug)
      else {
        await insertRow(ctx, permissions, { ...permission, is_active: true })
        report.added.push(permission.slug)
      }
    }
    const slugs = new Set(declared.map(({ slug }) => slug))
    const orphans = stored.filter((row) => row.deleted_at === null && !slugs.has(row.slug as string))
    report.undeclared.push(...orphans.map((row) => row.slug as string))
    if (report.added.length > 0) await linkSuperAdministrator(ctx)
    const counts = { added: report.added.length, changed: report.changed.length }
    if (counts.added + counts.changed > 0)
      recordEntry(ctx, { action: 'permissions.sync', subject: { type: 'permissions', id: null }, counts })
    return report
  })
}

async function syncOne(ctx: Ctx, row: AnyRow, permission: Declared, report: SyncReport): Promise<void> {
  const changes: Fields = Object.fromEntries(
    Object.entries(permission).filter(([name, value]) => row[name] !== value),
  )
  if (Object.keys(changes).length === 0) return
  await updateRow(ctx, permissions, row, changes)
  report.changed.push(permission.slug)
}

/** Its users hold every permission by rule. The links are for lists and counts of permissions. */
async function linkSuperAdministrator(ctx: Ctx): Promise<void> {
  const role = await ctx.db
    .selectFrom('roles')
    .where('slug', '=', SUPER_ADMINISTRATOR)
    .select('id')
    .executeTakeFirst()
  if (!role) return
  const missing = await ctx.db
    .selectFrom('permissions')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('role_permissions')
            .where('role_id', '=', role.id)
            .whereRef('permission_id', '=', 'permissions.id')
            .select('role_permissions.id'),
        ),
      ),
    )
    .select('id')
    .execute()
  const links = { table: 'role_permissions', from: 'role_id', to: 'permission_id' } as const
  await addLinks(ctx, links, role.id, new Map(missing.map(({ id }) => [id, {}])))
}
