import { everNamed, everOn, type IsOneOf, isPastKind, PAST_TABLES, type PastScope } from '../audit/past.ts'
import type { RelationByLinks } from '../crud/define/relations.ts'
import type { Resource } from '../crud/define/resource.ts'
import { isAmong } from '../db/queries/id-lists.ts'
import type { Db, PastKind } from '../db/tables.ts'

/*
 * The rows that questions about a time of the past concern: one about a user must not read the versions of all others.
 */

const oneOf =
  (db: Db, ids: readonly number[]): IsOneOf =>
  (column) =>
    isAmong(db, column, ids)

/** What decides the roles and permissions of users. @param slugs the permissions that are asked about; undefined: all */
export function scopeOfUsers(db: Db, ids: readonly number[], slugs?: readonly string[]): PastScope {
  const isUser = oneOf(db, ids)
  const isRole = everOn('right_id', 'user_roles', 'left_id', isUser)
  const isNamed = slugs && slugs.length > 0 ? everNamed(slugs) : undefined
  return {
    users: { record_id: isUser },
    user_roles: { left_id: isUser },
    roles: { record_id: isRole },
    role_permissions: { left_id: isRole, ...(isNamed && { right_id: isNamed }) },
    permissions: { record_id: isNamed ?? everOn('right_id', 'role_permissions', 'left_id', isRole) },
  }
}

/** What decides who holds a permission. */
function scopeOfPermission(db: Db, id: number): PastScope {
  const isPermission = oneOf(db, [id])
  const isRole = everOn('left_id', 'role_permissions', 'right_id', isPermission)
  return {
    permissions: { record_id: isPermission },
    role_permissions: { right_id: isPermission },
    roles: { record_id: isRole },
    user_roles: { right_id: isRole },
    users: { record_id: everOn('left_id', 'user_roles', 'right_id', isRole) },
  }
}

/** What decides which records a record was related with. */
export function scopeOfRelated(db: Db, relation: RelationByLinks, target: Resource, id: number): PastScope {
  if (relation.kind === 'derived')
    return relation.to === 'users' ? scopeOfPermission(db, id) : scopeOfUsers(db, [id])
  const { from } = relation.links
  const table = relation.links.table as PastKind
  const [own, other] =
    PAST_TABLES[table].columns.left_id === from
      ? (['left_id', 'right_id'] as const)
      : (['right_id', 'left_id'] as const)
  const isOwn = oneOf(db, [id])
  return {
    [table]: { [own]: isOwn },
    ...(isPastKind(target.table) && { [target.table]: { record_id: everOn(other, table, own, isOwn) } }),
  }
}
