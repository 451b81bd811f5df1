import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { isLongRead, longReadDb } from '../../db/queries/long-reads.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { narrow, withPivot } from '../define/relations.ts'
import type { AnyDatabase, Resource } from '../define/resource.ts'
import type { IncludeTree } from '../query/grammar.ts'
import {
  isByIdAlone,
  isLong,
  isPlain,
  isUnfiltered,
  type List,
  listOf,
  narrowed,
  type Scope,
  totalOf,
} from '../query/list.ts'
import { pageIds } from '../query/list-ids.ts'
import { type ListQuery, type Order, PER_PAGE, trashedCondition } from '../query/list-query.ts'
import { anyTable, from, inOrderOf, limitTo, selectReadable } from '../query/store.ts'
import { complete } from './complete.ts'
import { include } from './include.ts'
import { FIRST_ROWS, rowsInSlices } from './rows-in-slices.ts'

/** A list with the budget of the response that contains its page. */
interface Paged extends List {
  budget: AnswerBudget
}

export interface Rows {
  records: Fields[]
  total: number
}

/** One page of records, and the list's total. */
export async function readPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  { tree, budget }: { tree?: IncludeTree | undefined; budget: AnswerBudget },
  scope?: Scope,
): Promise<Rows> {
  const list = await listOf(ctx, resource, query, scope)
  const offset = (query.page - 1) * query.perPage
  const page = await rowsOf({ ...list, budget }, offset)
  await complete(ctx, resource, page.records, budget)
  if (tree) await include(ctx, resource, page.records, tree, budget)
  return page
}

/** Up to this offset, a page is read with SQL's OFFSET. */
const MAX_OFFSET = 1000

function rowsOf(list: Paged, offset: number): Promise<Rows> {
  if (list.scope?.relation.kind === 'derived') return derivedRows(list, offset)
  const isNear = offset <= MAX_OFFSET && (isByIdAlone(list) || !isLong(list))
  return isPlain(list) && isNear ? firstRows(list, offset) : rowsByCachedIds(list, offset)
}

const commonLists = preparedByShape<Fields>()

/** A page near the beginning of a plain list: read without cached ids. */
async function firstRows(list: Paged, offset: number): Promise<Rows> {
  const total = totalOf(list)
  if (offset >= total) return { records: [], total }
  const { ctx, resource, query } = list
  if (Math.min(query.perPage, total - offset) > FIRST_ROWS)
    return rowsOnPage(list, await firstIds(list, offset), 0, total)
  const build = () => inOrder(list, narrowed(list, selectReadable(ctx, resource), { isExact: true }), offset)
  const [{ direction }] = query.orders as [Order]
  // Prepare the query of the most common request.
  const isCommon = offset === 0 && query.perPage === PER_PAGE && isByIdAlone(list)
  const shape = `${resource.name} ${query.trashed} ${direction}`
  const records = isCommon ? await commonLists(ctx.db, shape, build)(ctx.db, {}) : await build().execute()
  return { records, total }
}

async function firstIds(list: Paged, offset: number): Promise<number[]> {
  const { ctx, resource } = list
  const select = from(ctx.db, resource.table).select(`${resource.table}.id`)
  const rows = await inOrder(list, narrowed(list, select, { isExact: true }), offset).execute()
  return rows.map(({ id }: { id: number }) => id)
}

/** Reads a page by its cached ids: finding the ids is the slow part. */
async function rowsByCachedIds(list: Paged, offset: number): Promise<Rows> {
  const { ids, total } = await pageIds(list, offset, list.query.perPage)
  return rowsOnPage(list, ids, 0, total)
}

const withIds = ({ ctx, resource, query }: List, ids: readonly unknown[]): AnyDatabase => {
  const eb = anyTable()
  const { table } = resource
  const conditions = [eb(`${table}.id`, 'in', ids), ...trashedCondition(table, query.trashed)]
  return selectReadable(ctx, resource).where(eb.and(conditions))
}

