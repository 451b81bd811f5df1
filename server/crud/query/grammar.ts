import { type Message, say } from '../../messages/say.ts'
/** The only parsers of `filter[<field>]`, `sort` and `include`. */

/** Thrown by the parsers; the caller adds the parameter's name. */
export class GrammarError extends Error {
  readonly said: Message

  constructor(said: Message) {
    super(String(said))
    this.said = said
  }
}

/** The operators of `filter[<field>]`. */
export const OPERATORS = ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'like', 'btw'] as const
export type Operator = (typeof OPERATORS)[number]

/** One condition on a field. `btw` has two operands; an empty operand means null. */
export interface Condition {
  operator: Operator
  operands: readonly string[]
}

/** Joins the conditions on a field. */
export const AND = '|AND|'

/**
 * Parses `<op>:<value>`, joined by `|AND|`; `btw` takes `<low>|<high>`. A value without an operator means `eq`, also if
 * it has another prefix: `10:30` is a time, not an error.
 * @throws GrammarError
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
    if (operands.length !== 2 || operands.includes('')) throw new GrammarError(say`btw takes <low>|<high>`)
    return { operator: prefix, operands }
  }
  if (rest === '' && prefix !== 'eq' && prefix !== 'not') throw new GrammarError(say`${prefix} takes a value`)
  return { operator: prefix, operands: [rest] }
}

const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text)

/** The inverse of {@link parseFilter}. */
export const printFilter = (conditions: readonly Condition[]): string =>
  conditions.map(({ operator, operands }) => `${operator}:${operands.join('|')}`).join(AND)

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

/** Parses `<field>`, `<field>:asc` and `<field>:desc`, separated by commas. @throws GrammarError */
export function parseSort(text: string): Sort[] {
  return text.split(',').map((entry) => {
    const [field = '', direction = 'asc', ...rest] = entry.split(':').map((part) => part.trim())
    const lowered = direction.toLowerCase()
    if (field === '' || rest.length > 0 || (lowered !== 'asc' && lowered !== 'desc')) {
      throw new GrammarError(say`takes attributes separated by commas, each with :desc or not`)
    }
    return { field, direction: lowered }
  })
}

/** The inverse of {@link parseSort}. */
export const printSort = (sorts: readonly Sort[]): string =>
  sorts.map(({ field, direction }) => (direction === 'desc' ? `${field}:desc` : field)).join(',')

/** Relations to include, each with its own nested relations. */
export interface IncludeTree extends ReadonlyMap<string, IncludeTree> {}

/** The deepest nesting of included relations. */
export const MAX_DEPTH = 3

/** Parses `roles.permissions,registration`: paths separated by commas, nested with dots. @throws GrammarError */
export function parseInclude(text: string): IncludeTree {
  interface Growing extends Map<string, Growing> {}
  const root: Growing = new Map()
  for (const path of text.split(',')) {
    const names = path.split('.').map((name) => name.trim())
    if (names.length > MAX_DEPTH) throw new GrammarError(say`nests to depth ${MAX_DEPTH} at most`)
    let tree = root
    for (const name of names) {
      const branch: Growing = tree.get(name) ?? new Map()
      tree.set(name, branch)
      tree = branch
    }
  }
  return root
}

/** The inverse of {@link parseInclude}. */
export const printInclude = (tree: IncludeTree): string => pathsOf(tree).join(',')

const pathsOf = (tree: IncludeTree): string[] =>
  [...tree].flatMap(([name, branch]) =>
    branch.size === 0 ? [name] : pathsOf(branch).map((path) => `${name}.${path}`),
  )
