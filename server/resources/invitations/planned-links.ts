import type { Ctx } from '../../access/context.ts'
import { earlierEnd, isBefore, isLater } from '../../access/in-force.ts'
import { accessToRelation } from '../../access/matrix.ts'
import { endOfAssigning, type GrantExtension, refuseUnheldRoles } from '../../access/rules.ts'
import { type Links, resourceNamed } from '../../crud/define/resource.ts'
import { hintsOf } from '../../crud/query/hints.ts'
import { findNamed } from '../../crud/query/names.ts'
import { addLinks } from '../../crud/write/links.ts'
import { chunks, inBatches } from '../../db/queries/chunks.ts'
import { MOST_INSERTED_AT_ONCE, rowInserter } from '../../db/queries/row-inserter.ts'
import { type Detail, forbidden, invalid, invalidField } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import { access as accessToUsers } from '../users/access.ts'
import { assignRole, registeredRole } from '../users/registered-role.ts'

/** What a user can be linked with before there is a user. */
export type PlannedKind = 'role' | 'taxonomy'

/** A link as an invitation names it. */
export interface WantedLink {
  kind: PlannedKind
  /** An id, uuid or slug. */
  name: string | number
  until: string | null
  /** The index of its invitation among those of the call. */
  item: number
  /** Where it stands in the request: `3.roles.0`. */
  field: string
}

interface KindOptions {
  /** The relation of users that it becomes a link of. */
  relation: 'roles' | 'taxonomies'
  links: Links
  needing: Message
  unknown: (field: string, hint: Message | string) => Message
}

const KINDS: Readonly<Record<PlannedKind, KindOptions>> = {
  role: {
    relation: 'roles',
    links: { table: 'user_roles', from: 'user_id', to: 'role_id' },
    needing: say`Inviting to roles needs`,
    unknown: (field, hint) => say`${field} does not match an existing role.${hint}`,
  },
  taxonomy: {
    relation: 'taxonomies',
    links: { table: 'user_taxonomies', from: 'user_id', to: 'taxonomy_id' },
    needing: say`Inviting to terms needs`,
    unknown: (field, hint) => say`${field} does not match an existing term.${hint}`,
  },
}

const PLANNED_KINDS = Object.keys(KINDS) as PlannedKind[]

/** What the relation's own writes need, which give the same links. */
const needsOf = (kind: PlannedKind) =>
  accessToRelation({ name: 'users', access: accessToUsers }, KINDS[kind].relation, 'write').needs

/** Different names that one call may have. */
const MAX_NAMES = 1000

/** A link whose target is found. */
export interface FoundLink extends WantedLink {
  id: number
}

/**
 * Finds what invitations plan, with two statements for each kind, and checks that the caller could give all of it.
 * @throws Refusal 403, 422 pointing at each fault
 */
export async function findLinks(ctx: Ctx, wanted: readonly WantedLink[]): Promise<FoundLink[]> {
  const found: FoundLink[] = []
  const unknown: Detail[] = []
  for (const kind of PLANNED_KINDS) {
    const some = wanted.filter((link) => link.kind === kind)
    if (some.length === 0) continue
    refuseUnlessMayLink(ctx, kind)
    const { relation } = KINDS[kind]
    const names = [...new Set(some.map(({ name }) => name))]
    if (names.length > MAX_NAMES)
      throw invalidField(
        relation,
        'out_of_range',
        say`${relation}: at most ${MAX_NAMES} different ones can be named at once.`,
      )
    const idOf = await findNamed(ctx, resourceNamed(ctx, relation), names, 'key')
    for (const link of some) {
      const id = idOf(link.name)
      if (id !== undefined) found.push({ ...link, id })
    }
    unknown.push(
      ...(await faultsOf(
        ctx,
        kind,
        some.filter(({ name }) => idOf(name) === undefined),
      )),
    )
  }
  if (unknown.length > 0) throw invalid(unknown)
  await refuseUnheld(
    ctx,
    found.filter(({ kind }) => kind === 'role'),
  )
  return found
}

function refuseUnlessMayLink({ actor }: Ctx, kind: PlannedKind): void {
  const missing = needsOf(kind).filter((slug) => !actor.grants.has(slug))
  if (missing.length > 0) throw forbidden(missing, KINDS[kind].needing)
}

