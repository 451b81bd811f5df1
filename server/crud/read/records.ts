import type { Ctx } from '../../access/context.ts'
import { canSeeContacts } from '../../access/guard.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { StoredRecord } from '../../db/cache/stored-record.ts'
import { idsValue, isInIdsValue } from '../../db/queries/id-lists.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { Fields } from '../../values/fields.ts'
import { ReadRecord } from '../../values/read-record.ts'
import { columnsOf } from '../define/columns.ts'
import type { AnyDatabase, Resource } from '../define/resource.ts'
import { anyTable, from } from '../query/store.ts'

/** The columns that a {@link StoredRecord} is made of. */
export function storedColumns(resource: Resource): string[] {
  const { own, readable } = columnsOf(resource)
  return [...new Set(readable).union(own)].map((column) => `${resource.table}.${column}`)
}

export const selectStored = ({ db }: Ctx, resource: Resource): AnyDatabase =>
  from(db, resource.table).select(storedColumns(resource))

/** @param fields a row of {@link storedColumns}, perhaps with other columns; it is changed */
export function storedRecordOf(resource: Resource, fields: Fields): StoredRecord {
  const { own, isReadable } = columnsOf(resource)
  const row: Fields = {}
  for (const name of own) row[name] = fields[name]
  // Undefined instead of `delete`: both are omitted from JSON, but the object keeps its hidden class.
  for (const name in fields) if (!isReadable(name)) fields[name] = undefined
  return new StoredRecord(row as StoredRecord['row'], fields, resource.contact)
}

/** A record as the caller may see it: without contact details, if they may not see those of others. */
export const shownTo = (ctx: Ctx, resource: Resource, stored: StoredRecord): ReadRecord =>
  new ReadRecord(stored.row, hidesContacts(ctx, resource, stored) ? stored.masked : stored.text)

const hidesContacts = (ctx: Ctx, { contact, ownerColumn }: Resource, { row }: StoredRecord): boolean =>
  contact !== undefined &&
  !(ownerColumn !== undefined && row[ownerColumn] === ctx.actor.userId) &&
  !canSeeContacts(ctx)

/** Reads records, and caches them where the request has a cache. */
export const loadRecords = (
  { records }: Ctx,
  { table }: Resource,
  read: () => Promise<StoredRecord[]>,
): Promise<StoredRecord[]> => records?.load(table, read) ?? read()

const recordQueries = preparedByShape<Fields>()

/** Reads records by their ids in one statement, live or soft-deleted, in no order. */
async function readStored(ctx: Ctx, resource: Resource, ids: readonly number[]): Promise<StoredRecord[]> {
  const query = recordQueries(ctx.db, resource.name, () => {
    const isListed = isInIdsValue(ctx.db, anyTable().ref(`${resource.table}.id`), slot('ids'))
    return selectStored(ctx, resource).where(isListed)
  })
  const rows = await query(ctx.db, { ids: idsValue(ctx.db, ids) })
  return rows.map((row: Fields) => storedRecordOf(resource, row))
}

/** Records of the first slice: few, since their size is still unknown and may be 100 KB each. */
export const FIRST_RECORDS = 20
/** Each slice costs a statement, so it has at least this many records. */
const MIN_RECORDS = 5
const MAX_RECORDS = 250
/** Contact details may have to be removed from each. */
const CACHED_PER_SLICE = 500
/** Target size of a slice: reading, parsing and measuring it takes about 15 ms. */
const SLICE_BYTES = 500_000

export interface Reading {
  budget: AnswerBudget
  embedding: Embedding
  /** How often the response contains the record with this id; default: once. */
  timesOf?: (id: number) => number
}

/**
 * Reads records by their ids: those in the cache from there, all others from the database, in slices that do not block
 * other requests for long. @param reading the budget of the response; absent for a few records of a write
 * @returns the existing ones, live or soft-deleted @throws Refusal 400, 503 beyond the budget
 */
