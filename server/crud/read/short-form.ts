import { type TObject, Type } from 'typebox'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { pageSchema } from '../../values/page.ts'
import { Linked, type Listed, ReadRecord, recordOf } from '../../values/read-record.ts'
import { nounOf, type Resource, slugToRead } from '../define/resource.ts'
import { sortsOf } from '../query/list-query.ts'

/**
 * Users may list their own roles, permissions and terms without the permission to read those resources. They then see
 * only identifying fields: no notes, and no counts of other users.
 */
function namesOf({ name, inShort }: Resource): readonly string[] {
  if (!inShort)
    throw new Error(`Users hold ${name}, whose definition does not say what is shown of them in short.`)
  return inShort
}

export function shortFormOf(resource: Resource, listed: Listed): Listed {
  const record = recordOf(listed)
  const fields = record.toJSON()
  const short = Object.fromEntries(namesOf(resource).map((name) => [name, fields[name]]))
  const shown = new ReadRecord(record.row, JSON.stringify(short).slice(0, -1))
  return listed instanceof Linked ? new Linked(shown, listed.pivot) : shown
}

const PARAMETERS = ['q', 'page', 'per_page', 'limit', 'sort', 'explain']

/** Refuses filters and sorts on fields that the short form hides: they would reveal the values. @throws Refusal 400, 403 */
export function refuseHiddenFields(resource: Resource, input: Fields, filters: Fields): void {
  const names = namesOf(resource)
  const sorts = input.sort === undefined ? [] : sortsOf(input.sort as string).map(({ field }) => field)
  const beyond = [
    ...Object.keys(input).filter((name) => input[name] !== undefined && !PARAMETERS.includes(name)),
    ...[...sorts, ...Object.keys(filters)].filter((name) => !names.includes(name)),
  ]
  if (beyond.length > 0) throw forbidden([slugToRead(resource)], say`Using ${beyond.join(', ')} needs`)
}

/** A page of records: complete for callers who may read them, the short form for others. */
export function pageOfHeld(resource: Resource): TObject {
  const names = namesOf(resource)
  const { $id, properties } = resource.schemas.item as TObject & { $id: string }
  const held = Object.entries(properties).map(([name, schema]) => [
    name,
    names.includes(name) ? schema : Type.Optional(schema),
  ])
  const schemaId = `Held${$id}`
  const shown = names.map((name) => `\`${name}\``).join(', ')
  const description = `A ${nounOf(resource)} of a user. A user without \`${slugToRead(resource)}\` sees only ${shown} and \`pivot\` of their own.`
  return pageSchema(schemaId, Type.Object(Object.fromEntries(held), { $id: schemaId, description }))
}
