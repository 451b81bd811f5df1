import type { Slug } from '../../../contract/permissions.ts'
import { mapMaybePromise } from '../../access/answers.ts'
import type { Ctx } from '../../access/context.ts'
import { CONTACT_SLUG } from '../../access/guard.ts'
import { isLongRead, longReadDb, scanDb } from '../../db/queries/long-reads.ts'
import { preparedByShape, readByShape } from '../../db/queries/prepared.ts'
import { tableState } from '../../db/table-states.ts'
import { forbidden, notFound, writeConflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { UNSTORABLE } from '../../values/coerce.ts'
import type { Fields } from '../../values/fields.ts'
import type { SelectedIds } from '../../values/selected-ids.ts'
import { attributeNamed, columnsOf, columnValue, isHiddenContact } from '../define/columns.ts'
import { nounOf, type Resource, resourceNamed } from '../define/resource.ts'
import { type Hint, hintOf } from './hints.ts'
import { type Trashed, trashedCondition } from './list-query.ts'
import { type ConditionTemplate, isReferenceTo } from './names.ts'
import { anyTable, from, limitTo } from './store.ts'

/** How a path selects a record, and whether the caller is limited to their own. */
export interface Selector {
  column: string
  value: string
  /** The caller lacks these permissions and can select only their own record. */
  ownOnly: readonly Slug[] | undefined
  /** See {@link findSelectedIds}. */
  selectedIds?: SelectedIds
}

/** The condition of a selector, limited to the caller's own record if necessary. */
export interface SelectorCondition extends ConditionTemplate {
  /** The column that is compared; absent if the caller can select only their own record. */
  column?: string
  /** The missing permissions, if the caller can select only their own record. */
  missing: readonly Slug[] | undefined
}

/** Selecting by a hidden contact detail finds only the caller's own record. @throws Refusal 400, 403 */
export function conditionOf(ctx: Ctx, resource: Resource, selector: Selector): SelectorCondition | undefined {
  const template = limitedToSelected(resource, selector, selectorTemplate(ctx, resource, selector))
  const isHidden = isHiddenContact(ctx, resource, selector.column)
  const missing = selector.ownOnly ?? (isHidden ? [CONTACT_SLUG] : undefined)
  if (!missing) return template && { ...template, missing }
  const { ownerColumn, table } = resource
  if (!ownerColumn || !template) throw forbidden(missing)
  return {
    key: template.key && `own ${template.key}`,
    values: { ...template.values, owner: ctx.actor.userId },
    where: (values) =>
      anyTable().and([template.where(values), anyTable()(`${table}.${ownerColumn}`, '=', values.owner)]),
    missing,
  }
}

const SELECTED = say`selected`

/**
 * `{column}/{value}` of a path, without the check whether the caller may select by this column; undefined if the column's
 * type can't hold the value. @throws Refusal 400
 */
function selectorTemplate(
  ctx: Ctx,
  resource: Resource,
  { column, value }: Selector,
): (ConditionTemplate & { column?: string }) | undefined {
  const attribute = attributeNamed(resource, column, 'unknown_column', SELECTED)
  if (attribute.refersTo) {
    const where = isReferenceTo(ctx, `${resource.table}.${attribute.column}`, attribute.refersTo, value)
    return { key: undefined, column: attribute.column, values: {}, where: () => where }
  }
  const held = columnValue(attribute, value)
  if (held === UNSTORABLE || held === null) return undefined
  return {
    key: column,
    column: attribute.column,
    values: { value: held },
    where: ({ value }) => anyTable()(`${resource.table}.${attribute.column}`, '=', value),
  }
}

function limitedToSelected<Template extends ConditionTemplate>(
  { table }: Resource,
  { selectedIds }: Selector,
  template: Template | undefined,
): Template | undefined {
  if (!selectedIds || !template) return template
  // No record has the id 0: a list is never empty.
  const where = (values: Fields) =>
    anyTable().and([
      template.where(values),
      anyTable()(`${table}.id`, 'in', [0, ...selectedIds.live, ...selectedIds.trashed]),
    ])
  return { ...template, key: undefined, where }
}

/** `indexed` of every resource. */
export const INDEXED_EVERYWHERE = {
  all: ['deleted_at', 'created_by', 'updated_by', 'deleted_by'],
  live: ['created_at', 'updated_at'],
}

/** Whether an index finds what it selects. One's own record is found by its owner. */
function isIndexed(
  resource: Resource,
  { column = '', missing }: SelectorCondition,
  trashed: Trashed,
): boolean {
  if (missing || columnsOf(resource).selecting.has(column)) return true
  const { all = [], live = [] } = resource.indexed ?? {}
  const isIn = (columns: readonly string[]) => columns.includes(column)
  if (isIn(INDEXED_EVERYWHERE.all) || isIn(all)) return true
  return trashed === 'false' && (isIn(INDEXED_EVERYWHERE.live) || isIn(live))
}

/** The most ids, of live and of soft-deleted records each: more than the refusal of an ambiguous selector lists. */
const MOST_SELECTED = 20

/**
 * For a selector without an index in a large table: the ids of live and of soft-deleted records that it matches, found by a long read. A
 * transaction, which must not search the table, compares these again. @throws Refusal 400, 403
 */
export async function findSelectedIds(
  ctx: Ctx,
  resource: Resource,
  selector: Selector,
  trashed: Trashed = 'false',
): Promise<SelectedIds | undefined> {
  const condition = conditionOf(ctx, resource, selector)
  if (!condition || isIndexed(resource, condition, trashed)) return undefined
  const { table } = resource
  if (!isLongRead(await tableState(ctx, table))) return undefined
  const db = await longReadDb(ctx)
  const matches = async (trashed: Trashed): Promise<number[]> => {
    const where = anyTable().and([condition.where(condition.values), ...trashedCondition(table, trashed)])
    const ids = from(db, table).select(`${table}.id`).where(where).orderBy(`${table}.id`)
    const rows: { id: number }[] = await limitTo(ids, MOST_SELECTED).execute()
    return rows.map(({ id }) => id)
  }
  const selected = { live: await matches('false'), trashed: await matches('only') }
  // Before its transaction, the write may wait for a hash.
  ctx.leaveLongRead?.()
  return selected
}

/**
 * Whether the selector may match a record that {@link findSelectedIds} did not find, as some of those that it found have changed since. If
 * all still match, one that has been changed to match meanwhile counts as later than the write.
 * @param count how many of these it still matches, at most 2
 */
export function mayMatchOthers({ selectedIds }: Selector, trashed: Trashed, count: number): boolean {
  if (!selectedIds) return false
  const { live, trashed: deleted } = selectedIds
  const found = { false: live.length, only: deleted.length, true: live.length + deleted.length }[trashed]
  return count < 2 && count < found
}

const selectedQueries = preparedByShape<Fields>()

/** Runs a query on the selected record; on the lowest id if there are several. */
export async function firstMatch(
  ctx: Ctx,
  resource: Resource,
  condition: SelectorCondition,
  trashed: Trashed,
  select: { name: string; build: () => ReturnType<typeof from> },
): Promise<Fields | undefined> {
  const { table } = resource
  const build = (values: Fields) => {
    const where = anyTable().and([condition.where(values), ...trashedCondition(table, trashed)])
    return limitTo(select.build().where(where).orderBy(`${table}.id`), 1)
  }
  const key = condition.key && `${select.name} ${resource.name} ${condition.key} ${trashed}`
  const isQuick = ctx.db.isTransaction || isIndexed(resource, condition, trashed)
  const db = isQuick ? ctx.db : await scanDb(ctx, await tableState(ctx, table))
  const [row] = await readByShape(selectedQueries, db, { key, values: condition.values }, build)
  return row
}

/** The selected record's id, for checks that need nothing else. @throws Refusal 404 */
export function findId(
  ctx: Ctx,
  resource: Resource,
  selector: Selector,
  trashed: Trashed = 'false',
): number | Promise<number> {
  const condition = conditionOf(ctx, resource, selector)
  const select = { name: 'id', build: () => from(ctx.db, resource.table).select(`${resource.table}.id`) }
  const read = async () => {
    const row = condition && (await firstMatch(ctx, resource, condition, trashed, select))
    return row?.id as number | undefined
  }
  const { key = '', values } = condition ?? {}
  // A selector limited to the caller's own record has another key, so it never uses the cache.
  const isCached = trashed === 'false' && resource.cachedIds?.has(key)
  return mapMaybePromise(isCached ? ctx.access.userId(key, String(values?.value), read) : read(), (id) => {
    if (id !== undefined) return id
    throw mayMatchOthers(selector, trashed, 0) ? writeConflict() : notFoundOrForbidden(resource, condition)
  })
}

interface NotFound {
  trashed?: Trashed
  hint?: Hint
}

/** 404; or 403 for callers limited to their own record, so that it does not reveal whether other records exist. */
export function notFoundOrForbidden(
  resource: Resource,
  condition: SelectorCondition | undefined,
  { trashed = 'false', hint = '' }: NotFound = {},
) {
  if (condition?.missing) return forbidden(condition.missing)
  const noun = nounOf(resource)
  return notFound(
    trashed === 'only' ? say`No soft-deleted ${noun} matches.` : say`No ${noun} matches.${hint}`,
  )
}

/** A hint for a slug that may be misspelt: the record's own, or that of a reference. */
export async function hintFor(
  ctx: Ctx,
  resource: Resource,
  { column, value }: Selector,
  trashed: Trashed = 'false',
): Promise<Hint> {
  // No index covers the slugs of soft-deleted records alone.
  if (trashed === 'only') return ''
  if (column === 'slug') return hintOf(ctx, resource, value)
  const reference = resource.references?.[column]
  return reference?.by === 'any' ? hintOf(ctx, resourceNamed(ctx, reference.to), value) : ''
}
