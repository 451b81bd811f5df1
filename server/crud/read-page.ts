import { sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import type { Fields } from '../http/parameters.ts'
import type { IncludeTree } from './grammar.ts'
import { complete } from './include.ts'
import { isByIdAlone, isLong, isPlain, type List, listOf, narrowed, type Scope, totalOf } from './list.ts'
import { pageIds } from './list-ids.ts'
import type { ListQuery } from './list-query.ts'
import { narrow, withPivot } from './relations.ts'
import type { Resource } from './resource.ts'
import { type AnyDatabase, anyTable, limitTo, selectReadable } from './store.ts'

interface Rows {
  records: Fields[]
  total: number
}

/** One page of records, and how many there are in all. */
export async function readPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  tree: IncludeTree,
  scope?: Scope,
): Promise<Rows> {
  const list = await listOf(ctx, resource, query, scope)
  const offset = (query.page - 1) * query.perPage
  const page = await rowsOf(list, offset)
  await complete(ctx, resource, page.records, tree)
  return page
}

/** So far from the first record a page is read by walking there. */
const NEAR = 1000

function rowsOf(list: List, offset: number): Promise<Rows> {
  if (list.scope?.relation.kind === 'derived' && !isLong(list)) return derivedRows(list, offset)
  const isNear = offset <= NEAR && (isByIdAlone(list) || !isLong(list))
  return isPlain(list) && isNear ? firstRows(list, offset) : keptRows(list, offset)
}

/** Near the beginning of all records: two statements. */
async function firstRows(list: List, offset: number): Promise<Rows> {
  const total = totalOf(list)
  if (offset >= total) return { records: [], total }
  const { ctx, resource } = list
  const records = await inOrder(
    list,
    narrowed(list, selectReadable(ctx, resource), { isExact: true }),
    offset,
  )
  return { records, total }
}

/** By their ids: those are what takes long to find. */
async function keptRows(list: List, offset: number): Promise<Rows> {
  const { ctx, resource, scope, query } = list
  const { ids, total } = await pageIds(list, offset, query.perPage)
  if (ids.length === 0) return { records: [], total }
  const { table } = resource
  const base = selectReadable(ctx, resource)
  const scoped = scope ? narrow(base, ctx, scope.relation, resource, scope.fromId, ids) : base
  const rows: Fields[] = await scoped.where(anyTable()(`${table}.id`, 'in', ids)).execute()
  const byId = new Map(rows.map((row) => [row.id as number, row]))
  // One may have gone since its id was found.
  const records = ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  return { records: scope && scope.relation.kind !== 'many' ? records.map(withoutFrom) : records, total }
}

/** Few that follow from other links: such as what one user may do, which is not worth keeping for each. */
async function derivedRows(list: List, offset: number): Promise<Rows> {
  const { ctx, resource } = list
  const base = () => narrowed(list, selectReadable(ctx, resource), { isExact: false })
  const { count } = await base()
    .clearSelect()
    .select((eb: AnyDatabase) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const records = offset >= total ? [] : await inOrder(list, base(), offset)
  return { records: records.map(withoutFrom), total }
}

function inOrder({ query }: List, select: AnyDatabase, offset: number): Promise<Fields[]> {
  let ordered = select
  for (const { column, direction } of query.orders) ordered = ordered.orderBy(column, direction)
  const limited = limitTo(ordered, query.perPage)
  return (offset === 0 ? limited : limited.offset(sql.lit(offset))).execute()
}

function withoutFrom(row: Fields): Fields {
  const { from_id: _, ...record } = withPivot(row)
  return record
}
