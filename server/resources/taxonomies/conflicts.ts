import type { Ctx } from '../../access/context.ts'
import type { AnyRow } from '../../crud/resource.ts'
import { type Detail, Refusal } from '../../errors.ts'

interface Reference {
  id: number
  uuid: string
  name: string
  slug: string
}

/** What stands in the way of placing a term. */
export interface Conflict {
  code: 'name_taken' | 'loop' | 'wrong_type'
  message: string
  /** The one to be placed. */
  term: Reference
  /** The one that it cannot stand beside, or below. */
  other: Reference
}

export const inShort = ({ id, uuid, name, slug }: AnyRow | Reference): Reference => ({
  id,
  uuid,
  name: name as string,
  slug: slug as string,
})

/** Terms that would have the name of another below the same parent. */
export async function namesTaken(
  ctx: Ctx,
  moving: readonly AnyRow[],
  parentId: number | null,
): Promise<Conflict[]> {
  if (moving.length === 0) return []
  const ids = new Set(moving.map(({ id }) => id))
  const names = [...new Set(moving.map(({ name }) => name as string))]
  const taken = await ctx.db
    .selectFrom('taxonomies')
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('name', 'in', names)
    .where('deleted_at', 'is', null)
    .select(['id', 'uuid', 'name', 'slug', 'type_id'])
    .execute()
  return moving.flatMap((term) => {
    const other = taken.find(
      ({ id, name, type_id }) => !ids.has(id) && name === term.name && type_id === term.type_id,
    )
    if (!other) return []
    const message = `Another term there has the name ${other.name}.`
    return [{ code: 'name_taken' as const, message, term: inShort(term), other: inShort(other) }]
  })
}

const MAX_TOLD = 20

/** @throws Refusal 409 if there are any */
export function refuseConflicts(conflicts: readonly Conflict[], field: string): void {
  const [first] = conflicts
  if (!first) return
  const details = conflicts
    .slice(0, MAX_TOLD)
    .map(({ code, message, term }): Detail => ({ field, code, message: `${term.name}: ${message}` }))
  throw new Refusal(409, first.code, first.message, { details })
}
