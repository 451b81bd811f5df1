import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { type OneRelation, type Resource, resourceNamed } from '../define/resource.ts'
import type { IncludeTree } from '../query/grammar.ts'
import type { Trashed } from '../query/list-query.ts'
import { conditionOf, firstMatch, hintFor, notFoundOrForbidden, type Selector } from '../query/selector.ts'
import { anyTable, from, selectReadable } from '../query/store.ts'
import { complete } from './complete.ts'
import { include } from './include.ts'
import { rowsInSlices } from './rows-in-slices.ts'

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
) {
  const condition = conditionOf(ctx, resource, selector)
  const build = () => selectReadable(ctx, resource).select(`${resource.table}.version`)
  const select = { name: 'item', build }
  const row = condition && (await firstMatch(ctx, resource, condition, trashed, select))
  if (!row) {
    const hint = await hintFor(ctx, resource, selector, trashed)
    throw notFoundOrForbidden(resource, condition, { hint })
  }
  const { version } = row
  // Undefined instead of a copy without it: both are omitted from JSON, and this avoids copying fifty fields.
  row.version = undefined
  await complete(ctx, resource, [row])
  if (tree && budget) await include(ctx, resource, [row], tree, budget)
  return { record: row, version: version as number }
}

const recordQueries = preparedByShape<Fields>()

/** The row of a record, without counts and references. */
export const rowById = (ctx: Ctx, resource: Resource, id: number): Promise<Fields[]> =>
  recordQueries(ctx.db, `record ${resource.name}`, () =>
    selectReadable(ctx, resource).where(anyTable()(`${resource.table}.id`, '=', slot('id'))),
  )(ctx.db, { id })

/** A record in the form in which writes return it. @param rows the result of {@link rowById}, if it is read already */
export async function readById(
  ctx: Ctx,
  resource: Resource,
  id: number,
  rows = rowById(ctx, resource, id),
): Promise<Fields> {
  const [record] = await rows
  if (!record) throw new Error(`${resource.name} ${id} is gone.`)
  await complete(ctx, resource, [record])
  return record
}

const referredQueries = preparedByShape<Fields>()

/**
 * The record that another record refers to: one row, or none. A single statement reads both, since the referenced record
 * may be permanently deleted at any moment.
 */
export const readReferenced = (
  ctx: Ctx,
  resource: Resource,
  { column, to }: OneRelation,
  id: number,
): Promise<Fields[]> =>
  referredQueries(ctx.db, `${resource.name} ${column}`, () => {
    const { table } = resourceNamed(ctx, to)
    const reference = from(ctx.db, resource.table).select(column).where('id', '=', slot('id'))
    return selectReadable(ctx, resourceNamed(ctx, to)).where(anyTable()(`${table}.id`, '=', reference))
  })(ctx.db, { id })

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
): Promise<Fields[]> {
  const read = (ids: number[]): Promise<Fields[]> =>
    selectReadable(ctx, resource)
      .where(anyTable()(`${resource.table}.id`, 'in', ids))
      .execute()
  const rows = budget ? await rowsInSlices(ids, read, { budget, embedding: WRITTEN }) : await read(ids)
  await complete(ctx, resource, rows, budget)
  await budget?.measure(rows, WRITTEN)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) as Fields)
}
