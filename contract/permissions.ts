import { Type } from 'typebox'
import * as f from './fields.ts'

export const Permission = f.record(
  'Permission',
  {
    name: f.line(150, { examples: ['Can read users'] }),
    slug: f.slug(150, 'can-read-users'),
    module: f.text(150, { description: 'The part of your product it belongs to.', examples: ['rolecall'] }),
    section: f.nullable(f.text(150, { description: 'A group within the module.', examples: ['users'] })),
    details: f.nullable(f.text(1000)),
    is_active: f.flag('An inactive permission has no effect.'),
    count_roles: Type.Integer({ description: 'Live roles linked to it.' }),
    count_users: Type.Integer({ description: 'Live users linked to a live role that is linked to it.' }),
  },
  {
    roles: f.many('RoleRef', 'With `include=roles`.'),
    users: f.many('UserRef', 'With `include=users`: who holds it now.'),
    reasons: f.many('Reason', "Of a user's permissions, with `explain=true`: why they hold it."),
  },
  'Something a user may do. Declared in the manifest, not created over HTTP.',
)
export const PermissionRef = f.embedded('Permission', f.namedInShort)

/** One entry of the manifest, `permissions.json`. */
export const ManifestEntry = Type.Object(
  {
    name: f.line(150),
    slug: Type.Optional(f.slug(150, 'can-read-reports')),
    module: f.line(150),
    section: Type.Optional(f.line(150)),
    details: Type.Optional(f.text(1000)),
  },
  { additionalProperties: false },
)

/** What the permissions are about: the resources. */
export const SUBJECTS = [
  'registrations',
  'users',
  'roles',
  'permissions',
  'taxonomies',
  'taxonomy-types',
  'webhooks',
] as const
export type Subject = (typeof SUBJECTS)[number]

export const isSubject = (name: string): name is Subject => (SUBJECTS as readonly string[]).includes(name)

type Verb = 'create' | 'read' | 'update' | 'delete'

/** Webhooks have one permission for all verbs. */
type OneByOne = Exclude<Subject, 'webhooks'>

/** The permissions the service itself asks for. */
export type Slug =
  | `can-${Verb}-${Exclude<OneByOne, 'permissions'>}`
  | `can-${'read' | 'delete'}-permissions`
  | 'can-see-users-contact-details'
  | 'can-assign-roles'
  | 'can-assign-permissions'
  | 'can-assign-api-tokens'
  | 'can-sign-in-users'
  | 'can-invite-users'
  | 'can-reset-factors'
  | 'can-manage-mail'
  | 'can-read-audit'
  | 'can-manage-webhooks'
  | 'can-restore-records'
  | 'can-delete-permanently'
  | 'can-erase-users'

interface OwnPermission {
  slug: Slug
  name: string
  section: string
}

/** The permission to read the records of a resource. */
export const slugToReadOf = (subject: Subject): Slug =>
  subject === 'webhooks' ? 'can-manage-webhooks' : `can-read-${subject}`

function verbsOf(subject: Subject): Verb[] {
  if (subject === 'webhooks') return []
  return subject === 'permissions' ? ['read', 'delete'] : ['create', 'read', 'update', 'delete']
}

const words = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

const own = (slug: Slug, section: string, name = words(slug)): OwnPermission => ({ slug, name, section })

/** Module of the service's own permissions. */
export const OWN_MODULE = 'rolecall'

export const OWN_PERMISSIONS: readonly OwnPermission[] = [
  ...SUBJECTS.flatMap((subject) =>
    verbsOf(subject).map((verb) => own(`can-${verb}-${subject}` as Slug, subject)),
  ),
  own('can-see-users-contact-details', 'users', 'Can see users’ contact details'),
  own('can-assign-roles', 'roles'),
  own('can-assign-permissions', 'permissions'),
  own('can-assign-api-tokens', 'users', 'Can assign API tokens'),
  own('can-sign-in-users', 'users'),
  own('can-invite-users', 'users'),
  own('can-reset-factors', 'users'),
  own('can-manage-mail', 'mail'),
  own('can-read-audit', 'audit', 'Can read the audit trail'),
  own('can-manage-webhooks', 'webhooks'),
  own('can-restore-records', 'records'),
  own('can-delete-permanently', 'records'),
  own('can-erase-users', 'users'),
]
