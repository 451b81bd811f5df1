import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ctx } from '../access/context.ts'
import { lockUsersIfAllowed } from '../access/rules.ts'
import { A_TURN, turns } from '../db/chunks.ts'
import { needsLocks } from '../db/locks.ts'
import type { RowLock } from '../db/row-locks.ts'
import { invalid, invalidField } from '../errors.ts'
import { findNamed } from './conditions.ts'
import type { LinkAttributes, Member } from './members.ts'
import {
  type AnyRow,
  type LinkChange,
  type Links,
  nounOf,
  type Relation,
  type Resource,
  resourceNamed,
} from './resource.ts'
import { type AnyDatabase, limitTo, touchRows } from './store.ts'

/** POST adds, PUT replaces the set, PATCH changes the links' attributes, DELETE takes away. */
export type LinkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

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

/** Changes a record's links, inside a transaction that the caller opened. The rules of the relation come first. */
export async function writeLinks(
  ctx: Ctx,
  resource: Resource,
  relation: WritableRelation,
  row: AnyRow,
  request: LinkRequest,
): Promise<void> {
  const target = resourceNamed(relation.to)
  const change = await planLinks(ctx, relation, row, request)
  // Touched first, and so locked: triggers count the links of live users.
  if (growsBy(resource, target)) await touchRows(ctx, resource.table, [row.id])
  if (growsBy(target, resource)) {
    await touchRows(ctx, target.table, [...new Set([...change.effect.granted, ...change.effect.weakened])])
  }
  await carryOut(ctx, relation.links, row.id, change)
  await relation.afterChange?.(ctx, row, change.effect)
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
export const lockOfNearSide = (
  resource: Resource,
  relation: Relation,
  { method, all }: LinkRequest,
): RowLock => {
  const isOfAll = method === 'PUT' || all
  const growsAlone = relation.kind === 'links' && !growsBy(resource, resourceNamed(relation.to))
  return growsAlone && !isOfAll ? 'share' : 'update'
}

/** What a request would do, held to the rules of the relation, and not done. */
export async function planLinks(
  ctx: Ctx,
  relation: WritableRelation,
  row: AnyRow,
  request: LinkRequest,
): Promise<Plan> {
  refuseUnclear(request)
  const target = resourceNamed(relation.to)
  const lock = relation.links.from === 'user_id' ? 'share' : 'update'
  if (relation.to === 'users' && request.method !== 'POST' && needsLocks(ctx.db)) {
    const named = await resolveMembers(ctx, target, request.members, 'none')
    await lockUsersIfAllowed(ctx, [...named.keys()])
  }
  const wanted = await resolveMembers(ctx, target, request.members, lock)
  const isOfAll = request.method === 'PUT' || request.all
  const present = await linksOf(ctx, relation.links, row.id, isOfAll ? undefined : [...wanted.keys()])
  const change = planChange(request, wanted, present)
  await relation.mayChange(ctx, row, change.effect)
  return change
}

/** @throws Refusal 422 where nobody is named, or somebody and all */
export function refuseUnclear({ method, members, isList, all }: LinkRequest): void {
  const isRemoval = method === 'DELETE'
  if (members.length > 0) {
    if (isRemoval && all)
      throw invalidField('all', 'contradiction', 'Name members or send all=true, not both.')
    return
  }
  if ((isRemoval && all) || (method === 'PUT' && isList)) return
  const otherwise = {
    DELETE: ', or send all=true to take all away',
    PUT: ', or send [] for none',
    POST: '',
    PATCH: '',
  }
  throw invalidField('id', 'required', `Name at least one member${otherwise[method]}.`)
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
  const idOf = await findNamed(ctx, target, names, lock)
  refuseEach(
    members.filter(({ name }) => idOf(name) === undefined),
    'not_found',
    `names no live ${nounOf(target)}`,
  )
  return new Map(members.map((member) => [idOf(member.name) as number, member]))
}

/** @throws Refusal 422 if there are any */
function refuseEach(members: Member[], code: string, what: string): void {
  if (members.length === 0) return
  throw invalid(members.map(({ field }) => ({ field, code, message: `${field} ${what}.` })))
}

/** The links there are; of a role with a million users only those to `targets`, where that is enough. */
async function linksOf(
  ctx: Ctx,
  { table, from, to }: Links,
  fromId: number,
  targets?: number[],
): Promise<Map<number, Link>> {
  const links = (ctx.db as AnyDatabase)
    .selectFrom(table)
    .select(['id', `${to} as target`, 'is_active', 'expires_at'])
    .where(from, '=', fromId)
  const found = new Map<number, Link>()
  const keep = (some: Link[]) => {
    for (const link of some) found.set(link.target, link)
  }
  if (targets) keep(await links.where(to, 'in', targets).execute())
  else for await (const some of inParts(links, to)) keep(some)
  return found
}

/** Of a million rows some at a time, in the order of a column: between them, other requests have their turn. */
async function* inParts(links: AnyDatabase, to: string): AsyncGenerator<Link[]> {
  for (let last = 0; ; ) {
    const some: Link[] = await limitTo(links.where(to, '>', last).orderBy(to), A_TURN.read).execute()
    yield some
    if (some.length < A_TURN.read) return
    last = (some.at(-1) as Link).target
    await nextTurn()
  }
}
interface Plan {
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
    refuseEach(members, 'not_linked', 'is not linked; only links that are there can be changed')
  }
  const named = [...wanted].flatMap(([target, { attributes }]) => {
    const link = present.get(target)
    return link ? [{ link, attributes }] : []
  })
  const replaced = method === 'PUT' ? [...present.values()].filter(({ target }) => !wanted.has(target)) : []
  const removed = all ? [...present.values()] : named.map(({ link }) => link)
  return withEffect({
    add: new Map(isRemoval ? [] : unlinked.map(([target, { attributes }]) => [target, attributes])),
    change: isRemoval ? [] : named.filter(({ attributes }) => Object.keys(attributes).length > 0),
    remove: isRemoval ? removed : replaced,
  })
}

