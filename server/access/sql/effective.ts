import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { BATCH_SIZES, chunks, inBatches } from '../../db/queries/chunks.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { prepared, slot } from '../../db/queries/prepared.ts'
import { isStorableText } from '../../db/queries/texts.ts'
import type { Database, Db } from '../../db/tables.ts'
import type { AsOf } from '../answers.ts'
import type { Ctx } from '../context.ts'
import { ExpiringSlugs, Grants, SUPER_ADMINISTRATOR } from '../grants.ts'
import { earlierEnd, isInForce, laterEnd, linkIsInForce } from '../in-force.ts'
import { inSlices, ROLES_PER_SLICE, type Slicing } from '../slicing.ts'

/** The roles in force of live, active users now: live, active roles, through links in force. */
export const effectiveRoles = (db: Db, now: string) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where(linkIsInForce('user_roles', now))
    .where('roles.is_active', '=', true)
    .where('roles.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)

/**
 * The user–permission pairs in force now, one row for each role that grants the permission.
 * The role super-administrator grants even inactive permissions.
 */
export const effectivePermissions = (db: Db, now: string) =>
  effectiveRoles(db, now)
    .innerJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .where('permissions.deleted_at', 'is', null)
    .where(roleGrants(now))

/** Whether a role grants a permission that it is linked with. */
const roleGrants =
  (now: string) =>
  (eb: ExpressionBuilder<Database, 'roles' | 'role_permissions' | 'permissions'>): Expression<SqlBool> =>
    eb.or([
      eb('roles.slug', '=', SUPER_ADMINISTRATOR),
      eb.and([linkIsInForce('role_permissions', now), eb('permissions.is_active', '=', true)]),
    ])

/** The roles that grant a permission to their users now, ordered by id. */
export async function rolesGranting(ctx: Ctx, permissionId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .where('permissions.id', '=', permissionId)
    .where('permissions.deleted_at', 'is', null)
    .where('roles.is_active', '=', true)
    .where('roles.deleted_at', 'is', null)
    .where(roleGrants(ctx.now()))
    .orderBy('roles.id')
    .select('roles.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The roles in force of the user now, ordered by id, with their start and expiry. */
export async function* rolesInForce(ctx: Ctx, userId: number, slicing: Slicing) {
  const read = (last: number) => userRolesQuery(ctx.db, { user: userId, last })
  for await (const links of inSlices(slicing, read, ({ id }) => id)) {
    yield links
      .filter((link) => isInForce(link, ctx.now()) && link.role_active && link.deleted_at === null)
      .map(({ id, uuid, name, slug, created_at: since, expires_at: until }) => {
        return { id, uuid, name, slug, since, until }
      })
  }
}

const userRolesQuery = prepared((db) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', slot('user'))
    .where('user_roles.role_id', '>', slot('last'))
    .orderBy('user_roles.role_id')
    .select(['user_roles.role_id as id', 'roles.uuid', 'roles.name', 'roles.slug'])
    .select(['user_roles.is_active', 'user_roles.created_at', 'user_roles.expires_at'])
    .select(['roles.is_active as role_active', 'roles.deleted_at'])
    .limit(sql.lit(ROLES_PER_SLICE)),
)

/** All live permissions: those of a super administrator. */
export async function livePermissionSlugs(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('permissions')
    .where('deleted_at', 'is', null)
    .orderBy('slug')
    .select('slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** The slugs of these that live permissions have. */
export async function existingPermissions({ db }: AsOf, slugs: readonly string[]): Promise<Set<string>> {
  const storable = slugs.filter(isStorableText)
  if (storable.length === 0) return new Set()
  const rows = await db
    .selectFrom('permissions')
    .where('slug', 'in', storable)
    .where('deleted_at', 'is', null)
    .select('slug')
    .execute()
  return slugsOf(rows)
}

export const slugsOf = (rows: { slug: string }[]) => new Set(rows.map(({ slug }) => slug))

/** When users lose a permission if nothing changes; null: never. Omits users who do not hold it now. */
export async function heldUntil(
  ctx: Ctx,
  userIds: readonly number[],
  slug: string,
): Promise<Map<number, string | null>> {
  const now = ctx.now()
  const until = new Map<number, string | null>()
  for (const some of chunks(userIds)) {
    const rows = await effectiveRoles(ctx.db, now)
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('role_permissions')
            .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
            .where('permissions.slug', '=', slug)
            .where('permissions.is_active', '=', true)
            .where('permissions.deleted_at', 'is', null)
            .where(linkIsInForce('role_permissions', now))
            .select(['role_permissions.role_id', 'role_permissions.expires_at'])
            .as('giving'),
        (join) => join.onRef('giving.role_id', '=', 'roles.id'),
      )
      .where('user_roles.user_id', 'in', some)
      .where((eb) =>
        eb.or([eb('roles.slug', '=', SUPER_ADMINISTRATOR), eb('giving.role_id', 'is not', null)]),
      )
      .select([
        'user_roles.user_id',
        'user_roles.expires_at',
        'roles.slug',
        'giving.expires_at as given_until',
      ])
      .execute()
    for (const { user_id: id, expires_at: linked, slug: role, given_until: given } of rows) {
      const end = role === SUPER_ADMINISTRATOR ? linked : earlierEnd(linked, given)
      const known = until.get(id)
      until.set(id, known === undefined ? end : laterEnd(known, end))
    }
  }
  return until
}

/** The grants of a role, with their expiry, as if the role and all its links were in force. */
export async function grantsOfRole(ctx: Ctx, role: { id: number; slug: string }): Promise<Grants> {
  if (role.slug === SUPER_ADMINISTRATOR) return Grants.all
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .where('role_permissions.role_id', '=', role.id)
    .select(['permissions.slug', 'role_permissions.expires_at'])
    .execute()
  return new Grants(new ExpiringSlugs(new Map(rows.map((row) => [row.slug, row.expires_at]))), false)
}

/** The grants of all these users, as if they and all their roles were in force: a caller needs them to change the users. */
export async function potentialGrantsOf(ctx: Ctx, userIds: readonly number[]): Promise<Grants> {
  const roles = new Map<number, string>()
  for (const some of chunks(userIds)) {
    const rows = await ctx.db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .where('user_roles.user_id', 'in', some)
      .select(['roles.id', 'roles.slug'])
      .distinct()
      .execute()
    for (const { id, slug } of rows) roles.set(id, slug)
  }
  if ([...roles.values()].includes(SUPER_ADMINISTRATOR)) return Grants.all
  if (roles.size === 0) return Grants.none
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .where(isAmong(ctx.db, sql.ref('role_permissions.role_id'), [...roles.keys()]))
    .select('permissions.slug')
    .distinct()
    .execute()
  return new Grants(slugsOf(rows), false)
}

/** The same for one user, with the expiry of each permission. */
export async function potentialGrantsUntil(ctx: Ctx, userId: number): Promise<Grants> {
  const held = await ctx.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', userId)
    .select(['roles.id', 'roles.slug', 'user_roles.expires_at'])
    .execute()
  const heldUntil = new Map(held.map((role) => [role.id, role.expires_at]))
  const ends = new Map<string, string | null>()
  for await (const some of inBatches([...heldUntil.keys()], BATCH_SIZES.records)) {
    const given = await ctx.db
      .selectFrom('role_permissions')
      .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
      .where('role_permissions.role_id', 'in', some)
      .select(['role_permissions.role_id', 'role_permissions.expires_at', 'permissions.slug'])
      .execute()
    for (const { role_id: role, expires_at: givenUntil, slug } of given) {
      const end = earlierEnd(heldUntil.get(role) ?? null, givenUntil)
      const known = ends.get(slug)
      ends.set(slug, known === undefined ? end : laterEnd(known, end))
    }
  }
  const superRole = held.find(({ slug }) => slug === SUPER_ADMINISTRATOR)
  return new Grants(new ExpiringSlugs(ends), superRole !== undefined, superRole?.expires_at ?? null)
}

const superAdministratorQuery = prepared((db) =>
  effectiveRoles(db, slot('now'))
    .where('roles.slug', '=', SUPER_ADMINISTRATOR)
    .select('user_roles.user_id')
    .limit(sql.lit(1)),
)

/** Whether a live, active user holds super-administrator now. Without one, the service is not set up. */
export const hasSuperAdministrator = async ({ db, now }: Ctx): Promise<boolean> =>
  (await superAdministratorQuery(db, { now: now() })).length > 0

/** The live, active users who hold super-administrator now, and when they lose it; null: never. */
export const superAdministrators = (ctx: Ctx): Promise<{ user_id: number; expires_at: string | null }[]> =>
  effectiveRoles(ctx.db, ctx.now())
    .where('roles.slug', '=', SUPER_ADMINISTRATOR)
    .select(['user_roles.user_id', 'user_roles.expires_at'])
    .execute()
