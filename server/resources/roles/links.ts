import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { Grants, SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import {
  type GrantExtension,
  lockRolesIfAllowed,
  refuseLongerGrants,
  refuseUnheldGrants,
  refuseUnlessMayChangeRole,
  refuseUnlessMayChangeRoles,
} from '../../access/rules.ts'
import { deleteTokensOfFormerMakers } from '../../credentials/token-makers.ts'
import type { AnyRow, LinkChange } from '../../crud/define/resource.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import type { Lock } from '../../db/transactions/locks.ts'
import { conflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/** Serializes all writes to links of roles with permissions. */
export const GRANTS: readonly Lock[] = [{ space: 'grants', mode: 'exclusive' }]

const holdsEveryPermission = () =>
  conflict(
    'built_in_role',
    say`The role ${SUPER_ADMINISTRATOR} holds every permission; none can be removed from it.`,
  )

/**
 * To change a role's permissions, the caller must hold all of them and each permission in question. Otherwise a caller
 * with few permissions could revoke them from everyone above.
 */
export async function mayChangePermissionsOfRole(ctx: Ctx, role: AnyRow, change: LinkChange): Promise<void> {
  if (role.slug === SUPER_ADMINISTRATOR && change.weakened.length > 0) {
    throw holdsEveryPermission()
  }
  const ids = [...change.granted, ...change.weakened]
  if (ids.length === 0) return
  const rows = await ctx.db
    .selectFrom('permissions')
    .where('id', 'in', ids)
    .select(['id', 'slug'])
    .orderBy('id')
    .execute()
  refuseUnheldGrants(ctx, new Grants(new Set(rows.map(({ slug }) => slug)), false), say`This`)
  const granted = rows.map(({ id, slug }) => grantedTo(slug, change.lengthened.get(id)))
  refuseLongerGrants(ctx, granted)
  await lockRolesIfAllowed(ctx, [role.id], () =>
    refuseUnlessMayChangeRole(ctx, { id: role.id, slug: role.slug as string }),
  )
}

const grantedTo = (slug: string, ...extensions: (GrantExtension | undefined)[]) => ({
  grants: new Grants(new Set([slug]), false),
  what: say`the permission ${slug}`,
  extensions: extensions.filter((link) => link !== undefined),
})

/** As {@link mayChangePermissionsOfRole}, from the permission's side. */
export async function mayChangeRolesOfPermission(
  ctx: Ctx,
  permission: AnyRow,
  change: LinkChange,
): Promise<void> {
  const slug = permission.slug as string
  refuseUnheldGrants(ctx, new Grants(new Set([slug]), false), say`This`)
  refuseLongerGrants(ctx, [grantedTo(slug, ...change.lengthened.values())])
  const ids = [...new Set([...change.granted, ...change.weakened])]
  if (ids.length === 0) return
  const roles = await ctx.db
    .selectFrom('roles')
    .where(isAmong(ctx.db, sql.ref('id'), ids))
    .select(['id', 'slug'])
    .execute()
  const superRole = roles.find(({ slug }) => slug === SUPER_ADMINISTRATOR)
  if (superRole && change.weakened.includes(superRole.id)) throw holdsEveryPermission()
  await lockRolesIfAllowed(ctx, ids, () => refuseUnlessMayChangeRoles(ctx, roles))
}

/** A permission revoked from a role is revoked from its users, who may have made tokens for others with it. */
export async function endTokensOfWeakenedRoles(
  ctx: Ctx,
  _row: AnyRow,
  { weakened }: LinkChange,
): Promise<void> {
  if (weakened.length > 0) await deleteTokensOfFormerMakers(ctx)
}