function withEffect(plan: Omit<Plan, 'effect'>): Plan {
  const { add, change, remove } = plan
  const weakening = change.filter(
    ({ attributes }) => attributes.is_active === false || attributes.expires_at != null,
  )
  const granted = [...add.keys(), ...change.map(({ link }) => link.target)]
  const weakened = [...remove, ...weakening.map(({ link }) => link)].map(({ target }) => target)
  return { ...plan, effect: { granted, weakened } }
}

/** Makes links, without asking who may: the rules are the caller's. Those that exist stay as they are. */
export const addLinks = (
  ctx: Ctx,
  links: Links,
  fromId: number,
  targets: Map<number, LinkAttributes>,
): Promise<void> =>
  addPairs(
    ctx,
    links,
    [...targets].map(([to, attributes]) => ({ from: fromId, to, attributes })),
  )

interface Pair {
  from: number
  to: number
  attributes?: LinkAttributes
}

/** The same of many records at once. */
export async function addPairs(ctx: Ctx, { table, from, to }: Links, pairs: readonly Pair[]): Promise<void> {
  const now = ctx.now()
  const author = ctx.actor.authorId
  const rows = pairs.map((pair) => ({
    is_active: true,
    expires_at: null,
    ...pair.attributes,
    [from]: pair.from,
    [to]: pair.to,
    created_at: now,
    created_by: author,
    updated_at: now,
    updated_by: author,
  }))
  for await (const some of turns(rows)) {
    await (ctx.db as AnyDatabase)
      .insertInto(table)
      .values(some)
      .onConflict((conflict: AnyDatabase) => conflict.columns([from, to]).doNothing())
      .execute()
  }
}

async function carryOut(
  ctx: Ctx,
  links: Links,
  fromId: number,
  { add, change, remove }: Plan,
): Promise<void> {
  const db = ctx.db as AnyDatabase
  const stamp = { updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  await addLinks(ctx, links, fromId, add)
  for (const [attributes, ids] of byAttributes(change)) {
    for await (const some of turns(ids)) {
      await db
        .updateTable(links.table)
        .set({ ...attributes, ...stamp })
        .where('id', 'in', some)
        .execute()
    }
  }
  for await (const some of turns(remove.map(({ id }) => id))) {
    await db.deleteFrom(links.table).where('id', 'in', some).execute()
  }
}

/** Those that become the same, together: mostly, all do. */
function byAttributes(change: Plan['change']): [LinkAttributes, number[]][] {
  const groups = Map.groupBy(change, ({ attributes }) => JSON.stringify(attributes))
  return [...groups].map(([attributes, links]) => [JSON.parse(attributes), links.map(({ link }) => link.id)])
}
