import { setImmediate as nextTurn } from 'node:timers/promises'
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
import type { AnyDatabase } from '../define/resource.ts'
import {
  type AnyRow,
  type LinkChange,
  type Links,
  nounOf,
  type Relation,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import { findNamed, type IdOf, idsOf, namedQuery, namedShape } from '../query/conditions.ts'
import { from, limitTo } from '../query/store.ts'
import { hintsOf } from '../read/near-slugs.ts'
import type { Selector } from '../read/read.ts'
import type { LinkAttributes, Member } from './members.ts'

/** POST adds, PUT replaces the set, PATCH changes the links' attributes, DELETE takes away. */
export type LinkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a link is unless told otherwise. */
export const NEW_LINK: Required<LinkAttributes> = { is_active: true, expires_at: null }

interface Link extends Required<LinkAttributes> {
  id: number
  target: number
}

export type WritableRelation = Extract<Relation, { kind: 'links' }>

/** What a call wants of a record's links. */
export interface LinkRequest {
  method: LinkMethod
  members: Member[]
  /** Its body is a list: an empty one, put, is the empty set. Nothing at all is a mistake. */
  isList: boolean
  /** DELETE: every link there is. */
  all: boolean
}

/** What a request would do, held to the rules of the relation, and not done. */
export async function planLinks(
  ctx: Ctx,
  relation: WritableRelation,
  row: AnyRow,
  request: LinkRequest,
  known?: Known,
): Promise<Plan> {
  refuseUnclear(request)
  const { members } = request
  const target = resourceNamed(relation.to)
  const locked = isOfAll(request) ? await lockMembers(ctx, relation, row.id, request) : undefined
  const [named, links] = known ?? (await pipeline(ctx.db, queriesAbout(ctx, relation, row.id, request)))
  const wanted = await membersById(ctx, target, members, idsOf(named))
  const present = isOfAll(request) ? await allLinks(ctx, relation.links, row.id, locked) : links
  const plan = planChange(request, wanted, new Map(present.map((link) => [link.target, link])))
  await relation.mayChange(ctx, row, plan.effect)
  return plan
}

export const isOfAll = ({ method, all }: LinkRequest) => method === 'PUT' || all

/** The members that a request names, and the record's links to them. */
export type Known = RowsOf<ReturnType<typeof queriesAbout>>

/**
 * Locks the members of a set that is replaced, in order of their ids: those that are there among those that are named.
 * Sets that are replaced at the same moment may have members in common.
 * @returns their ids; undefined where they need no lock
 */
async function lockMembers(
  ctx: Ctx,
  { to, links, lock = 'update' }: WritableRelation,
  id: number,
  { members }: LinkRequest,
): Promise<Set<number> | undefined> {
  if (lock !== 'update' || !needsLocks(ctx.db)) return undefined
  const target = resourceNamed(to)
  const names = members.map(({ name }) => name)
  const idOf = await findNamed(ctx, target, names, 'none')
  const present = await allLinks(ctx, links, id)
  const ids = new Set([...present.map(({ target }) => target), ...names.flatMap((name) => idOf(name) ?? [])])
  for (const query of rowLocks(ctx.db, target.table, [...ids])) await ctx.db.executeQuery(query)
  return ids
}

/** What a write of links begins with. */
interface Beginning {
  locks: readonly Lock[] | undefined
  queries: (ctx: Ctx) => CompiledQuery[]
  /** How many of them come before the one that finds the record. */
  ahead: number
  /** They are those of {@link queriesAbout}. */
  isAbout: boolean
}

/** @param selector of the record */
export function beginningOf(
  relation: WritableRelation,
  { column, value }: Pick<Selector, 'column' | 'value'>,
  request: LinkRequest,
): Beginning {
  const ahead = relation.isFarFirst ? 1 : 0
  const isAbout = column === 'id' && !isOfAll(request)
  const queries = (ctx: Ctx) =>
    isAbout
      ? [...queriesAbout(ctx, relation, Number(value), request)]
      : [membersQuery(ctx, relation, request)].slice(0, ahead)
  return { locks: relation.locks, queries, ahead, isAbout }
}

/** What planning reads. @param id of the record */
export function queriesAbout(ctx: Ctx, relation: WritableRelation, id: number, request: LinkRequest) {
  const names = request.members.map(({ name }) => name)
  const target = resourceNamed(relation.to)
  return [
    membersQuery(ctx, relation, request),
    linksQuery(ctx, relation.links, id, { target, names }),
  ] as const
}

/** Finds and locks the members that a request names. */
const membersQuery = (ctx: Ctx, { to, lock = 'update' }: WritableRelation, { members }: LinkRequest) =>
  namedQuery(
    ctx,
    resourceNamed(to),
    members.map(({ name }) => name),
    lock,
  )

const linkQueries = preparedByShape<Link>()

/** The links of a record to those that ids, uuids or slugs name. */
function linksQuery(
  { db }: Ctx,
  { table, from: near, to }: Links,
  id: number,
  { target, names }: { target: Resource; names: readonly (string | number)[] },
): CompiledQuery<Link> {
  const shape = namedShape(target, names)
  const build = ({ near: id, ...values }: Fields) => {
    const named = from(db, target.table).select('id').where(shape.where(values))
    return selectLinks(db, table, to).where(near, '=', id).where(to, 'in', named)
  }
  const key = shape.key && `${table} ${to} ${shape.key}`
  return queryByShape(linkQueries, db, { key, values: { near: id, ...shape.values } }, build)
}
const selectLinks = (db: Db, table: Links['table'], to: string): AnyDatabase =>
  (db as AnyDatabase).selectFrom(table).select(['id', `${to} as target`, 'is_active', 'expires_at'])

/** @throws Refusal 422 where nobody is named, or somebody and all */
export function refuseUnclear({ method, members, isList, all }: LinkRequest): void {
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

/** The members by the ids of their records. @throws Refusal 422 pointing at each that names none */
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

/** @throws Refusal 422 pointing at each that names none */
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

/** @param among ids of members; those that came after these were locked are left to whoever added them */
async function allLinks(
  { db }: Ctx,
  { table, from: near, to }: Links,
  id: number,
  among?: ReadonlySet<number>,
): Promise<Link[]> {
  const found: Link[] = []
  for await (const some of inParts(selectLinks(db, table, to).where(near, '=', id), to)) {
    for (const link of some) if (among?.has(link.target) ?? true) found.push(link)
  }
  return found
}

/** Of a million rows some at a time, in the order of a column: between them, other requests have their turn. */
async function* inParts(links: AnyDatabase, to: string): AsyncGenerator<Link[]> {
  for (let last = 0; ; ) {
    const some: Link[] = await limitTo(links.where(to, '>', last).orderBy(to), BATCH_SIZES.read).execute()
    yield some
    if (some.length < BATCH_SIZES.read) return
    last = (some.at(-1) as Link).target
    await nextTurn()
  }
}
export interface Plan {
  add: Map<number, LinkAttributes>
  change: { link: Link; attributes: LinkAttributes }[]
  remove: Link[]
  effect: LinkChange
}

/** @throws Refusal 422 where a link that is not there is to be changed */
function planChange(
  { method, all }: LinkRequest,
  wanted: Map<number, Member>,
  present: Map<number, Link>,
): Plan {
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
    change: isRemoval ? [] : named.filter(({ attributes }) => Object.keys(attributes).length > 0),
    remove: isRemoval ? removed : replaced,
  }
  return { ...plan, effect: effectOf(plan, wanted, present) }
}

function effectOf(
  { add, change, remove }: Omit<Plan, 'effect'>,
  wanted: Map<number, Member>,
  present: Map<number, Link>,
): LinkChange {
  const weakening = change.filter(
    ({ attributes }) => attributes.is_active === false || attributes.expires_at != null,
  )
  const granted = [...add.keys(), ...change.map(({ link }) => link.target)]
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