async function faultsOf(ctx: Ctx, kind: PlannedKind, unknown: readonly WantedLink[]): Promise<Detail[]> {
  if (unknown.length === 0) return []
  const names = [...new Set(unknown.map(({ name }) => name))]
  const hint = await hintsOf(ctx, resourceNamed(ctx, KINDS[kind].relation), names)
  return unknown.map(({ field, name }) => ({
    field,
    code: 'not_found',
    message: KINDS[kind].unknown(field, hint(name)),
  }))
}

/** Nobody invites to a role that gives more, or for longer, than they hold. @throws Refusal 403 */
async function refuseUnheld(ctx: Ctx, links: readonly FoundLink[]): Promise<void> {
  const latest = new Map<number, GrantExtension>()
  for (const { id, until, field } of links) {
    const known = latest.get(id)
    if (!known || isLater(until, known.until)) latest.set(id, { until, field: `${field}.expires_at` })
  }
  const roles: { id: number; slug: string }[] = []
  for (const ids of chunks([...latest.keys()]))
    roles.push(...(await ctx.db.selectFrom('roles').where('id', 'in', ids).select(['id', 'slug']).execute()))
  await refuseUnheldRoles(ctx, roles, (slug) => say`Inviting to the role ${slug}`, latest)
}

/** Stores what invitations plan. @param invitationIds by their index */
export async function planLinks(
  { db }: Ctx,
  links: readonly FoundLink[],
  invitationIds: readonly number[],
): Promise<void> {
  // A target that an invitation names twice is planned once, as it is named last.
  const unique = new Map(links.map((link) => [`${link.item} ${link.kind} ${link.id}`, link]))
  const rows = [...unique.values()].map(({ item, kind, id, until }) => ({
    invitation_id: invitationIds[item] as number,
    kind,
    role_id: kind === 'role' ? id : null,
    taxonomy_id: kind === 'taxonomy' ? id : null,
    in_id: null,
    expires_at: until,
  }))
  for await (const some of inBatches(rows, MOST_INSERTED_AT_ONCE)) await insertPlanned(db, some)
}

const insertPlanned = rowInserter('planned_links')

/** A planned link, with its role or term as it is now. */
export interface PlannedLink {
  invitation_id: number
  kind: PlannedKind
  expires_at: string | null
  /** Absent if it was destroyed. */
  target?: { id: number; uuid: string; name: string; slug: string; isInForce: boolean }
}

/** How many links invitations plan. */
export async function countPlannedLinks({ db }: Ctx, invitationIds: readonly number[]): Promise<number> {
  let links = 0
  for (const ids of chunks(invitationIds)) {
    const { count } = await db
      .selectFrom('planned_links')
      .where('invitation_id', 'in', ids)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    links += Number(count)
  }
  return links
}

/** What invitations plan, in the order in which it was named. */
export async function plannedLinks({ db }: Ctx, invitationIds: readonly number[]): Promise<PlannedLink[]> {
  const links: PlannedLink[] = []
  for (const ids of chunks(invitationIds)) {
    const rows = await db
      .selectFrom('planned_links')
      .leftJoin('roles', 'roles.id', 'planned_links.role_id')
      .leftJoin('taxonomies', 'taxonomies.id', 'planned_links.taxonomy_id')
      .where('planned_links.invitation_id', 'in', ids)
      .orderBy('planned_links.id')
      .select(['planned_links.invitation_id', 'planned_links.kind', 'planned_links.expires_at'])
      .select((eb) =>
        (['id', 'uuid', 'name', 'slug', 'is_active', 'deleted_at'] as const).map((column) =>
          eb.fn.coalesce(`roles.${column}`, `taxonomies.${column}`).as(column),
        ),
      )
      .execute()
    for (const { invitation_id, kind, expires_at, ...target } of rows)
      links.push({ invitation_id, kind, expires_at, ...targetOf(target as TargetRow) })
  }
  return links
}

interface TargetRow {
  id: number | null
  uuid: string | null
  name: string | null
  slug: string | null
  is_active: boolean | null
  deleted_at: string | null
}

function targetOf({ id, uuid, name, slug, is_active, deleted_at }: TargetRow): Pick<PlannedLink, 'target'> {
  if (id === null) return {}
  const isInForce = Boolean(is_active) && deleted_at === null
  return { target: { id, uuid: uuid as string, name: name as string, slug: slug as string, isInForce } }
}

