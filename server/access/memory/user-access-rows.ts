import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Expression, type SqlBool, sql } from 'kysely'
import { idsValue, isInIdsValue } from '../../db/queries/id-lists.ts'
import { prepared, slot } from '../../db/queries/prepared.ts'
import type { Db } from '../../db/tables.ts'
import type { PermissionNumbers } from './permission-numbers.ts'
import { CachedRole } from './user-access.ts'

/** A stored user and their active links. */
export interface StoredUserAccess {
  isLive: boolean
  isActive: boolean
  hasFactor: boolean
  links: { role_id: number; expires_at: string | null }[]
}

/** Links that one statement reads: a few milliseconds. */
const LINKS_PER_BATCH = 2000

const selectUsers = (db: Db, isAsked: Expression<SqlBool>) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.is_active', '=', true),
    )
    .where(isAsked)
    .select(['users.id', 'users.is_active', 'users.deleted_at', 'users.has_second_factor'])
    .select(['user_roles.role_id', 'user_roles.expires_at'])
    .orderBy('users.id')
    .orderBy('user_roles.role_id')
    .limit(sql.lit(LINKS_PER_BATCH))

const oneUser = prepared((db) => selectUsers(db, sql<SqlBool>`users.id = ${slot('id')}`))

const manyUsers = prepared((db) => selectUsers(db, isInIdsValue(db, sql.ref('users.id'), slot('ids'))))

const furtherLinks = prepared((db) =>
  db
    .selectFrom('user_roles')
    .where('user_id', '=', slot('id'))
    .where('is_active', '=', true)
    .where('role_id', '>', slot('last'))
    .select(['role_id', 'expires_at'])
    .orderBy('role_id')
    .limit(sql.lit(LINKS_PER_BATCH)),
)

/**
 * Reads users by one statement, unless they have more than some thousand links: it then yields to the event loop between
 * statements, and a caller that needs a consistent snapshot must check that nothing was written meanwhile.
 */
export async function readUserAccess(db: Db, ids: readonly number[]): Promise<Map<number, StoredUserAccess>> {
  const holders = new Map<number, StoredUserAccess>()
  let unread = ids
  while (unread.length > 0) {
    const [id] = unread
    const rows = await (unread.length === 1
      ? oneUser(db, { id })
      : manyUsers(db, { ids: idsValue(db, unread) }))
    for (const { id, is_active, deleted_at, has_second_factor: hasFactor, role_id, expires_at } of rows) {
      const holder = holders.get(id) ?? {
        isLive: deleted_at === null,
        isActive: is_active,
        hasFactor,
        links: [],
      }
      if (role_id !== null) holder.links.push({ role_id, expires_at })
      holders.set(id, holder)
    }
    if (rows.length < LINKS_PER_BATCH) break
    const { id: last } = rows.at(-1) as (typeof rows)[number]
    await readFurtherLinks(db, last, (holders.get(last) as StoredUserAccess).links)
    unread = unread.filter((id) => id > last)
  }
  return holders
}

async function readFurtherLinks(db: Db, id: number, links: StoredUserAccess['links']): Promise<void> {
  for (;;) {
    await yieldToEventLoop()
    const some = await furtherLinks(db, { id, last: links.at(-1)?.role_id ?? 0 })
    for (const link of some) links.push(link)
    if (some.length < LINKS_PER_BATCH) return
  }
}

const selectRoles = (db: Db, ids: readonly unknown[]) =>
  db
    .selectFrom('roles')
    .leftJoin('role_permissions', (join) =>
      join.onRef('role_permissions.role_id', '=', 'roles.id').on('role_permissions.is_active', '=', true),
    )
    .leftJoin('permissions', (join) =>
      join
        .onRef('permissions.id', '=', 'role_permissions.permission_id')
        .on('permissions.is_active', '=', true)
        .on('permissions.deleted_at', 'is', null),
    )
    .where('roles.id', 'in', ids as number[])
    .where('roles.is_active', '=', true)
    .where('roles.deleted_at', 'is', null)
    .select(['roles.id as role_id', 'roles.slug', 'roles.requires_second_factor'])
    .select(['permissions.id', 'permissions.slug as permission', 'role_permissions.expires_at'])

const oneRole = prepared((db) => selectRoles(db, [slot('id')]))

/** Reads the live, active roles by one statement, and the number of rows: one for each role and permission. */
export async function readRoles(
  db: Db,
  ids: readonly number[],
  numbers: PermissionNumbers,
): Promise<{ roles: Map<number, CachedRole>; given: number }> {
  const [id] = ids
  const rows = await (ids.length === 1 ? oneRole(db, { id }) : selectRoles(db, ids).execute())
  const roles = new Map<number, CachedRole>()
  for (const [roleId, given] of Map.groupBy(rows, (row) => row.role_id)) {
    const permissions = given.flatMap(({ id, permission, expires_at }) =>
      id === null || permission === null ? [] : [{ id, slug: permission, expires_at }],
    )
    const { slug, requires_second_factor: requiresFactor } = given[0] as (typeof given)[number]
    roles.set(roleId, new CachedRole({ id: roleId, slug, requiresFactor }, permissions, numbers))
  }
  return { roles, given: rows.length }
}
