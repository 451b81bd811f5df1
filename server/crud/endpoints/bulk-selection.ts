import { type TProperties, Type } from 'typebox'
import { DEFAULT_LIMIT, emails, ids, matching, progress } from '../../../contract/bulk.ts'
import { described } from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import { CONTACT_SLUG, canSeeContacts, guard } from '../../access/guard.ts'
import { accessTo } from '../../access/matrix.ts'
import { fold } from '../../db/queries/texts.ts'
import { conflict, forbidden, invalidField, notFound, type Refusal } from '../../errors.ts'
import type { Call } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { type Fields, isFields } from '../../values/fields.ts'
import { refuseLongQuery } from '../../values/query-length.ts'
import { type AnyDatabase, mayRead, nounOf, pluralOf, type Resource } from '../define/resource.ts'
import { type List, listOf } from '../query/list.ts'
import { pageIds } from '../query/list-ids.ts'
import { listParameters, readListQuery, type Trashed } from '../query/list-query.ts'
import { UUID } from '../query/names.ts'
import { anyTable, from } from '../query/store.ts'
import { readId } from './bulk-items.ts'

/** The records on which an action works: those of the list, or soft-deleted ones. */
export type ActsOn = Exclude<Trashed, 'true'>

/** A record that a bulk call selects. */
export interface Selected {
  id: number
  /** How the client named it, for the report. */
  named: Name
  /** The address that it was named by, folded: it must still have it when it is changed. */
  emailKey?: string
}

type Name = { id: number } | { uuid: string } | { email: string }

/** A name of no record, or of several. */
export interface Unselected {
  named: Name
  refusal: Refusal
}

export interface Selection {
  /** In ascending order of ids, at most `limit`. */
  selected: Selected[]
  /** Records to handle in this call and later ones. */
  total: number
  unselected: Unselected[]
}

const PAGE_PARAMETERS = new Set(['page', 'per_page', 'limit'])

/** The parameters of the resource's list that choose records. */
const listConditions = ({ listParameters: own }: Resource): TProperties => ({
  ...Object.fromEntries(Object.entries(listParameters).filter(([name]) => !PAGE_PARAMETERS.has(name))),
  ...Object.fromEntries(Object.entries(own ?? {}).map(([name, { schema }]) => [name, Type.Optional(schema)])),
  filter: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      ...described({ additionalProperties: { type: 'string' } }),
      description:
        'With `matching`: conditions by attribute, as the list takes them in `filter[<attribute>]`.',
      examples: [{ first_name: 'like:ada' }],
    }),
  ),
})

const hasAddresses = ({ contact }: Resource): boolean => contact?.includes('email' as never) === true

/** The ways to select, in words. */
const ways = (resource: Resource): string =>
  hasAddresses(resource) ? 'ids, emails, matching=true' : 'ids, matching=true'

/** The input of a bulk call that selects its records. */
export const selectionInput = (resource: Resource): TProperties => ({
  ids: Type.Optional(ids),
  ...(hasAddresses(resource) && { emails: Type.Optional(emails) }),
  matching: Type.Optional(matching),
  ...listConditions(resource),
  ...progress,
})

/** Parameters of other lists, which a list ignores: here they might have been meant to narrow what a call changes. */
const NARROWING = ['types', 'section', 'with_children']

/** Finds the records to handle in this call. @throws Refusal 403, 422 */
export async function select(call: Call, resource: Resource, actsOn: ActsOn): Promise<Selection> {
  const { ctx, input } = call
  const { ids: names, emails: addresses } = input as { ids?: unknown[]; emails?: string[] }
  const sent = [names, addresses, input.matching === true || undefined].filter((way) => way !== undefined)
  if (sent.length !== 1)
    throw invalidField(
      'ids',
      sent.length === 0 ? 'required' : 'contradiction',
      say`Send exactly one of ${ways(resource)}, which says on which records to act.`,
    )
  if (input.matching === true) return selectMatching(call, resource, actsOn)
  refuseConditions(call, resource)
  const found = names
    ? await findByNames(ctx, resource, names, actsOn)
    : await findByAddresses(ctx, resource, addresses as string[], actsOn)
  const { after, limit = DEFAULT_LIMIT } = input as { after?: number; limit?: number }
  const ahead = found.selected.filter(({ id }) => id > (after ?? 0)).sort((one, other) => one.id - other.id)
  return {
    selected: ahead.slice(0, limit),
    total: ahead.length,
    unselected: after === undefined ? found.unselected : [],
  }
}

/** Conditions beside names would be ignored, and the call would change more than its sender meant. */
function refuseConditions({ input, filters, sent }: Call, resource: Resource): void {
  const given = [
    ...Object.keys(listConditions(resource)).filter((name) => input[name] !== undefined),
    ...Object.keys(filters).map((field) => `filter[${field.slice(0, 100)}]`),
    ...NARROWING.filter((name) => sent[name] !== undefined),
  ]
  const [name] = given
  if (name !== undefined)
    throw invalidField(name, 'contradiction', say`${name} narrows a list; send it only with matching=true.`)
}

async function selectMatching(call: Call, resource: Resource, actsOn: ActsOn): Promise<Selection> {
  const { ctx, input, sent } = call
  // The numbers of a report tell what a record contains.
  guard(ctx.actor, { needs: accessTo(resource, 'list').needs })
  const foreign = NARROWING.find((name) => sent[name] !== undefined)
  if (foreign !== undefined)
    throw invalidField(
      foreign,
      'unknown_field',
      say`${foreign} is not a parameter of the list of ${pluralOf(resource)}.`,
    )
  const { after = 0, limit = DEFAULT_LIMIT } = input as { after?: number; limit?: number }
  const { filter, ...conditions } = Object.fromEntries(
    Object.keys(listConditions(resource)).flatMap((name) =>
      input[name] === undefined ? [] : [[name, input[name]]],
    ),
  )
  const filters = { ...call.filters, ...(isFields(filter) && filter) }
  refuseLongQuery(conditions, filters)
  const values: Fields = { trashed: actsOn, ...conditions }
  const list = await listOf(ctx, resource, await readListQuery(ctx, resource, values, filters))
  const { ids, total } = await pageIds(inOrderOfIds(list, after), 0, limit)
  return { selected: ids.map((id) => ({ id, named: { id } })), total, unselected: [] }
}

