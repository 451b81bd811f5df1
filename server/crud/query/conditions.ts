import { type CompiledQuery, sql } from 'kysely'
import { Type } from 'typebox'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { preparedByShape, queryByShape } from '../../db/queries/prepared.ts'
import { fold, isStorableText } from '../../db/queries/texts.ts'
import type { Part } from '../../db/search/text-index.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'
import { badRequest } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { coerce, KIND_NAMES, UNSTORABLE } from '../../values/coerce.ts'
import type { Fields } from '../../values/fields.ts'
import { type Attribute, attributeNamed, columnsOf, refuseHiddenContact } from '../define/columns.ts'
import { type Resource, resourceNamed, type Where } from '../define/resource.ts'
import { type Condition, GrammarError, type Operator, parseFilter } from './grammar.ts'
import { anyTable, containsText, from } from './store.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const SELECTED = say`selected`
const FILTERED = say`filtered`

/** Converts the text to a value of the attribute's column, ready to compare; or UNSTORABLE. */
function columnValue({ schema, isCaseless }: Attribute, text: string): unknown {
  const value = coerce(schema, text)
  return isCaseless && typeof value === 'string' ? fold(value) : value
}

/** A condition separated from its values, so that its query is built once and reused. */
export interface ConditionTemplate {
  /** Identifies the condition within its resource, to reuse its query; undefined if the SQL differs with the values. */
  key: string | undefined
  values: Fields
  /** @param values the values above, or slots for them */
  where: (values: Fields) => Where
}

/**
 * `{column}/{value}` of a path; undefined if the column's type can't hold the value. Does not check whether the client
 * may select by this column. @throws Refusal 400
 */
export function selectorTemplate(
  ctx: Ctx,
  resource: Resource,
  column: string,
  value: string,
): ConditionTemplate | undefined {
  const attribute = attributeNamed(resource, column, 'unknown_column', SELECTED)
  if (attribute.refersTo) {
    const where = isReferenceTo(ctx, `${resource.table}.${attribute.column}`, attribute.refersTo, value)
    return { key: undefined, values: {}, where: () => where }
  }
  const held = columnValue(attribute, value)
  if (held === UNSTORABLE || held === null) return undefined
  return {
    key: column,
    values: { value: held },
    where: ({ value }) => anyTable()(`${resource.table}.${attribute.column}`, '=', value),
  }
}

/** Records that refer (such as a term by its `type`) to the record with this id, uuid or slug. */
function isReferenceTo(ctx: Ctx, column: string, to: Subject, text: string): Where {
  const target = resourceNamed(ctx, to)
  const named = namesTemplate(target, [text])
  const ids = from(ctx.db, target.table).select('id').where(named.where(named.values))
  return anyTable()(column, 'in', ids)
}

/** Records by ids, uuids or slugs. The template of a single name is reusable. */
export function namesTemplate(resource: Resource, given: readonly (string | number)[]): ConditionTemplate {
  const names = given.map(String).filter(isStorableText)
  const ids = names.map((name) => coerce(Type.Integer(), name)).filter((id) => typeof id === 'number')
  const uuids = names.filter((name) => UUID.test(name)).map((name) => name.toLowerCase())
  const slugs = columnsOf(resource).attributes.has('slug') ? names : []
  // Leave out empty lists: with one, SQLite uses no index for the other columns either.
  const columns = Object.entries({ id: ids, uuid: uuids, slug: slugs }).filter(([, some]) => some.length > 0)
  const eb = anyTable()
  if (names.length === 1) {
    return {
      key: columns.map(([column]) => column).join(' '),
      values: Object.fromEntries(columns.map(([column, [value]]) => [column, value])),
      where: (values) => eb.or(columns.map(([column]) => eb(column, '=', values[column]))),
    }
  }
  const where = eb.or(columns.map(([column, some]) => eb(column, 'in', some)))
  return { key: undefined, values: {}, where: () => where }
}

/**
 * The lock on a record that another record is about to refer to. A tree node needs `share`, which also blocks soft deletes:
 * a delete must see all children of the node.
 */
export const lockOfReference = ({ isTree }: Resource): RowLock => (isTree ? 'share' : 'key')

/**
 * Finds the ids of live records by id, uuid or slug, in one query. If a name matches several records, the match by id
 * wins, then the oldest. In a transaction, the records are locked.
 */
export async function findNamed(
  ctx: Ctx,
  resource: Resource,
  names: readonly (string | number)[],
  lock: RowLock = 'share',
): Promise<IdOf> {
  const { rows } = await ctx.db.executeQuery(namedQuery(ctx, resource, names, lock))
  return indexByName(rows)
}

export interface NamedRow {
  id: number
  uuid: string
  slug?: string
}

const namedQueries = preparedByShape<NamedRow>()

