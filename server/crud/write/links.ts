import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { inBatches } from '../../db/queries/chunks.ts'
import { pipelineAll } from '../../db/queries/pipeline.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { RowLock } from '../../db/transactions/row-locks.ts'
import {
  type AnyDatabase,
  type AnyRow,
  type Links,
  type Relation,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import {
  affectsAllLinks,
  type LinkAttributes,
  type LinkPlan,
  NEW_LINK,
  type PlanRows,
  planLinks,
  type RequestedChange,
  type WritableRelation,
} from './link-plans.ts'
import { touches } from './rows.ts'

/**
 * Changes a record's links, inside the caller's transaction. Checks the rules of the relation first.
 * @param known the rows of {@link planQueries}
 */
export async function writeLinks(
  ctx: Ctx,
  resource: Resource,
  relation: WritableRelation,
  row: AnyRow,
  requested: RequestedChange,
  known?: PlanRows,
): Promise<void> {
  const plan = await planLinks(ctx, relation, row, requested, known)
  await pipelineAll(ctx.db, statementsOf(ctx, resource, relation, row.id, plan))
  await relation.afterChange?.(ctx, row, plan.change)
}

async function* statementsOf(
  ctx: Ctx,
  resource: Resource,
  relation: WritableRelation,
  id: number,
  plan: LinkPlan,
): AsyncGenerator<CompiledQuery> {
  const target = resourceNamed(ctx, relation.to)
  // Update the versions first, which locks the rows: triggers count the links of live users.
  if (raisesVersion(resource, target)) yield* touches(ctx, resource.table, [id])
  if (raisesVersion(target, resource)) {
    yield* touches(ctx, target.table, [...new Set([...plan.change.granted, ...plan.change.weakened])])
  }
  yield* changesOf(ctx, relation.links, id, plan)
}

/**
 * Whether a change of links raises this record's version. Links with users raise only the user's version: otherwise
 * concurrent assignments of one role would queue for the role's row.
 */
const raisesVersion = (resource: Resource, other: Resource): boolean =>
  resource.table === 'users' || other.table !== 'users'

/**
 * The lock on the record whose relation is written. Requests that add or remove some links of a role may run concurrently;
 * replacing or removing all links needs an exclusive lock.
 */
export const lockOfNearSide = (
  ctx: Ctx,
  resource: Resource,
  relation: Relation,
  requested: RequestedChange,
): RowLock => {
  const keepsVersion = relation.kind === 'links' && !raisesVersion(resource, resourceNamed(ctx, relation.to))
  return keepsVersion && !affectsAllLinks(requested) ? 'share' : 'update'
}

/** Adds links and skips existing ones. Does not check any rules. */
export const addLinks = (
  ctx: Ctx,
  links: Links,
  fromId: number,
  targets: Map<number, LinkAttributes>,
): Promise<void> => addPairs(ctx, links, pairsOf(fromId, targets))

const pairsOf = (from: number, targets: Map<number, LinkAttributes>): Pair[] =>
  [...targets].map(([to, attributes]) => ({ from, to, attributes }))

interface Pair {
  from: number
  to: number
  attributes?: LinkAttributes
}

/** Makes an existing link active and permanent. Does not check any rules. */
export async function renewLink(
  ctx: Ctx,
  { table, from, to }: Links,
  fromId: number,
  toId: number,
): Promise<void> {
  await (ctx.db as AnyDatabase)
    .updateTable(table)
    .set({ is_active: true, expires_at: null, updated_at: ctx.now(), updated_by: ctx.actor.authorId })
    .where(from, '=', fromId)
    .where(to, '=', toId)
    .execute()
}

/** Like {@link addLinks}, for links of many records. */
export const addPairs = (ctx: Ctx, links: Links, pairs: readonly Pair[]): Promise<void> =>
  pipelineAll(ctx.db, additionsOf(ctx, links, pairs))

const singleAddition = preparedByShape()

async function* additionsOf(
  ctx: Ctx,
  { table, from, to }: Links,
  pairs: readonly Pair[],
): AsyncGenerator<CompiledQuery> {
  const now = ctx.now()
  const author = ctx.actor.authorId
  const rows = pairs.map((pair) => ({
    ...NEW_LINK,
    ...pair.attributes,
    [from]: pair.from,
    [to]: pair.to,
    created_at: now,
    created_by: author,
    updated_at: now,
    updated_by: author,
  }))
  const insert = (rows: readonly object[]) =>
    (ctx.db as AnyDatabase)
      .insertInto(table)
      .values(rows)
      .onConflict((conflict: AnyDatabase) => conflict.columns([from, to]).doNothing())
  const [row, another] = rows
  if (row && !another) {
    const slots = Object.fromEntries(Object.keys(row).map((name) => [name, slot(name)]))
    yield singleAddition(ctx.db, `${table} ${from}`, () => insert([slots])).of(ctx.db, row)
    return
  }
  for await (const some of inBatches(rows)) yield insert(some).compile()
}

async function* changesOf(
  ctx: Ctx,
  links: Links,
  fromId: number,
  { add, update, remove }: LinkPlan,
): AsyncGenerator<CompiledQuery> {
  const db = ctx.db as AnyDatabase
  const stamp = { updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  yield* additionsOf(ctx, links, pairsOf(fromId, add))
  for (const [attributes, ids] of byAttributes(update)) {
    for await (const some of inBatches(ids)) {
      yield db
        .updateTable(links.table)
        .set({ ...attributes, ...stamp })
        .where('id', 'in', some)
        .compile()
    }
  }
  for await (const some of inBatches(remove.map(({ id }) => id))) {
    yield db.deleteFrom(links.table).where('id', 'in', some).compile()
  }
}

/** Groups links by their new attributes: mostly one group. */
function byAttributes(update: LinkPlan['update']): [LinkAttributes, number[]][] {
  const groups = Map.groupBy(update, ({ attributes }) => JSON.stringify(attributes))
  return [...groups].map(([attributes, links]) => [JSON.parse(attributes), links.map(({ link }) => link.id)])
}