export async function recordsByIds(
  ctx: Ctx,
  resource: Resource,
  ids: readonly number[],
  reading?: Reading,
): Promise<Map<number, ReadRecord>> {
  const { table } = resource
  const timesOf = reading?.timesOf ?? once
  const found = new Map<number, ReadRecord>()
  const missing: number[] = []
  let bytes = 0
  for (const [index, id] of ids.entries()) {
    if (index > 0 && index % CACHED_PER_SLICE === 0) await reading?.budget.nextSlice()
    const stored = ctx.records?.record(table, id)
    if (!stored) missing.push(id)
    else {
      found.set(id, shownTo(ctx, resource, stored))
      bytes += stored.text.length * timesOf(id)
    }
  }
  await reading?.budget.spend(bytes, reading.embedding)
  let [start, count, measured] = [0, reading ? FIRST_RECORDS : missing.length, 0]
  while (start < missing.length) {
    if (start > 0) await reading?.budget.nextSlice()
    const some = missing.slice(start, start + count)
    const records = await loadRecords(ctx, resource, () => readStored(ctx, resource, some))
    let spent = 0
    for (const stored of records) {
      const { id } = stored.row
      measured += stored.text.length
      spent += stored.text.length * timesOf(id)
      found.set(id, shownTo(ctx, resource, stored))
    }
    await reading?.budget.spend(spent, reading.embedding)
    start += count
    const each = Math.ceil(measured / start) + 1
    count = Math.min(MAX_RECORDS, Math.max(MIN_RECORDS, Math.floor(SLICE_BYTES / each)))
  }
  return found
}

const once = () => 1

/** Items in memory that are processed without yielding. */
const ITEMS_PER_BATCH = 2000

/** Calls `use` for each item; yields to other requests after each batch. */
export async function forEachInBatches<T>(
  items: readonly T[],
  budget: AnswerBudget,
  use: (item: T) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_BATCH) {
    if (items.length > ITEMS_PER_BATCH) await budget.nextSlice()
    for (const item of items.slice(start, start + ITEMS_PER_BATCH)) use(item)
  }
}

const singleQueries = preparedByShape<Fields>()

/** The row of one record, live or soft-deleted; none if it does not exist. */
export function storedRow<Row extends Fields>(ctx: Ctx, resource: Resource, id: number): Promise<Row[]> {
  const query = singleQueries(ctx.db, resource.name, () =>
    selectStored(ctx, resource).where(anyTable()(`${resource.table}.id`, '=', slot('id'))),
  )
  return query(ctx.db, { id }) as Promise<Row[]>
}

/** One record by its id; undefined if it does not exist. */
export async function recordById(
  ctx: Ctx,
  resource: Resource,
  id: number,
): Promise<StoredRecord | undefined> {
  const known = ctx.records?.record(resource.table, id)
  if (known) return known
  const read = async () => (await storedRow(ctx, resource, id)).map((row) => storedRecordOf(resource, row))
  const [record] = await loadRecords(ctx, resource, read)
  return record
}

/** Records in the form in which others refer to them, by id; without contact details that the caller may not see. */
export async function recordsInShort(
  ctx: Ctx,
  resource: Resource,
  ids: readonly number[],
): Promise<Map<number, Fields>> {
  const found = new Map<number, Fields>()
  const missing = ids.filter((id) => {
    const stored = ctx.records?.record(resource.table, id)
    if (stored) found.set(id, inShort(ctx, resource, stored))
    return !stored
  })
  if (missing.length === 0) return found
  const records = await loadRecords(ctx, resource, () => readStored(ctx, resource, missing))
  for (const stored of records) found.set(stored.row.id, inShort(ctx, resource, stored))
  return found
}

function inShort(ctx: Ctx, resource: Resource, stored: StoredRecord): Fields {
  const hidden: readonly string[] = hidesContacts(ctx, resource, stored) ? (resource.contact ?? []) : []
  const shown = columnsOf(resource).short.filter((name) => !hidden.includes(name))
  return Object.fromEntries(shown.map((name) => [name, stored.row[name]]))
}