function rowsWith(list: Paged, ids: number[]): Promise<Fields[]> {
  if (ids.length !== PER_PAGE) return withIds(list, ids).execute()
  const slots = ids.map((_, index) => slot(String(index)))
  const query = commonLists(list.ctx.db, `${list.resource.name} by id ${list.query.trashed}`, () =>
    withIds(list, slots),
  )
  return query(list.ctx.db, { ...ids })
}

async function relatedRows(list: Paged, scope: Scope, ids: number[]): Promise<Fields[]> {
  const ctx = await ctxForReading(list, scope, ids.length)
  const { relation, fromId } = scope
  const rows = await narrow(
    withIds({ ...list, ctx }, ids),
    ctx,
    relation,
    list.resource,
    fromId,
    ids,
  ).execute()
  return relation.kind === 'many' ? rows : rows.map(withoutFrom)
}

/** A derived relation may read many links for each record, such as a user's roles for each permission. */
async function ctxForReading({ ctx }: List, { relation, fromId }: Scope, count: number): Promise<Ctx> {
  const each = relation.kind === 'derived' ? await relation.estimateLinksPerRecord?.(ctx, fromId) : undefined
  return isLongRead({ live: count, trashed: 0 }, each) ? { ...ctx, db: longReadDb(ctx.db) } : ctx
}

/**
 * A page of a derived relation. Short id lists, such as one user's permissions, are not worth caching for each user; the
 * records are read for the page only.
 */
async function derivedRows(list: Paged, offset: number): Promise<Rows> {
  const { resource, state, scope } = list
  const inMemory = await idsInMemory(list)
  if (inMemory) return rowsOnPage(list, inMemory, offset)
  if (isLong(list)) return rowsByCachedIds(list, offset)
  const { db } = await ctxForReading(list, scope as Scope, state.live + state.trashed)
  const base = narrowed(list, from(db, resource.table), { isExact: false }).clearSelect()
  const rows = await ordered(list, base.select(`${resource.table}.id`)).execute()
  return rowsOnPage(
    list,
    rows.map(({ id }: { id: number }) => id),
    offset,
  )
}

/** All ids of the list, in order, if they are in memory. */
async function idsInMemory(list: Paged): Promise<readonly number[] | undefined> {
  const { ctx, scope, query } = list
  if (scope?.relation.kind !== 'derived' || !isUnfiltered(list) || query.trashed !== 'false') return undefined
  const isHighestFirst = isByIdAlone(list) && query.orders[0]?.direction === 'desc'
  return isHighestFirst ? scope.relation.idsInMemory?.(ctx, scope.fromId) : undefined
}

async function rowsOnPage(
  list: Paged,
  ids: readonly number[],
  offset: number,
  total = ids.length,
): Promise<Rows> {
  const onPage = ids.slice(offset, offset + list.query.perPage)
  return { records: onPage.length === 0 ? [] : await recordsOf(list, list.scope, onPage), total }
}

const PAGE: Embedding = { what: say`These records`, instead: say`Ask for fewer records a page (per_page).` }

/** Returns records in the order of the ids, without those that were deleted since their ids were read. */
async function recordsOf(list: Paged, scope: Scope | undefined, ids: number[]): Promise<Fields[]> {
  const read = (ids: number[]) => (scope ? relatedRows(list, scope, ids) : rowsWith(list, ids))
  const rows = await rowsInSlices(ids, read, { budget: list.budget, embedding: PAGE })
  const byId = new Map(rows.map((row) => [row.id as number, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

const inOrder = (list: List, select: AnyDatabase, offset: number): AnyDatabase =>
  limitTo(ordered(list, select), list.query.perPage, offset)

const ordered = ({ query }: List, select: AnyDatabase): AnyDatabase =>
  query.orders.reduce((query, order) => inOrderOf(query, order.column, order), select)

function withoutFrom(row: Fields): Fields {
  const { from_id: _, ...record } = withPivot(row)
  return record
}
