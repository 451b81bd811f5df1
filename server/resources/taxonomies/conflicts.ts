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

/** What stands in the way of placing a term. */
export interface Conflict {
  code: 'name_taken' | 'loop' | 'wrong_type'
  message: Message
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

/** Another term of its type would have the name of this one below the same parent. */
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

/** Told of one merge. */
const MOST_CONFLICTS = 1000

type Both = Reference & { other_id: number; other_uuid: string; other_slug: string }

/** The same of all live terms right below one, were they below another: found by the index of names, however many there are. */
export async function namesTakenBelow(ctx: Ctx, fromId: number, intoId: number): Promise<Conflict[]> {
  const { rows } = await sql<Both>`select term.id, term.uuid, term.name, term.slug,
      other.id as other_id, other.uuid as other_uuid, other.slug as other_slug
    from taxonomies term join taxonomies other on other.type_id = term.type_id
      and coalesce(other.parent_id, 0) = ${intoId} and other.name = term.name and other.deleted_at is null
    where term.parent_id = ${fromId} and term.deleted_at is null
    order by term.id limit ${MOST_CONFLICTS}`.execute(ctx.db)
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

const MAX_TOLD = 20

/** As a dry run answers them. */
export const plain = (conflicts: readonly Conflict[]) =>
  conflicts.map((conflict) => ({ ...conflict, message: String(conflict.message) }))

/** @throws Refusal 409 if there are any */
export function refuseConflicts(conflicts: readonly Conflict[], field: string): void {
  const [first] = conflicts
  if (!first) return
  const details = conflicts
    .slice(0, MAX_TOLD)
    .map(({ code, message, term }): Detail => ({ field, code, message: say`${term.name}: ${message}` }))
  throw new Refusal(409, first.code, first.message, { details })
}
