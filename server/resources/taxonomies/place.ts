import type { Ctx } from '../../access/context.ts'
import { type AnyRow, resourceNamed } from '../../crud/define/resource.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { anyTable, storedRows } from '../../crud/query/store.ts'
import { referenceNotFound } from '../../crud/write/write.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { namedTerms } from './parents.ts'
import type { Place, Sibling } from './positions.ts'
import { areSame, siblingsOf } from './siblings.ts'

export interface Sides {
  before?: string | number | undefined
  after?: string | number | undefined
}

/** The place that a move names beside another term, if it names one. @throws Refusal 422 */
export async function placeNamed(
  ctx: Ctx,
  row: AnyRow,
  { before, after }: Sides,
): Promise<Place | undefined> {
  if (before !== undefined && after !== undefined)
    throw invalidField('after', 'contradiction', say`Send before or after, not both.`)
  const side = before === undefined ? 'after' : 'before'
  const name = before ?? after
  if (name === undefined) return undefined
  const found = await namedTerms(ctx, name)
  const { id } = found.find(({ type_id }) => type_id === row.type_id) ?? found[0] ?? {}
  if (id === undefined) {
    const terms = resourceNamed(ctx, 'taxonomies')
    throw referenceNotFound(side, terms, await hintOf(ctx, terms, name))
  }
  if (id === row.id) throw invalidField(side, 'not_allowed', say`A term can't be placed beside itself.`)
  const [sibling] = await storedRows(ctx, 'taxonomies', anyTable()('id', '=', id))
  if (sibling?.type_id !== row.type_id)
    throw invalidField(side, 'wrong_type', say`${side} must be a term of the same type.`)
  return { side, sibling: sibling as unknown as Sibling }
}

/** The parent that a term gets beside another one: its own if they are siblings already. */
export async function parentAt(
  ctx: Ctx,
  row: AnyRow,
  { sibling }: Place,
): Promise<number | null | undefined> {
  const isThere = areSame(await siblingsOf(ctx, row as never), await siblingsOf(ctx, sibling))
  return isThere ? undefined : sibling.parent_id
}

/** @param parentId the parent that the move names @throws Refusal 422 if the term would not be a sibling there */
export async function refuseElsewhere(
  ctx: Ctx,
  row: AnyRow,
  parentId: number | null,
  { side, sibling }: Place,
): Promise<void> {
  const now = await siblingsOf(ctx, { type_id: row.type_id as number, parent_id: parentId })
  if (areSame(now, await siblingsOf(ctx, sibling))) return
  throw invalidField(side, 'not_allowed', say`${side} must be a term below the same parent.`)
}
