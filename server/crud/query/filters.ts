import { sql } from 'kysely'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { fold, foldForSearch } from '../../db/queries/texts.ts'
import type { Part } from '../../db/search/text-index.ts'
import { badRequest } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { KIND_NAMES, UNSTORABLE } from '../../values/coerce.ts'
import { type Attribute, attributeNamed, columnValue, refuseHiddenContact } from '../define/columns.ts'
import type { Resource, Where } from '../define/resource.ts'
import { type Condition, GrammarError, type Operator, parseFilter } from './grammar.ts'
import { isReferenceTo } from './names.ts'
import { anyTable, containsText } from './store.ts'

const FILTERED = say`filtered`

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

/**
 * The index finds attributes that `q` searches by their common `search_text`; the condition then checks this attribute. Parts
 * of a username are found by comparing each.
 */
function partsOf(resource: Resource, { name, column, isCaseless }: Attribute, condition: Condition): Part[] {
  if (condition.operator !== 'like') return []
  const [text = ''] = condition.operands
  if (isCaseless && isOneOf(resource.searchedKeys, name)) return [{ columns: [column], text: fold(text) }]
  return isOneOf(resource.inSearchText, name) ? [{ columns: ['search_text'], text: foldForSearch(text) }] : []
}

const isOneOf = (names: readonly string[] = [], name: string) => names.includes(name)

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
