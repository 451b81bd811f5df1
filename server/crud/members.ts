import { Type } from 'typebox'
import { nullable, time } from '../../contract/fields.ts'
import { type Detail, invalid, invalidField } from '../errors.ts'
import { coerce, UNHOLDABLE } from '../http/coerce.ts'
import { KNOWN_EVERYWHERE } from '../http/known.ts'
import { type Fields, isFields } from '../http/parameters.ts'

export const MAX_MEMBERS = 1000

/** A member of a relation as it was sent: what names it, and what its link is to be. */
export interface Member {
  /** How a fault points at it: `id`, or `3.id` where there are several. */
  field: string
  name: string | number
  attributes: LinkAttributes
}

/** What may be said of a link. */
export interface LinkAttributes {
  is_active?: boolean
  expires_at?: string | null
}

const MEMBER_FIELDS = ['id', 'is_active', 'expires_at']

/**
 * The members that a call names: its body is an array of them or one alone; or its fields are those of one member,
 * where `id=1,editor` names several. @throws Refusal 422 pointing at the item
 */
export function membersOf(body: unknown, sent: Fields): Member[] {
  const isList = Array.isArray(body)
  const items = isList ? body : isBare(body) ? [body] : membersInFields(sent)
  if (items.length > MAX_MEMBERS) {
    throw invalidField('id', 'out_of_range', `At most ${MAX_MEMBERS} members can be named at once.`)
  }
  const details: Detail[] = []
  const isIndexed = isList || items.length > 1
  const members = items.map((item, index) => readMember(item, isIndexed ? `${index}.` : '', details))
  if (details.length > 0) throw invalid(details)
  return members as Member[]
}

const isBare = (body: unknown) => body !== undefined && body !== null && !isFields(body)

function membersInFields(sent: Fields): Fields[] {
  const own = Object.entries(sent).filter(([name]) => name !== 'all' && !KNOWN_EVERYWHERE.has(name))
  if (own.length === 0) return []
  const { id, ...others } = Object.fromEntries(own)
  const ids = [id].flat().flatMap((name) => (typeof name === 'string' ? name.split(',') : [name]))
  return ids.map((name) => ({ ...others, id: name }))
}

function readMember(item: unknown, prefix: string, details: Detail[]): Member | undefined {
  const refuse = (field: string, code: string, message: string) => {
    const shown = `${prefix}${field.trim() || 'A blank name'}`
    details.push({ field: `${prefix}${field}`, code, message: `${shown} ${message}` })
    return undefined
  }
  const member = isFields(item) ? item : { id: item }
  const unknown = Object.keys(member).find((name) => !MEMBER_FIELDS.includes(name))
  if (unknown !== undefined)
    return refuse(
      unknown.slice(0, 100),
      'unknown_field',
      `is not known; a member has ${MEMBER_FIELDS.join(', ')}.`,
    )
  const name = typeof member.id === 'string' ? member.id.trim() : member.id
  if ((typeof name !== 'string' && typeof name !== 'number') || name === '') {
    return refuse('id', 'required', 'must be an id, a uuid or a slug.')
  }
  const isActive = member.is_active === undefined ? undefined : coerce(Type.Boolean(), member.is_active)
  if (isActive === UNHOLDABLE || isActive === null)
    return refuse('is_active', 'invalid_type', 'must be true or false.')
  const expiresAt =
    member.expires_at === undefined ? undefined : coerce(nullable(time('')), member.expires_at)
  if (expiresAt === UNHOLDABLE) return refuse('expires_at', 'invalid_type', 'must be a time or null.')
  return {
    field: `${prefix}id`,
    name,
    attributes: {
      ...(isActive !== undefined && { is_active: isActive as boolean }),
      ...(expiresAt !== undefined && { expires_at: expiresAt as string | null }),
    },
  }
}
