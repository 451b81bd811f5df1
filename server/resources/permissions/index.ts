import { Type } from 'typebox'
import { Permission, PermissionRef } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { linkIsInForce } from '../../access/in-force.ts'
import { effectivePermissions, rolesGranting } from '../../access/sql/effective.ts'
import { type DerivedPairs, defineResource, type RelatedCondition } from '../../crud/define/resource.ts'
import { anyTable } from '../../crud/query/store.ts'
import { BATCH_SIZES, readInBatches } from '../../db/queries/chunks.ts'
import { activityIs } from '../people/activity.ts'
import { endTokensOfWeakenedRoles, GRANTS, mayChangeRolesOfPermission } from '../roles/links.ts'
import { countLinks } from '../roles/links-count.ts'
import { countMembers } from '../users/members-count.ts'
import { addReasonsOfHolders, explainParameter } from '../users/reasons.ts'
import { access } from './access.ts'
import { destroyPermission, removePermission, restorePermission } from './writes.ts'

/** The users who hold a permission now, each with their lowest link id to a role that grants it. */
const holders: DerivedPairs = (ctx, permissionIds, userIds) =>
  effectivePermissions(ctx.db, ctx.now())
    .where('role_permissions.permission_id', 'in', permissionIds)
    .$if(userIds !== undefined, (query) => query.where('user_roles.user_id', 'in', userIds ?? []))
    .groupBy(['user_roles.user_id', 'role_permissions.permission_id'])
    .select((eb) => [
      'role_permissions.permission_id as from_id',
      'user_roles.user_id as to_id',
      eb.fn.min('user_roles.id').as('link_id'),
    ])

/** Beyond this, the statement gets too long to help, and it is a cache key too. */
const MAX_ROLES = 2000

/** Filters by the roles that grant the permission: they are few, and often the same for many permissions. */
const isHolder: RelatedCondition = async (ctx, permissionId) => {
  const roles = await rolesGranting(ctx, permissionId)
  if (roles.length > MAX_ROLES) return undefined
  return (now) => {
    const eb = anyTable()
    if (roles.length === 0) return eb.lit(false)
    const holders = ctx.db
      .selectFrom('user_roles')
      .where('role_id', 'in', roles)
      .where(linkIsInForce('user_roles', now))
      .select('user_id')
    return eb.and([
      eb('users.is_active', '=', true),
      eb('users.deleted_at', 'is', null),
      eb('users.id', 'in', holders),
    ])
  }
}

/** Users who hold a permission through a role that is not deleted, whatever the state of their links. */
async function countHolders(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const read = (ids: readonly number[]) => readRoleSets(ctx, ids)
  const sets = await ctx.access.derived('roles that give', ids, read)
  return countMembers(ctx, 'user_roles', sets)
}

/** The roles that grant each permission. Permissions with the same roles share one array. */
async function readRoleSets(ctx: Ctx, ids: readonly number[]): Promise<number[][]> {
  // Thousands of roles may grant a permission.
  const slicing = { first: 10, most: BATCH_SIZES.read, rowsOf: (roles: number[]) => roles.length }
  const different = new Map<string, number[]>()
  return readInBatches(ids, slicing, async (ids) =>
    (await rolesOfEach(ctx, ids)).map((roles) => {
      const key = String(roles)
      const same = different.get(key) ?? roles
      different.set(key, same)
      return same
    }),
  )
}

async function rolesOfEach(ctx: Ctx, ids: readonly number[]): Promise<number[][]> {
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .where('role_permissions.permission_id', 'in', ids)
    .where('roles.deleted_at', 'is', null)
    .select(['role_permissions.permission_id', 'role_permissions.role_id'])
    .orderBy('role_permissions.role_id')
    .execute()
  const roles = Map.groupBy(rows, (row) => row.permission_id)
  return ids.map((id) => (roles.get(id) ?? []).map((row) => row.role_id))
}

const ROLES = { table: 'role_permissions', from: 'permission_id', to: 'role_id' } as const

export const permissions = defineResource<'permissions'>({
  name: 'permissions',
  singular: 'permission',
  description: 'What may be done. Declared in a manifest, not created over HTTP.',
  nouns: { fr: { singular: 'permission', plural: 'permissions', isFeminine: true } },
  table: 'permissions',
  schemas: { item: Permission, short: PermissionRef },
  access,
  inShort: ['id', 'uuid', 'name', 'slug', 'is_active', 'module', 'section'],
  // The contract's examples of a permission's relations name the record `role`, and the page of its roles `permissions`.
  shapes: {
    listVariant2: 'page',
    recordNames: ['permission', 'role'],
    pageNamesInVariant2: { roles: 'permissions' },
  },
  search: ({ name, slug }) => [name, slug],
  inSearchText: ['name', 'slug'],
  unique: [{ field: 'slug', columns: ['slug'] }],
  counted: {
    count_roles: (ctx, ids) => countLinks(ctx, 'roles', 'permissions', ids),
    count_users: countHolders,
  },
  relations: {
    roles: {
      kind: 'links',
      to: 'roles',
      links: ROLES,
      mayChange: mayChangeRolesOfPermission,
      locks: GRANTS,
      afterChange: endTokensOfWeakenedRoles,
      countedBy: 'count_roles',
    },
    users: {
      kind: 'derived',
      to: 'users',
      links: { table: 'user_roles', from: 'role_id', to: 'user_id' },
      pairs: holders,
      derivedFrom: ['user_roles', 'role_permissions'],
      largestTable: 'users',
      relatedCondition: isHolder,
      explain: { parameter: explainParameter, add: addReasonsOfHolders },
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
      // Applied by `filter`, as it needs a module.
      apply: async (_ctx, _values, eb) => eb.and([]),
    },
  },
  operations: { remove: removePermission, restore: restorePermission, destroy: destroyPermission },
})
