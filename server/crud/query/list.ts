import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { isLongRead } from '../../db/queries/long-reads.ts'
import { fold, isStorableText } from '../../db/queries/texts.ts'
import { type Found, findParts, type Part, recordIn } from '../../db/search/text-index.ts'
import { type TableState, tableState, tableStateAmongAll } from '../../db/table-states.ts'
import { type ManyRelation, narrow } from '../define/relations.ts'
import type { AnyDatabase, Resource, Where } from '../define/resource.ts'
import type { ListQuery } from './list-query.ts'
import { trashedCondition } from './list-query.ts'
import { anyTable, containsText, from, inOrderOf } from './store.ts'

/** One record's relation to others, as a list to read. */
export interface Scope {
  relation: ManyRelation
  fromId: number
}

/** Which records are listed, in which order; not yet which page of them. */
export interface List {
  ctx: Ctx
  resource: Resource
  query: ListQuery
  scope: Scope | undefined
  /** What holds of the scope's records, where that is how they are found. */
  among: ((now: string) => Where) | undefined
  /** Of the resource's own table; the version is of all that the list is read from. */
  state: TableState
}

export async function listOf(ctx: Ctx, resource: Resource, query: ListQuery, scope?: Scope): Promise<List> {
  const isOfOthers = scope !== undefined || query.isOfOthers
  const state = await (isOfOthers ? tableStateAmongAll : tableState)(ctx.db, resource.table)
  const among =
    scope?.relation.kind === 'derived' ? await scope.relation.among?.(ctx, scope.fromId) : undefined
  return { ctx, resource, query, scope, among, state }
}

/** All records, or all of those in the trash: what the table's state tells the number of. */
export const isPlain = (list: List): boolean => list.scope === undefined && isWhole(list)

/** Nothing is asked of the records. */
export const isWhole = ({ query }: List): boolean =>
  query.where.length === 0 && query.q === undefined && !query.withChildren

export const isByIdAlone = ({ query, resource }: List): boolean =>
  query.orders[0]?.column === `${resource.table}.id`

/** Of a plain list. */
export const totalOf = ({ state: { live, trashed }, query }: List): number =>
  ({ false: live, only: trashed, true: live + trashed })[query.trashed]

/** May take longer to read than others should wait. */
export const isLong = ({ query, state }: List): boolean => isLongRead(state, 1 + query.where.length)

/** What `q` and the filters look for in texts, as the index finds it. */
export async function findTexts(db: Ctx['db'], { ctx, resource, query, state }: List): Promise<Found> {
  const parts = [...(query.q === undefined ? [] : [searched(ctx, resource, query.q)]), ...query.parts]
  if (parts.length === 0) return { isExact: true }
  // No text that is stored holds it, and neither engine takes it in a search.
  if (parts.some(({ text }) => !isStorableText(text))) return { isExact: true, isEmpty: true }
  const all = state.live + state.trashed
  return findParts(db, resource.table, parts, { trashed: query.trashed, all })
}

const searched = (ctx: Ctx, resource: Resource, q: string): Part => {
  const also = resource.searchAlso?.(ctx, q)
  return { columns: ['search_text', ...(also?.columns ?? [])], text: fold(q), id: also?.id }
}

/** `q`, seen by looking at each record. */
function searchCondition(ctx: Ctx, resource: Resource, q: string): Where {
  const { columns, text, id } = searched(ctx, resource, q)
  const eb = anyTable()
  return eb.or([
    ...columns.map((column) => containsText(eb.ref(`${resource.table}.${column}`), text)),
    ...(id === undefined ? [] : [eb(`${resource.table}.id`, '=', id)]),
  ])
}

/** The list's records: its conditions, on top of a query on its table. */
export function narrowed(list: List, base: AnyDatabase, found: Found): AnyDatabase {
  const { ctx, resource, query, scope, among } = list
  const { table } = resource
  const isLookedAt = query.q !== undefined && !found.isExact
  const conditions = [
    ...query.where,
    // The index knows what is in the trash.
    ...(found.table === undefined ? trashedCondition(table, query.trashed) : []),
    ...(isLookedAt ? [searchCondition(ctx, resource, query.q as string)] : []),
    ...(query.withChildren ? [anyTable()(`${table}.parent_id`, 'is', null)] : []),
    ...(found.where === undefined ? [] : [found.where]),
    ...(among ? [among(ctx.now())] : []),
  ]
  const scoped = scope && !among ? narrow(base, ctx, scope.relation, resource, scope.fromId) : base
  return scoped.where(anyTable().and(conditions))
}

/** A query on the list's records by way of the index, where there is one. */
export function selectFound(db: Ctx['db'], list: List, found: Found): AnyDatabase {
  const { table } = list.resource
  if (found.table === undefined) return narrowed(list, from(db, table), found).clearSelect()
  const index = recordIn(found.table)
  if (isInIndex(list, found)) {
    return (db as AnyDatabase).selectFrom(found.table).where(found.where)
  }
  const joined = (db as AnyDatabase)
    .selectFrom(found.table)
    .crossJoin(table)
    .where(sql<SqlBool>`${sql.ref(`${table}.id`)} = ${index}`)
  return narrowed(list, joined, found).clearSelect()
}

/** There is nothing to know of the records but what the index knows of them. */
const isInIndex = (list: List, found: Found): boolean =>
  found.isExact &&
  list.query.where.length === 0 &&
  !list.query.withChildren &&
  list.scope === undefined &&
  isByIdAlone(list)

/** Ids of the list's records, in its order. */
export function selectIds(db: Ctx['db'], list: List, found: Found): AnyDatabase {
  const { resource, query, scope } = list
  const id = `${resource.table}.id`
  const isAlone = found.table !== undefined && isInIndex(list, found)
  const selected = selectFound(db, list, found).select(
    isAlone ? recordIn(found.table as string).as('id') : sql.ref(id).as('id'),
  )
  const links = scope?.relation.kind === 'links' ? scope.relation.links : undefined
  let ordered = selected
  for (const order of query.orders) {
    // The same values, of the table that is read first.
    const isOwn = order.column !== id
    const column = isOwn ? order.column : (found.order ?? (links ? `${links.table}.${links.to}` : id))
    ordered = inOrderOf(ordered, column, order)
  }
  return ordered
}
