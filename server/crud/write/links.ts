import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES, inBatches } from '../../db/queries/chunks.ts'
import { pipeline, pipelineAll, type Queries, type RowsOf } from '../../db/queries/pipeline.ts'
import { preparedByShape, queryByShape, slot } from '../../db/queries/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { needsLocks } from '../../db/transactions/locks.ts'
import { type RowLock, rowLocks } from '../../db/transactions/row-locks.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import {
  type AnyDatabase,
  type AnyRow,
  type Links,
  nounOf,
  type Relation,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import { hintsOf } from '../query/hints.ts'
import {
  findNamed,
  type IdOf,
  indexByName,
  type NamedRow,
  namedQuery,
  namesTemplate,
} from '../query/names.ts'
import type { Selector } from '../query/selector.ts'
import { from, limitTo } from '../query/store.ts'
import {
  affectsAllLinks,
  type Link,
  type LinkAttributes,
  type LinkPlan,
  type Member,
  NEW_LINK,
  planChange,
  type RequestedChange,
  refuseEach,
  refuseUnclear,
} from './link-plan.ts'
import { recordLinkPlan, recordLinks } from './record.ts'
import { touches } from './rows.ts'

export type LinksRelation = Extract<Relation, { kind: 'links' }>

/** The rows that a plan needs: the named members, and the record's links to them. */
interface PlanRows {
  members: NamedRow
  links: Link
}

/** The rows of the first queries of a write: with those of the plan, if they can be read at once. */
type FirstRows = { record: AnyRow } & Partial<PlanRows>

/**
 * Changes a record's links, inside the caller's transaction. Checks the rules of the relation first.
 * @param read the rows of {@link firstQueries}, if they were read
 */
export async function writeLinks(
  ctx: Ctx,
  resource: Resource,
  relation: LinksRelation,
  row: AnyRow,
  requested: RequestedChange,
  read?: Partial<RowsOf<PlanRows>>,
): Promise<void> {
  const plan = await planLinks(ctx, relation, row, requested, read)
  await pipelineAll(ctx.db, statementsOf(ctx, resource, relation, row.id, plan))
  await recordLinkPlan(ctx, relation.links, row.id, plan)
  await relation.afterChange?.(ctx, row, plan.change)
}

/** Plans a change without writing it, and checks the rules of the relation. */
export async function planLinks(
  ctx: Ctx,
  relation: LinksRelation,
  row: AnyRow,
  requested: RequestedChange,
  { members, links }: Partial<RowsOf<PlanRows>> = {},
): Promise<LinkPlan> {
  refuseUnclear(requested)
  const isForAll = affectsAllLinks(requested)
  const locked = isForAll ? await lockMembers(ctx, relation, row.id, requested) : undefined
  const read =
    members && links
      ? { members, links }
      : await pipeline(ctx.db, planQueries(ctx, relation, row.id, requested))
  const target = resourceNamed(ctx, relation.to)
  const named = await membersById(ctx, target, requested.members, indexByName(read.members))
  const present = isForAll ? await allLinks(ctx, relation.links, row.id, locked) : read.links
  const plan = planChange(requested, named, present)
  await relation.mayChange(ctx, row, plan.change)
  return plan
}

/**
 * The first queries of a write of links, in the order in which they lock rows. The queries of the plan are among them if
 * the path has the record's id and the change is limited to the named links.
 * @param record selects the record by the selector
 */
export function firstQueries(
  ctx: Ctx,
  relation: LinksRelation,
  record: CompiledQuery<AnyRow>,
  { column, value }: Pick<Selector, 'column' | 'value'>,
  requested: RequestedChange,
): Queries<FirstRows> {
  if (column === 'id' && !affectsAllLinks(requested)) {
    const { members, links } = planQueries(ctx, relation, Number(value), requested)
    return relation.locksRelatedFirst ? { members, record, links } : { record, members, links }
  }
  return relation.locksRelatedFirst ? { members: membersQuery(ctx, relation, requested), record } : { record }
}

/** @param id of the record */
const planQueries = (
  ctx: Ctx,
  relation: LinksRelation,
  id: number,
  requested: RequestedChange,
): Queries<PlanRows> => ({
  members: membersQuery(ctx, relation, requested),
  links: linksQuery(ctx, relation, id, requested),
})

/** Finds and locks the members that a change names. */
const membersQuery = (ctx: Ctx, { to, lock = 'update' }: LinksRelation, { members }: RequestedChange) =>
  namedQuery(
    ctx,
    resourceNamed(ctx, to),
    members.map(({ name }) => name),
    lock,
  )

const linkQueries = preparedByShape<Link>()

/** The links of a record to the members that a change names. */
function linksQuery(
  ctx: Ctx,
  relation: LinksRelation,
  id: number,
  { members }: RequestedChange,
): CompiledQuery<Link> {
  const { table, from: fromColumn, to } = relation.links
  const target = resourceNamed(ctx, relation.to)
  const template = namesTemplate(
    target,
    members.map(({ name }) => name),
  )
  const build = ({ from_id: id, ...values }: Fields) => {
    const named = from(ctx.db, target.table).select('id').where(template.where(values))
    return selectLinks(ctx.db, table, to).where(fromColumn, '=', id).where(to, 'in', named)
  }
  const key = template.key && `${table} ${to} ${template.key}`
  return queryByShape(linkQueries, ctx.db, { key, values: { from_id: id, ...template.values } }, build)
}

const selectLinks = (db: Db, table: Links['table'], to: string): AnyDatabase =>
  (db as AnyDatabase).selectFrom(table).select(['id', `${to} as target`, 'is_active', 'expires_at'])

/**
 * Locks the present and the requested members of a replaced set, in the order of their ids: concurrent requests may replace
 * sets with common members.
 * @returns their ids; undefined if they need no lock
 */
