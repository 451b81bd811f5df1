import { lockRoles } from '../../access/authority.ts'
import type { Ctx } from '../../access/context.ts'
import { Grants } from '../../access/grants.ts'
import { PERMANENT, refuseLongerGrants, refuseUnheldGrants } from '../../access/rules.ts'
import { deleteTokensOfFormerMakers } from '../../credentials/token-makers.ts'
import type { Operations } from '../../crud/define/resource.ts'
import { defaults } from '../../crud/write/write.ts'
import { say } from '../../messages/say.ts'

const grantsIn = (slug: unknown) => new Grants(new Set([slug as string]), false)

async function lockRolesWith(ctx: Ctx, permissionId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .where('permission_id', '=', permissionId)
    .select('role_id')
    .execute()
  await lockRoles(
    ctx,
    rows.map(({ role_id: id }) => id),
  )
}

/** Deleting a permission revokes it from every role, so the caller must hold it. */
export const removePermission: Operations['remove'] = async (ctx, resource, row, options) => {
  refuseUnheldGrants(ctx, grantsIn(row.slug), say`Deleting this permission`)
  await lockRolesWith(ctx, row.id)
  await defaults.remove(ctx, resource, row, options)
  await deleteTokensOfFormerMakers(ctx)
}

/** Restoring grants it again to every role that had it. */
export const restorePermission: Operations['restore'] = async (ctx, resource, row, options) => {
  const grants = grantsIn(row.slug)
  refuseUnheldGrants(ctx, grants, say`Restoring this permission`)
  refuseLongerGrants(ctx, [{ grants, what: say`this permission`, extensions: [PERMANENT] }])
  await lockRolesWith(ctx, row.id)
  await defaults.restore(ctx, resource, row, options)
}

export const destroyPermission: Operations['destroy'] = async (ctx, resource, row) => {
  refuseUnheldGrants(ctx, grantsIn(row.slug), say`Deleting this permission`)
  await lockRolesWith(ctx, row.id)
  await defaults.destroy(ctx, resource, row)
  await deleteTokensOfFormerMakers(ctx)
}
