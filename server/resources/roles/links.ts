import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/effective.ts'
import { Grants } from '../../access/grants.ts'
import { refuseBeyond } from '../../access/rules.ts'
import type { AnyRow, LinkChange } from '../../crud/resource.ts'
import { conflict } from '../../errors.ts'

/** What a role may do is changed only by those who hold each of the permissions in question. */
export async function mayChangePermissionsOfRole(ctx: Ctx, role: AnyRow, change: LinkChange): Promise<void> {
  if (role.slug === SUPER_ADMINISTRATOR && change.weakened.length > 0) {
    throw conflict(
      'built_in_role',
      `The role ${SUPER_ADMINISTRATOR} holds every permission; none can be taken from it.`,
    )
  }
  const ids = [...change.granted, ...change.weakened]
  if (ids.length === 0) return
  const rows = await ctx.db.selectFrom('permissions').where('id', 'in', ids).select('slug').execute()
  refuseBeyond(ctx, new Grants(new Set(rows.map(({ slug }) => slug)), false), 'This')
}
