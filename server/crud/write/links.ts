import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { inBatches } from '../../db/queries/chunks.ts'
import { pipelineAll } from '../../db/queries/pipeline.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { RowLock } from '../../db/transactions/row-locks.ts'
import type { AnyDatabase } from '../define/resource.ts'
import { type AnyRow, type Links, type Relation, type Resource, resourceNamed } from '../define/resource.ts'
import {
  isOfAll,
  type Known,
  type LinkRequest,
  NEW_LINK,
  type Plan,
  planLinks,
  type WritableRelation,
} from './link-plans.ts'
import type { LinkAttributes } from './members.ts'
import { touches } from './rows.ts'

/**
 * Changes a record's links, inside a transaction that the caller opened. The rules of the relation come first.
 * @param known what the queries of {@link queriesAbout} found
 */
export async function writeLinks(
  ctx: Ctx,
  resource: Resource,
  relation: WritableRelation,
  row: AnyRow,
  request: LinkRequest,
  known?: Known,
): Promise<void> {
  const plan = await planLinks(ctx, relation, row, request, known)
  await pipelineAll(ctx.db, statementsOf(ctx, resource, relation, row.id, plan))
  await relation.afterChange?.(ctx, row, plan.effect)
}

async function* statementsOf(
  ctx: Ctx,
  resource: Resource,
  relation: WritableRelation,
  id: number,
  plan: Plan,
): AsyncGenerator<CompiledQuery> {
  const target = resourceNamed(relation.to)
  // Touched first, and so locked: triggers count the links of live users.
  if (growsBy(resource, target)) yield* touches(ctx, resource.table, [id])
  if (growsBy(target, resource)) {
    yield* touches(ctx, target.table, [...new Set([...plan.effect.granted, ...plan.effect.weakened])])
  }
  yield* changesOf(ctx, relation.links, id, plan)
}

/**
 * Whether a record's version grows with its links to the other side. Links with users grow the user's alone: all who
 * are given one role at the same moment would otherwise queue for the role.
 */
const growsBy = (resource: Resource, other: Resource): boolean =>
  resource.table === 'users' || other.table !== 'users'

/**
 * How a write of a relation locks the record that it starts from. Whoever adds or takes some links of a role may do so
 * beside others; whoever replaces or takes them all must be alone.
 */
export const lockOfNearSide = (resource: Resource, relation: Relation, request: LinkRequest): RowLock => {
  const growsAlone = relation.kind === 'links' && !growsBy(resource, resourceNamed(relation.to))
  return growsAlone && !isOfAll(request) ? 'share' : 'update'
}

/** Makes links, without asking who may: the rules are the caller's. Those that exist stay as they are. */
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

/** The same of many records at once. */
export const addPairs = (ctx: Ctx, links: Links, pairs: readonly Pair[]): Promise<void> =>
  pipelineAll(ctx.db, additionsOf(ctx, links, pairs))

const additionsOfOne = preparedByShape()

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
    yield additionsOfOne(ctx.db, `${table} ${from}`, () => insert([slots])).of(ctx.db, row)
    return
  }
  for await (const some of inBatches(rows)) yield insert(some).compile()
}

async function* changesOf(
  ctx: Ctx,
  links: Links,
  fromId: number,
  { add, change, remove }: Plan,
): AsyncGenerator<CompiledQuery> {
  const db = ctx.db as AnyDatabase
  const stamp = { updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  yield* additionsOf(ctx, links, pairsOf(fromId, add))
  for (const [attributes, ids] of byAttributes(change)) {
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

/** Those that become the same, together: mostly, all do. */
function byAttributes(change: Plan['change']): [LinkAttributes, number[]][] {
  const groups = Map.groupBy(change, ({ attributes }) => JSON.stringify(attributes))
  return [...groups].map(([attributes, links]) => [JSON.parse(attributes), links.map(({ link }) => link.id)])
}
