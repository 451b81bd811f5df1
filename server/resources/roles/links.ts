import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/effective.ts'
import { Grants } from '../../access/grants.ts'
import { refuseBeyond } from '../../access/rules.ts'
import type { AnyRow, LinkChange } from '../../crud/resource.ts'
import { conflict } from '../../errors.ts'

const holdsEveryPermission = () =>
  conflict(
    'built_in_role',
    `The role ${SUPER_ADMINISTRATOR} holds every permission; none can be taken from it.`,
  )

/** What a role may do is changed only by those who hold each of the permissions in question. */
export async function mayChangePermissionsOfRole(ctx: Ctx, role: AnyRow, change: LinkChange): Promise<void> {
  if (role.slug === SUPER_ADMINISTRATOR && change.weakened.length > 0) {
    throw holdsEveryPermission()
  }
  const ids = [...change.granted, ...change.weakened]
  if (ids.length === 0) return
  const rows = await ctx.db.selectFrom('permissions').where('id', 'in', ids).select('slug').execute()
  refuseBeyond(ctx, new Grants(new Set(rows.map(({ slug }) => slug)), false), 'This')
}

/** The same from the side of the permission: it is given to roles, or taken from them, by those who hold it. */
export async function mayChangeRolesOfPermission(
  ctx: Ctx,
  permission: AnyRow,
  change: LinkChange,
): Promise<void> {
  refuseBeyond(ctx, new Grants(new Set([permission.slug as string]), false), 'This')
  if (change.weakened.length === 0) return
  const superRole = await ctx.db
    .selectFrom('roles')
    .where('slug', '=', SUPER_ADMINISTRATOR)
    .where('id', 'in', change.weakened)
    .select('id')
    .executeTakeFirst()
  if (superRole) throw holdsEveryPermission()
}
