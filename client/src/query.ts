import type { Condition, Conditions, Id, Key, Operand } from './types.ts'

const AND = '|AND|'

type Params = Readonly<Record<string, unknown>>

/**
 * `?q=ada&filter[is_active]=eq:true`, or an empty text. Omits undefined and null; lists become `a,b`.
 * @param also conditions in addition to `where`
 */
export function queryString({ where, ...params }: Params, also: Record<string, Conditions> = {}): string {
  const plain = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  const conditions = [...Object.entries((where ?? {}) as Params), ...Object.entries(also)]
  const filters = new Map<string, string[]>()
  for (const [name, condition] of conditions) {
    const texts = filterTexts(condition as Condition | undefined)
    if (texts.length > 0) filters.set(name, [...(filters.get(name) ?? []), ...texts])
  }
  const search = new URLSearchParams([
    ...plain.map(([name, value]) => [name, plainText(value)]),
    ...[...filters].map(([name, texts]) => [`filter[${name}]`, texts.join(AND)]),
  ])
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(',')
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Plain values get the prefix `eq:`, so that a value like `lt:1` is not read as an operator. */
function filterTexts(condition: Condition | undefined): string[] {
  if (condition === undefined) return []
  if (!isConditions(condition)) return [`eq:${operandText(condition)}`]
  return Object.entries(condition)
    .filter(([, operand]) => operand !== undefined)
    .map(([operator, operand]) => `${operator}:${operandsText(operator, operand)}`)
}

const OPERATORS = ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'like', 'btw']

/** @throws TypeError for an unknown operator, which the API would read as a value */
function operandsText(operator: string, operand: Operand | readonly Operand[]): string {
  if (!OPERATORS.includes(operator)) {
    throw new TypeError(`There is no operator ${operator}, but ${OPERATORS.join(', ')}.`)
  }
  if (Array.isArray(operand) !== (operator === 'btw')) {
    throw new TypeError(`${operator} takes ${operator === 'btw' ? 'two values' : 'one value'}.`)
  }
  return [operand].flat().map(operandText).join('|')
}

const isConditions = (condition: Condition): condition is Conditions =>
  typeof condition === 'object' &&
  condition !== null &&
  !(condition instanceof Date) &&
  !Array.isArray(condition)

/** @throws TypeError for values that the filter grammar cannot express */
function operandText(operand: unknown): string {
  const isOne = typeof operand !== 'object' || operand === null || operand instanceof Date
  if (!isOne) throw new TypeError('A condition takes one value, not a list or an object.')
  const text = operand === null ? '' : plainText(operand)
  if (text.includes(AND)) throw new TypeError(`A condition cannot hold ${AND}.`)
  return text
}

/** The selector of a record: `id/5`, `uuid/…`, or `email/ada%40example.com`. */
export function selector(key: Key): string {
  if (typeof key !== 'object') return `${isNumber(key) ? 'id' : 'uuid'}/${segment(key)}`
  const [entry, ...others] = Object.entries(key)
  if (!entry || others.length > 0) throw new TypeError('A record is selected by one attribute.')
  return entry.map(segment).join('/')
}

const isNumber = (id: Id) => /^\d+$/.test(String(id))

/** Encodes one path segment. @throws TypeError for a segment that would change the path */
export function segment(value: string | number): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`A path cannot hold ${JSON.stringify(text)}; use a list with a condition.`)
  }
  return encodeURIComponent(text)
}
