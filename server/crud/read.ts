import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import type { Fields } from '../http/parameters.ts'
import { canSeeContacts } from './columns.ts'
import { selectorCondition } from './conditions.ts'
import { type IncludeTree, include } from './include.ts'
import { type ListQuery, type Trashed, trashedCondition } from './list-query.ts'
import { embedAuthors, embedReferences, hideContacts } from './present.ts'
import { joinLinks, type LinkRelation, withPivot } from './relations.ts'
import type { AnyRow, Resource } from './resource.ts'
import {
  type AnyDatabase,
  anyTable,
  containsText,
  countRows,
  selectReadable,
  storedRows,
  type Where,
} from './store.ts'

/** How a path names a record, and how far the caller's sight goes. */
export interface Selector {
  column: string
  value: string
  /** The caller lacks these permissions, and reaches their own record alone. */
  ownOnly: readonly Slug[] | undefined
}

const noSuch = (resource: Resource, what = '') => notFound(`No ${what}${resource.singular} matches.`)

/**
 * The condition for what a selector may reach. Selecting by a hidden contact detail reaches only one's own record.
 * @throws Refusal 400, 403 when it does not match the own record the caller is limited to
 */
async function reach(ctx: Ctx, resource: Resource, selector: Selector): Promise<Where | undefined> {
  const where = selectorCondition(ctx, resource, selector.column, selector.value)
  const isContact = (resource.contact as readonly string[] | undefined)?.includes(selector.column)
  const missing =
    selector.ownOnly ??
    (isContact && !canSeeContacts(ctx) ? (['can-see-users-contact-details'] as const) : undefined)
  if (!missing) return where
  const { ownerColumn, table } = resource
  const own =
    ownerColumn &&
    where &&
    anyTable().and([where, anyTable()(`${table}.${ownerColumn}`, '=', ctx.actor.userId)])
  if (!own || (await countRows(ctx, table, own)) === 0) throw forbidden(missing)
  return own
}

interface ReadOptions {
  trashed?: Trashed
  tree?: IncludeTree
}

/** The record that a selector names; the lowest id where it names several. @throws Refusal 404 */
export async function readOne(ctx: Ctx, resource: Resource, selector: Selector, options: ReadOptions = {}) {
  const where = await reach(ctx, resource, selector)
  if (!where) throw noSuch(resource)
  const { table } = resource
  const row: Fields | undefined = await selectReadable(ctx, resource)
    .select(`${table}.version`)
    .where(anyTable().and([where, ...trashedCondition(table, options.trashed ?? 'false')]))
    .orderBy(`${table}.id`)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw noSuch(resource)
  const { version, ...record } = row
  await complete(ctx, resource, [record], options.tree)
  return { record, version: version as number }
}

/** A record as a write answers it. */
export async function readById(ctx: Ctx, resource: Resource, id: number) {
  const record: Fields = await selectReadable(ctx, resource)
    .where(anyTable()(`${resource.table}.id`, '=', id))
    .executeTakeFirstOrThrow()
  await complete(ctx, resource, [record])
  return record
}

/** What every answered record gets: references in short, relations asked for, hidden what must be. */
async function complete(ctx: Ctx, resource: Resource, records: Fields[], tree?: IncludeTree): Promise<void> {
  await embedReferences(ctx, resource, records)
  if (tree) await include(ctx, resource, records, tree)
  hideContacts(ctx, resource, records)
}

/** Adds the authors, as the get-item operation answers them. */
export const withAuthors = embedAuthors

/**
 * The one stored record that a write is meant for.
 * @throws Refusal 404, 409 when the selector matches several
 */
export async function selectForWrite(
  ctx: Ctx,
  resource: Resource,
  selector: Selector,
  trashed: 'false' | 'only' = 'false',
): Promise<AnyRow> {
  const { table } = resource
  const reached = await reach(ctx, resource, selector)
  const where = reached && anyTable().and([reached, ...trashedCondition(table, trashed)])
  const rows = where ? await storedRows(ctx, table, where, 2) : []
  if (!where || rows.length === 0) throw noSuch(resource, trashed === 'only' ? 'soft-deleted ' : '')
  if (rows.length > 1) {
    const count = await countRows(ctx, table, where)
    throw conflict(
      'ambiguous_selector',
      `This matches ${count} ${resource.name}; a write must match exactly one.`,
    )
  }
  return rows[0] as AnyRow
}

/** One record's links to another resource, as a list to read. */
export interface Scope {
  relation: LinkRelation
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
    (scope ? joinLinks(base, ctx, scope.relation, resource, [scope.fromId]) : base).where(where)

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
  const rows: Fields[] = await ordered.limit(query.perPage).offset(offset).execute()
  if (!scope) return rows
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
