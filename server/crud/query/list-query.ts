import type { Expression } from 'kysely'
import { Type } from 'typebox'
import type { Ctx } from '../../access/context.ts'
import { canSeeContacts } from '../../access/guard.ts'
import { addDays } from '../../dates.ts'
import { foldForSearch } from '../../db/queries/texts.ts'
import type { Part, Trashed } from '../../db/search/text-index.ts'
import type { LinkTableName } from '../../db/tables.ts'
import { badRequest, invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { MAX_PER_PAGE } from '../../values/page.ts'
import { attributeNamed, computedSortsOf, refuseHiddenContact } from '../define/columns.ts'
import type { Resource, Where } from '../define/resource.ts'
import { readFilter } from './filters.ts'
import { AND, GrammarError, parseSort, type Sort } from './grammar.ts'
import { anyTable } from './store.ts'

export const PER_PAGE = 20

export interface Order {
  /** Of the list's table, or an expression. */
  column: string | Expression<unknown>
  direction: Sort['direction']
  /** Nulls sort before any value. */
  isNullable?: boolean
}

/** Parsed and validated parameters of a list. */
export interface ListQuery {
  /** All parameters but the page: equal keys list the same records. */
  key: string
  page: number
  perPage: number
  trashed: Trashed
  /** Of `q`, folded: a record must contain each of them. */
  words: string[]
  where: Where[]
  /** Texts in `where` that the text index supports. */
  parts: Part[]
  /** Whether conditions read tables other than the list's own. */
  readsOtherTables: boolean
  /** Link tables whose links the conditions compare with the time of the request. */
  expiringLinks?: readonly LinkTableName[]
  orders: Order[]
  include: string | undefined
  withChildren: boolean
}

export type { Trashed }

/** The most words in one `q`: each is a condition. */
const MAX_WORDS = 20

/**
 * The words of `q`, folded. A word that is a part of another adds nothing, unless it is a number, which may also be an id.
 * @throws Refusal 422
 */
export function wordsOf(q: string): string[] {
  const words = [...new Set(foldForSearch(q).split(/\s+/))].filter((word) => word !== '')
  if (words.length > MAX_WORDS)
    throw invalidField('q', 'out_of_range', say`q takes at most ${MAX_WORDS} words.`)
  const isPart = (word: string) =>
    !/^\d+$/.test(word) && words.some((other) => other !== word && other.includes(word))
  return words.filter((word) => !isPart(word))
}

const count = (description: string, maximum: number, fallback: number) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description })

const dayParameter = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-05-04'] })

/** Parameters of every list. `sort` and `include` differ by resource. `trashed`, a boolean or `only`, has its own check. */
export const listParameters = {
  q: Type.Optional(
    Type.String({
      description: `Words to search, in any order: each must be a part of a searched attribute, in any case and with or without accents. At most ${MAX_WORDS} words. All parameters of a list have at most 16 KB together, as an address has them.`,
      examples: ['ada lov'],
    }),
  ),
  page: Type.Optional(count('The page, from 1.', Number.MAX_SAFE_INTEGER, 1)),
  per_page: Type.Optional(count('Records a page, at most 1000.', MAX_PER_PAGE, PER_PAGE)),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PER_PAGE,
      description: 'Another name for `per_page`.',
      examples: [PER_PAGE],
    }),
  ),
  from: Type.Optional(dayParameter('Created on this UTC day or later.')),
  to: Type.Optional(dayParameter('Created on this UTC day or earlier.')),
  trashed: Type.Optional(trashedParameter()),
}

function trashedParameter() {
  return Type.Unsafe<Trashed>({
    type: 'string',
    format: 'trashed',
    enum: ['true', 'false', 'only'],
    default: 'false',
    description: '`true` includes soft-deleted records, `only` returns those alone.',
  })
}

export function trashedCondition(table: string, trashed: Trashed): Where[] {
  if (trashed === 'true') return []
  return [anyTable()(`${table}.deleted_at`, trashed === 'only' ? 'is not' : 'is', null)]
}

