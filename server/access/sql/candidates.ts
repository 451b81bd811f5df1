import type { Ctx } from '../context.ts'
import { SUPER_ADMINISTRATOR } from '../grants.ts'
import { isInForce } from '../in-force.ts'
import { inSlices, ROLES_PER_SLICE, type Slicing } from '../slicing.ts'

export interface RoleInShort {
  id: number
  uuid: string
  name: string
  slug: string
}

/** Undefined: there is no such link. */
export type Link = { is_active: boolean; expires_at: string | null; created_at: string } | undefined

/** A role through which a user might hold a permission. */
export interface Candidate {
  role: RoleInShort
  is_active: boolean
  deleted_at: string | null
  held: Link
  given: Link
}

/** How many roles without a link to the user are considered: this many with the permission, and this many without it. */
export const MAX_CANDIDATES = 50

/** The user and the permission whose links are read. */
interface Question {
  userId: number
  permissionId: number
}

/** The roles that the user has a link with, in any state, ordered by id. */
export const ownRoles = (ctx: Ctx, question: Question, slicing: Slicing): AsyncGenerator<Candidate[]> =>
  candidatesInSlices(slicing, (last) =>
    selectCandidates(ctx, question)
      .where('held.user_id', '=', question.userId)
      .where('held.role_id', '>', last)
      .orderBy('held.role_id')
      .execute(),
  )

/** Roles without a link to the user: those with the permission, fewest obstacles first, and some without it. */
export async function otherRoles(ctx: Ctx, question: Question, slicing: Slicing): Promise<Candidate[]> {
  const giving: Candidate[][] = [[], [], [], []]
  for await (const some of rolesGranting(ctx, question, slicing)) {
    for (const candidate of some)
      if (isOther(candidate)) giving[obstaclesOf(candidate, ctx.now())]?.push(candidate)
    if ((giving[0]?.length ?? 0) >= MAX_CANDIDATES) break
  }
  const ready: Candidate[] = []
  for await (const some of allRoles(ctx, question, slicing)) {
    ready.push(...some.filter((candidate) => isOther(candidate) && isReady(candidate) && !candidate.given))
    if (ready.length >= MAX_CANDIDATES) break
  }
  return [...giving.flat().slice(0, MAX_CANDIDATES), ...ready.slice(0, MAX_CANDIDATES)]
}

const isOther = ({ role, held }: Candidate) => !held && role.slug !== SUPER_ADMINISTRATOR

const isReady = ({ is_active: isActive, deleted_at: deletedAt }: Candidate) => isActive && deletedAt === null

/** How many conditions are missing before the role grants the permission. */
const obstaclesOf = ({ is_active, deleted_at, given }: Candidate, now: string) =>
  Number(deleted_at !== null) + Number(!is_active) + Number(!given || !isInForce(given, now))

const rolesGranting = (ctx: Ctx, question: Question, slicing: Slicing) =>
  candidatesInSlices(slicing, (last) =>
    selectCandidates(ctx, question)
      .where('given.permission_id', '=', question.permissionId)
      .where('given.role_id', '>', last)
      .orderBy('given.role_id')
      .execute(),
  )

const allRoles = (ctx: Ctx, question: Question, slicing: Slicing) =>
  candidatesInSlices(slicing, (last) =>
    selectCandidates(ctx, question).where('roles.id', '>', last).orderBy('roles.id').execute(),
  )

async function* candidatesInSlices(slicing: Slicing, read: (last: number) => Promise<Row[]>) {
  for await (const rows of inSlices(slicing, read, ({ id }) => id)) yield rows.map(candidateOf)
}

/** Roles with their links to the user and the permission. A condition on a link's columns makes its index drive the scan. */
const selectCandidates = ({ db }: Ctx, { userId, permissionId }: Question) =>
  db
    .selectFrom('roles')
    .leftJoin('user_roles as held', (join) =>
      join.onRef('held.role_id', '=', 'roles.id').on('held.user_id', '=', userId),
    )
    .leftJoin('role_permissions as given', (join) =>
      join.onRef('given.role_id', '=', 'roles.id').on('given.permission_id', '=', permissionId),
    )
    .select(['roles.id', 'roles.uuid', 'roles.name', 'roles.slug', 'roles.is_active', 'roles.deleted_at'])
    .select(['held.is_active as held_active', 'held.expires_at as held_until'])
    .select('held.created_at as held_since')
    .select(['given.is_active as given_active', 'given.expires_at as given_until'])
    .select('given.created_at as given_since')
    .limit(ROLES_PER_SLICE)

type Row = Awaited<ReturnType<ReturnType<typeof selectCandidates>['execute']>>[number]

const candidateOf = ({ id, uuid, name, slug, is_active, deleted_at, ...links }: Row): Candidate => ({
  role: { id, uuid, name, slug },
  is_active,
  deleted_at,
  held: linkOf(links.held_active, links.held_until, links.held_since),
  given: linkOf(links.given_active, links.given_until, links.given_since),
})

const linkOf = (is_active: boolean | null, expires_at: string | null, created_at: string | null): Link =>
  is_active === null || created_at === null ? undefined : { is_active, expires_at, created_at }
