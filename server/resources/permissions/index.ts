import { Type } from 'typebox'
import { Permission } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { countingPermissions } from '../../access/effective.ts'
import { countMembers } from '../../crud/members-count.ts'
import { type DerivedPairs, defineResource } from '../../crud/resource.ts'
import { keptUntilWritten } from '../../db/direct.ts'
import { activityIs } from '../activity.ts'
import { mayChangeRolesOfPermission } from '../roles/links.ts'
import { destroyPermission, removePermission, restorePermission } from './writes.ts'

/** Who holds a permission now, with the lowest link of theirs to a role that gives it. */
const holders: DerivedPairs = (ctx, permissionIds, userIds) =>
  countingPermissions(ctx.db, ctx.now())
    .where('role_permissions.permission_id', 'in', permissionIds)
    .$if(userIds !== undefined, (query) => query.where('user_roles.user_id', 'in', userIds ?? []))
    .groupBy(['user_roles.user_id', 'role_permissions.permission_id'])
    .select((eb) => [
      'role_permissions.permission_id as from_id',
      'user_roles.user_id as to_id',
      eb.fn.min('user_roles.id').as('link_id'),
    ])

/** Users who hold a permission through some role that is not deleted, in whatever state their links are. */
async function countHolders(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const kept = keptUntilWritten<number>(ctx.db) ?? new Map<string, number>()
  const keyOf = (id: number) => `holders ${id}`
  const unknown = ids.filter((id) => !kept.has(keyOf(id)))
  const counts = unknown.length === 0 ? [] : await readHolders(ctx, unknown)
  for (const [index, id] of unknown.entries()) kept.set(keyOf(id), counts[index] as number)
  return ids.map((id) => kept.get(keyOf(id)) as number)
}

async function readHolders(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .where('role_permissions.permission_id', 'in', ids)
    .where('roles.deleted_at', 'is', null)
    .select(['role_permissions.permission_id', 'role_permissions.role_id'])
    .orderBy('role_permissions.role_id')
    .execute()
  const roles = Map.groupBy(rows, (row) => row.permission_id)
  const sets = ids.map((id) => (roles.get(id) ?? []).map((row) => row.role_id))
  return countMembers(ctx, 'user_roles', sets)
}

export const permissions = defineResource<'permissions'>({
  name: 'permissions',
  singular: 'permission',
  table: 'permissions',
  schemas: { item: Permission },
  search: ({ name, slug }) => [name, slug],
  inSearchText: ['name', 'slug'],
  unique: [{ field: 'slug', columns: ['slug'] }],
  computed: {
    count_roles: (eb) =>
      eb
        .selectFrom('role_permissions')
        .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
        .whereRef('role_permissions.permission_id', '=', 'permissions.id')
        .where('roles.deleted_at', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('count')),
  },
  counted: { count_users: countHolders },
  relations: {
    roles: {
      kind: 'links',
      to: 'roles',
      links: { table: 'role_permissions', from: 'permission_id', to: 'role_id' },
      mayChange: mayChangeRolesOfPermission,
    },
    users: {
      kind: 'derived',
      to: 'users',
      links: { table: 'user_roles', from: 'role_id', to: 'user_id' },
      pairs: holders,
    },
  },
  listParameters: {
    filter: {
      schema: Type.String({
        description: '`active` or `inactive`, or the name of a module, which `section` may narrow.',
        examples: ['rolecall'],
      }),
      apply: async (_ctx, { filter, section }: { filter: string; section?: string }, eb) => {
        if (filter === 'active' || filter === 'inactive')
          return activityIs('permissions', filter === 'active')
        const inModule = eb('permissions.module', '=', filter)
        return section === undefined ? inModule : eb.and([inModule, eb('permissions.section', '=', section)])
      },
    },
    section: {
      schema: Type.String({ description: 'Of the module that `filter` names.', examples: ['users'] }),
      // Only together with a module, where `filter` applies it.
      apply: async (_ctx, _values, eb) => eb.and([]),
    },
  },
  operations: { remove: removePermission, restore: restorePermission, destroy: destroyPermission },
})
