import type { Ctx } from '../access/context.ts'
import type { Fields } from '../http/parameters.ts'
import type { IncludeTree } from './grammar.ts'
import { complete } from './include.ts'
import { type ListQuery, trashedCondition } from './list-query.ts'
import { type ManyRelation, narrow, withPivot } from './relations.ts'
import type { Resource } from './resource.ts'
import { type AnyDatabase, anyTable, containsText, limitTo, selectReadable, type Where } from './store.ts'

/** One record's relation to others, as a list to read. */
export interface Scope {
  relation: ManyRelation
  fromId: number
}

/** One page of records, and how many there are in all. */
export async function readPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  tree: IncludeTree,
  scope?: Scope,
) {
  const { table } = resource
  const where = anyTable().and([
    ...query.where,
    ...trashedCondition(table, query.trashed),
    ...(query.q === undefined ? [] : [searchCondition(ctx, resource, query.q)]),
    ...(query.withChildren ? [anyTable()(`${table}.parent_id`, 'is', null)] : []),
  ])
  const scoped = (base: AnyDatabase) =>
    (scope ? narrow(base, ctx, scope.relation, resource, scope.fromId) : base).where(where)

  const { count } = await scoped((ctx.db as AnyDatabase).selectFrom(table))
    .clearSelect()
    .select((eb: AnyDatabase) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const offset = (query.page - 1) * query.perPage
  const records =
    offset >= Number(count) ? [] : await pageRows(scoped(selectReadable(ctx, resource)), query, offset, scope)
  await complete(ctx, resource, records, tree)
  return { records, total: Number(count) }
}

async function pageRows(
  select: AnyDatabase,
  query: ListQuery,
  offset: number,
  scope: Scope | undefined,
): Promise<Fields[]> {
  let ordered = select
  for (const { column, direction } of query.orders) ordered = ordered.orderBy(column, direction)
  const rows: Fields[] = await limitTo(ordered, query.perPage).offset(offset).execute()
  if (!scope || scope.relation.kind === 'many') return rows
  return rows.map((row) => {
    const { from_id: _, ...record } = withPivot(row)
    return record
  })
}

function searchCondition(ctx: Ctx, resource: Resource, q: string): Where {
  const eb = anyTable()
  const text = containsText(eb.ref(`${resource.table}.search_text`), q)
  return eb.or([text, ...(resource.searchAlso?.(ctx, q, eb as never) ?? [])])
}
