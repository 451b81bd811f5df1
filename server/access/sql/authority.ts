import { sql } from 'kysely'
import { chunks } from '../../db/queries/chunks.ts'
import { prepared, slot } from '../../db/queries/prepared.ts'
import type { Db } from '../../db/tables.ts'
import {
  type Actor,
  actorWith,
  type Delegation,
  delegateWith,
  type LastingDelegation,
  peopleOf,
  type StoredToken,
} from '../actor.ts'
import type { AsOf } from '../answers.ts'
import { ExpiringSlugs, Grants, SUPER_ADMINISTRATOR } from '../grants.ts'
import { earlierEnd, isBefore, laterEnd } from '../in-force.ts'
import { type FactorOwner, isAdministrative, narrowestPolicy } from '../second-factor.ts'

/** Separates the slug of a permission from its expiry. */
const UNTIL = '@'

/** The permissions of a role: one text, since there may be a thousand. */
const GIVES = sql<string | null>`case when roles.slug = ${SUPER_ADMINISTRATOR} then null else (
  select string_agg(permissions.slug || coalesce(${UNTIL} || role_permissions.expires_at, ''), ' ')
  from role_permissions inner join permissions on permissions.id = role_permissions.permission_id
  where role_permissions.role_id = roles.id and role_permissions.is_active = true
  and permissions.is_active = true and permissions.deleted_at is null) end`

/**
 * A token, and the roles of the users whose authority it has: one row for each user and role. The permissions of a role
 * are one text, since there may be a thousand. They come with their expiry, since more may have expired when the rows
 * arrive.
 */
export const authorityQuery = prepared((db) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', (join) => join.on('users.id', 'in', [slot('user'), slot('maker'), slot('through')]))
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.is_active', '=', true),
    )
    .leftJoin('roles', (join) =>
      join
        .onRef('roles.id', '=', 'user_roles.role_id')
        .on('roles.is_active', '=', true)
        .on('roles.deleted_at', 'is', null),
    )
    .where('tokens.id', '=', slot('token'))
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .select(['users.id as user_id', 'tokens.expires_at', 'roles.id as role_id', 'roles.slug'])
    .select(['tokens.proven_by_factor', 'users.has_second_factor', 'roles.requires_second_factor'])
    .select('user_roles.expires_at as held_until')
    .select(GIVES.as('gives')),
)

type AuthorityRow = Awaited<ReturnType<typeof authorityQuery>>[number]
type HeldRow = Pick<AuthorityRow, 'user_id' | 'role_id' | 'slug' | 'held_until' | 'gives'>

/** Whom delegations act for now, in order; undefined where one of those whose authority it is has none, or the token has ended. */
export async function delegatesOf(
  asOf: AsOf,
  delegations: readonly (Delegation | LastingDelegation)[],
): Promise<(Actor | undefined)[]> {
  const people = [...new Set(delegations.flatMap(peopleOf))]
  const rows: HeldRow[] = []
  for (const some of chunks(people)) rows.push(...(await heldRows(asOf.db, some)))
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  const now = asOf.now()
  const grants = new Map([...byUser].map(([id, own]) => [id, grantsHeld(own, id, now)]))
  const hasEnded = await endedTokens(asOf, delegations.flatMap(tokenOf))
  return delegations.map((delegation) =>
    tokenOf(delegation).some(hasEnded) ? undefined : delegateWith(delegation, (id) => grants.get(id)),
  )
}

const tokenOf = (delegation: Delegation | LastingDelegation): number[] =>
  'token_id' in delegation && delegation.token_id !== null ? [delegation.token_id] : []

/** @returns whether one of these tokens was revoked or has expired */
async function endedTokens({ db, now }: AsOf, ids: readonly number[]): Promise<(tokenId: number) => boolean> {
  const inForce = new Set<number>()
  for (const some of chunks([...new Set(ids)]))
    for (const { id, expires_at: end } of await db
      .selectFrom('tokens')
      .where('id', 'in', some)
      .select(['id', 'expires_at'])
      .execute())
      if (isBefore(now(), end)) inForce.add(id)
  return (id) => !inForce.has(id)
}

