import { type Fields, isFields } from '../../values/fields.ts'
import type { Call, Endpoint } from '../endpoint.ts'

/** Points of a call that reads or writes one record. The other constants are added, roughly by the time they take. */
const BASE = 1
/** For each text search. */
const SEARCH = 4
/** For each included relation: it is read for all records at once. */
const RELATION = 1
/** For each password: hashing is slow on purpose. */
const PASSWORD = 9
/** Records of a page per point. */
const RECORDS_PER_POINT = 100
const MAX_RECORDS = 1000

/** Fields of writes whose items are written one by one. */
const LIST_FIELDS = ['items', 'changes', 'roles']

/** Records that a bulk call with a report handles unless it says otherwise. */
const BULK_RECORDS = 100

type CostInput = Pick<Call, 'sent' | 'filters' | 'body'>

/**
 * The cost of a call in points, computed from its input before it runs. An array costs as much as separate calls for its
 * items.
 */
export function costOf(
  { input, prepare, members, effect }: Endpoint,
  { sent, filters, body }: CostInput,
): number {
  const takes = (name: string) => Object.hasOwn(input.properties, name)
  const fieldText = (name: string) => (takes(name) ? asText(sent[name]) : '')
  const searches = (fieldText('q') === '' ? 0 : 1) + (takes('sort') ? patternsIn(filters) : 0)
  const isBulk = effect === 'write' && takes('matching')
  const pages = isBulk
    ? 0
    : Math.floor((recordsOf(fieldText('per_page') || fieldText('limit')) - 1) / RECORDS_PER_POINT)
  const items = Array.isArray(body)
    ? body
    : listed(sent[members ? 'id' : (LIST_FIELDS.find((name) => effect === 'write' && takes(name)) ?? 'ids')])
  const records = isBulk ? bulkRecords(sent, fieldText('limit')) : items.length
  const passwords =
    prepare || takes('items')
      ? [sent, ...items].reduce<number>((sum, fields) => sum + passwordsIn(fields), 0)
      : 0
  return (
    Math.max(BASE, records, linesOf(fieldText('outline'))) +
    SEARCH * searches +
    RELATION * partsIn(fieldText('include')) +
    PASSWORD * passwords +
    pages
  )
}

/** The records that a bulk call handles: those that it names, or any number, up to its limit. */
function bulkRecords({ ids, emails, matching }: Fields, limit: string): number {
  const named = matching ? Infinity : Math.max(listed(ids).length, listed(emails).length)
  return Math.min(named, limit === '' ? BULK_RECORDS : recordsOf(limit))
}

/** The text of a string or number, else ''. Other values are refused later or cost nothing; some cannot be converted. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** Number of filter conditions that search texts. */
const patternsIn = (filters: Fields): number =>
  Object.values(filters)
    .flat()
    .reduce<number>((sum, value) => sum + asText(value).split('like:').length - 1, 0)

/** More parts are refused later anyway. */
const MAX_PARTS = 1000

const partsIn = (text: string): number => (text === '' ? 0 : partsOf(text).length)

const partsOf = (text: string): string[] => text.split(',', MAX_PARTS).filter((part) => part.trim() !== '')

const listed = (ids: unknown): unknown[] => (typeof ids === 'string' ? partsOf(ids) : [ids ?? []].flat())

/** Each line of an outline may create a record. */
const linesOf = (outline: string): number => Math.min(outline.split('\n', MAX_RECORDS).length, MAX_RECORDS)

/** The page size; an invalid one costs nothing and is refused later. */
function recordsOf(text: string): number {
  const records = Number(text)
  return records >= 1 ? Math.min(records, MAX_RECORDS) : 1
}

const passwordsIn = (fields: unknown): number =>
  isFields(fields) ? [fields.password, fields.current_password].filter(Boolean).length : 0
