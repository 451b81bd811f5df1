import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import {
  lockRolesIfAllowed,
  refuseUnlessMayChangeRole,
  refuseUnlessMayReactivate,
} from '../../access/rules.ts'
import { deleteTokensOfFormerMakers } from '../../credentials/token-makers.ts'
import type { AnyRow, Operations } from '../../crud/define/resource.ts'
import { defaults } from '../../crud/write/write.ts'
import { conflict } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import { withSlug } from '../slugs.ts'

export const createRole: Operations['create'] = (ctx, resource, values) =>
  defaults.create(ctx, resource, {
    is_active: true,
    type: 'backend',
    details: null,
    requires_second_factor: false,
    ...withSlug(values, resource.schemas.create),
  })

export const updateRole: Operations['update'] = async (ctx, resource, row, changes) => {
  const isRevived = changes.is_active === true && !row.is_active
  const mayChange = () =>
    (isRevived ? refuseUnlessMayReactivate : refuseUnlessMayChangeRole)(ctx, roleOf(row))
  await (changes.is_active === undefined ? mayChange() : lockRolesIfAllowed(ctx, [row.id], mayChange))
  const isRenamed = ['name', 'slug'].some(
    (field) => changes[field] !== undefined && changes[field] !== row[field],
  )
  if (isRenamed || changes.is_active === false) refuseIfBuiltIn(row, say`renamed or deactivated`)
  const write = await defaults.update(ctx, resource, row, changes)
  if (changes.is_active === false) await deleteTokensOfFormerMakers(ctx)
  return write
}

export const removeRole: Operations['remove'] = async (ctx, resource, row, options) => {
  await lockRolesIfAllowed(ctx, [row.id], () => refuseUnlessMayChangeRole(ctx, roleOf(row)))
  refuseIfBuiltIn(row, say`deleted`)
  await defaults.remove(ctx, resource, row, options)
  await deleteTokensOfFormerMakers(ctx)
}

export const restoreRole: Operations['restore'] = async (ctx: Ctx, resource, row, options) => {
  await lockRolesIfAllowed(ctx, [row.id], () => refuseUnlessMayReactivate(ctx, roleOf(row)))
  await defaults.restore(ctx, resource, row, options)
}

export const destroyRole: Operations['destroy'] = async (ctx, resource, row) => {
  await lockRolesIfAllowed(ctx, [row.id], () => refuseUnlessMayChangeRole(ctx, roleOf(row)))
  refuseIfBuiltIn(row, say`deleted`)
  await defaults.destroy(ctx, resource, row)
  await deleteTokensOfFormerMakers(ctx)
}

const roleOf = (row: AnyRow) => ({ id: row.id, slug: row.slug as string })

function refuseIfBuiltIn(row: AnyRow, what: Message): void {
  if (row.slug !== SUPER_ADMINISTRATOR) return
  throw conflict('built_in_role', say`The role ${SUPER_ADMINISTRATOR} can't be ${what}.`)
}
