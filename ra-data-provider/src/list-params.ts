import type { Conditions } from '@rolecall/client'
import type { PaginationPayload, SortPayload } from 'ra-core'
import { describedAs } from './resources.ts'

type Fields = Record<string, unknown>

interface ListRequest {
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

/** Converts react-admin's list parameters to the client's. */
export function listParams(resource: string, { pagination, sort, filter = {}, meta }: ListRequest): Fields {
  return {
    ...(pagination && { page: pagination.page, per_page: pagination.perPage }),
    ...(sort && { sort: `${sort.field}:${sort.order.toLowerCase()}` }),
    ...readFilter(resource, filter),
    ...readMeta(meta),
  }
}

/** `include` and `trashed`, for which react-admin has no parameters. */
export const readMeta = ({ include, trashed }: Fields = {}): Fields => ({
  ...(include !== undefined && { include }),
  ...(trashed !== undefined && { trashed }),
})

/** Splits a filter into conditions on attributes and the list's own parameters (`q`, `trashed` …). */
function readFilter(resource: string, filter: Fields): Fields {
  const { lists, reads } = describedAs(resource)
  const params: Fields = {}
  const where: Record<string, Conditions> = {}
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue
    if (lists.includes(name) && !reads.includes(name)) params[name] = value
    else {
      const [attribute, operator] = reads.includes(name) ? [name, 'eq' as const] : operatorOf(name)
      where[attribute] = { ...where[attribute], ...conditionsOf(operator, value) }
    }
  }
  return { ...params, where }
}

/** Splits `created_at_gte` into `created_at` and `gte`. */
function operatorOf(name: string): [string, keyof Conditions] {
  const [, attribute, suffix] = /^(.+)_([a-z]+)$/.exec(name) ?? []
  const operator = OPERATORS[suffix ?? '']
  return attribute !== undefined && operator !== undefined ? [attribute, operator] : [name, 'eq']
}

/** The client refuses conditions that the API cannot express. */
function conditionsOf(operator: string, value: unknown): Conditions {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || value instanceof Date) return { [operator]: value }
  return Object.fromEntries(Object.entries(value).map(([key, operand]) => [OPERATORS[key] ?? key, operand]))
}
