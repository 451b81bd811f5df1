import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { RecordCache } from '../../db/cache/record-cache.ts'
import { isLongRead } from '../../db/queries/long-reads.ts'
import { isStorableText } from '../../db/queries/texts.ts'
import { type Found, findParts, type Part } from '../../db/search/text-index.ts'
import { type TableState, tableState } from '../../db/table-states.ts'
import { type ManyRelation, narrow } from '../define/relations.ts'
import type { AnyDatabase, Resource, Where } from '../define/resource.ts'
import { type ListQuery, trashedCondition } from './list-query.ts'
import { anyTable, containsText, from, inOrderOf } from './store.ts'

/** One record's relation to others, as a list to read. */
export interface Scope {
  /** The name of the relation, unique within the resource of the other records. */
  name: string
  relation: ManyRelation
  fromId: number
}

/** A filtered and sorted list, without a page. */
export interface List {
  ctx: Ctx
  resource: Resource
  query: ListQuery
  scope: Scope | undefined
  /** The condition that selects the scope's records, for relations that have one. */
  relatedCondition: ((now: string) => Where) | undefined
  /** Of the resource's own table. */
  state: TableState
}

export async function listOf(ctx: Ctx, resource: Resource, query: ListQuery, scope?: Scope): Promise<List> {
  const state = await tableState(ctx, resource.table)
  const relatedCondition =
    scope?.relation.kind === 'derived'
      ? await scope.relation.relatedCondition?.(ctx, scope.fromId)
      : undefined
  return { ctx, resource, query, scope, relatedCondition, state }
}

/** What a list depends on: its key, and the version of the tables that it reads. */
export interface Identity {
  key: string
  version: number
}

export function identityOf(
  records: RecordCache,
  resource: Resource,
  query: ListQuery,
  scope: Scope | undefined,
): Identity {
  const readsOtherTables = scope !== undefined || query.readsOtherTables
  return {
    key: `${resource.name} ${scope ? `${scope.name} ${scope.fromId}` : ''} ${query.key}`,
    version: records.version(readsOtherTables ? undefined : resource.table),
  }
}

/** All live or trashed records of the table: its state has their number. */
export const isPlain = (list: List): boolean => list.scope === undefined && isUnfiltered(list)

export const isUnfiltered = ({ query }: List): boolean =>
  query.where.length === 0 && query.words.length === 0 && !query.withChildren

export const isByIdAlone = ({ query, resource }: List): boolean =>
  query.orders[0]?.column === `${resource.table}.id`

/** The total of a plain list. */
export const totalOf = ({ state: { live, trashed }, query }: List): number =>
  ({ false: live, only: trashed, true: live + trashed })[query.trashed]

/** Whether the read may block other requests for too long. */
export const isLong = ({ query, state }: List): boolean =>
  isLongRead(state, 1 + query.where.length + query.words.length)

/** Looks up the texts of `q` and the filters in the text index. */
export async function findTexts(db: Ctx['db'], { ctx, resource, query, state }: List): Promise<Found> {
  const parts = [...searched(ctx, resource, query.words), ...query.parts]
  if (parts.length === 0) return { isExact: true }
  // No stored text contains such characters, and neither engine accepts them in a search.
  if (parts.some(({ text }) => !isStorableText(text))) return { isExact: true, isEmpty: true }
  const all = state.live + state.trashed
  return findParts(db, resource.table, parts, { trashed: query.trashed, all })
}

/** A record must contain each word of `q`, anywhere. */
const searched = (ctx: Ctx, resource: Resource, words: readonly string[]): Part[] =>
  words.map((word) => {
    const also = resource.searchAlso?.(ctx, word)
    return { columns: ['search_text', ...(also?.columns ?? [])], text: word, id: also?.id }
  })

/** The condition for `q` without the index: compares each record. */
function searchCondition(ctx: Ctx, resource: Resource, words: readonly string[]): Where {
  const eb = anyTable()
  const conditions = searched(ctx, resource, words).map(({ columns, text, id }) =>
    eb.or([
      ...columns.map((column) => containsText(eb.ref(`${resource.table}.${column}`), text)),
      ...(id === undefined ? [] : [eb(`${resource.table}.id`, '=', id)]),
    ]),
  )
  return eb.and(conditions)
}

/** Adds the list's conditions to a query on its table. */
export function narrowed(list: List, base: AnyDatabase, found: Found): AnyDatabase {
  const { ctx, resource, query, scope, relatedCondition } = list
  const { table } = resource
  const conditions = [
    ...query.where,
    // The index already excludes the trash.
    ...(found.table === undefined ? trashedCondition(table, query.trashed) : []),
    ...(found.isExact || query.words.length === 0 ? [] : [searchCondition(ctx, resource, query.words)]),
    ...(query.withChildren ? [anyTable()(`${table}.parent_id`, 'is', null)] : []),
    ...(found.where === undefined ? [] : [found.where]),
    ...(relatedCondition ? [relatedCondition(ctx.now())] : []),
  ]
  const scoped = scope && !relatedCondition ? narrow(base, ctx, scope.relation, resource, scope.fromId) : base
  return scoped.where(anyTable().and(conditions))
}

/** A query on the list's records, through the text index if it was used. */
export function selectFound(db: Ctx['db'], list: List, found: Found): AnyDatabase {
  const { table } = list.resource
  if (found.table === undefined) return narrowed(list, from(db, table), found).clearSelect()
  if (isAnsweredByIndex(list, found)) {
    return (db as AnyDatabase).selectFrom(found.table).where(found.where)
  }
  const joined = (db as AnyDatabase)
    .selectFrom(found.table)
    .crossJoin(table)
    .where(sql<SqlBool>`${sql.ref(`${table}.id`)} = ${found.recordId}`)
  return narrowed(list, joined, found).clearSelect()
}

/** Whether the index alone answers the query, without the table. */
const isAnsweredByIndex = (list: List, found: Found): boolean =>
  found.isExact &&
  list.query.where.length === 0 &&
  !list.query.withChildren &&
  list.scope === undefined &&
  isByIdAlone(list)

/** Ids of the list's records, in its order. */
export function selectIds(db: Ctx['db'], list: List, found: Found): AnyDatabase {
  const { resource, query, scope } = list
  const id = `${resource.table}.id`
  const isIndexOnly = found.table !== undefined && isAnsweredByIndex(list, found)
  const selected = selectFound(db, list, found).select(
    ((isIndexOnly && found.recordId) || sql.ref<number>(id)).as('id'),
  )
  const links = scope?.relation.kind === 'links' ? scope.relation.links : undefined
  let ordered = selected
  for (const order of query.orders) {
    // Sort by the id column of the table that is read first: it has the same values.
    const isOtherColumn = order.column !== id
    const column = isOtherColumn ? order.column : (found.order ?? (links ? `${links.table}.${links.to}` : id))
    ordered = inOrderOf(ordered, column, order)
  }
  return ordered
}
