import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import type { StoredRecord } from '../../db/cache/stored-record.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import type { ReadRecord } from '../../values/read-record.ts'
import { columnsOf } from '../define/columns.ts'
import { type OneRelation, type Resource, resourceNamed } from '../define/resource.ts'
import type { IncludeTree } from '../query/grammar.ts'
import type { Trashed } from '../query/list-query.ts'
import {
  conditionOf,
  firstMatch,
  hintFor,
  notFoundOrForbidden,
  type Selector,
  type SelectorCondition,
} from '../query/selector.ts'
import { anyTable, from } from '../query/store.ts'
import { complete, completed } from './complete.ts'
import { include } from './include.ts'
import { loadRecords, recordById, recordsByIds, selectStored, storedRecordOf } from './records.ts'

interface ReadOptions {
  trashed?: Trashed
  tree?: IncludeTree | undefined
  /** The budget of the response, for included relations. */
  budget?: AnswerBudget
}

/** The selected record; the lowest id if there are several. @throws Refusal 404 */
export async function readOne(
  ctx: Ctx,
  resource: Resource,
  selector: Selector,
  { trashed = 'false', tree, budget }: ReadOptions = {},
): Promise<{ record: ReadRecord; version: number }> {
  const condition = conditionOf(ctx, resource, selector)
  const stored = condition && (await selectedRecord(ctx, resource, condition, trashed))
  if (!stored) {
    const hint = await hintFor(ctx, resource, selector, trashed)
    throw notFoundOrForbidden(resource, condition, { hint })
  }
  const record = await completed(ctx, resource, stored)
  if (tree && budget) await include(ctx, resource, [record], tree, budget)
  return { record, version: stored.row.version as number }
}

async function selectedRecord(
  ctx: Ctx,
  resource: Resource,
  condition: SelectorCondition,
  trashed: Trashed,
): Promise<StoredRecord | undefined> {
  const { column = '', missing, values } = condition
  const isUnique = trashed === 'false' && !missing && columnsOf(resource).selecting.has(column)
  if (isUnique) {
    const known = recordInCache(ctx, resource, column, values.value)
    if (known) return known
  }
  const read = async () => {
    const select = { name: 'item', build: () => selectStored(ctx, resource) }
    const row = await firstMatch(ctx, resource, condition, trashed, select)
    return row ? [storedRecordOf(resource, row)] : []
  }
  const [stored] = await loadRecords(ctx, resource, read)
  if (stored && isUnique) ctx.records?.note(idKey(resource, column, values.value), { id: stored.row.id })
  return stored
}

const idKey = ({ table }: Resource, column: string, value: unknown) => `id ${table} ${column} ${value}`

/** The live record with this unique value, if it is in the cache. */
function recordInCache(
  { records }: Ctx,
  resource: Resource,
  column: string,
  value: unknown,
): StoredRecord | undefined {
  const id =
    column === 'id' ? (value as number) : records?.noted<{ id: number }>(idKey(resource, column, value))?.id
  const stored = id === undefined ? undefined : records?.record(resource.table, id)
  // The value may have moved to another record since its id was noted.
  return stored?.row[column] === value && stored?.row.deleted_at === null ? stored : undefined
}

/** A record in the form in which writes return it. */
export async function readById(ctx: Ctx, resource: Resource, id: number): Promise<ReadRecord> {
  const found = await recordById(ctx, resource, id)
  if (!found) throw new Error(`${resource.name} ${id} is gone.`)
  return completed(ctx, resource, found)
}

const referredQueries = preparedByShape<Fields>()

/**
 * The record that another record refers to. A single statement reads both, since the referenced record may be permanently
 * deleted at any moment.
 */
export async function readReferenced(
  ctx: Ctx,
  resource: Resource,
  { column, to }: OneRelation,
  id: number,
): Promise<StoredRecord | undefined> {
  const target = resourceNamed(ctx, to)
  const query = referredQueries(ctx.db, `${resource.name} ${column}`, () => {
    const reference = from(ctx.db, resource.table).select(column).where('id', '=', slot('id'))
    return selectStored(ctx, target).where(anyTable()(`${target.table}.id`, '=', reference))
  })
  const [row] = await query(ctx.db, { id })
  return row && storedRecordOf(target, row)
}

const WRITTEN: Embedding = {
  what: say`The items`,
  instead: say`Nothing was written: send fewer items at once.`,
}

/** Records in the form in which writes return them, in the order of the ids. */
export async function readByIds(
  ctx: Ctx,
  resource: Resource,
  ids: number[],
  budget?: AnswerBudget,
): Promise<ReadRecord[]> {
  const found = await recordsByIds(ctx, resource, ids, budget && { budget, embedding: WRITTEN })
  const records = ids.map((id) => found.get(id) as ReadRecord)
  await complete(ctx, resource, records, budget)
  await budget?.measure(records, WRITTEN)
  return records
}