/** The query of {@link findNamed}; pass its rows to {@link indexByName}. */
export function namedQuery(
  ctx: Ctx,
  resource: Resource,
  names: readonly (string | number)[],
  lock: RowLock,
): CompiledQuery<NamedRow> {
  const hasSlug = columnsOf(resource).attributes.has('slug')
  const named = namesTemplate(resource, names)
  const build = (values: Fields) => {
    const rows = from(ctx.db, resource.table)
      .select(['id', 'uuid', ...(hasSlug ? ['slug'] : [])])
      .where(named.where(values))
      .where('deleted_at', 'is', null)
      .orderBy('id')
    return locking(ctx.db, rows, lock)
  }
  const key = named.key && `${resource.name} ${named.key} ${lock} ${ctx.db.isTransaction}`
  return queryByShape(namedQueries, ctx.db, { key, values: named.values }, build)
}

/** Returns the id of a named record. */
export type IdOf = (name: string | number) => number | undefined

export function indexByName(rows: readonly NamedRow[]): IdOf {
  const found = new Map<string, number>()
  for (const row of rows.toReversed()) {
    found.set(row.uuid, row.id)
    if (row.slug !== undefined) found.set(row.slug, row.id)
  }
  for (const row of rows) found.set(String(row.id), row.id)
  return (name: string | number) => found.get(String(name)) ?? found.get(String(name).toLowerCase())
}

const SQL_OPERATORS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** All conditions of `filter[<field>]=…`. */
interface Filter {
  where: Where
  /** Searched texts that the text index supports. */
  parts: Part[]
  /** Whether the filter reads other tables. */
  readsOtherTables: boolean
}

/** @throws Refusal 400 */
export function readFilter(ctx: Ctx, resource: Resource, field: string, text: string): Filter {
  const attribute = attributeNamed(resource, field, 'bad_filter', FILTERED)
  refuseHiddenContact(ctx, resource, field)
  try {
    const conditions = parseFilter(text)
    return {
      where: anyTable().and(conditions.map((condition) => whereOf(ctx, resource, attribute, condition))),
      parts: conditions.flatMap((condition) => partsOf(resource, attribute, condition)),
      readsOtherTables: attribute.refersTo !== undefined,
    }
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    throw badRequest('bad_filter', say`filter[${field}]: ${error.said}.`)
  }
}

/** The index finds attributes that `q` searches by their common `search_text`; the condition then checks this attribute. */
function partsOf(resource: Resource, { name, column, isCaseless }: Attribute, condition: Condition): Part[] {
  if (condition.operator !== 'like') return []
  const [text = ''] = condition.operands
  if (isCaseless) return [{ columns: [column], text: fold(text) }]
  if (!(resource.inSearchText as readonly string[]).includes(name)) return []
  return [{ columns: ['search_text'], text: fold(text) }]
}

function whereOf(
  ctx: Ctx,
  resource: Resource,
  attribute: Attribute,
  { operator, operands }: Condition,
): Where {
  const eb = anyTable()
  const column = `${resource.table}.${attribute.column}`
  const [first = ''] = operands
  if (operator === 'like') return contains(resource, attribute, first)
  if (operator === 'eq' && first === '') return eb(column, 'is', null)
  if (operator === 'not' && first === '') return eb(column, 'is not', null)
  if (attribute.refersTo) return whereReference(ctx, column, attribute.refersTo, operator, first)
  const [low, high] = operands.map((operand) => operandOf(attribute, operand))
  if (operator === 'eq') return eb(column, '=', low)
  if (operator === 'not') return eb.or([eb(column, '!=', low), eb(column, 'is', null)])
  if (operator === 'btw') return eb.and([eb(column, '>=', low), eb(column, '<=', high)])
  return eb(column, SQL_OPERATORS[operator], low)
}

function whereReference(ctx: Ctx, column: string, to: Subject, operator: Operator, text: string): Where {
  const found = isReferenceTo(ctx, column, to, text)
  if (operator === 'eq') return found
  if (operator !== 'not') throw new GrammarError(say`${operator} does not work on a reference; use eq or not`)
  const eb = anyTable()
  return eb.or([eb.not(found), eb(column, 'is', null)])
}

function operandOf(attribute: Attribute, text: string): unknown {
  const held = columnValue(attribute, text)
  if (held === UNSTORABLE) throw new GrammarError(say`the value must be ${KIND_NAMES[attribute.kind]}`)
  return held
}

function contains(resource: Resource, { name, kind, column, isCaseless }: Attribute, text: string): Where {
  if (kind !== 'text') throw new GrammarError(say`like does not work on ${name}, which is not text`)
  const reference = sql.ref(`${resource.table}.${column}`)
  return containsText(isCaseless ? reference : sql`fold(${reference})`, text)
}