/** The roles of live, active users, with what they give. */
const heldRows = (db: Db, userIds: readonly number[]): Promise<HeldRow[]> =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.is_active', '=', true),
    )
    .leftJoin('roles', (join) =>
      join
        .onRef('roles.id', '=', 'user_roles.role_id')
        .on('roles.is_active', '=', true)
        .on('roles.deleted_at', 'is', null),
    )
    .where('users.id', 'in', userIds)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .select(['users.id as user_id', 'roles.id as role_id', 'roles.slug'])
    .select('user_roles.expires_at as held_until')
    .select(GIVES.as('gives'))
    .execute()

export const valuesOf = ({ id, user_id: user, maker_id, through_id }: StoredToken) => ({
  token: id,
  user,
  maker: maker_id ?? user,
  through: through_id ?? user,
})

/** The caller that the token authenticates now; undefined if it, its user or its maker no longer is in force. */
export async function readAuthority({ db, now }: AsOf, token: StoredToken): Promise<Actor | undefined> {
  const at = now()
  return authorityFrom(await authorityQuery(db, valuesOf(token)), token, at)
}

/** @param locked only these roles count, if given */
export function authorityFrom(
  rows: readonly AuthorityRow[],
  token: StoredToken,
  now: string,
  locked?: ReadonlySet<number>,
): Actor | undefined {
  const [first] = rows
  if (!first || !isBefore(now, first.expires_at)) return undefined
  const { proven_by_factor } = first
  return actorWith(
    { ...token, proven_by_factor },
    (userId) => grantsHeld(rows, userId, now, locked),
    () => ownerIn(rows, token.user_id, now),
  )
}

/** How the user of the token stands to the policy of second factors. All roles count here: they only restrict. */
function ownerIn(rows: readonly AuthorityRow[], userId: number, now: string): FactorOwner {
  const own = rows.filter((row) => row.user_id === userId)
  const grants = grantsHeld(own, userId, now)
  return {
    hasFactor: own[0]?.has_second_factor ?? false,
    coveredBy: narrowestPolicy({
      requiringRole: own.some((row) => row.requires_second_factor && isInForce(row, now)),
      administrative:
        grants !== undefined && (grants.isAll || Iterator.from(grants.slugs).some(isAdministrative)),
    }),
  }
}

/** The grants of a user; undefined if the user is inactive or deleted. */
function grantsHeld(
  rows: readonly HeldRow[],
  userId: number,
  now: string,
  locked?: ReadonlySet<number>,
): Grants | undefined {
  const own = rows.filter((row) => row.user_id === userId)
  if (own.length === 0) return undefined
  const roles = own.filter((row) => isInForce(row, now) && (locked?.has(row.role_id as number) ?? true))
  const superRole = roles.find(isSuper)
  if (!superRole) return new Grants(grantedBy(roles, now), false)
  const { held_until: end } = superRole
  return end === null ? Grants.all : new Grants(grantedBy(roles, now), true, end)
}

const isSuper = ({ slug }: HeldRow) => slug === SUPER_ADMINISTRATOR

/** Whether the user holds the row's role now. */
const isInForce = ({ role_id: role, held_until: until }: HeldRow, now: string) =>
  role !== null && isBefore(now, until)

/** The permissions of all these roles, each with its latest expiry. */
function grantedBy(roles: readonly HeldRow[], now: string): ExpiringSlugs {
  const ends = new Map<string, string | null>()
  for (const { gives, held_until: heldUntil } of roles) {
    const isEnding = gives?.includes(UNTIL)
    for (const text of gives?.split(' ') ?? []) {
      const [slug = '', givenUntil = null] = isEnding ? text.split(UNTIL) : [text]
      if (!isBefore(now, givenUntil)) continue
      const end = earlierEnd(heldUntil, givenUntil)
      const known = ends.get(slug)
      ends.set(slug, known === undefined ? end : laterEnd(known, end))
    }
  }
  return new ExpiringSlugs(ends)
}

/** Roles in force that are not in `locked`; a permanent super administrator needs no other role. */
export function unlockedRoles(
  rows: readonly AuthorityRow[],
  now: string,
  locked: ReadonlySet<number>,
): Set<number> {
  const counting = rows.filter((row) => isInForce(row, now))
  const isLocked = ({ role_id: role }: AuthorityRow) => locked.has(role as number)
  const supers = counting.filter((row) => isSuper(row) && row.held_until === null && isLocked(row))
  const isPermanentSuper = ({ user_id: user }: AuthorityRow) => supers.some((row) => row.user_id === user)
  return new Set(
    counting
      .filter((row) => !isLocked(row) && !isPermanentSuper(row))
      .map(({ role_id: role }) => role as number),
  )
}
