import type { Condition, Conditions } from '@rolecall/client'
import type { PaginationPayload, SortPayload } from 'ra-core'
import { describedAs } from './resources.ts'

type Fields = Record<string, unknown>

interface Asked {
  pagination?: PaginationPayload | undefined
  sort?: SortPayload | undefined
  filter?: Fields | undefined
  meta?: Fields | undefined
}

const OPERATORS: Record<string, keyof Conditions> = {
  eq: 'eq',
  neq: 'not',
  not: 'not',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
  like: 'like',
  btw: 'btw',
}

/** What the client's lists take, of what react-admin asks. @throws TypeError for a filter that the API cannot say */
export function listParams(resource: string, { pagination, sort, filter = {}, meta }: Asked): Fields {
  return {
    ...(pagination && { page: pagination.page, per_page: pagination.perPage }),
    ...(sort && { sort: `${sort.field}:${sort.order.toLowerCase()}` }),
    ...readFilter(resource, filter),
    ...readMeta(meta),
  }
}

/** `include` and `trashed`, which react-admin has no parameter for. */
export const readMeta = ({ include, trashed }: Fields = {}): Fields => ({
  ...(include !== undefined && { include }),
  ...(trashed !== undefined && { trashed }),
})

/** The list's own parameters by their names (`q`, `status` …); what else there is are conditions on attributes. */
function readFilter(resource: string, filter: Fields): Fields {
  const { lists, reads } = describedAs(resource)
  const params: Fields = {}
  const where: Record<string, Conditions> = {}
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue
    if (lists.includes(name)) params[name] = value
    else {
      const [attribute, operator] = reads.includes(name) ? [name, 'eq' as const] : operatorOf(name)
      where[attribute] = { ...where[attribute], ...conditionsOf(name, operator, value) }
    }
  }
  return { ...params, where }
}

/** `created_at_gte` is `gte` of `created_at`. */
function operatorOf(name: string): [string, keyof Conditions] {
  const [, attribute, suffix] = /^(.+)_([a-z]+)$/.exec(name) ?? []
  const operator = OPERATORS[suffix ?? '']
  return attribute !== undefined && operator !== undefined ? [attribute, operator] : [name, 'eq']
}

function conditionsOf(name: string, operator: keyof Conditions, value: unknown): Conditions {
  if (operator === 'btw') return { btw: value as [string, string] }
  if (Array.isArray(value))
    throw new TypeError(`The filter ${name} takes one value: the API knows no "any of".`)
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return { [operator]: value as Condition }
  }
  const unknown = Object.keys(value).find((key) => OPERATORS[key] === undefined)
  if (unknown !== undefined) {
    throw new TypeError(
      `The filter ${name} has no operator ${unknown}; there are ${Object.keys(OPERATORS).join(', ')}.`,
    )
  }
  return Object.fromEntries(Object.entries(value).map(([key, operand]) => [OPERATORS[key], operand]))
}
