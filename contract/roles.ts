import { Type } from 'typebox'
import * as f from './fields.ts'

export const ROLE_TYPES = ['frontend', 'backend'] as const

const settable = {
  name: f.line(150, { description: 'Unique.', examples: ['Editor'] }),
  slug: f.slug(150, 'editor'),
  details: f.nullable(f.text(255, { examples: ['Tends the classifications.'] })),
  is_active: f.flag('An inactive role has no effect.'),
  type: f.choice(ROLE_TYPES, {
    description: 'Where the role is used. Defaults to `backend`.',
    examples: ['backend'],
  }),
  requires_second_factor: f.flag(
    'Whoever holds it needs a second factor: a sign-in without one may only add one. Defaults to false.',
  ),
}

export const Role = f.record(
  'Role',
  {
    ...settable,
    count_users: Type.Integer({ description: 'Live users linked to it.' }),
    count_permissions: Type.Integer({ description: 'Live permissions linked to it.' }),
  },
  {
    users: f.many('UserRef', 'With `include=users`.'),
    permissions: f.many('PermissionRef', 'With `include=permissions`.'),
  },
  'A named set of permissions that users hold.',
)
export const RoleRef = f.embedded('Role', f.namedInShort)

export const RoleCreate = f.creation('RoleCreate', settable, ['name'], {
  name: 'Reviewer',
  details: 'Reads before it goes out.',
})
export const RoleUpdate = f.changes('RoleUpdate', settable, {
  details: 'Reads everything before it goes out.',
})

const { name, slug, details, is_active, type, requires_second_factor } = settable
const ofOriginal = 'If left out, as of the original.'

/** The fields of a copy: what is left out is copied, except the name and the slug. */
export const RoleDuplicate = f.creation(
  'RoleDuplicate',
  {
    name,
    slug,
    details: { ...details, description: ofOriginal },
    is_active: { ...is_active, description: ofOriginal },
    type: { ...type, description: ofOriginal },
    requires_second_factor: { ...requires_second_factor, description: ofOriginal },
  },
  ['name'],
  { name: 'Editor of the north' },
)
