import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { isLater } from '../../access/in-force.ts'
import { BATCH_SIZES } from '../../db/queries/chunks.ts'
import { pipeline, type RowsOf } from '../../db/queries/pipeline.ts'
import { preparedByShape, queryByShape } from '../../db/queries/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { type Lock, needsLocks } from '../../db/transactions/locks.ts'
import { type RowLock, rowLocks } from '../../db/transactions/row-locks.ts'
import { invalid, invalidField } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import {
  type AnyDatabase,
  type AnyRow,
  type LinkChange,
  type Links,
  nounOf,
  type Relation,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import { findNamed, type IdOf, indexByName, namedQuery, namesTemplate } from '../query/conditions.ts'
import { from, limitTo } from '../query/store.ts'
import { hintsOf } from '../read/hints.ts'
import type { Selector } from '../read/read.ts'

/** POST adds links, PUT replaces the set, PATCH changes their attributes, DELETE removes them. */
export type LinkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A member of a relation as sent: its name and the attributes of its link. */
export interface Member {
  /** The field name for faults: `id`, or `3.id` if there are several members. */
  field: string
  name: string | number
  attributes: LinkAttributes
}

/** Writable attributes of a link. */
export interface LinkAttributes {
  is_active?: boolean
  expires_at?: string | null
}

/** Default attributes of a new link. */
export const NEW_LINK: Required<LinkAttributes> = { is_active: true, expires_at: null }

interface Link extends Required<LinkAttributes> {
  id: number
  target: number
}

export type WritableRelation = Extract<Relation, { kind: 'links' }>

/** A requested change of a record's links. */
export interface RequestedChange {
  method: LinkMethod
  members: Member[]
  /** The body is a list: with PUT, an empty list means the empty set. A missing body is an error. */
  isList: boolean
  /** DELETE: remove all links. */
  all: boolean
}

/** Plans a change without writing it, and checks the rules of the relation. */
export async function planLinks(
  ctx: Ctx,
  relation: WritableRelation,
  row: AnyRow,
  requested: RequestedChange,
  known?: PlanRows,
): Promise<LinkPlan> {
  refuseUnclear(requested)
  const { members } = requested
  const target = resourceNamed(ctx, relation.to)
  const locked = affectsAllLinks(requested) ? await lockMembers(ctx, relation, row.id, requested) : undefined
  const [named, links] = known ?? (await pipeline(ctx.db, planQueries(ctx, relation, row.id, requested)))
  const wanted = await membersById(ctx, target, members, indexByName(named))
  const present = affectsAllLinks(requested) ? await allLinks(ctx, relation.links, row.id, locked) : links
  const plan = planChange(requested, wanted, new Map(present.map((link) => [link.target, link])))
  await relation.mayChange(ctx, row, plan.change)
  return plan
}

export const affectsAllLinks = ({ method, all }: RequestedChange) => method === 'PUT' || all

/** The members that a change names, and the record's links to them. */
export type PlanRows = RowsOf<ReturnType<typeof planQueries>>

/**
 * Locks the present and the requested members of a replaced set, in the order of their ids: concurrent requests may replace
 * sets with common members.
 * @returns their ids; undefined if they need no lock
 */
async function lockMembers(
  ctx: Ctx,
  { to, links, lock = 'update' }: WritableRelation,
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

/** What a write of links does first: its locks, and its queries around the one that selects the record. */
interface FirstQueries {
  locks: readonly Lock[] | undefined
  queries: (ctx: Ctx) => CompiledQuery[]
  /** The number of queries that run before the one that selects the record. */
  countBefore: number
  /** Whether the queries are those of {@link planQueries}. */
  arePlanQueries: boolean
}

/** @param selector the selector of the record */
export function firstQueriesOf(
  relation: WritableRelation,
  { column, value }: Pick<Selector, 'column' | 'value'>,
  requested: RequestedChange,
): FirstQueries {
  const countBefore = relation.locksRelatedFirst ? 1 : 0
  const arePlanQueries = column === 'id' && !affectsAllLinks(requested)
  const queries = (ctx: Ctx) =>
    arePlanQueries
      ? [...planQueries(ctx, relation, Number(value), requested)]
      : [membersQuery(ctx, relation, requested)].slice(0, countBefore)
  return { locks: relation.locks, queries, countBefore, arePlanQueries }
}

/** The queries for planning. @param id of the record */
export function planQueries(ctx: Ctx, relation: WritableRelation, id: number, requested: RequestedChange) {
  const names = requested.members.map(({ name }) => name)
  const target = resourceNamed(ctx, relation.to)
  return [
    membersQuery(ctx, relation, requested),
    linksQuery(ctx, relation.links, id, { target, names }),
  ] as const
}

/** Finds and locks the members that a change names. */
const membersQuery = (ctx: Ctx, { to, lock = 'update' }: WritableRelation, { members }: RequestedChange) =>
  namedQuery(
    ctx,
    resourceNamed(ctx, to),
    members.map(({ name }) => name),
    lock,
  )

const linkQueries = preparedByShape<Link>()

/** The links of a record to the records with these ids, uuids or slugs. */
function linksQuery(
  { db }: Ctx,
  { table, from: near, to }: Links,
  id: number,
  { target, names }: { target: Resource; names: readonly (string | number)[] },
): CompiledQuery<Link> {
  const template = namesTemplate(target, names)
  const build = ({ near: id, ...values }: Fields) => {
    const named = from(db, target.table).select('id').where(template.where(values))
    return selectLinks(db, table, to).where(near, '=', id).where(to, 'in', named)
  }
  const key = template.key && `${table} ${to} ${template.key}`
  return queryByShape(linkQueries, db, { key, values: { near: id, ...template.values } }, build)
}
const selectLinks = (db: Db, table: Links['table'], to: string): AnyDatabase =>
  (db as AnyDatabase).selectFrom(table).select(['id', `${to} as target`, 'is_active', 'expires_at'])

/** @throws Refusal 422 if it names no members, or both members and `all` */
export function refuseUnclear({ method, members, isList, all }: RequestedChange): void {
  const isRemoval = method === 'DELETE'
  if (members.length > 0) {
    if (isRemoval && all)
      throw invalidField('all', 'contradiction', say`Name members or send all=true, not both.`)
    return
  }
  if ((isRemoval && all) || (method === 'PUT' && isList)) return
  const otherwise = {
    DELETE: say`Name at least one member, or send all=true to remove all.`,
    PUT: say`Name at least one member, or send [] for none.`,
    POST: say`Name at least one member.`,
    PATCH: say`Name at least one member.`,
  }
  throw invalidField('id', 'required', otherwise[method])
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

/** @throws Refusal 422 if there are any */
function refuseEach(members: Member[], code: string, what: (member: Member) => Message): void {
  if (members.length === 0) return
  throw invalid(members.map((member) => ({ field: member.field, code, message: what(member) })))
}

/** @param among only links to these ids: leaves out links that other requests added after these members were locked */
async function allLinks(
  { db }: Ctx,
  { table, from: near, to }: Links,
  id: number,
  among?: ReadonlySet<number>,
): Promise<Link[]> {
  const found: Link[] = []
  for await (const some of linkBatches(selectLinks(db, table, to).where(near, '=', id), to)) {
    for (const link of some) if (among?.has(link.target) ?? true) found.push(link)
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
export interface LinkPlan {
  add: Map<number, LinkAttributes>
  update: { link: Link; attributes: LinkAttributes }[]
  remove: Link[]
  change: LinkChange
}

/** @throws Refusal 422 if PATCH names a record that is not linked */
function planChange(
  { method, all }: RequestedChange,
  wanted: Map<number, Member>,
  present: Map<number, Link>,
): LinkPlan {
  const isRemoval = method === 'DELETE'
  const unlinked = [...wanted].filter(([target]) => !present.has(target))
  if (method === 'PATCH') {
    const members = unlinked.map(([, member]) => member)
    refuseEach(
      members,
      'not_linked',
      ({ field }) => say`${field} is not linked; only existing links can be changed.`,
    )
  }
  const named = [...wanted].flatMap(([target, { attributes }]) => {
    const link = present.get(target)
    return link ? [{ link, attributes }] : []
  })
  const replaced = method === 'PUT' ? [...present.values()].filter(({ target }) => !wanted.has(target)) : []
  const removed = all ? [...present.values()] : named.map(({ link }) => link)
  const plan = {
    add: new Map(isRemoval ? [] : unlinked.map(([target, { attributes }]) => [target, attributes])),
    update: isRemoval ? [] : named.filter(({ attributes }) => Object.keys(attributes).length > 0),
    remove: isRemoval ? removed : replaced,
  }
  return { ...plan, change: linkChangeOf(plan, wanted, present) }
}

function linkChangeOf(
  { add, update, remove }: Omit<LinkPlan, 'change'>,
  wanted: Map<number, Member>,
  present: Map<number, Link>,
): LinkChange {
  const weakening = update.filter(
    ({ attributes }) => attributes.is_active === false || attributes.expires_at != null,
  )
  const granted = [...add.keys(), ...update.map(({ link }) => link.target)]
  const weakened = [...remove, ...weakening.map(({ link }) => link)].map(({ target }) => target)
  const lengthened = granted.flatMap((target) => {
    const { field, attributes } = wanted.get(target) as Member
    const before = present.get(target)
    const { is_active: isActive, expires_at: until } = { ...NEW_LINK, ...before, ...attributes }
    const isLonger = !before || (isActive && !before.is_active) || isLater(until, before.expires_at)
    return isLonger ? [[target, { until, field: field.replace(/\bid$/, 'expires_at') }] as const] : []
  })
  return { granted, weakened, lengthened: new Map(lengthened) }
}
