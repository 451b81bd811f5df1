/** The operators of `filter[<field>]`. */
export const OPERATORS = ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'like', 'btw'] as const
export type Operator = (typeof OPERATORS)[number]

/** One condition on a field. `btw` has two operands; an empty operand means null. */
export interface Condition {
  operator: Operator
  operands: readonly string[]
}

/** Raised by {@link parseFilter}; the caller knows the field. */
export class FilterError extends Error {}

/** Joins the conditions on a field. */
export const AND = '|AND|'

/**
 * Reads `<op>:<value>`, joined by `|AND|`; `btw` takes `<low>|<high>`. A bare value is `eq`, and so is one
 * whose prefix is no operator: `10:30` is a time, not a mistake.
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
  return text.split(AND).map(parseCondition)
}

function parseCondition(text: string): Condition {
  const colon = text.indexOf(':')
  const prefix = colon < 0 ? '' : text.slice(0, colon)
  if (!isOperator(prefix)) return { operator: 'eq', operands: [text.trim()] }
  const rest = text.slice(colon + 1).trim()
  if (prefix === 'btw') {
    const operands = rest.split('|').map((operand) => operand.trim())
    if (operands.length !== 2 || operands.includes('')) throw new FilterError('btw takes <low>|<high>')
    return { operator: prefix, operands }
  }
  if (rest === '' && prefix !== 'eq' && prefix !== 'not') throw new FilterError(`${prefix} takes a value`)
  return { operator: prefix, operands: [rest] }
}

const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text)

/** The text that {@link parseFilter} reads back as these conditions. */
export const printFilter = (conditions: readonly Condition[]): string =>
  conditions.map(({ operator, operands }) => `${operator}:${operands.join('|')}`).join(AND)