/** The records with higher ids, lowest first. */
function inOrderOfIds(list: List, after: number): List {
  const id = `${list.resource.table}.id`
  const where = after === 0 ? list.query.where : [...list.query.where, anyTable()(id, '>', after)]
  return { ...list, query: { ...list.query, where, orders: [{ column: id, direction: 'asc' }] } }
}

type Found = Pick<Selection, 'selected' | 'unselected'>

interface Row {
  id: number
  uuid: string
  email_key: string
  deleted_at: string | null
  deleted_by: number | null
}

/** An id, or a uuid in lower case. @throws Refusal 422 naming the item */
function readName(name: unknown, index: number): number | string {
  const read = readId(name, index)
  if (read !== 0 && (typeof read === 'number' || UUID.test(read))) return read
  throw invalidField(String(index), 'invalid_type', say`Item ${index} must be an id or a uuid.`)
}

async function findByNames(
  ctx: Ctx,
  resource: Resource,
  names: readonly unknown[],
  actsOn: ActsOn,
): Promise<Found> {
  const read = [...new Set(names.map(readName))]
  if (read.length === 0) throw invalidField('ids', 'required', say`Name at least one.`)
  const numbers = read.filter((name) => typeof name === 'number')
  const uuids = read.filter((name) => typeof name === 'string')
  const rows = [
    ...(await rowsBy(ctx, resource, 'id', numbers)),
    ...(await rowsBy(ctx, resource, 'uuid', uuids)),
  ].filter((row) => isKnown(ctx, resource, row, actsOn))
  const idOf = new Map<number | string, number>(
    rows.flatMap(({ id, uuid }): [number | string, number][] => [
      [id, id],
      [uuid, id],
    ]),
  )
  const found: Found = { selected: [], unselected: [] }
  const taken = new Set<number>()
  for (const name of read) {
    const id = idOf.get(name)
    const named = typeof name === 'number' ? { id: name } : { uuid: name }
    if (id === undefined) found.unselected.push({ named, refusal: noMatch(resource) })
    else if (!taken.has(id)) found.selected.push({ id, named })
    if (id !== undefined) taken.add(id)
  }
  return found
}

/** @throws Refusal 403 for callers who may not see contact details: the answer tells which addresses have an account */
async function findByAddresses(
  ctx: Ctx,
  resource: Resource,
  addresses: readonly string[],
  actsOn: ActsOn,
): Promise<Found> {
  if (!canSeeContacts(ctx)) throw forbidden([CONTACT_SLUG], say`Using ${'emails'} needs`)
  const sent = addresses.map((address) => address.trim()).filter((address) => address !== '')
  if (sent.length === 0) throw invalidField('emails', 'required', say`Name at least one.`)
  const byKey = new Map(sent.map((address) => [fold(address), address]))
  const known = (await rowsBy(ctx, resource, 'email_key', [...byKey.keys()])).filter((row) =>
    isKnown(ctx, resource, row, actsOn),
  )
  const rows = Map.groupBy(known, (row) => row.email_key)
  const found: Found = { selected: [], unselected: [] }
  for (const [emailKey, email] of byKey) {
    const holders = rows.get(emailKey) ?? []
    const of = (isTrashed: boolean) => holders.filter((row) => (row.deleted_at !== null) === isTrashed)
    // A record in the other state may already be as the call wants it.
    const [id, another] = (
      of(actsOn === 'only').length > 0 ? of(actsOn === 'only') : of(actsOn !== 'only')
    ).map(({ id }) => id)
    const named = { email }
    if (id === undefined) found.unselected.push({ named, refusal: noMatch(resource) })
    else if (another !== undefined && actsOn === 'only' && of(true).length > 1)
      found.unselected.push({ named, refusal: severalMatch(resource) })
    else found.selected.push({ id, named, emailKey })
  }
  return found
}

/**
 * Whether the caller may learn that the record exists. As by the single operations, those who may not read it learn nothing of
 * the trash, except of what they put there themselves: a repeated deletion finds it unchanged.
 */
const isKnown = (ctx: Ctx, resource: Resource, row: Row, actsOn: ActsOn): boolean =>
  actsOn === 'only' ||
  row.deleted_at === null ||
  mayRead(ctx, resource) ||
  (row.deleted_by !== null && row.deleted_by === ctx.actor.authorId)

async function rowsBy(
  ctx: Ctx,
  { table, contact }: Resource,
  column: 'id' | 'uuid' | 'email_key',
  values: readonly (string | number)[],
): Promise<Row[]> {
  if (values.length === 0) return []
  const columns = ['id', 'uuid', 'deleted_at', 'deleted_by', ...(contact ? ['email_key'] : [])]
  const rows: AnyDatabase = from(ctx.db, table).select(columns).where(column, 'in', values).orderBy('id')
  return rows.execute()
}

export const noMatch = (resource: Resource) => notFound(say`No ${nounOf(resource)} matches.`)

const severalMatch = (resource: Resource) =>
  conflict(
    'ambiguous_selector',
    say`Several soft-deleted ${pluralOf(resource)} have this address; name one by its id.`,
  )
