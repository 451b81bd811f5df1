import { Type } from 'typebox'
import { nullable, time } from '../../contract/fields.ts'
import type { Ctx } from '../access/context.ts'
import { type Detail, invalid, invalidField } from '../errors.ts'
import { coerce, UNHOLDABLE } from '../http/coerce.ts'
import { KNOWN_EVERYWHERE } from '../http/known.ts'
import { type Fields, isFields } from '../http/parameters.ts'
import { findNamed } from './conditions.ts'
import type { AnyRow, LinkChange, Links, Relation, Resource } from './resource.ts'
import { resourceNamed } from './resource.ts'
import { type AnyDatabase, touchRows } from './store.ts'

/** POST adds, PUT replaces the set, PATCH changes the links' attributes, DELETE takes away. */
export type LinkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const MAX_MEMBERS = 1000

/** A member of a relation as it was sent: what names it, and what its link is to be. */
export interface Member {
  name: string | number
  attributes: LinkAttributes
}

interface LinkAttributes {
  is_active?: boolean
  expires_at?: string | null
}

interface Link extends Required<LinkAttributes> {
  id: number
  target: number
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
  const members = items.map((item, index) => readMember(item, isList ? `${index}.` : '', details))
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
    details.push({ field: `${prefix}${field}`, code, message: `${prefix}${field} ${message}` })
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
    name,
    attributes: {
      ...(isActive !== undefined && { is_active: isActive as boolean }),
      ...(expiresAt !== undefined && { expires_at: expiresAt as string | null }),
    },
  }
}

type WritableRelation = Extract<Relation, { kind: 'links' }>

/** Changes a record's links, inside a transaction that the caller opened. The rules of the relation come first. */
export async function writeLinks(
  ctx: Ctx,
  resource: Resource,
  relation: WritableRelation,
  row: AnyRow,
  method: LinkMethod,
  members: Member[],
  all: boolean,
): Promise<void> {
  // An empty array replaces the set with nothing; a missing body does not.
  if (members.length === 0 && !all) throw nobodyNamed(method)
  const target = resourceNamed(relation.to)
  const wanted = await resolveMembers(ctx, target, members)
  const present = await linksOf(ctx, relation.links, row.id)
  const change = planChange(method, wanted, present, all)
  await relation.writes?.mayChange(ctx, row, change.effect)
  await carryOut(ctx, relation.links, row.id, change)
  await touchRows(ctx, resource.table, [row.id])
  await touchRows(ctx, target.table, [...new Set([...change.effect.granted, ...change.effect.weakened])])
}

export const nobodyNamed = (method: LinkMethod) =>
  invalidField(
    'id',
    'required',
    `Name at least one member${method === 'DELETE' ? ', or send all=true to take all away' : ''}.`,
  )

/** Ids of the members, each with what its link is to be. @throws Refusal 422 pointing at the item */
export async function resolveMembers(
  ctx: Ctx,
  target: Resource,
  members: Member[],
): Promise<Map<number, LinkAttributes>> {
  if (members.length === 0) return new Map()
  const wanted = new Map<number, LinkAttributes>()
  const details: Detail[] = []
  const idOf = await findNamed(
    ctx,
    target,
    members.map(({ name }) => name),
  )
  for (const [index, { name, attributes }] of members.entries()) {
    const id = idOf(name)
    if (id !== undefined) wanted.set(id, attributes)
    else
      details.push({
        field: `${index}.id`,
        code: 'not_found',
        message: `${index}.id names no live ${target.singular}.`,
      })
  }
  if (details.length > 0) throw invalid(details)
  return wanted
}

async function linksOf(ctx: Ctx, { table, from, to }: Links, fromId: number): Promise<Map<number, Link>> {
  const rows: Link[] = await (ctx.db as AnyDatabase)
    .selectFrom(table)
    .select(['id', `${to} as target`, 'is_active', 'expires_at'])
    .where(from, '=', fromId)
    .execute()
  return new Map(rows.map((link) => [link.target, link]))
}

interface Plan {
  add: Map<number, LinkAttributes>
  change: { link: Link; attributes: LinkAttributes }[]
  remove: Link[]
  effect: LinkChange
}

function planChange(
  method: LinkMethod,
  wanted: Map<number, LinkAttributes>,
  present: Map<number, Link>,
  all: boolean,
): Plan {
  const isRemoval = method === 'DELETE'
  const named = [...wanted].flatMap(([target, attributes]) => {
    const link = present.get(target)
    return link ? [{ link, attributes }] : []
  })
  const add = new Map(isRemoval ? [] : [...wanted].filter(([target]) => !present.has(target)))
  if (method === 'PATCH' && add.size > 0) {
    throw invalidField('id', 'not_linked', 'Only members that are linked already can be changed.')
  }
  const change = isRemoval ? [] : named.filter(({ attributes }) => Object.keys(attributes).length > 0)
  const replaced = method === 'PUT' ? [...present.values()].filter(({ target }) => !wanted.has(target)) : []
  const remove = isRemoval ? (all ? [...present.values()] : named.map(({ link }) => link)) : replaced
  const weakening = change.filter(
    ({ attributes }) => attributes.is_active === false || attributes.expires_at != null,
  )
  return {
    add,
    change,
    remove,
    effect: {
      granted: [...add.keys(), ...change.map(({ link }) => link.target)],
      weakened: [...remove, ...weakening.map(({ link }) => link)].map(({ target }) => target),
    },
  }
}

/** An engine takes some 32,000 bound values in one statement, and a row has eight. */
const MAX_ROWS = 1000

/** Makes links, without asking who may: the rules are the caller's. Those that exist stay as they are. */
export async function addLinks(
  ctx: Ctx,
  { table, from, to }: Links,
  fromId: number,
  targets: Map<number, LinkAttributes>,
): Promise<void> {
  const now = ctx.now()
  const author = ctx.actor.userId
  const rows = [...targets].map(([target, attributes]) => ({
    is_active: true,
    expires_at: null,
    ...attributes,
    [from]: fromId,
    [to]: target,
    created_at: now,
    created_by: author,
    updated_at: now,
    updated_by: author,
  }))
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    await (ctx.db as AnyDatabase)
      .insertInto(table)
      .values(rows.slice(start, start + MAX_ROWS))
      .onConflict((conflict: AnyDatabase) => conflict.columns([from, to]).doNothing())
      .execute()
  }
}

async function carryOut(
  ctx: Ctx,
  links: Links,
  fromId: number,
  { add, change, remove }: Plan,
): Promise<void> {
  const db = ctx.db as AnyDatabase
  const stamp = { updated_at: ctx.now(), updated_by: ctx.actor.userId }
  await addLinks(ctx, links, fromId, add)
  for (const { link, attributes } of change) {
    await db
      .updateTable(links.table)
      .set({ ...attributes, ...stamp })
      .where('id', '=', link.id)
      .execute()
  }
  const gone = remove.map(({ id }) => id)
  if (gone.length > 0) await db.deleteFrom(links.table).where('id', 'in', gone).execute()
}
