import { Type } from 'typebox'
import { roleEnd } from './bulk.ts'
import * as f from './fields.ts'
import * as people from './people.ts'

export const REGISTRATION_STATUSES = ['email-verification-pending', 'email-verified', 'user-created'] as const

/** One variant of the contract spells it so. */
export const STATUS_ALIASES = { 'email-verification-vending': 'email-verification-pending' }

const visible = {
  username: people.username,
  ...people.profile,
  status: f.choice(REGISTRATION_STATUSES, {
    description: 'Moves forward only. `user-created` is set by creating the user.',
    examples: ['email-verification-pending'],
    'x-aliases': STATUS_ALIASES,
  }),
  ...people.origin,
}

export const Registration = f.record(
  'Registration',
  {
    email: Type.Optional(people.email),
    ...people.computedName,
    ...visible,
    first_name: people.keptFirstName,
    phone: Type.Optional(people.keptPhone),
    alternate_email: Type.Optional(people.profile.alternate_email),
  },
  {
    user: f.one('UserRef', 'With `include=user`.'),
    invited_by_user: Type.Optional(f.userRef('With `include=invited_by`.')),
  },
  'A sign-up that waits to become a user.',
)
export const RegistrationRef = f.embedded('Registration', f.personInShort)

const settable = { email: people.email, ...visible, password: f.Password, ...people.activationCode }

export const RegistrationCreate = f.creation(
  'RegistrationCreate',
  settable,
  ['email', 'first_name', 'password'],
  { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', password: 'correct horse battery' },
)
export const RegistrationUpdate = f.changes('RegistrationUpdate', settable, { status: 'email-verified' })

/** The most roles that a user is made with. */
const MAX_ROLES = 100

const rolesOfNewUser = (description: string) =>
  Type.Optional(
    Type.Array(f.reference('Id, uuid or slug of a role.', 'editor'), {
      maxItems: MAX_ROLES,
      description: `Ids, uuids or slugs of ${description}; at most ${MAX_ROLES}.`,
      examples: [['editor']],
    }),
  )

/** The roles that new users are given, and the end of their links. */
export const rolesOfNewUsers = (description: string) => ({
  roles: rolesOfNewUser(description),
  expires_at: Type.Optional(roleEnd),
})

export const RegistrationApproval = Type.Object(
  rolesOfNewUsers('roles to assign besides `registered`, until `expires_at` or for good'),
  { $id: 'RegistrationApproval' },
)
