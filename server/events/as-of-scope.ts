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

/** What decides who holds a permission. @param users the only ones that are asked about; undefined: all */
function scopeOfPermission(db: Db, id: number, users?: readonly number[]): PastScope {
  const isPermission = oneOf(db, [id])
  const isRole = everOn('left_id', 'role_permissions', 'right_id', isPermission)
  const isUser = users && oneOf(db, users)
  return {
    permissions: { record_id: isPermission },
    role_permissions: { right_id: isPermission },
    roles: { record_id: isRole },
    user_roles: { right_id: isRole, ...(isUser && { left_id: isUser }) },
    users: { record_id: isUser ?? everOn('left_id', 'user_roles', 'right_id', isRole) },
  }
}

interface Related {
  relation: RelationByLinks
  target: Resource
  fromId: number
}

/** What decides which records a record was related with. @param ids the only users that are asked about; undefined: all */
export function scopeOfRelated(
  db: Db,
  { relation, target, fromId }: Related,
  ids?: readonly number[],
): PastScope {
  if (relation.kind === 'derived')
    return relation.to === 'users' ? scopeOfPermission(db, fromId, ids) : scopeOfUsers(db, [fromId])
  const { from } = relation.links
  const table = relation.links.table as PastKind
  const [own, other] =
    PAST_TABLES[table].columns.left_id === from
      ? (['left_id', 'right_id'] as const)
      : (['right_id', 'left_id'] as const)
  const isOwn = oneOf(db, [fromId])
  return {
    [table]: { [own]: isOwn },
    ...(isPastKind(target.table) && { [target.table]: { record_id: everOn(other, table, own, isOwn) } }),
  }
}
