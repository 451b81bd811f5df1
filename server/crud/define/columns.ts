import type { Expression } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { CONTACT_SLUG, canSeeContacts } from '../../access/guard.ts'
import type { Recorded } from '../../audit/changes.ts'
import { fold } from '../../db/queries/texts.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import { coerce, type Kind, kindOf } from '../../values/coerce.ts'
import { didYouMean, nearest } from '../../values/nearest.ts'
import { relationsOf } from './relations.ts'
import { nounOf, type Resource } from './resource.ts'

/** An attribute for selectors, filters and sorting. */
export interface Attribute {
  name: string
  kind: Kind
  /** Converts text to a value of the column. */
  schema: TSchema
  /** The column that is compared: its own, or its lower-cased key. */
  column: string
  isCaseless: boolean
  isNullable: boolean
  /** The resource that it refers to, for references by id, uuid or slug. */
  refersTo?: Subject
}

interface Columns {
  /** All columns that responses contain. Secrets are not in the schema, so they are never read. */
  readable: readonly string[]
  isReadable: (name: string) => boolean
  /** The columns of the record in short, within others. */
  short: readonly string[]
  attributes: ReadonlyMap<string, Attribute>
  /** The columns that the service itself needs of a record: for relations, references, short forms, versions and selectors. */
  own: ReadonlySet<string>
  /** The columns whose values select at most one live record. */
  selecting: ReadonlySet<string>
  /** The columns that entries of the audit trail contain. */
  recorded: Recorded
}

/** Left out of entries: every write sets them, or the action implies them. */
const UNRECORDED = [
  ...['id', 'uuid', 'created_at', 'updated_at', 'deleted_at', 'restored_at'],
  ...['created_by', 'updated_by', 'deleted_by'],
]

const columnsByResource = new WeakMap<Resource, Columns>()

/** The columns of a resource, derived from its item schema. */
export function columnsOf(resource: Resource): Columns {
  let columns = columnsByResource.get(resource)
  if (!columns) {
    columns = derive(resource)
    columnsByResource.set(resource, columns)
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
    .filter(({ kind }) => kind !== 'object' && kind !== 'list')
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]))
  const short = Object.keys(resource.schemas.short.properties)
  const single = resource.unique.flatMap(({ columns }) => (columns.length === 1 ? columns : []))
  const selecting = ['id', 'uuid', ...single].map((name) => byName.get(name)?.column ?? name)
  const relations = Object.values(relationsOf(resource))
  const readable = new Set(stored.map(([name]) => name))
  const unrecorded = new Set<string>([...UNRECORDED, ...(resource.unrecorded ?? [])])
  return {
    readable: [...readable],
    isReadable: (name) => readable.has(name),
    short,
    attributes: byName,
    own: new Set([
      ...['id', 'version', 'deleted_at', ...short, ...selecting],
      ...relations.flatMap((relation) => (relation.kind === 'one' ? [relation.column] : [])),
      ...Object.values(resource.references ?? {}).map(({ column }) => column),
      ...(resource.ownerColumn === undefined ? [] : [resource.ownerColumn]),
    ]),
    selecting: new Set(selecting),
    recorded: {
      shown: [...readable].filter((name) => !unrecorded.has(name)),
      secrets: resource.secrets ?? {},
    },
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

/** Names of the attributes for selectors, sorting and filters. */
export const namesOf = (resource: Resource): string[] => [
  ...columnsOf(resource).attributes.keys(),
  ...Object.entries(resource.references ?? {}).flatMap(([name, { by }]) => (by === 'any' ? [name] : [])),
]

/** What lists of the resource can be sorted by beside its attributes. */
export const computedSortsOf = ({ sortedBy = {} }: Resource): ReadonlyMap<string, Expression<unknown>> =>
  new Map(Object.entries(sortedBy))

/**
 * The attribute of that name. Unknown, secret and free-form names get the same refusal, apart from the hint to the
 * closest allowed name.
 * @param others names that are allowed too, for the refusal
 * @throws Refusal 400 listing the allowed names
 */
export function attributeNamed(
  resource: Resource,
  name: string,
  code: string,
  use: Message,
  others: Iterable<string> = [],
): Attribute {
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
  const names = [...new Set([...namesOf(resource), ...others])]
  const hint = didYouMean(nearest(name, names))
  throw badRequest(
    code,
    say`A ${nounOf(resource)} can't be ${use} by that.${hint} Allowed: ${names.join(', ')}.`,
  )
}

/** Converts the text to a value of the attribute's column, ready to compare; or UNSTORABLE. */
export function columnValue({ schema, isCaseless }: Attribute, text: string): unknown {
  const value = coerce(schema, text)
  return isCaseless && typeof value === 'string' ? fold(value) : value
}

/** The identifiers that name a record, for messages: users and registrations have no slug. */
export const identifiersOf = (resource: Resource): Message =>
  columnsOf(resource).attributes.has('slug') ? say`an id, a uuid or a slug` : say`an id or a uuid`

/** The least bytes of a record as JSON: its field names, two timestamps and a uuid. Contact details may be hidden. */
export function leastBytes(resource: Resource): number {
  const contact = (resource.contact ?? []) as readonly string[]
  const shown = columnsOf(resource).readable.filter((name) => !contact.includes(name))
  return shown.reduce((sum, name) => sum + name.length + 5, 0) + 36 + 2 * 24
}

/** Whether the attribute is a contact detail that the caller may not see in the records of others. */
export const isHiddenContact = (ctx: Ctx, { contact }: Resource, name: string): boolean =>
  contact !== undefined && (contact as readonly string[]).includes(name) && !canSeeContacts(ctx)

/** @throws Refusal 403 if the attribute is a contact detail that the caller may not see */
export function refuseHiddenContact(ctx: Ctx, resource: Resource, name: string): void {
  if (isHiddenContact(ctx, resource, name)) throw forbidden([CONTACT_SLUG], say`Using ${name} needs`)
}
