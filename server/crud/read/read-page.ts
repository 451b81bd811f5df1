import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { beginSharedRead, forSharedRead, isLongRead, longReadDb } from '../../db/queries/long-reads.ts'
import { preparedByShape } from '../../db/queries/prepared.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { Linked, type Listed, type ReadRecord, recordOf } from '../../values/read-record.ts'
import { narrow, pivotOf } from '../define/relations.ts'
import type { AnyDatabase, DerivedRelation, Resource } from '../define/resource.ts'
import type { IncludeTree } from '../query/grammar.ts'
import {
  type Identity,
  identityOf,
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
import { beginsWithLongRead, nextExpiry, type PageIds, pageIds } from '../query/list-ids.ts'
import { type ListQuery, type Order, PER_PAGE } from '../query/list-query.ts'
import { anyTable, from, inOrderOf, limitTo } from '../query/store.ts'
import { complete } from './complete.ts'
import { include } from './include.ts'
import { recordsByIds } from './records.ts'

export interface Records {
  records: Listed[]
  total: number
}

export const PAGE: Embedding = {
  what: say`These records`,
  instead: say`Ask for fewer records a page (per_page).`,
}

/** One page of records, and the list's total: finds the ids of the page, then their records. */
export async function readPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  { tree, budget }: { tree?: IncludeTree | undefined; budget: AnswerBudget },
  scope?: Scope,
): Promise<Records> {
  const { page } = await findPage(ctx, resource, query, scope)
  return recordsOfPage(ctx, resource, query, page, { tree, budget })
}

/** The records of a page that was found, or those that still belong to it. */
export async function recordsOfPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  { ids, total, pivots }: Page,
  { tree, budget }: { tree?: IncludeTree | undefined; budget: AnswerBudget },
): Promise<Records> {
  const found = await recordsByIds(ctx, resource, ids, { budget, embedding: PAGE })
  // A record may have been deleted or restored since its id was found.
  const isListed = (record: ReadRecord | undefined): record is ReadRecord =>
    record !== undefined &&
    (query.trashed === 'true' || (record.row.deleted_at !== null) === (query.trashed === 'only'))
  const records: Listed[] = []
  for (const [index, id] of ids.entries()) {
    const record = found.get(id)
    const pivot = pivots?.[index]
    if (isListed(record) && pivot !== null)
      records.push(pivot === undefined ? record : new Linked(record, pivot))
  }
  const listed = records.map(recordOf)
  await complete(ctx, resource, listed, budget)
  if (tree) await include(ctx, resource, listed, tree, budget)
  return { records, total }
}

export interface Page extends PageIds {
  /** For a relation by links: the attributes of each record's link, as JSON; null for a link that has been removed. */
  pivots?: (string | null)[]
}

/** The ids of a page, and its key in the cache. If they are in the cache, they are the same object as before. */
export async function findPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  scope: Scope | undefined,
): Promise<{ page: Page; key: string }> {
  const { records } = ctx
  if (!records) return { page: await readPageIds(await listOf(ctx, resource, query, scope)), key: '' }
  let identity = identityOf(records, resource, query, scope)
  const key = `page ${query.page} of ${query.perPage} ${identity.key}`
  const list = async () => listOf(forSharedRead(ctx), resource, query, scope)
  let current = records.isReady(key, identity.version) ? undefined : await list()
  if (current && (await takesLong(current, identity))) {
    await beginSharedRead(ctx, records)
    identity = identityOf(records, resource, query, scope)
    current = undefined
  }
  const read = async () => readPageIds(current ?? (await list()))
  return { page: await records.cachedUntil(key, identity.version, ctx.now, read, sizeOf), key }
}

/** Whether the ids of the page are found by a long read. */
async function takesLong(list: List, identity: Identity): Promise<boolean> {
  const { query, scope, state } = list
  const end = offsetOf(query) + query.perPage
  if (scope?.relation.kind === 'derived') {
    const isInMemory = (await idsInMemory(list, scope.fromId, scope.relation)) !== undefined
    if (isInMemory || !isLong(list))
      return isLongFor(list, scope, isInMemory ? query.perPage : state.live + state.trashed)
  }
  return !isNearAndPlain(list) && beginsWithLongRead(list, identity, end)
}

const sizeOf = ({ ids, pivots = [] }: Page): number =>
  8 * ids.length + pivots.reduce((sum, pivot) => sum + (pivot?.length ?? 0) + 20, 0)

async function readPageIds(list: List): Promise<Page> {
  const { query, scope } = list
  const page = await idsOf(list, offsetOf(query))
  if (!scope || scope.relation.kind === 'many') return page
  return { ...page, pivots: await pivotsOf(list, scope, page.ids) }
}

