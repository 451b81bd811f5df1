import { Type } from 'typebox'
import { nullable, time } from '../../../contract/fields.ts'
import { type Detail, invalid, invalidField } from '../../errors.ts'
import { IGNORED_BY_WRITES } from '../../http/request/ignored-by-writes.ts'
import { listedNames } from '../../http/request/parameters.ts'
import { type Message, say, type Value } from '../../messages/say.ts'
import { coerce, KIND_NAMES, UNSTORABLE } from '../../values/coerce.ts'
import { type Fields, isFields } from '../../values/fields.ts'
import { didYouMean, nearest } from '../../values/nearest.ts'
import type { LinkAttributes, Member } from '../write/link-plan.ts'

export const MAX_MEMBERS = 1000

const ATTRIBUTES = ['is_active', 'expires_at']

/**
 * Parses the members of a request: the body is an array of members, a single one, or the fields of one member, where
 * `id=1,editor` names several. @param mayRemoveAll the field `all` is known @param expected the identifiers that a member
 * may have, for messages @throws Refusal 422 pointing at the item
 */
export function membersOf(body: unknown, sent: Fields, mayRemoveAll: boolean, expected: Message): Member[] {
  const isList = Array.isArray(body)
  if (!isList && !isBare(body)) {
    const { all: _, ...others } = sent
    return membersInFields(mayRemoveAll ? others : sent, expected)
  }
  const items = isList ? body : [body]
  if (items.length > MAX_MEMBERS) throw tooMany()
  const details: Detail[] = []
  const members = items.map((item, index) => readMember(item, isList ? `${index}.` : '', details, expected))
  if (details.length > 0) throw invalid(details)
  return members as Member[]
}

const tooMany = () =>
  invalidField('id', 'out_of_range', say`At most ${MAX_MEMBERS} members can be named at once.`)

const isBare = (body: unknown) => body !== undefined && body !== null && !isFields(body)

/** Attributes next to `id` apply to all named members, so they are parsed once. */
function membersInFields(sent: Fields, expected: Message): Member[] {
  const own = Object.entries(sent).filter(([name]) => !IGNORED_BY_WRITES.has(name))
  if (own.length === 0) return []
  const { id, ...others } = Object.fromEntries(own)
  const names = listedNames(id, MAX_MEMBERS)
  if (!names) throw tooMany()
  const details: Detail[] = []
  const attributes = readAttributes(others, '', details)
  const members = names.map((name, index) => {
    const prefix = names.length > 1 ? `${index}.` : ''
    return { field: `${prefix}id`, name: readName(name, prefix, details, expected), attributes }
  })
  if (details.length > 0) throw invalid(details)
  return members as Member[]
}

function readMember(item: unknown, prefix: string, details: Detail[], expected: Message): Member | undefined {
  const { id, ...others } = isFields(item) ? item : { id: item }
  const attributes = readAttributes(others, prefix, details)
  const name = attributes && readName(id, prefix, details, expected)
  return name === undefined
    ? undefined
    : { field: `${prefix}id`, name, attributes: attributes as LinkAttributes }
}

/** @returns undefined for a fault, which is added to the details */
function readName(
  id: unknown,
  prefix: string,
  details: Detail[],
  expected: Message,
): string | number | undefined {
  const name = typeof id === 'string' ? id.trim() : id
  if ((typeof name === 'string' && name !== '') || typeof name === 'number') return name
  return refuse(details, prefix, 'id', 'required', (at) => say`${at} must be ${expected}.`)
}

/** @returns undefined for a fault, which is added to the details */
function readAttributes(others: Fields, prefix: string, details: Detail[]): LinkAttributes | undefined {
  const unknown = Object.keys(others).find((name) => !ATTRIBUTES.includes(name))
  if (unknown !== undefined) {
    const known = ['id', ...ATTRIBUTES]
    const hint = didYouMean(nearest(unknown, known))
    return refuse(
      details,
      prefix,
      unknown.slice(0, 100),
      'unknown_field',
      (at) => say`${at} is unknown; a member has ${known.join(', ')}.${hint}`,
    )
  }
  const isActive = others.is_active === undefined ? undefined : coerce(Type.Boolean(), others.is_active)
  if (isActive === UNSTORABLE || isActive === null)
    return refuse(
      details,
      prefix,
      'is_active',
      'invalid_type',
      (at) => say`${at} must be ${KIND_NAMES.boolean}.`,
    )
  const expiresAt =
    others.expires_at === undefined ? undefined : coerce(nullable(time('')), others.expires_at)
  if (expiresAt === UNSTORABLE)
    return refuse(details, prefix, 'expires_at', 'invalid_type', (at) => say`${at} must be a time or null.`)
  return {
    ...(isActive !== undefined && { is_active: isActive as boolean }),
    ...(expiresAt !== undefined && { expires_at: expiresAt as string | null }),
  }
}

function refuse(
  details: Detail[],
  prefix: string,
  name: string,
  code: string,
  message: (at: Value) => Message,
): undefined {
  const shown = say`${prefix}${name.trim() || say`A blank name`}`
  details.push({ field: `${prefix}${name}`, code, message: message(shown) })
}
