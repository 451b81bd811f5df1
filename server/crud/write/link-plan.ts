import { isLater } from '../../access/in-force.ts'
import { invalid, invalidField } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { LinkChange } from '../define/resource.ts'

/** POST adds links, PUT replaces the set, PATCH changes their attributes, DELETE removes them. */
export type LinkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A member of a relation as sent: its name and the attributes of its link. */
export interface Member {
  /** The field name for faults: `id`, or `3.id` if there are several members. */
  field: string
  name: string | number
  attributes: LinkAttributes
}

/** Writable attributes of a link. */
export interface LinkAttributes {
  is_active?: boolean
  expires_at?: string | null
}

/** Default attributes of a new link. */
export const NEW_LINK: Required<LinkAttributes> = { is_active: true, expires_at: null }

/** A stored link of the record. */
export interface Link extends Required<LinkAttributes> {
  id: number
  /** The id of the record on the other side. */
  target: number
}

/** A requested change of a record's links. */
export interface RequestedChange {
  method: LinkMethod
  members: Member[]
  /** The body is a list: with PUT, an empty list means the empty set. A missing body is an error. */
  isList: boolean
  /** DELETE: remove all links. */
  all: boolean
}

export const affectsAllLinks = ({ method, all }: RequestedChange) => method === 'PUT' || all

/** @throws Refusal 422 if it names no members, or both members and `all` */
export function refuseUnclear({ method, members, isList, all }: RequestedChange): void {
  const isRemoval = method === 'DELETE'
  if (members.length > 0) {
    if (isRemoval && all)
      throw invalidField('all', 'contradiction', say`Name members or send all=true, not both.`)
    return
  }
  if ((isRemoval && all) || (method === 'PUT' && isList)) return
  const otherwise = {
    DELETE: say`Name at least one member, or send all=true to remove all.`,
    PUT: say`Name at least one member, or send [] for none.`,
    POST: say`Name at least one member.`,
    PATCH: say`Name at least one member.`,
  }
  throw invalidField('id', 'required', otherwise[method])
}

/** @throws Refusal 422 pointing at each of the members, if there are any */
export function refuseEach(
  members: readonly Member[],
  code: string,
  what: (member: Member) => Message,
): void {
  if (members.length === 0) return
  throw invalid(members.map((member) => ({ field: member.field, code, message: what(member) })))
}

export interface LinkPlan {
  /** By the id of the record on the other side. */
  add: Map<number, LinkAttributes>
  update: { link: Link; attributes: LinkAttributes }[]
  remove: Link[]
  change: LinkChange
}

/**
 * Compares the requested members with the links that they have.
 * @param members by the ids of their records @param links of the record: to these members, or all if the change affects all
 * @throws Refusal 422 if PATCH names a record that is not linked
 */
export function planChange(
  { method, all }: RequestedChange,
  members: ReadonlyMap<number, Member>,
  links: readonly Link[],
): LinkPlan {
  const linkTo = new Map(links.map((link) => [link.target, link]))
  const unlinked = [...members].filter(([target]) => !linkTo.has(target))
  const linked = [...members].flatMap(([target, { attributes }]) => {
    const link = linkTo.get(target)
    return link ? [{ link, attributes }] : []
  })
  if (method === 'PATCH') refuseUnlinked(unlinked.map(([, member]) => member))
  const steps: LinkSteps =
    method === 'DELETE'
      ? { add: new Map(), update: [], remove: all ? [...links] : linked.map(({ link }) => link) }
      : {
          add: new Map(unlinked.map(([target, { attributes }]) => [target, attributes])),
          update: linked.filter(({ attributes }) => Object.keys(attributes).length > 0),
          remove: method === 'PUT' ? links.filter(({ target }) => !members.has(target)) : [],
        }
  return { ...steps, change: linkChangeOf(steps, members, linkTo) }
}

type LinkSteps = Omit<LinkPlan, 'change'>

const refuseUnlinked = (members: readonly Member[]) =>
  refuseEach(
    members,
    'not_linked',
    ({ field }) => say`${field} is not linked; only existing links can be changed.`,
  )

function linkChangeOf(
  { add, update, remove }: LinkSteps,
  members: ReadonlyMap<number, Member>,
  linkTo: ReadonlyMap<number, Link>,
): LinkChange {
  const weakening = update.filter(
    ({ attributes }) => attributes.is_active === false || attributes.expires_at != null,
  )
  const granted = [...add.keys(), ...update.map(({ link }) => link.target)]
  const weakened = [...remove, ...weakening.map(({ link }) => link)].map(({ target }) => target)
  const lengthened = granted.flatMap((target) => {
    const { field, attributes } = members.get(target) as Member
    const before = linkTo.get(target)
    const { is_active: isActive, expires_at: until } = { ...NEW_LINK, ...before, ...attributes }
    const isLonger = !before || (isActive && !before.is_active) || isLater(until, before.expires_at)
    return isLonger ? [[target, { until, field: field.replace(/\bid$/, 'expires_at') }] as const] : []
  })
  return { granted, weakened, lengthened: new Map(lengthened) }
}
