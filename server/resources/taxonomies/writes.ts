import type { Ctx } from '../../access/context.ts'
import type { AnyRow, Operations, Resource } from '../../crud/define/resource.ts'
import { setValues } from '../../crud/write/rows.ts'
import { descendants, refuseLoop } from '../../crud/write/tree.ts'
import { defaults, resolveReferences } from '../../crud/write/write.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { withSlug } from '../slugs.ts'
import { parentNamed, refuseMissingOrUnfitParents, refuseTypeMismatch } from './parents.ts'
import { positionAfter } from './positions.ts'
import { refuseUnlessMayReclassify } from './reclassify.ts'

export const createTerm: Operations['create'] = async (ctx, resource, values) => {
  const { parent, ...term } = values
  const placed = { parent_id: null, ...(await resolveReferences(ctx, resource, term)) } as Fields
  if (parent !== undefined)
    placed.parent_id = await parentNamed(ctx, placed.type_id as number, parent as string)
  return defaults.create(ctx, resource, {
    is_active: true,
    meta: {},
    ...withSlug(placed, resource.schemas.create),
  })
}

export const updateTerm: Operations['update'] = async (ctx, resource, row, changes) => {
  const { parent, ...others } = changes
  const changed = await resolveReferences(ctx, resource, others)
  const typeId = (changed.type_id ?? row.type_id) as number
  if (parent !== undefined)
    changed.parent_id = await newParent(ctx, resource, row, typeId, parent as string | null)
  const isMoved = typeId !== row.type_id || changed.parent_id !== undefined
  if (!isMoved) return defaults.update(ctx, resource, row, changed)
  await refuseTypeMismatch(ctx, { ...row, ...changed })
  return defaults.update(ctx, resource, row, {
    ...(await positionAfter(ctx, row as never, changed)),
    ...changed,
  })
}

async function newParent(ctx: Ctx, resource: Resource, row: AnyRow, typeId: number, parent: string | null) {
  if (parent === null) return null
  const parentId = await parentNamed(ctx, typeId, parent)
  await refuseLoop(ctx, resource, row.id, parentId)
  return parentId
}

export const removeTerm: Operations['remove'] = async (ctx, resource, row, options) => {
  const below = options.cascade ? await descendants(ctx, resource, [row.id], 'live') : []
  await refuseUnlessMayReclassify(ctx, idsOf([row, ...below]), say`Deleting this term`)
  await defaults.remove(ctx, resource, row, options)
}

export const destroyTerm: Operations['destroy'] = async (ctx, resource, row) => {
  await refuseUnlessMayReclassify(ctx, [row.id], say`Deleting this term`)
  await defaults.destroy(ctx, resource, row)
}

const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id)

/** The type and parent of each restored term must be live. */
export const restoreTerm: Operations['restore'] = async (ctx, resource, row, options) => {
  const deletion = row.deletion as string | null
  const deleted =
    options.cascade && deletion !== null ? await descendants(ctx, resource, [row.id], { deletion }) : []
  await refuseUnlessMayReclassify(ctx, idsOf([row, ...deleted]), say`Restoring this term`)
  await defaults.restore(ctx, resource, row, options)
  // A restored term is separate again; what the merge has moved does not come back.
  if (row.merged_into_id !== null) await setValues(ctx, resource, row, { merged_into_id: null })
  const below = await descendants(ctx, resource, [row.id], 'live')
  await refuseMissingOrUnfitParents(ctx, idsOf([row, ...below]))
}
