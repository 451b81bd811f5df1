import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { AnyRow } from '../../crud/define/resource.ts'
import { type Detail, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'

interface Reference {
  id: number
  uuid: string
  name: string
  slug: string
}

/** Why a term cannot be placed. */
export interface Conflict {
  code: 'name_taken' | 'loop' | 'wrong_type'
  message: Message
  /** The term to be placed. */
  term: Reference
  /** The term that it cannot be beside or below. */
  other: Reference
}

export const inShort = ({ id, uuid, name, slug }: AnyRow | Reference): Reference => ({
  id,
  uuid,
  name: name as string,
  slug: slug as string,
})

/** A conflict if another term of the same type below this parent has the same name. */
export async function nameTaken(ctx: Ctx, term: AnyRow, parentId: number | null): Promise<Conflict[]> {
  const other = await ctx.db
    .selectFrom('taxonomies')
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('type_id', '=', term.type_id as number)
    .where('name', '=', term.name as string)
    .where('id', '!=', term.id)
    .where('deleted_at', 'is', null)
    .select(['id', 'uuid', 'name', 'slug'])
    .executeTakeFirst()
  return other ? [sameName(term, other)] : []
}

/** Reported for one merge. */
const MAX_CONFLICTS = 1000

type Both = Reference & { other_id: number; other_uuid: string; other_slug: string }

/** The name conflicts of all live children of one term, if moved below another. Uses the index of names. */
export async function namesTakenBelow(ctx: Ctx, fromId: number, intoId: number): Promise<Conflict[]> {
  const { rows } = await sql<Both>`select term.id, term.uuid, term.name, term.slug,
      other.id as other_id, other.uuid as other_uuid, other.slug as other_slug
    from taxonomies term join taxonomies other on other.type_id = term.type_id
      and coalesce(other.parent_id, 0) = ${intoId} and other.name = term.name and other.deleted_at is null
    where term.parent_id = ${fromId} and term.deleted_at is null
    order by term.id limit ${MAX_CONFLICTS}`.execute(ctx.db)
  return rows.map((row) =>
    sameName(row, { id: row.other_id, uuid: row.other_uuid, name: row.name, slug: row.other_slug }),
  )
}

const sameName = (term: AnyRow | Reference, other: AnyRow | Reference): Conflict => ({
  code: 'name_taken',
  message: say`A term with the name ${String(other.name)} already exists there.`,
  term: inShort(term),
  other: inShort(other),
})

const MAX_DETAILS = 20

/** The conflicts in the response of a dry run. */
export const plain = (conflicts: readonly Conflict[]) =>
  conflicts.map((conflict) => ({ ...conflict, message: String(conflict.message) }))

/** @throws Refusal 409 if there are any */
export function refuseConflicts(conflicts: readonly Conflict[], field: string): void {
  const [first] = conflicts
  if (!first) return
  const details = conflicts
    .slice(0, MAX_DETAILS)
    .map(({ code, message, term }): Detail => ({ field, code, message: say`${term.name}: ${message}` }))
  throw new Refusal(409, first.code, first.message, { details })
}
