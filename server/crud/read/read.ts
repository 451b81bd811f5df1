import type { CompiledQuery } from 'kysely'
import type { Slug } from '../../../contract/permissions.ts'
import { mapMaybePromise } from '../../access/answers.ts'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { preparedByShape, queryByShape, readByShape, slot } from '../../db/queries/prepared.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'
import { conflict, forbidden, notFound, type Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { canSeeContacts } from '../define/columns.ts'
import {
  type AnyRow,
  nounOf,
  type OneRelation,
  pluralOf,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import { type ConditionTemplate, selectorTemplate } from '../query/conditions.ts'
import type { IncludeTree } from '../query/grammar.ts'
import { type Trashed, trashedCondition } from '../query/list-query.ts'
import { anyTable, from, limitTo, selectReadable } from '../query/store.ts'
import { type Hint, hintOf } from './hints.ts'
import { complete } from './include.ts'
import { rowsInSlices } from './rows-in-slices.ts'
import { mayRead } from './short-form.ts'

/** How a path selects a record, and whether the caller is limited to their own. */
export interface Selector {
  column: string
  value: string
  /** The caller lacks these permissions and can select only their own record. */
  ownOnly: readonly Slug[] | undefined
}

/** The condition of a selector, limited to the caller's own record if necessary. */
interface SelectorCondition extends ConditionTemplate {
  /** The missing permissions, if the caller can select only their own record. */
  missing: readonly Slug[] | undefined
}

const CONTACT_SLUGS = ['can-see-users-contact-details'] as const

/** Selecting by a hidden contact detail finds only the caller's own record. @throws Refusal 400, 403 */
function conditionOf(ctx: Ctx, resource: Resource, selector: Selector): SelectorCondition | undefined {
  const template = selectorTemplate(ctx, resource, selector.column, selector.value)
  const isContact = (resource.contact as readonly string[] | undefined)?.includes(selector.column)
  const missing = selector.ownOnly ?? (isContact && !canSeeContacts(ctx) ? CONTACT_SLUGS : undefined)
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

interface NotFound {
  trashed?: Trashed
  hint?: Hint
}

/** 404; or 403 for callers limited to their own record, so that it does not reveal whether other records exist. */
function notFoundOrForbidden(
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
async function hintFor(
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

const itemQueries = preparedByShape<Fields>()

/** Runs a query on the selected record; on the lowest id if there are several. */
async function firstMatch(
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
  const [row] = await readByShape(itemQueries, ctx.db, { key, values: condition.values }, build)
  return row
}

interface ReadOptions {
  trashed?: Trashed
  tree?: IncludeTree
  /** The budget of the response, for included relations. */
  budget?: AnswerBudget
}

/** The selected record; the lowest id if there are several. @throws Refusal 404 */
export async function readOne(ctx: Ctx, resource: Resource, selector: Selector, options: ReadOptions = {}) {
  const condition = conditionOf(ctx, resource, selector)
  const build = () => selectReadable(ctx, resource).select(`${resource.table}.version`)
  const select = { name: 'item', build }
  const row = condition && (await firstMatch(ctx, resource, condition, options.trashed ?? 'false', select))
  if (!row) {
    const hint = await hintFor(ctx, resource, selector, options.trashed)
    throw notFoundOrForbidden(resource, condition, { hint })
  }
  const { version } = row
  // Undefined instead of a copy without it: both are omitted from JSON, and this avoids copying fifty fields.
  row.version = undefined
  await complete(ctx, resource, [row], options)
  return { record: row, version: version as number }
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
    if (id === undefined) throw notFoundOrForbidden(resource, condition)
    return id
  })
}

/** The row of a record, without counts and references. */
export const rowById = (ctx: Ctx, resource: Resource, id: number): Promise<Fields[]> =>
  itemQueries(ctx.db, `record ${resource.name}`, () =>
    selectReadable(ctx, resource).where(anyTable()(`${resource.table}.id`, '=', slot('id'))),
  )(ctx.db, { id })

/** A record in the form in which writes return it. @param rows the result of {@link rowById}, if it is read already */
export async function readById(
  ctx: Ctx,
  resource: Resource,
  id: number,
  rows = rowById(ctx, resource, id),
): Promise<Fields> {
  const [record] = await rows
  if (!record) throw new Error(`${resource.name} ${id} is gone.`)
  await complete(ctx, resource, [record])
  return record
}

const referredQueries = preparedByShape<Fields>()

/**
 * The record that another record refers to: one row, or none. A single statement reads both, since the referenced record
 * may be permanently deleted at any moment.
 */
export const readReferenced = (
  ctx: Ctx,
  resource: Resource,
  { column, to }: OneRelation,
  id: number,
): Promise<Fields[]> =>
  referredQueries(ctx.db, `${resource.name} ${column}`, () => {
    const { table } = resourceNamed(ctx, to)
    const reference = from(ctx.db, resource.table).select(column).where('id', '=', slot('id'))
    return selectReadable(ctx, resourceNamed(ctx, to)).where(anyTable()(`${table}.id`, '=', reference))
  })(ctx.db, { id })

const WRITTEN: Embedding = {
  what: say`The items`,
  instead: say`Nothing was written: send fewer items at once.`,
}

/** Records in the form in which writes return them, in the order of the ids. */
export async function readByIds(
  ctx: Ctx,
  resource: Resource,
  ids: number[],
  budget?: AnswerBudget,
): Promise<Fields[]> {
  const read = (ids: number[]): Promise<Fields[]> =>
    selectReadable(ctx, resource)
      .where(anyTable()(`${resource.table}.id`, 'in', ids))
      .execute()
  const rows = budget ? await rowsInSlices(ids, read, { budget, embedding: WRITTEN }) : await read(ids)
  await complete(ctx, resource, rows, budget && { budget })
  await budget?.measure(rows, WRITTEN)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) as Fields)
}

/** How a write selects and locks its record. */
export interface Target {
  selector: Selector
  trashed?: Trashed
  lock?: RowLock
}

/**
 * The one stored record that a write selects.
 * @throws Refusal 404; 409 if the selector matches several
 */
export async function selectForWrite(ctx: Ctx, resource: Resource, target: Target): Promise<AnyRow> {
  const { rows } = await ctx.db.executeQuery(queryForWrite(ctx, resource, target))
  return oneForWrite(ctx, resource, target, rows)
}

const writeQueries = preparedByShape<AnyRow>()

/** The query of {@link selectForWrite}; pass its rows to {@link oneForWrite}. @throws Refusal 404 */
export function queryForWrite(
  ctx: Ctx,
  resource: Resource,
  { selector, trashed = 'false', lock = 'update' }: Target,
): CompiledQuery<AnyRow> {
  const { table } = resource
  const condition = conditionOf(ctx, resource, selector)
  if (!condition) throw notFoundOrForbidden(resource, condition, { trashed })
  const build = (values: Fields) => {
    const where = anyTable().and([condition.where(values), ...trashedCondition(table, trashed)])
    const rows = from(ctx.db, table).selectAll(table).where(where).orderBy(`${table}.id`)
    return locking(ctx.db, limitTo(rows, 2), lock)
  }
  const key = condition.key && `${resource.name} ${condition.key} ${trashed} ${lock} ${ctx.db.isTransaction}`
  return queryByShape(writeQueries, ctx.db, { key, values: condition.values }, build)
}

/** @throws Refusal 404; 409 if there are several */
export async function oneForWrite(
  ctx: Ctx,
  resource: Resource,
  { selector, trashed = 'false' }: Target,
  [row, another]: readonly AnyRow[],
): Promise<AnyRow> {
  const condition = conditionOf(ctx, resource, selector)
  if (!row || !condition) {
    const hint = await hintFor(ctx, resource, selector, trashed)
    throw notFoundOrForbidden(resource, condition, { trashed, hint })
  }
  if (another) throw await ambiguous(ctx, resource, condition, trashed)
  return row
}

/** The most matches that a refusal lists. */
const MAX_LISTED = 10

/** Lists the matches only for callers who may read them. */
async function ambiguous(
  ctx: Ctx,
  resource: Resource,
  condition: SelectorCondition,
  trashed: Trashed,
): Promise<Refusal> {
  const { table } = resource
  const refusal = (message: Message) => conflict('ambiguous_selector', message)
  const several = pluralOf(resource)
  if (!mayRead(ctx, resource))
    return refusal(say`This matches several ${several}; a write must match exactly one.`)
  const where = anyTable().and([condition.where(condition.values), ...trashedCondition(table, trashed)])
  const matches = from(ctx.db, table).select(`${table}.id`).where(where).orderBy(`${table}.id`)
  const rows: { id: number }[] = await limitTo(matches, MAX_LISTED + 1).execute()
  const ids = rows.map(({ id }) => id)
  const named = ids.slice(0, MAX_LISTED).join(', ')
  return ids.length > MAX_LISTED
    ? refusal(
        say`This matches more than ten ${several}, first those with the ids ${named}; a write must match exactly one.`,
      )
    : refusal(
        say`This matches ${ids.length} ${several}, with the ids ${named}; a write must match exactly one.`,
      )
}
