import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { preparedByShape, slot } from '../db/prepared.ts'
import type { AnswerBudget, Embedding } from '../http/answer-budget.ts'
import type { Fields } from '../http/parameters.ts'
import type { IncludeTree } from './grammar.ts'
import { complete } from './include.ts'
import type { WritableRelation } from './link-plans.ts'
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
import { COUNTED_LINKS, countMembers } from './members-count.ts'
import { narrow, withPivot } from './relations.ts'
import type { Resource } from './resource.ts'
import { FIRST_ROWS, rowsInSlices } from './rows-in-slices.ts'
import { type AnyDatabase, anyTable, from, inOrderOf, limitTo, selectReadable } from './store.ts'

/** A list of which a page is read, within what its answer may hold. */
interface Paged extends List {
  budget: AnswerBudget
}

interface Rows {
  records: Fields[]
  total: number
}

/** One page of records, and how many there are in all. */
export async function readPage(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  { tree, budget }: { tree: IncludeTree; budget: AnswerBudget },
  scope?: Scope,
): Promise<Rows> {
  if (ctx.isAfterWrite && scope?.relation.kind === 'links') {
    const { relation, fromId } = scope
    const page = await firstLinked(ctx, resource, query, { relation, fromId })
    await complete(ctx, resource, page.records, { tree, budget })
    return page
  }
  const list = await listOf(ctx, resource, query, scope)
  const offset = (query.page - 1) * query.perPage
  const page = await rowsOf({ ...list, budget }, offset)
  await complete(ctx, resource, page.records, { tree, budget })
  return page
}

/** The first page of a record's links just after they were written, newest records first. */
async function firstLinked(
  ctx: Ctx,
  resource: Resource,
  { perPage }: ListQuery,
  { relation, fromId }: { relation: WritableRelation; fromId: number },
): Promise<Rows> {
  const { table, from: near } = relation.links
  const counted = table !== 'role_permissions' && COUNTED_LINKS[table] === near ? table : undefined
  const asked = { relation, fromId, perPage, withTotal: !counted }
  const [found, count] = await Promise.all([
    firstLinks(ctx, resource, asked),
    counted && countMembers(ctx, counted, [[fromId]]),
  ])
  const total = count?.[0] ?? Number(found[0]?.total ?? 0)
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await linkedRows(ctx, resource, { relation, fromId }, ids)
  const byId = new Map(rows.map((row) => [row.id as number, withoutFrom(row)]))
  return { records: ids.map((id) => byId.get(id)).filter((row) => row !== undefined), total }
}

const linkedQueries = preparedByShape<Fields>()

function linkedRows(
  ctx: Ctx,
  resource: Resource,
  { relation, fromId }: { relation: WritableRelation; fromId: number },
  ids: readonly number[],
): Promise<Fields[]> {
  const { table, to } = relation.links
  const query = linkedQueries(`${table} ${to} ${ids.length}`, () => {
    const slots = ids.map((_, index) => slot(String(index)))
    const rows = selectReadable(ctx, resource).where(anyTable()(`${table}.${to}`, 'in', slots))
    return narrow(rows, ctx, relation, resource, slot('near'))
  })
  return query(ctx.db, { ...ids, near: fromId })
}

const firstLinksQueries = preparedByShape<{ id: number; total?: number }>()

/**
 * Walks an index of the links, and looks each record up. As a join, PostgreSQL reads all links for each record as long as
 * it has no statistics of the tables.
 */
function firstLinks(
  ctx: Ctx,
  { table: far }: Resource,
  asked: { relation: WritableRelation; fromId: number; perPage: number; withTotal: boolean },
): Promise<{ id: number; total?: number }[]> {
  const { table, from: near, to } = asked.relation.links
  const query = firstLinksQueries(`${table} ${to} ${asked.perPage}`, () => {
    const isLive = sql<SqlBool>`(select ${sql.ref(`${far}.deleted_at`)} is null from ${sql.table(far)}
      where ${sql.ref(`${far}.id`)} = ${sql.ref(`${table}.${to}`)})`
    const links = (ctx.db as AnyDatabase)
      .selectFrom(table)
      .select(`${to} as id`)
      .where(near, '=', slot('near'))
      .where(isLive)
      .orderBy(to, 'desc')
    const total = sql`count(*) over ()`.as('total')
    return limitTo(asked.withTotal ? links.select(total) : links, asked.perPage)
  })
  return query(ctx.db, { near: asked.fromId })
}

