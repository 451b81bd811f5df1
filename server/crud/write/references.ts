import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES, inBatches } from '../../db/queries/chunks.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import {
  type AnyRow,
  nounOf,
  type OneRelation,
  type Relation,
  type Resource,
  resourceNamed,
  type Where,
} from '../define/resource.ts'
import { findNamed, lockOfReference } from '../query/names.ts'
import { anyTable, storedRowsInBatches } from '../query/store.ts'
import { type Member, type RequestedChange, refuseUnclear } from './link-plan.ts'
import { resolveMembers } from './links.ts'
import { operationsOf } from './write.ts'

type ChildRelation = Extract<Relation, { kind: 'many' }>

/** The input field that sets a column with another record's id. */
function referenceTo(resource: Resource, column: string) {
  const found = Object.entries(resource.references ?? {}).find(([, reference]) => reference.column === column)
  if (!found) throw new Error(`${resource.name} has no reference kept in ${column}.`)
  const [field, { by }] = found
  return { field, by }
}

/** Sets or clears a to-one relation, as an update of the record with all its rules. */
export async function setOne(
  ctx: Ctx,
  resource: Resource,
  relation: OneRelation,
  row: AnyRow,
  { method, members }: RequestedChange,
): Promise<void> {
  const { field, by } = referenceTo(resource, relation.column)
  const value =
    method === 'DELETE' ? null : await valueFor(ctx, resourceNamed(ctx, relation.to), by, onlyMember(members))
  await updateReference(ctx, resource, row, field, value)
}

function onlyMember(members: Member[]): Member {
  const [member, another] = members
  if (!member || another) throw invalidField('id', 'required', say`Name exactly one record.`)
  refuseAttributes([member])
  return member
}

/** Converts a name to an id for references by id only; otherwise the update resolves the name itself. */
async function valueFor(
  ctx: Ctx,
  target: Resource,
  by: 'id' | 'any',
  { name }: Member,
): Promise<string | number> {
  if (by === 'any') return name
  const id = (await findNamed(ctx, target, [name], lockOfReference(target)))(name)
  if (id === undefined)
    throw invalidField('id', 'not_found', say`id does not match an existing ${nounOf(target)}.`)
  return id
}

/** Adds, replaces or removes records that hold this record's id, as an update of each with all its rules. */
export async function writeMany(
  ctx: Ctx,
  relation: ChildRelation,
  row: AnyRow,
  requested: RequestedChange,
): Promise<void> {
  refuseUnclear(requested)
  const { method, members, all } = requested
  refuseAttributes(members)
  const target = resourceNamed(ctx, relation.to)
  const { field } = referenceTo(target, relation.column)
  const wanted = [...(await resolveMembers(ctx, target, members)).keys()]
  const children = anyTable()(relation.column, '=', row.id)
  const isForAll = method === 'PUT' || all
  const present = await liveRows(ctx, target, isForAll ? [children] : [children, withIds(wanted)])
  const here = new Set(present.map(({ id }) => id))
  const named = new Set(wanted)
  if (method === 'PATCH' && !wanted.every((id) => here.has(id))) {
    throw invalidField('id', 'not_linked', say`Only members that are linked already can be changed.`)
  }
  const isLeaving = {
    DELETE: (id: number) => all || named.has(id),
    PUT: (id: number) => !named.has(id),
    PATCH: () => false,
    POST: () => false,
  }[method]
  const leaving = present.filter(({ id }) => isLeaving(id))
  await updateEach(ctx, target, leaving, field, null)
  if (method !== 'PUT' && method !== 'POST') return
  const arriving = wanted.filter((id) => !here.has(id))
  await updateEach(ctx, target, await liveRows(ctx, target, [withIds(arriving)]), field, row.id)
}

const withIds = (ids: number[]) => anyTable()('id', 'in', ids)

const liveRows = (ctx: Ctx, { table }: Resource, conditions: Where[]): Promise<AnyRow[]> => {
  const eb = anyTable()
  return storedRowsInBatches(ctx, table, eb.and([...conditions, eb('deleted_at', 'is', null)]))
}

/** Updates one record after the other, in batches between which other requests run. */
async function updateEach(ctx: Ctx, resource: Resource, rows: AnyRow[], field: string, value: unknown) {
  for await (const some of inBatches(rows, BATCH_SIZES.records)) {
    for (const row of some) await updateReference(ctx, resource, row, field, value)
  }
}

async function updateReference(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  field: string,
  value: unknown,
): Promise<void> {
  if (value === null && !isNullable(resource, field)) {
    throw invalidField(
      field,
      'required',
      say`A ${nounOf(resource)} can't be without its ${field}; set another instead.`,
    )
  }
  await operationsOf(resource).update(ctx, resource, row, { [field]: value } as Fields)
}

function isNullable({ schemas }: Resource, field: string): boolean {
  const schema = schemas.update?.properties[field] as { type?: string[] } | undefined
  return [schema?.type].flat().includes('null')
}

/** These relations are columns of a record, not links with attributes of their own. */
function refuseAttributes(members: Member[]): void {
  if (members.some(({ attributes }) => Object.keys(attributes).length > 0)) {
    throw invalidField('is_active', 'unknown_field', say`This relation has no is_active or expires_at.`)
  }
}
