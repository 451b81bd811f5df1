import { choice } from '../../../contract/fields.ts'
import { CONTACT_FIELDS, OWN_FIELDS, User, UserCreate, UserRef, UserUpdate } from '../../../contract/users.ts'
import { effectivePermissions } from '../../access/sql/effective.ts'
import { type DerivedPairs, defineResource } from '../../crud/define/resource.ts'
import { activityIs } from '../people/activity.ts'
import { reserveUsernames } from '../people/default-usernames.ts'
import {
  hashSecrets,
  PERSON_NAMES,
  personNames,
  SECRETS_OF_USERS,
  searchedOfPerson,
} from '../people/people.ts'
import { refusingUnreadable } from '../readable-references.ts'
import { access } from './access.ts'
import { endTokensOfWeakenedUser, mayChangeRolesOfUser, mayClassifyUser } from './links.ts'
import { accessEndsBefore, holdersOfRole } from './list-parameters.ts'
import { proveOwnPassword } from './own-password.ts'
import { addReasons, explainParameter } from './reasons.ts'
import { lookUpReserved } from './reserved-addresses.ts'
import { createUser, destroyUser, removeUser, restoreUser, updateUser } from './writes.ts'

/** The permissions that a user holds now, each with the lowest link id of a role that grants it. */
const held: DerivedPairs = (ctx, userIds, permissionIds) =>
  effectivePermissions(ctx.db, ctx.now())
    .where('user_roles.user_id', 'in', userIds)
    .$if(permissionIds !== undefined, (query) =>
      query.where('role_permissions.permission_id', 'in', permissionIds ?? []),
    )
    .groupBy(['user_roles.user_id', 'role_permissions.permission_id'])
    .select((eb) => [
      'user_roles.user_id as from_id',
      'role_permissions.permission_id as to_id',
      eb.fn.min('role_permissions.id').as('link_id'),
    ])

export const users = defineResource<'users'>({
  name: 'users',
  singular: 'user',
  description:
    'Accounts, their roles and what they may do. Every path answers under `/api/cms/users` too, the same way.',
  nouns: { fr: { singular: 'utilisateur', plural: 'utilisateurs' } },
  table: 'users',
  schemas: { item: User, short: UserRef, create: UserCreate, update: UserUpdate },
  access,
  search: personNames,
  inSearchText: PERSON_NAMES,
  searchAlso: searchedOfPerson,
  caseless: ['email', 'username'],
  searchedKeys: ['email'],
  secrets: SECRETS_OF_USERS,
  unrecorded: [
    'last_login_at',
    'last_login_ip',
    'api_token_used_at',
    'api_token_used_ip',
    'has_second_factor',
    // The entry has the address of whoever made the change.
    'created_ip',
    'activated_ip',
  ],
  contact: CONTACT_FIELDS,
  indexed: {
    all: ['invited_by', 'registration_id', 'user_id'],
    live: ['first_name', 'last_name', 'name', 'last_login_at', 'is_active', 'phone', 'foreign_user_id'],
  },
  cachedIds: new Set(['id', 'uuid', 'email', 'username']),
  ownerColumn: 'id',
  ownFields: OWN_FIELDS,
  authorityFields: ['password_hash', 'is_active', 'status'],
  // A role's version stays, so that concurrent assignments of one role do not queue for its row.
  ownsLinks: true,
  unique: [
    { field: 'email', columns: ['email'] },
    { field: 'username', columns: ['username'] },
  ],
  references: {
    invited_by: { to: 'users', column: 'invited_by', by: 'id' },
    user_id: { to: 'users', column: 'user_id', by: 'id' },
    registration_id: { to: 'registrations', column: 'registration_id', by: 'id' },
  },
  relations: {
    roles: {
      kind: 'links',
      to: 'roles',
      links: { table: 'user_roles', from: 'user_id', to: 'role_id' },
      mayChange: mayChangeRolesOfUser,
      givesAuthority: true,
      lock: 'key',
      afterChange: endTokensOfWeakenedUser,
    },
    permissions: {
      kind: 'derived',
      to: 'permissions',
      links: { table: 'role_permissions', from: 'role_id', to: 'permission_id' },
      pairs: held,
      derivedFrom: ['user_roles', 'role_permissions'],
      largestTable: 'users',
      idsInMemory: (ctx, userId) => ctx.access.permissionIds(ctx, userId),
      estimateLinksPerRecord: (ctx, userId) => ctx.access.countRoles(ctx, userId),
      explain: { parameter: explainParameter, add: addReasons },
    },
    taxonomies: {
      kind: 'links',
      to: 'taxonomies',
      links: { table: 'user_taxonomies', from: 'user_id', to: 'taxonomy_id' },
      mayChange: mayClassifyUser,
      // A term whose users are being merged into another must not get new ones.
      lock: 'share',
      locksRelatedFirst: true,
    },
    registration: { kind: 'one', to: 'registrations', column: 'registration_id' },
    invited_by: { kind: 'one', to: 'users', column: 'invited_by', as: 'invited_by_user' },
  },
  listParameters: {
    status: {
      schema: choice(['active', 'inactive'], { description: 'By `is_active`.' }),
      apply: async (_ctx, { status }: { status: string }) => activityIs('users', status === 'active'),
    },
    access_ends_before: accessEndsBefore,
    holds_role: holdersOfRole,
  },
  prepare: async (input, ctx) => hashSecrets(await proveOwnPassword(ctx, input), ctx),
  reserve: async (ctx, people) => {
    await reserveUsernames(ctx, 'users', people)
    await lookUpReserved(
      ctx,
      people.map(({ email }) => email as string),
    )
  },
  operations: {
    ...refusingUnreadable({ create: createUser, update: updateUser }),
    remove: removeUser,
    restore: restoreUser,
    destroy: destroyUser,
  },
})
