import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { Where } from '../../crud/define/resource.ts'
import { anyTable } from '../../crud/query/store.ts'

/** The terms of a type right below one parent of this type, or with null at the top of the type's tree. */
export interface Siblings {
  typeId: number
  parentId: number | null
}

/** True if a term has no parent, or one of another type. */
export const isRoot: Where = sql<SqlBool>`(taxonomies.parent_id is null or not exists (
  select 1 from taxonomies above where above.id = taxonomies.parent_id and above.type_id = taxonomies.type_id))`

/** The siblings of a term, or those that it would have. */
export async function siblingsOf(
  { db }: Ctx,
  { type_id: typeId, parent_id: parentId }: { type_id: number; parent_id: number | null },
): Promise<Siblings> {
  if (parentId === null) return { typeId, parentId }
  const parent = await db
    .selectFrom('taxonomies')
    .where('id', '=', parentId)
    .select('type_id')
    .executeTakeFirst()
  return { typeId, parentId: parent?.type_id === typeId ? parentId : null }
}

export const areSame = (one: Siblings, other: Siblings): boolean =>
  one.typeId === other.typeId && one.parentId === other.parentId

/** The terms among these siblings, the trash included. */
export function isOneOf({ typeId, parentId }: Siblings): Where {
  const eb = anyTable()
  return eb.and([
    eb('taxonomies.type_id', '=', typeId),
    parentId === null ? isRoot : eb('taxonomies.parent_id', '=', parentId),
  ])
}
