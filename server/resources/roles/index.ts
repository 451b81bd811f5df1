import { choice } from '../../../contract/fields.ts'
import { ROLE_TYPES, Role, RoleCreate, RoleRef, RoleUpdate } from '../../../contract/roles.ts'
import { defineResource } from '../../crud/define/resource.ts'
import { activityIs } from '../people/activity.ts'
import { endTokensOfWeakenedUsers, mayChangeUsersOfRole } from '../users/links.ts'
import { countMembers, storedCountOf } from '../users/members-count.ts'
import { access } from './access.ts'
import { endTokensOfWeakenedRoles, GRANTS, mayChangePermissionsOfRole } from './links.ts'
import { countLinks } from './links-count.ts'
import { createRole, destroyRole, removeRole, restoreRole, updateRole } from './writes.ts'

const FILTERS = ['active', 'inactive', ...ROLE_TYPES] as const

const PERMISSIONS = { table: 'role_permissions', from: 'role_id', to: 'permission_id' } as const

export const roles = defineResource<'roles'>({
  name: 'roles',
  singular: 'role',
  description: 'Named sets of permissions.',
  nouns: { fr: { singular: 'rôle', plural: 'rôles' } },
  table: 'roles',
  schemas: { item: Role, short: RoleRef, create: RoleCreate, update: RoleUpdate },
  access,
  inShort: ['id', 'uuid', 'name', 'slug', 'is_active', 'type'],
  // As in the contract's example of creating a role.
  shapes: { createdInData: true },
  search: ({ name, slug }) => [name, slug],
  inSearchText: ['name', 'slug'],
  unique: [
    { field: 'name', columns: ['name'] },
    { field: 'slug', columns: ['slug'] },
  ],
  counted: {
    count_permissions: (ctx, ids) => countLinks(ctx, 'permissions', 'roles', ids),
    count_users: (ctx, ids) =>
      countMembers(
        ctx,
        'user_roles',
        ids.map((id) => [id]),
      ),
  },
  sortedBy: { count_users: storedCountOf('user_roles', 'roles.id') },
  relations: {
    users: {
      kind: 'links',
      to: 'users',
      links: { table: 'user_roles', from: 'role_id', to: 'user_id' },
      mayChange: mayChangeUsersOfRole,
      afterChange: endTokensOfWeakenedUsers,
      countedBy: 'count_users',
    },
    permissions: {
      kind: 'links',
      to: 'permissions',
      links: PERMISSIONS,
      mayChange: mayChangePermissionsOfRole,
      locks: GRANTS,
      afterChange: endTokensOfWeakenedRoles,
      countedBy: 'count_permissions',
    },
  },
  listParameters: {
    filter: {
      schema: choice(FILTERS, { description: 'By state, or by the type of role.' }),
      apply: async (_ctx, { filter }: { filter: (typeof FILTERS)[number] }, eb) =>
        filter === 'active' || filter === 'inactive'
          ? activityIs('roles', filter === 'active')
          : eb('roles.type', '=', filter),
    },
  },
  operations: {
    create: createRole,
    update: updateRole,
    remove: removeRole,
    restore: restoreRole,
    destroy: destroyRole,
  },
})
