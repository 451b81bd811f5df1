import { Type } from 'typebox'
import * as f from './fields.ts'

const inShort = {
  id: f.id('Its id.'),
  uuid: Type.String({ format: 'uuid' }),
}

const GrantRole = Type.Object({
  ...inShort,
  name: f.text(150, { examples: ['Editor'] }),
  slug: f.slug(150, 'editor'),
  type: f.choice(['frontend', 'backend']),
  is_active: f.flag('An inactive role has no effect.'),
})

const GrantPermission = Type.Object({
  ...inShort,
  name: f.text(150, { examples: ['Can read users'] }),
  slug: f.slug(150, 'can-read-users'),
  module: f.text(150, { examples: ['rolecall'] }),
  section: f.nullable(f.text(150, { examples: ['users'] })),
  is_active: f.flag('An inactive permission has no effect.'),
})

/** Of each, one answer has so many at most. */
export const MOST_ROLES = 200
export const MOST_PERMISSIONS = 2000

/** Roles and permissions, and which of the roles give which of the permissions. */
export const Grants = Type.Object(
  {
    roles: Type.Array(GrantRole, { maxItems: MOST_ROLES, description: 'By name; at most 200.' }),
    permissions: Type.Array(GrantPermission, {
      maxItems: MOST_PERMISSIONS,
      description: 'By module, section and slug; at most 2,000.',
    }),
    total_roles: Type.Integer({ description: 'Live roles, of which those above are the first.' }),
    total_permissions: Type.Integer({
      description: 'Live permissions of the module, of which those above are the first.',
    }),
    grants: Type.Unsafe<Record<string, number[]>>({
      type: 'object',
      additionalProperties: { type: 'array', maxItems: f.MOST_LISTED, items: { type: 'integer' } },
      description: 'By id of the role: ids of the permissions that it gives through links in force.',
      examples: [{ 42: [42] }],
    }),
  },
  { $id: 'Grants', description: 'Which roles grant which permissions.' },
)

/** The most changes that one call makes. */
export const MAX_CHANGES = 1000

const GrantChange = Type.Object(
  {
    role: f.reference('Id, uuid or slug of the role.', 'editor'),
    permission: f.reference('Id, uuid or slug of the permission.', 'can-read-users'),
    held: f.flag(
      'Whether the role should grant the permission. A cell that already has this value is not changed.',
    ),
  },
  f.described({ additionalProperties: false }),
)

export const GrantChanges = Type.Object(
  {
    changes: Type.Array(GrantChange, {
      minItems: 1,
      maxItems: MAX_CHANGES,
      description: 'All of them are made, or none.',
      examples: [[{ role: 'editor', permission: 'can-read-users', held: true }]],
    }),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Checks and counts, and changes nothing.' }),
    ),
  },
  { $id: 'GrantChanges', ...f.described({ additionalProperties: false }) },
)

/** The most users that the answer names for a permission, on either side. */
export const MOST_NAMED = 10

const Affected = Type.Object({
  id: f.id('Id of the user.'),
  uuid: Type.String({ format: 'uuid' }),
  name: Type.String({ examples: ['Ada Lovelace'] }),
})

const named = (description: string) =>
  Type.Optional(
    Type.Array(Affected, { maxItems: MOST_NAMED, description: `${description} Needs \`can-read-users\`.` }),
  )

const GrantEffect = Type.Object({
  id: f.id('Id of the permission.'),
  slug: f.slug(150, 'can-read-users'),
  name: f.text(150, { examples: ['Can read users'] }),
  gained: Type.Integer({ description: 'Live, active users who may do it afterwards and could not before.' }),
  lost: Type.Integer({ description: 'Live, active users who could do it before and may not afterwards.' }),
  gained_by: named('At most ten of those who gain it.'),
  lost_by: named('At most ten of those who lose it.'),
})

export const GrantEffects = Type.Object(
  {
    permissions: Type.Array(GrantEffect, {
      maxItems: MAX_CHANGES,
      description: 'Each permission that was named, by slug.',
    }),
    users_gaining: Type.Integer({ description: 'Users who gain any of them.' }),
    users_losing: Type.Integer({ description: 'Users who lose any of them.' }),
    applied: Type.Boolean({ description: 'False for a dry run.' }),
  },
  { $id: 'GrantEffects', description: 'The permissions that users gain and lose by changes of roles.' },
)
