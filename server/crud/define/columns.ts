import { type TSchema, Type } from 'typebox'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import { type Kind, kindOf } from '../../values/coerce.ts'
import { didYouMean, nearest } from '../../values/nearest.ts'
import { nounOf, type Resource } from './resource.ts'

/** An attribute that can select, filter and sort. */
export interface Attribute {
  name: string
  kind: Kind
  /** What turns text into a value of the column. */
  schema: TSchema
  /** Where its values are compared: the column itself, or its lower-cased key. */
  column: string
  isCaseless: boolean
  isNullable: boolean
  /** The resource whose id it is, where an id, a uuid or a slug is taken for it. */
  refersTo?: Subject
}

interface Columns {
  /** Everything of the stored record that is answered. Secrets are not in the schema, so they are never read. */
  readable: readonly string[]
  attributes: ReadonlyMap<string, Attribute>
}

const known = new WeakMap<Resource, Columns>()

/** What the item schema says of the table. */
export function columnsOf(resource: Resource): Columns {
  let columns = known.get(resource)
  if (!columns) {
    columns = derive(resource)
    known.set(resource, columns)
  }
  return columns
}

const isRelation = (schema: TSchema) => {
  const { $ref, anyOf, items } = schema as { $ref?: string; anyOf?: unknown; items?: { $ref?: string } }
  return $ref !== undefined || anyOf !== undefined || items?.$ref !== undefined
}

function derive(resource: Resource): Columns {
  const stored = Object.entries(resource.schemas.item.properties).filter(
    ([name, schema]) => !isRelation(schema as TSchema) && !(name in { ...resource.counted }),
  )
  const attributes = stored
    .map(([name, schema]) => attributeOf(resource, name, schema as TSchema))
    .filter((attribute) => attribute.kind !== 'object')
  return {
    readable: stored.map(([name]) => name),
    attributes: new Map(attributes.map((attribute) => [attribute.name, attribute])),
  }
}

function attributeOf(resource: Resource, name: string, schema: TSchema): Attribute {
  const isCaseless = (resource.caseless as readonly string[] | undefined)?.includes(name) ?? false
  const isNullable = [(schema as { type?: unknown }).type].flat().includes('null')
  return {
    name,
    schema,
    kind: kindOf(schema),
    isCaseless,
    isNullable,
    column: isCaseless ? `${name}_key` : name,
  }
}

/** Attributes that select, sort and filter, by name. */
export const namesOf = (resource: Resource): string[] => [
  ...columnsOf(resource).attributes.keys(),
  ...Object.entries(resource.references ?? {}).flatMap(([name, { by }]) => (by === 'any' ? [name] : [])),
]

/**
 * The attribute of that name. Unknown, secret and free-form names get one and the same answer,
 * beside the allowed name that is closest to them.
 * @throws Refusal 400 naming those allowed
 */
export function attributeNamed(resource: Resource, name: string, code: string, use: Message): Attribute {
  const attribute = columnsOf(resource).attributes.get(name)
  if (attribute) return attribute
  const reference = resource.references?.[name]
  if (reference?.by === 'any')
    return {
      name,
      schema: Type.String(),
      kind: 'mixed',
      column: reference.column,
      isCaseless: false,
      isNullable: true,
      refersTo: reference.to,
    }
  const names = namesOf(resource)
  const hint = didYouMean(nearest(name, names))
  throw badRequest(
    code,
    say`A ${nounOf(resource)} can't be ${use} by that.${hint} Allowed: ${names.join(', ')}.`,
  )
}

/** What may stand for a record where it is named, as a message says it: users and registrations have no slug. */
export const waysToName = (resource: Resource): Message =>
  columnsOf(resource).attributes.has('slug') ? say`an id, a uuid or a slug` : say`an id or a uuid`

/** Bytes that a record takes as text, at least: its names, two times and a uuid. Contact details may be hidden. */
export function leastBytes(resource: Resource): number {
  const contact = (resource.contact ?? []) as readonly string[]
  const shown = columnsOf(resource).readable.filter((name) => !contact.includes(name))
  return shown.reduce((sum, name) => sum + name.length + 5, 0) + 36 + 2 * 24
}

export const canSeeContacts = (ctx: Ctx) => ctx.actor.grants.has('can-see-users-contact-details')

/** @throws Refusal 403 where the attribute is a contact detail the caller may not see */
export function refuseHiddenContact(ctx: Ctx, resource: Resource, name: string): void {
  if ((resource.contact as readonly string[] | undefined)?.includes(name) && !canSeeContacts(ctx)) {
    throw forbidden(['can-see-users-contact-details'], say`Using ${name} needs`)
  }
}