/** So far from the first record a page is read by walking there. */
const NEAR = 1000

function rowsOf(list: Paged, offset: number): Promise<Rows> {
  if (list.scope?.relation.kind === 'derived') return derivedRows(list, offset)
  const isNear = offset <= NEAR && (isByIdAlone(list) || !isLong(list))
  return isPlain(list) && isNear ? firstRows(list, offset) : keptRows(list, offset)
}

const commonLists = preparedByShape<Fields>()

/** Near the beginning of all records: two statements. */
async function firstRows(list: Paged, offset: number): Promise<Rows> {
  const total = totalOf(list)
  if (offset >= total) return { records: [], total }
  const { ctx, resource, query } = list
  if (Math.min(query.perPage, total - offset) > FIRST_ROWS)
    return rowsAmong(list, await firstIds(list, offset), 0, total)
  const build = () => inOrder(list, narrowed(list, selectReadable(ctx, resource), { isExact: true }), offset)
  const [{ direction }] = query.orders as [Order]
  // What is asked for most is built once.
  const isCommon = offset === 0 && query.perPage === PER_PAGE && isByIdAlone(list)
  const shape = `${resource.name} ${query.trashed} ${direction}`
  const records = isCommon ? await commonLists(shape, build)(ctx.db, {}) : await build().execute()
  return { records, total }
}

async function firstIds(list: Paged, offset: number): Promise<number[]> {
  const { ctx, resource } = list
  const select = from(ctx.db, resource.table).select(`${resource.table}.id`)
  const rows = await inOrder(list, narrowed(list, select, { isExact: true }), offset).execute()
  return rows.map(({ id }: { id: number }) => id)
}

/** By their ids: those are what takes long to find. */
async function keptRows(list: Paged, offset: number): Promise<Rows> {
  const { ids, total } = await pageIds(list, offset, list.query.perPage)
  return rowsAmong(list, ids, 0, total)
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
  const query = commonLists(`${list.resource.name} by id ${list.query.trashed}`, () => withIds(list, slots))
  return query(list.ctx.db, { ...ids })
}

function relatedRows(list: Paged, { relation, fromId }: Scope, ids: number[]): Promise<Fields[]> {
  const { ctx, resource } = list
  return narrow(withIds(list, ids), ctx, relation, resource, fromId, ids).execute()
}

/**
 * What follows from other links. Few are not worth keeping for each, such as what one user may do; what each of them
 * answers is read for the page alone.
 */
async function derivedRows(list: Paged, offset: number): Promise<Rows> {
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
async function knownIds(list: Paged): Promise<readonly number[] | undefined> {
  const { ctx, scope, query } = list
  if (scope?.relation.kind !== 'derived' || !isWhole(list) || query.trashed !== 'false') return undefined
  const isHighestFirst = isByIdAlone(list) && query.orders[0]?.direction === 'desc'
  return isHighestFirst ? scope.relation.known?.(ctx, scope.fromId) : undefined
}

async function rowsAmong(
  list: Paged,
  ids: readonly number[],
  offset: number,
  total = ids.length,
): Promise<Rows> {
  const onPage = ids.slice(offset, offset + list.query.perPage)
  return { records: onPage.length === 0 ? [] : await recordsOf(list, list.scope, onPage), total }
}

const PAGE: Embedding = { what: 'These records', instead: 'Ask for fewer records a page (per_page).' }

/** In the order of the ids. One may have gone, or been deleted, since its id was found. */
async function recordsOf(list: Paged, scope: Scope | undefined, ids: number[]): Promise<Fields[]> {
  const read = (ids: number[]) => (scope ? relatedRows(list, scope, ids) : rowsWith(list, ids))
  const rows = await rowsInSlices(ids, read, { budget: list.budget, embedding: PAGE })
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