async function lockMembers(
  ctx: Ctx,
  { to, links, lock = 'update' }: LinksRelation,
  id: number,
  { members }: RequestedChange,
): Promise<Set<number> | undefined> {
  if (lock !== 'update' || !needsLocks(ctx.db)) return undefined
  const target = resourceNamed(ctx, to)
  const names = members.map(({ name }) => name)
  const idOf = await findNamed(ctx, target, names, 'none')
  const present = await allLinks(ctx, links, id)
  const ids = new Set([...present.map(({ target }) => target), ...names.flatMap((name) => idOf(name) ?? [])])
  for (const query of rowLocks(ctx.db, target.table, [...ids])) await ctx.db.executeQuery(query)
  return ids
}

/** @param targets only links to these ids: leaves out links that other requests added after these members were locked */
async function allLinks(
  { db }: Ctx,
  { table, from: fromColumn, to }: Links,
  id: number,
  targets?: ReadonlySet<number>,
): Promise<Link[]> {
  const found: Link[] = []
  for await (const some of linkBatches(selectLinks(db, table, to).where(fromColumn, '=', id), to)) {
    for (const link of some) if (targets?.has(link.target) ?? true) found.push(link)
  }
  return found
}

/** Reads up to a million rows in batches, in the order of a column; yields to the event loop between batches. */
async function* linkBatches(links: AnyDatabase, to: string): AsyncGenerator<Link[]> {
  for (let last = 0; ; ) {
    const some: Link[] = await limitTo(links.where(to, '>', last).orderBy(to), BATCH_SIZES.read).execute()
    yield some
    if (some.length < BATCH_SIZES.read) return
    last = (some.at(-1) as Link).target
    await yieldToEventLoop()
  }
}

/** Maps record ids to members. @throws Refusal 422 pointing at each unknown member */
export async function resolveMembers(
  ctx: Ctx,
  target: Resource,
  members: Member[],
  lock: RowLock = 'update',
): Promise<Map<number, Member>> {
  if (members.length === 0) return new Map()
  const names = members.map(({ name }) => name)
  return membersById(ctx, target, members, await findNamed(ctx, target, names, lock))
}

/** @throws Refusal 422 pointing at each unknown member */
async function membersById(
  ctx: Ctx,
  target: Resource,
  members: Member[],
  idOf: IdOf,
): Promise<Map<number, Member>> {
  const unknown = members.filter(({ name }) => idOf(name) === undefined)
  if (unknown.length > 0) {
    const hint = await hintsOf(
      ctx,
      target,
      unknown.map(({ name }) => name),
    )
    const noun = nounOf(target)
    refuseEach(
      unknown,
      'not_found',
      ({ field, name }) => say`${field} does not match an existing ${noun}.${hint(name)}`,
    )
  }
  return new Map(members.map((member) => [idOf(member.name) as number, member]))
}

async function* statementsOf(
  ctx: Ctx,
  resource: Resource,
  relation: LinksRelation,
  id: number,
  plan: LinkPlan,
): AsyncGenerator<CompiledQuery> {
  const target = resourceNamed(ctx, relation.to)
  // Update the versions first, which locks the rows: triggers count the links of live records.
  if (raisesVersion(resource, target)) yield* touches(ctx, resource.table, [id])
  if (raisesVersion(target, resource)) {
    yield* touches(ctx, target.table, [...new Set([...plan.change.granted, ...plan.change.weakened])])
  }
  yield* changesOf(ctx, relation.links, id, plan)
}

/** Whether a change of links with the other resource raises the version of this resource's records. */
const raisesVersion = (resource: Resource, other: Resource): boolean =>
  resource.ownsLinks === true || !other.ownsLinks

/**
 * The lock on the record whose links are written. Requests that add or remove some links of a role may run concurrently;
 * replacing or removing all links needs an exclusive lock.
 */
export const lockOfLinkedRecord = (
  ctx: Ctx,
  resource: Resource,
  relation: LinksRelation,
  requested: RequestedChange,
): RowLock =>
  raisesVersion(resource, resourceNamed(ctx, relation.to)) || affectsAllLinks(requested) ? 'update' : 'share'

/** Adds links that the record does not have. Does not check any rules. */
export async function addLinks(
  ctx: Ctx,
  links: Links,
  fromId: number,
  targets: Map<number, LinkAttributes>,
): Promise<void> {
  await addPairs(ctx, links, pairsOf(fromId, targets))
  await recordLinks(
    ctx,
    links,
    [...targets].map(([to, after]) => ({ from: fromId, to, verb: 'add', after })),
  )
}

const pairsOf = (from: number, targets: Map<number, LinkAttributes>): Pair[] =>
  [...targets].map(([to, attributes]) => ({ from, to, attributes }))

interface Pair {
  from: number
  to: number
  attributes?: LinkAttributes
}

/** Makes an existing link active and permanent. Does not check any rules. */
export async function renewLink(ctx: Ctx, links: Links, fromId: number, toId: number): Promise<void> {
  const { table, from, to } = links
  const before = await (ctx.db as AnyDatabase)
    .selectFrom(table)
    .where(from, '=', fromId)
    .where(to, '=', toId)
    .select(['is_active', 'expires_at'])
    .executeTakeFirst()
  await recordLinks(ctx, links, [{ from: fromId, to: toId, verb: 'change', before, after: NEW_LINK }])
  await (ctx.db as AnyDatabase)
    .updateTable(table)
    .set({ ...NEW_LINK, updated_at: ctx.now(), updated_by: ctx.actor.authorId })
    .where(from, '=', fromId)
    .where(to, '=', toId)
    .execute()
}

/** Adds links of many records and skips existing ones. The caller records them. */
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
