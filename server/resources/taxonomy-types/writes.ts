import type { Ctx } from '../../access/context.ts'
import { type AnyRow, type Operations, resourceNamed } from '../../crud/define/resource.ts'
import { anyTable, countRows, storedRowsInBatches } from '../../crud/query/store.ts'
import { trashRow } from '../../crud/write/rows.ts'
import {
  countsOf,
  descendants,
  hasChildren,
  newDeletionId,
  refuseLoop,
  restoreBranch,
  stillNeeded,
  trashRows,
  untrashRows,
  type Which,
  whichCondition,
} from '../../crud/write/tree.ts'
import { defaults, resolveReferences } from '../../crud/write/write.ts'
import { conflict, forbidden } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import { withSlug } from '../slugs.ts'
import { refuseMissingOrUnfitParents } from '../taxonomies/parents.ts'
import { refuseUnlessMayReclassify } from '../taxonomies/reclassify.ts'

export const createType: Operations['create'] = (ctx, resource, values) =>
  defaults.create(ctx, resource, {
    is_active: true,
    meta: {},
    parent_id: null,
    ...withSlug(values, resource.schemas.create),
  })

export const updateType: Operations['update'] = async (ctx, resource, row, changes) => {
  const { parent_id: parentId } = await resolveReferences(ctx, resource, { parent: changes.parent })
  if (parentId !== undefined && parentId !== row.parent_id) {
    if (parentId !== null) await refuseLoop(ctx, resource, row.id, parentId as number)
    await refuseOrphanedTerms(ctx, row)
  }
  return defaults.update(ctx, resource, row, changes)
}

/** A type cannot move while its terms have parents of its parent type. @throws Refusal 409 */
async function refuseOrphanedTerms(ctx: Ctx, type: AnyRow): Promise<void> {
  const dependent = await ctx.db
    .selectFrom('taxonomies as term')
    .innerJoin('taxonomies as above', 'above.id', 'term.parent_id')
    .where('term.type_id', '=', type.id)
    .where('above.type_id', '!=', type.id)
    .where('term.deleted_at', 'is', null)
    .select('term.id')
    .limit(1)
    .executeTakeFirst()
  if (dependent)
    throw conflict(
      'has_terms',
      say`Terms of this type are placed under terms of its parent type; move them first.`,
      'parent',
    )
}

const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id)

const terms = (ctx: Ctx) => resourceNamed(ctx, 'taxonomies')

const termsOf = (types: AnyRow[], which: Which) => {
  const eb = anyTable()
  return eb.and([
    eb(
      'type_id',
      'in',
      types.map(({ id }) => id),
    ),
    whichCondition(which),
  ])
}

/** Deleting or restoring terms with their type needs the same permissions as without it. @throws Refusal 403 */
async function refuseUnlessMayDeleteTerms(ctx: Ctx, terms: readonly AnyRow[], what: Message): Promise<void> {
  if (terms.length === 0) return
  if (!ctx.actor.grants.has('can-delete-taxonomies'))
    throw forbidden(['can-delete-taxonomies'], say`${what} needs`)
  await refuseUnlessMayReclassify(ctx, idsOf(terms), what)
}

/** With `cascade`, also deletes all descendant types, and the terms of all of them. */
export const removeType: Operations['remove'] = async (ctx, resource, row, { cascade }) => {
  const typesBelow = await descendants(ctx, resource, [row.id], 'live')
  const types = [row, ...typesBelow]
  const below = typesBelow.length + (await countRows(ctx, 'taxonomies', termsOf(types, 'live')))
  if (below > 0 && !cascade) throw hasChildren(ctx, resource, below, ['taxonomy-types', 'taxonomies'])
  const deletion = newDeletionId()
  const live = await storedRowsInBatches(ctx, 'taxonomies', termsOf(types, 'live'))
  await refuseUnlessMayDeleteTerms(ctx, live, say`Deleting this type with its terms`)
  await trashRows(ctx, terms(ctx), live, deletion)
  const counts = countsOf({ 'taxonomy-types': typesBelow.length, taxonomies: live.length })
  await trashRow(ctx, resource, row, { deletion }, counts)
  await trashRows(ctx, resource, typesBelow, deletion)
}

/** With `cascade`, also restores the descendant types and terms that the same deletion removed. */
export const restoreType: Operations['restore'] = async (ctx, resource, row, options) => {
  const deletion = row.deletion as string | null
  const types =
    options.cascade && deletion !== null
      ? [row, ...(await descendants(ctx, resource, [row.id], { deletion }))]
      : []
  const deleted =
    types.length > 0
      ? await storedRowsInBatches(ctx, 'taxonomies', termsOf(types, { deletion: deletion as string }))
      : []
  await refuseUnlessMayDeleteTerms(ctx, deleted, say`Restoring this type with its terms`)
  await restoreBranch(ctx, resource, row, options.cascade, { taxonomies: deleted.length })
  await untrashRows(ctx, terms(ctx), deleted)
  await refuseMissingOrUnfitParents(ctx, idsOf(deleted))
}

export const destroyType: Operations['destroy'] = async (ctx, resource, row) => {
  const count = await countRows(ctx, 'taxonomies', anyTable()('type_id', '=', row.id))
  if (count > 0) throw stillNeeded(ctx, resource, count, ['taxonomies'])
  await defaults.destroy(ctx, resource, row)
}
