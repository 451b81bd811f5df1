import type { Db } from '../db/connect.ts'
import { prepared, slot } from '../db/prepared.ts'
import { Role } from './holder.ts'
import type { PermissionNumbers } from './permission-numbers.ts'

/** A user, as the database has them: whether they count, and their active links. */
export interface StoredHolder {
  isCounting: boolean
  links: { role_id: number; expires_at: string | null }[]
}

const selectHolders = (db: Db, ids: readonly unknown[]) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.is_active', '=', true),
    )
    .where('users.id', 'in', ids as number[])
    .select(['users.id', 'users.is_active', 'users.deleted_at'])
    .select(['user_roles.role_id', 'user_roles.expires_at'])

const oneHolder = prepared((db) => selectHolders(db, [slot('id')]))

/** By one statement. Where there is no such user, it is one who doesn't count. */
export async function readHolders(db: Db, ids: readonly number[]): Promise<Map<number, StoredHolder>> {
  const [id] = ids
  const rows = await (ids.length === 1 ? oneHolder(db, { id }) : selectHolders(db, ids).execute())
  const byUser = Map.groupBy(rows, (row) => row.id)
  return new Map(
    ids.map((id) => {
      const rows = byUser.get(id) ?? []
      const [user] = rows
      const isCounting = user?.is_active === true && user.deleted_at === null
      const links = rows.flatMap(({ role_id, expires_at }) =>
        role_id === null ? [] : [{ role_id, expires_at }],
      )
      return [id, { isCounting, links }]
    }),
  )
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
    .select(['roles.id as role_id', 'roles.slug'])
    .select(['permissions.id', 'permissions.slug as permission', 'role_permissions.expires_at'])

const oneRole = prepared((db) => selectRoles(db, [slot('id')]))

/** By one statement: those of the roles that count. */
export async function readRoles(
  db: Db,
  ids: readonly number[],
  numbers: PermissionNumbers,
): Promise<Map<number, Role>> {
  const [id] = ids
  const rows = await (ids.length === 1 ? oneRole(db, { id }) : selectRoles(db, ids).execute())
  const roles = new Map<number, Role>()
  for (const [roleId, given] of Map.groupBy(rows, (row) => row.role_id)) {
    const permissions = given.flatMap(({ id, permission, expires_at }) =>
      id === null || permission === null ? [] : [{ id, slug: permission, expires_at }],
    )
    roles.set(roleId, new Role(roleId, given[0]?.slug as string, permissions, numbers))
  }
  return roles
}
