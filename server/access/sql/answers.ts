import { chunks } from '../../db/queries/chunks.ts'
import { prepared, slot } from '../../db/queries/prepared.ts'
import { isStorableText } from '../../db/queries/texts.ts'
import type { StoredToken } from '../actor.ts'
import type { AccessAnswers, AccessCheck, AsOf } from '../answers.ts'
import { Grants, SUPER_ADMINISTRATOR } from '../grants.ts'
import { linkIsInForce } from '../in-force.ts'
import { readAuthority } from './authority.ts'
import { effectivePermissions, effectiveRoles, existingPermissions, slugsOf } from './effective.ts'

/** The answers of the database: in transactions, on the command line, and wherever the cache has none. */
export const sqlAnswers: AccessAnswers = {
  current: () => sqlAnswers,
  authority: async (asOf, hash) => {
    const token = await readToken(asOf, hash)
    return token && readAuthority(asOf, token)
  },
  authorityInTransaction: readAuthority,
  rolesToLock,
  grants: readGrants,
  hasRole: async (asOf, userId, slug) => (await rolesOf(asOf, userId)).has(slug),
  hasPermission: async (asOf, userId, slug) => {
    const grants = await readGrants(asOf, userId)
    return grants.isAll ? permissionExists(asOf, slug) : grants.has(slug)
  },
  checks: runChecks,
  permissionIds: () => undefined,
  countRoles: () => undefined,
  userId: (_column, _value, load) => load(),
  derived: (_name, ids, load) => load(ids),
}

const tokenQuery = prepared((db) =>
  db
    .selectFrom('tokens')
    .leftJoin('tokens as parents', (join) =>
      join.onRef('parents.id', '=', 'tokens.parent_id').on('parents.maker_id', 'is not', null),
    )
    .where('tokens.hash', '=', slot('hash'))
    .select(['tokens.id', 'tokens.hash', 'tokens.user_id', 'tokens.maker_id', 'tokens.permissions'])
    .select(['tokens.expires_at', 'tokens.is_sign_in', 'tokens.idle_ends_at', 'tokens.proven_by_factor'])
    .select('parents.user_id as through_id'),
)

export const readToken = async ({ db }: AsOf, hash: string): Promise<StoredToken | undefined> =>
  (await tokenQuery(db, { hash }))[0]

const rolesToLockQuery = prepared((db) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', slot('user'))
    .where(linkIsInForce('user_roles', slot('now')))
    .select(['roles.id', 'roles.slug', 'user_roles.expires_at']),
)

async function rolesToLock({ db, now }: AsOf, userIds: readonly number[]): Promise<number[]> {
  const roles: number[] = []
  for (const user of userIds) {
    const rows = await rolesToLockQuery(db, { user, now: now() })
    const superRole = rows.find((row) => row.slug === SUPER_ADMINISTRATOR && row.expires_at === null)
    roles.push(...(superRole ? [superRole] : rows).map(({ id }) => id))
  }
  return roles
}

const roleSlugsQuery = prepared((db) =>
  effectiveRoles(db, slot('now')).where('user_roles.user_id', '=', slot('user')).select('roles.slug'),
)

const permissionSlugsQuery = prepared((db) =>
  effectivePermissions(db, slot('now'))
    .where('user_roles.user_id', '=', slot('user'))
    .select('permissions.slug')
    .distinct(),
)

const livePermissionQuery = prepared((db) =>
  db.selectFrom('permissions').where('slug', '=', slot('slug')).where('deleted_at', 'is', null).select('id'),
)

/** Slugs of the user's roles in force now. */
const rolesOf = async ({ db, now }: AsOf, user: number) =>
  slugsOf(await roleSlugsQuery(db, { user, now: now() }))

async function readGrants(asOf: AsOf, user: number): Promise<Grants> {
  if ((await rolesOf(asOf, user)).has(SUPER_ADMINISTRATOR)) return Grants.all
  return new Grants(slugsOf(await permissionSlugsQuery(asOf.db, { user, now: asOf.now() })), false)
}

/** Whether a live permission has this slug. */
const permissionExists = async ({ db }: AsOf, slug: string): Promise<boolean> =>
  isStorableText(slug) && (await livePermissionQuery(db, { slug })).length > 0

const pair = (userId: number, slug: string) => `${userId} ${slug}`

/** With few statements, for any number of checks. */
async function runChecks(asOf: AsOf, checks: readonly AccessCheck[]): Promise<(boolean | undefined)[]> {
  const userIds = [...new Set(checks.map(({ userId }) => userId))]
  const roles = named(checks.map(({ role }) => role))
  const permissions = named(checks.map(({ permission }) => permission))
  const held = new Set<string>()
  const given = new Set<string>()
  const live = new Set<number>()
  for (const some of chunks(userIds)) {
    for (const { id } of await liveUsers(asOf, some)) live.add(id)
    for (const row of await heldRoles(asOf, some, [...roles, SUPER_ADMINISTRATOR])) {
      held.add(pair(row.user_id, row.slug))
    }
    if (permissions.length === 0) continue
    for (const row of await heldPermissions(asOf, some, permissions)) given.add(pair(row.user_id, row.slug))
  }
  const existing = await existingPermissions(asOf, permissions)
  return checks.map(({ userId, role, permission }) => {
    if (!live.has(userId)) return undefined
    if (role !== undefined) return held.has(pair(userId, role))
    const isSuper = held.has(pair(userId, SUPER_ADMINISTRATOR))
    return isSuper ? existing.has(permission as string) : given.has(pair(userId, permission as string))
  })
}

const named = (slugs: (string | undefined)[]) => [...new Set(slugs.filter((slug) => slug !== undefined))]

const liveUsers = ({ db }: AsOf, ids: number[]) =>
  db.selectFrom('users').where('id', 'in', ids).where('deleted_at', 'is', null).select('id').execute()

const heldRoles = ({ db, now }: AsOf, userIds: number[], slugs: string[]) =>
  effectiveRoles(db, now())
    .where('user_roles.user_id', 'in', userIds)
    .where('roles.slug', 'in', slugs)
    .select(['user_roles.user_id', 'roles.slug'])
    .execute()

const heldPermissions = ({ db, now }: AsOf, userIds: number[], slugs: string[]) =>
  effectivePermissions(db, now())
    .where('user_roles.user_id', 'in', userIds)
    .where('permissions.slug', 'in', slugs)
    .select(['user_roles.user_id', 'permissions.slug'])
    .distinct()
    .execute()