/** Up to this offset, a page is read with SQL's OFFSET. */
const MAX_OFFSET = 1000

function idsOf(list: List, offset: number): Promise<PageIds> {
  const { scope } = list
  if (scope?.relation.kind === 'derived') return derivedIds(list, scope, scope.relation, offset)
  return isNearAndPlain(list) ? plainIds(list, offset) : pageIds(list, offset, list.query.perPage)
}

const offsetOf = ({ page, perPage }: ListQuery) => (page - 1) * perPage

const isNearAndPlain = (list: List): boolean =>
  isPlain(list) && offsetOf(list.query) <= MAX_OFFSET && (isByIdAlone(list) || !isLong(list))

const plainLists = preparedByShape<{ id: number }>()

/** A page near the beginning of a plain list. */
async function plainIds(list: List, offset: number): Promise<PageIds> {
  const total = totalOf(list)
  if (offset >= total) return { ids: [], total }
  const { ctx, resource, query } = list
  const build = () =>
    limitTo(ordered(list, narrowed(list, selectId(list), { isExact: true })), query.perPage, offset)
  const [{ direction }] = query.orders as [Order]
  // Prepare the query of the most common request.
  const isCommon = offset === 0 && query.perPage === PER_PAGE && isByIdAlone(list)
  const shape = `${resource.name} ${query.trashed} ${direction}`
  const rows: { id: number }[] = isCommon
    ? await plainLists(ctx.db, shape, build)(ctx.db, {})
    : await build().execute()
  return { ids: rows.map(({ id }) => id), total }
}

const selectId = ({ ctx, resource }: List): AnyDatabase =>
  from(ctx.db, resource.table).select(`${resource.table}.id`)

const ordered = ({ query }: List, select: AnyDatabase): AnyDatabase =>
  query.orders.reduce((query, order) => inOrderOf(query, order.column, order), select)

/** The ids of a derived relation: of one user's permissions mostly all, since they are in memory or few. */
async function derivedIds(
  list: List,
  scope: Scope,
  relation: DerivedRelation,
  offset: number,
): Promise<PageIds> {
  // First: a link that expires while the ids are read is then still to come.
  const until = list.ctx.records && (await nextExpiry(list.ctx, relation))
  const all =
    (await idsInMemory(list, scope.fromId, relation)) ??
    (isLong(list) ? undefined : await allIds(list, scope))
  if (!all) return pageIds(list, offset, list.query.perPage)
  return { ids: all.slice(offset, offset + list.query.perPage), total: all.length, until }
}

/** All ids of the list, in order, if they are in memory. */
async function idsInMemory(
  list: List,
  fromId: number,
  relation: DerivedRelation,
): Promise<readonly number[] | undefined> {
  const { ctx, query } = list
  if (!isUnfiltered(list) || query.trashed !== 'false') return undefined
  const isHighestFirst = isByIdAlone(list) && query.orders[0]?.direction === 'desc'
  return isHighestFirst ? relation.idsInMemory?.(ctx, fromId) : undefined
}

async function allIds(list: List, scope: Scope): Promise<number[]> {
  const { state } = list
  const { db } = await ctxForReading(list, scope, state.live + state.trashed)
  const base = narrowed(list, from(db, list.resource.table), { isExact: false }).clearSelect()
  const rows: { id: number }[] = await ordered(list, base.select(`${list.resource.table}.id`)).execute()
  return rows.map(({ id }) => id)
}

/** The links of these records with the scope's record, in the order of the ids. */
async function pivotsOf(list: List, scope: Scope, ids: readonly number[]): Promise<(string | null)[]> {
  if (ids.length === 0) return []
  const { resource } = list
  const ctx = await ctxForReading(list, scope, ids.length)
  const { relation, fromId } = scope
  const isListed = anyTable()(`${resource.table}.id`, 'in', ids)
  const rows: Fields[] = await narrow(
    selectId({ ...list, ctx }).where(isListed),
    ctx,
    relation,
    resource,
    fromId,
    ids,
  ).execute()
  const pivots = new Map(rows.map((row) => [row.id as number, JSON.stringify(pivotOf(row))]))
  return ids.map((id) => pivots.get(id) ?? null)
}

/** A derived relation may read many links for each record, such as a user's roles for each permission. */
async function isLongFor({ ctx }: List, { relation, fromId }: Scope, count: number): Promise<boolean> {
  const each = relation.kind === 'derived' ? await relation.estimateLinksPerRecord?.(ctx, fromId) : undefined
  return isLongRead({ live: count, trashed: 0 }, each)
}

async function ctxForReading(list: List, scope: Scope, count: number): Promise<Ctx> {
  const { ctx } = list
  return (await isLongFor(list, scope, count)) ? { ...ctx, db: await longReadDb(ctx) } : ctx
}
