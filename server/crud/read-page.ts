import type { Ctx } from '../access/context.ts'
import { preparedByShape, slot } from '../db/prepared.ts'
import type { Fields } from '../http/parameters.ts'
import type { IncludeTree } from './grammar.ts'
import { complete } from './include.ts'
import {
  isByIdAlone,
  isLong,
  isPlain,
  isWhole,
  type List,
  listOf,
  narrowed,
  type Scope,
  totalOf,
} from './list.ts'
import { pageIds } from './list-ids.ts'
import { type ListQuery, type Order, PER_PAGE, trashedCondition } from './list-query.ts'
import { narrow, withPivot } from './relations.ts'
import type { Resource } from './resource.ts'
import { type AnyDatabase, anyTable, from, inOrderOf, limitTo, selectReadable } from './store.ts'

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
  if (list.scope?.relation.kind === 'derived') return derivedRows(list, offset)
  const isNear = offset <= NEAR && (isByIdAlone(list) || !isLong(list))
  return isPlain(list) && isNear ? firstRows(list, offset) : keptRows(list, offset)
}

const commonLists = preparedByShape<Fields>()

/** Near the beginning of all records: two statements. */
async function firstRows(list: List, offset: number): Promise<Rows> {
  const total = totalOf(list)
  if (offset >= total) return { records: [], total }
  const { ctx, resource, query } = list
  const build = () => inOrder(list, narrowed(list, selectReadable(ctx, resource), { isExact: true }), offset)
  const [{ direction }] = query.orders as [Order]
  // What is asked for most is built once.
  const isCommon = offset === 0 && query.perPage === PER_PAGE && isByIdAlone(list)
  const shape = `${resource.name} ${query.trashed} ${direction}`
  const records = isCommon ? await commonLists(shape, build)(ctx.db, {}) : await build().execute()
  return { records, total }
}

/** By their ids: those are what takes long to find. */
async function keptRows(list: List, offset: number): Promise<Rows> {
  const { scope, query } = list
  const { ids, total } = await pageIds(list, offset, query.perPage)
  return { records: ids.length === 0 ? [] : await recordsOf(list, scope, ids), total }
}

const withIds = ({ ctx, resource, query }: List, ids: readonly unknown[]): AnyDatabase => {
  const eb = anyTable()
  const { table } = resource
  const conditions = [eb(`${table}.id`, 'in', ids), ...trashedCondition(table, query.trashed)]
  return selectReadable(ctx, resource).where(eb.and(conditions))
}

function rowsWith(list: List, ids: number[]): Promise<Fields[]> {
  if (ids.length !== PER_PAGE) return withIds(list, ids).execute()
  const slots = ids.map((_, index) => slot(String(index)))
  const query = commonLists(`${list.resource.name} by id ${list.query.trashed}`, () => withIds(list, slots))
  return query(list.ctx.db, { ...ids })
}

function relatedRows(list: List, { relation, fromId }: Scope, ids: number[]): Promise<Fields[]> {
  const { ctx, resource } = list
  return narrow(withIds(list, ids), ctx, relation, resource, fromId, ids).execute()
}

/**
 * What follows from other links. Few are not worth keeping for each, such as what one user may do; what each of them
 * answers is read for the page alone.
 */
async function derivedRows(list: List, offset: number): Promise<Rows> {
  const { ctx, resource } = list
  const known = await knownIds(list)
  if (known) return rowsAmong(list, known, offset)
  if (isLong(list)) return keptRows(list, offset)
  const base = narrowed(list, from(ctx.db, resource.table), { isExact: false }).clearSelect()
  const rows = await ordered(list, base.select(`${resource.table}.id`)).execute()
  return rowsAmong(
    list,
    rows.map(({ id }: { id: number }) => id),
    offset,
  )
}

/** All ids of the list, in its order, where they are known without asking. */
async function knownIds(list: List): Promise<readonly number[] | undefined> {
  const { ctx, scope, query } = list
  if (scope?.relation.kind !== 'derived' || !isWhole(list) || query.trashed !== 'false') return undefined
  const isHighestFirst = isByIdAlone(list) && query.orders[0]?.direction === 'desc'
  return isHighestFirst ? scope.relation.known?.(ctx, scope.fromId) : undefined
}

async function rowsAmong(list: List, ids: readonly number[], offset: number): Promise<Rows> {
  const { scope, query } = list
  const onPage = ids.slice(offset, offset + query.perPage)
  if (onPage.length === 0) return { records: [], total: ids.length }
  return { records: await recordsOf(list, scope, onPage), total: ids.length }
}

/** In the order of the ids. One may have gone, or been deleted, since its id was found. */
async function recordsOf(list: List, scope: Scope | undefined, ids: number[]): Promise<Fields[]> {
  const rows = scope ? await relatedRows(list, scope, ids) : await rowsWith(list, ids)
  const byId = new Map(rows.map((row) => [row.id as number, row]))
  const records = ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  return scope && scope.relation.kind !== 'many' ? records.map(withoutFrom) : records
}

const inOrder = (list: List, select: AnyDatabase, offset: number): AnyDatabase =>
  limitTo(ordered(list, select), list.query.perPage, offset)

const ordered = ({ query }: List, select: AnyDatabase): AnyDatabase =>
  query.orders.reduce((query, order) => inOrderOf(query, order.column, order), select)

function withoutFrom(row: Fields): Fields {
  const { from_id: _, ...record } = withPivot(row)
  return record
}