/** Whoever sends an invitation again must hold all that it plans. @throws Refusal 403 */
export async function refuseUnlessMayGive(ctx: Ctx, links: readonly PlannedLink[]): Promise<void> {
  const roles: { id: number; slug: string }[] = []
  const ends = new Map<number, GrantExtension>()
  for (const { kind, target, expires_at: until } of links) {
    if (!target) continue
    refuseUnlessMayLink(ctx, kind)
    if (kind !== 'role') continue
    roles.push(target)
    ends.set(target.id, { until })
  }
  await refuseUnheldRoles(ctx, roles, (slug) => say`Inviting to the role ${slug}`, ends)
}

/** What of some planned links the caller can give now. */
export interface Giving {
  given: { kind: PlannedKind; id: number; name: string; until: string | null }[]
  /** Names of what falls away: not in force, expired, or more than the caller holds. */
  fallen: string[]
  /** Names of what is given for a shorter time, as the caller does not hold it for longer. */
  shortened: string[]
  /** Whether a role or a term was destroyed. */
  isAnyGone: boolean
}

/** @param ctx its actor gives the links */
export async function giveable(ctx: Ctx, links: readonly PlannedLink[]): Promise<Giving> {
  const giving: Giving = { given: [], fallen: [], shortened: [], isAnyGone: false }
  for await (const some of inBatches(links, LINKS_PER_BATCH)) {
    for (const { kind, target, expires_at: planned } of some) {
      if (!target) {
        giving.isAnyGone = true
        continue
      }
      const { id, name } = target
      const end =
        isBefore(ctx.now(), planned) && target.isInForce ? await endOfGiving(ctx, kind, target) : undefined
      if (end === undefined) {
        giving.fallen.push(name)
        continue
      }
      if (isLater(planned, end)) giving.shortened.push(name)
      giving.given.push({ kind, id, name, until: earlierEnd(planned, end) })
    }
  }
  return giving
}

const LINKS_PER_BATCH = 10

/** Until when the caller can give a link; null: without end; undefined if they cannot. */
async function endOfGiving(
  ctx: Ctx,
  kind: PlannedKind,
  target: { id: number; slug: string },
): Promise<string | null | undefined> {
  if (!needsOf(kind).every((slug) => ctx.actor.grants.has(slug))) return undefined
  return kind === 'role' ? endOfAssigning(ctx, target) : null
}

/** Gives a new user what the caller can give of these links. @param ctx its actor gives them, and is their author */
export async function giveLinks(ctx: Ctx, userId: number, invitationId: number): Promise<Giving> {
  await lockTargets(ctx, await plannedLinks(ctx, [invitationId]))
  const giving = await giveable(ctx, await plannedLinks(ctx, [invitationId]))
  for (const kind of PLANNED_KINDS) {
    const some = giving.given.filter((link) => link.kind === kind)
    const attributes = some.map(({ id, until }) => [id, { expires_at: until }] as const)
    await addLinks(ctx, KINDS[kind].links, userId, new Map(attributes))
  }
  return giving
}

/** Roles and terms that are about to be linked could be destroyed before. */
async function lockTargets(ctx: Ctx, links: readonly PlannedLink[]): Promise<void> {
  for (const kind of PLANNED_KINDS) {
    const ids = links.flatMap(({ kind: of, target }) => (of === kind && target ? [target.id] : []))
    if (ids.length > 0) await findNamed(ctx, resourceNamed(ctx, KINDS[kind].relation), ids, 'key')
  }
}

/** Gives an invited user the role of everyone who signed up, and the planned links, as far as the caller can give them. */
export async function giveToInvited(ctx: Ctx, userId: number, invitationId: number): Promise<Giving> {
  const role = await registeredRole(ctx)
  const end = role && (await endOfAssigning(ctx, role))
  // Before a planned link to the same role, which may have an end.
  if (role && end !== undefined) await assignRole(ctx, userId, role.slug, end)
  const giving = await giveLinks(ctx, userId, invitationId)
  if (role && end === undefined) giving.fallen.push(role.name)
  else if (role && end !== null) giving.shortened.push(role.name)
  return giving
}

/** The most of {@link sentencesOn}. */
export const MAX_SENTENCES = 3

/** Sentences about what was not given as it was planned. */
export const sentencesOn = ({ fallen, shortened, isAnyGone }: Giving): Message[] => [
  ...(fallen.length > 0 ? [say`Not given, as it cannot be given any more: ${fallen.join(', ')}.`] : []),
  ...(shortened.length > 0 ? [say`Given for a shorter time than planned: ${shortened.join(', ')}.`] : []),
  ...(isAnyGone ? [say`Some of what was planned no longer exists.`] : []),
]
