import type { Ctx } from '../../access/context.ts'
import { resourceNamed } from '../../crud/define/resource.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { referenceNotFound } from '../../crud/write/write.ts'
import { inBatches } from '../../db/queries/chunks.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'
import { conflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

const UUID = /^[0-9a-f-]{36}$/i

/**
 * The named parent for a term of this type. It must be of the same type, or of the type's parent type.
 * @throws Refusal 422 if there is none, 409 if it is of another type
 */
export async function parentNamed(ctx: Ctx, typeId: number, name: string | number): Promise<number> {
  const { id, fits } = await candidateNamed(ctx, typeId, name)
  if (!fits) throw wrongType()
  return id
}

/**
 * The named term, and whether it may be the parent of a term of this type. If a slug names several, the parent type goes
 * first, then the same type.
 * @throws Refusal 422 if there is none
 */
export async function candidateNamed(
  ctx: Ctx,
  typeId: number,
  name: string | number,
): Promise<{ id: number; fits: boolean }> {
  const candidates = await namedTerms(ctx, name, 'share')
  if (candidates.length === 0) {
    const terms = resourceNamed(ctx, 'taxonomies')
    throw referenceNotFound('parent', terms, await hintOf(ctx, terms, name))
  }
  const allowed = await parentTypes(ctx, typeId)
  for (const type of allowed) {
    const parent = candidates.find((term) => term.type_id === type)
    if (parent) return { id: parent.id, fits: true }
  }
  return { id: (candidates[0] as { id: number }).id, fits: false }
}

/** The live terms with this id, else those with this uuid or slug, the oldest first: types may share a slug. */
export async function namedTerms(
  ctx: Ctx,
  name: string | number,
  lock: RowLock = 'none',
): Promise<{ id: number; type_id: number }[]> {
  const text = String(name)
  const isId = /^\d{1,15}$/.test(text)
  const select = ctx.db
    .selectFrom('taxonomies')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('slug', '=', text),
        ...(isId ? [eb('id', '=', Number(text))] : []),
        ...(UUID.test(text) ? [eb('uuid', '=', text.toLowerCase())] : []),
      ]),
    )
    .select(['id', 'type_id'])
    .orderBy('id')
  const found = await locking(ctx.db, select, lock).execute()
  const named = isId ? found.filter(({ id }) => id === Number(text)) : []
  return named.length > 0 ? named : found
}

export const WRONG_TYPE = say`A parent must be of the same type, or of the parent type of its type.`

const wrongType = () => conflict('wrong_type', WRONG_TYPE, 'parent')

/** Types that a parent may have, the parent type first. */
async function parentTypes(ctx: Ctx, typeId: number): Promise<number[]> {
  const select = ctx.db.selectFrom('taxonomy_types').where('id', '=', typeId).select('parent_id')
  const type = await locking(ctx.db, select, 'share').executeTakeFirst()
  return type?.parent_id == null ? [typeId] : [type.parent_id, typeId]
}

/** After a change of type, the term must still fit its parent and its children. @throws Refusal 409 */
export async function refuseTypeMismatch(ctx: Ctx, term: Fields): Promise<void> {
  if (term.parent_id !== null) await refuseUnfitParent(ctx, term.type_id as number, term.parent_id as number)
  const children = await ctx.db
    .selectFrom('taxonomies')
    .innerJoin('taxonomy_types', 'taxonomy_types.id', 'taxonomies.type_id')
    .where('taxonomies.parent_id', '=', term.id as number)
    .where('taxonomies.deleted_at', 'is', null)
    .select(['taxonomies.type_id', 'taxonomy_types.parent_id'])
    .distinct()
    .execute()
  const fits = children.every((child) => child.type_id === term.type_id || child.parent_id === term.type_id)
  if (!fits)
    throw conflict('wrong_type', say`The terms below it are not allowed under a term of that type.`, 'type')
}

async function refuseUnfitParent(ctx: Ctx, typeId: number, parentId: number): Promise<void> {
  const select = ctx.db.selectFrom('taxonomies').where('id', '=', parentId).select('type_id')
  const parent = await locking(ctx.db, select, 'share').executeTakeFirstOrThrow()
  if (!(await parentTypes(ctx, typeId)).includes(parent.type_id)) throw wrongType()
}

/** The type and parent of a restored term must be live, and the parent of a fitting type. @throws Refusal 409 */
export async function refuseMissingOrUnfitParents(ctx: Ctx, termIds: number[]): Promise<void> {
  for await (const ids of inBatches(termIds)) {
    const found = await findUnplaceable(ctx, ids)
    if (found?.type_gone) {
      throw conflict('type_trashed', say`Its taxonomy type is soft-deleted; restore that first.`)
    }
    if (found?.parent_gone) {
      throw conflict('parent_trashed', say`A parent is soft-deleted; restore that first.`)
    }
    if (found) throw wrongType()
  }
}

const findUnplaceable = (ctx: Ctx, ids: number[]) =>
  ctx.db
    .selectFrom('taxonomies as term')
    .innerJoin('taxonomy_types as type', 'type.id', 'term.type_id')
    .leftJoin('taxonomies as above', 'above.id', 'term.parent_id')
    .where('term.id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('type.deleted_at', 'is not', null),
        eb('above.deleted_at', 'is not', null),
        eb.and([
          eb('above.type_id', '!=', eb.ref('term.type_id')),
          eb.or([eb('type.parent_id', 'is', null), eb('above.type_id', '!=', eb.ref('type.parent_id'))]),
        ]),
      ]),
    )
    .select(['type.deleted_at as type_gone', 'above.deleted_at as parent_gone'])
    .limit(1)
    .executeTakeFirst()