/** @param values the list parameters, coerced and in range @param filters `filter[<field>]` as sent */
export async function readListQuery(
  ctx: Ctx,
  resource: Resource,
  values: Fields,
  filters: Fields,
): Promise<ListQuery> {
  const own = Object.entries(resource.listParameters ?? {}).filter(([name]) => values[name] !== undefined)
  const ownConditions: Where[] = []
  for (const [, parameter] of own) {
    ownConditions.push(await parameter.apply(ctx, values as never, anyTable() as never))
  }
  const ofFilters = readFilters(ctx, resource, filters)
  const { page, per_page, limit, include, explain, ...listing } = values
  const orders = readSort(ctx, resource, values.sort as string | undefined)
  return {
    // What `q` searches depends on whether the caller sees contact details.
    key: JSON.stringify([listing, filters, resource.contact !== undefined && canSeeContacts(ctx)]),
    page: (page as number | undefined) ?? 1,
    perPage: perPageOf(values),
    trashed: (values.trashed as Trashed | undefined) ?? 'false',
    words: wordsOf((values.q as string | undefined) ?? ''),
    where: [...ownConditions, ...createdBetween(resource, values), ...ofFilters.map(({ where }) => where)],
    parts: ofFilters.flatMap(({ parts }) => parts),
    readsOtherTables:
      own.some(([, parameter]) => parameter.readsOtherTables) ||
      // Computed ones.
      orders.some(({ column }) => typeof column !== 'string') ||
      ofFilters.some(({ readsOtherTables }) => readsOtherTables),
    expiringLinks: own.flatMap(([, parameter]) => parameter.expiringLinks ?? []),
    orders,
    include: include as string | undefined,
    withChildren: values.with_children === true,
  }
}

/** @throws Refusal 422 */
export function perPageOf({ per_page: perPage, limit }: Fields): number {
  if (perPage !== undefined && limit !== undefined && perPage !== limit) {
    throw invalidField(
      'limit',
      'contradiction',
      say`limit and per_page mean the same; send one of them, or the same number in both.`,
    )
  }
  return ((perPage ?? limit) as number | undefined) ?? PER_PAGE
}

function createdBetween({ table }: Resource, values: Fields): Where[] {
  const { from, to } = values as { from?: string; to?: string }
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('to', 'out_of_range', say`to must not be before from.`)
  }
  const eb = anyTable()
  const column = `${table}.created_at`
  return [
    ...(from === undefined ? [] : [eb(column, '>=', `${from}T00:00:00.000Z`)]),
    ...(to === undefined ? [] : [eb(column, '<', addDays(`${to}T00:00:00.000Z`, 1))]),
  ]
}

/** The database engines limit the depth of expressions. */
const MAX_CONDITIONS = 100

function readFilters(ctx: Ctx, resource: Resource, filters: Fields) {
  const texts = Object.entries(filters).flatMap(([field, value]) =>
    [value].flat().map((text) => [field, filterText(field, text)] as const),
  )
  const count = texts.reduce((sum, [, text]) => sum + text.split(AND).length, 0)
  if (count > MAX_CONDITIONS) {
    throw badRequest('bad_filter', say`A list takes at most ${MAX_CONDITIONS} conditions.`)
  }
  return texts.map(([field, text]) => readFilter(ctx, resource, field, text))
}

function filterText(field: string, value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object')
    throw badRequest('bad_filter', say`filter[${field.slice(0, 100)}] must be text.`)
  return String(value)
}

/** The most attributes in one `sort`. */
export const MAX_SORTS = 5

const SORTED = say`sorted`

function readSort(ctx: Ctx, resource: Resource, sort: string | undefined): Order[] {
  const newestFirst: Order = { column: `${resource.table}.id`, direction: 'desc' }
  if (sort === undefined) return [newestFirst]
  const entries = sortsOf(sort)
  if (entries.length > MAX_SORTS)
    throw badRequest('bad_sort', say`sort takes at most ${MAX_SORTS} attributes.`)
  const orders = entries.map(({ field, direction }): Order => {
    refuseHiddenContact(ctx, resource, field)
    const computed = computedSortsOf(resource)
    if (computed.has(field)) return { column: computed.get(field) as Expression<unknown>, direction }
    const { column, isNullable } = attributeNamed(resource, field, 'bad_sort', SORTED, computed.keys())
    return { column: `${resource.table}.${column}`, direction, isNullable }
  })
  // Break ties by id, so that pages neither repeat nor skip a record; in the same direction, so that an index can be used.
  const { direction } = orders.at(-1) as Order
  return orders.some(({ column }) => column === newestFirst.column)
    ? orders
    : [...orders, { ...newestFirst, direction }]
}

export function sortsOf(text: string): Sort[] {
  try {
    return parseSort(text)
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    throw badRequest('bad_sort', say`sort ${error.said}.`)
  }
}
