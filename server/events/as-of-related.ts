import type { Ctx } from '../access/context.ts'
import type { PastScope } from '../audit/past.ts'
import { columnsOf } from '../crud/define/columns.ts'
import { joinLinks, type RelationByLinks } from '../crud/define/relations.ts'
import type { Resource } from '../crud/define/resource.ts'
import { anyTable, from, limitTo } from '../crud/query/store.ts'
import type { Db } from '../db/tables.ts'
import type { Fields } from '../values/fields.ts'
import { scopeOfRelated } from './as-of-scope.ts'

export const hasSlug = (resource: Resource): boolean => columnsOf(resource).attributes.has('slug')

/** What answers show of a record of the past. */
export const shownOf = (resource: Resource): string[] =>
  (hasSlug(resource) ? ['id', 'uuid', 'slug', 'name'] : ['id', 'uuid']).map(
    (name) => `${resource.table}.${name}`,
  )

interface Related {
  target: Resource
  relation: RelationByLinks
  fromId: number
}

interface Page {
  page: number
  perPage: number
}

/**
 * The records that one was related with, the newest first, each with its link.
 * @param past the `ctx` at that time, with the rows of a scope @param db of now
 */
export async function readRelated(
  db: Db,
  past: (scope: PastScope) => Ctx,
  related: Related,
  page: Page,
): Promise<{ records: Fields[]; total: number }> {
  const { target, relation, fromId } = related
  const ctx = past(scopeOfRelated(db, related))
  const condition = relation.kind === 'derived' && (await relation.relatedCondition?.(ctx, fromId))
  if (!condition) {
    const { rows, total } = await readPage(joined(ctx, related), target, page)
    return { records: rows.map(withPivot), total }
  }
  // SQLite would join each role with each user. So first the records, then their links.
  const { rows, total } = await readPage(from(ctx.db, target.table).where(condition(ctx.now())), target, page)
  const ids = rows.map(({ id }) => id as number)
  const ofPage = past(scopeOfRelated(db, related, ids))
  const links: Fields[] = ids.length === 0 ? [] : await joined(ofPage, related, ids).execute()
  const byId = new Map(links.map((link) => [link.id, link]))
  return { records: rows.map((row) => withPivot({ ...byId.get(row.id), ...row })), total }
}

const PAST_PIVOT = ['is_active', 'expires_at', 'created_at'] as const

const joined = (ctx: Ctx, { target, relation, fromId }: Related, ids?: readonly number[]) =>
  joinLinks(from(ctx.db, target.table), ctx, relation, target, [fromId], ids, PAST_PIVOT).select(
    `${target.table}.id`,
  )

async function readPage(found: ReturnType<typeof from>, target: Resource, { page, perPage }: Page) {
  const live = found.where(`${target.table}.deleted_at`, 'is', null)
  const { total } = await live
    .clearSelect()
    .select(anyTable().fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows: Fields[] = await limitTo(
    live.select(shownOf(target)).orderBy(`${target.table}.id`, 'desc'),
    perPage,
    (page - 1) * perPage,
  ).execute()
  return { rows, total: Number(total) }
}

const withPivot = ({ from_id, pivot_is_active, pivot_expires_at, pivot_created_at, ...record }: Fields) => ({
  ...record,
  pivot: { is_active: pivot_is_active, expires_at: pivot_expires_at, created_at: pivot_created_at },
})
