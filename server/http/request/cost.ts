import type { TObject } from 'typebox'
import { type Fields, isFields } from '../../values/fields.ts'
import type { Call, Endpoint } from '../endpoint.ts'

/** Points of a call that reads or writes one record. The others are what it costs more, roughly by the time it takes. */
const PLAIN = 1
/** Texts are searched one by one. */
const SEARCH = 4
/** Of each relation that is included: it is read for all records at once. */
const RELATION = 1
/** Of each password: hashing takes long on purpose. */
const PASSWORD = 9
/** So many records of a page cost a point. */
const RECORDS_A_POINT = 100
const MAX_RECORDS = 1000

/** Fields of writes whose items are written one by one. */
const LISTED = ['changes', 'roles']

type Asked = Pick<Call, 'sent' | 'filters' | 'body'>

/**
 * What a call costs the service, in points, told of what it asks for before any of it is done. An array costs what its
 * items would cost one by one.
 */
export function costOf(
  { input, prepare, members, messages }: Endpoint,
  { sent, filters, body }: Asked,
): number {
  const takes = (name: string) => Object.hasOwn((input as TObject).properties, name)
  const textOf = (name: string) => (takes(name) ? asText(sent[name]) : '')
  const searches = (textOf('q') === '' ? 0 : 1) + (takes('sort') ? patternsIn(filters) : 0)
  const pages = Math.floor((recordsOf(textOf('per_page') || textOf('limit')) - 1) / RECORDS_A_POINT)
  const items = Array.isArray(body)
    ? body
    : listed(sent[members ? 'id' : (LISTED.find((name) => messages && takes(name)) ?? 'ids')])
  const passwords = prepare
    ? [sent, ...items].reduce<number>((sum, fields) => sum + passwordsIn(fields), 0)
    : 0
  return (
    Math.max(PLAIN, items.length) +
    SEARCH * searches +
    RELATION * partsIn(textOf('include')) +
    PASSWORD * passwords +
    pages
  )
}

/** Anything else will be refused, or costs nothing; it may not even have a text. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** Conditions of filters that search texts. */
const patternsIn = (filters: Fields): number =>
  Object.values(filters)
    .flat()
    .reduce<number>((sum, value) => sum + asText(value).split('like:').length - 1, 0)

/** More are refused, whatever they are. */
const MOST_PARTS = 1000

const partsIn = (text: string): number => (text === '' ? 0 : partsOf(text).length)

const partsOf = (text: string): string[] => text.split(',', MOST_PARTS).filter((part) => part.trim() !== '')

const listed = (ids: unknown): unknown[] => (typeof ids === 'string' ? partsOf(ids) : [ids ?? []].flat())

/** Of a page of what size; anything that is none costs nothing, and is refused later. */
function recordsOf(text: string): number {
  const records = Number(text)
  return records >= 1 ? Math.min(records, MAX_RECORDS) : 1
}

const passwordsIn = (fields: unknown): number =>
  isFields(fields) ? [fields.password, fields.current_password].filter(Boolean).length : 0
